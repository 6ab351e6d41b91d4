/** @import { ErrorObject } from 'ajv' */
/** @import { Settings } from './types.ts' */

import { accessSync, constants, statSync } from 'node:fs';
import { rules } from '../../rules/index.js';
import { attempt } from '../base/attempt.js';
import { didYouMean } from '../base/closest-name.js';
import { docsAddress } from '../base/docs-address.js';
import { InputError } from '../base/errors.js';
import { LINKS } from '../network/index.js';
import { parseBudgets, parseTolerance } from '../report/gate/index.js';
import { openValidator } from './schema.js';

/** Max faults in a message. More of them have one cause. */
const MAX_FAULTS = 3;
/** Keywords that are no path of a browser. */
const BROWSER_WORDS = new Set(['auto', 'bundled', 'off']);

/**
 * The source of settings: its name in messages, and its notation of a key.
 * @typedef {{ name: string, show: (key: string) => string }} Place
 */

/** The command line as a source of settings. @type {Place} */
export const COMMAND_LINE = { name: 'The command line', show: (key) => `--${key}` };

/** @param {string} name of a file, for messages @returns {Place} */
export function filePlace(name) {
  return { name, show: (key) => key };
}

/**
 * Rejects settings that the schema does not contain, with the closest name that it contains.
 * @param {Record<string, unknown>} config as given, without defaults
 * @param {Place} place
 */
export function checkKnown(config, place) {
  const validate = openValidator();
  if (!validate(structuredClone(config))) {
    const faults = [...new Set((validate.errors ?? []).map((fault) => describeFault(fault, place)))];
    const told = faults.slice(0, MAX_FAULTS).join(' ');
    throw new InputError('bad-config', `${place.name}: ${told} All options: ${docsAddress('config')}.`);
  }
  const known = rules.map(({ meta }) => meta.id);
  for (const [id, set] of Object.entries(Object(config.rules))) {
    const rule = rules.find(({ meta }) => meta.id === id);
    if (!rule) {
      const guess = didYouMean(id, known);
      const message = `${place.name}: there is no rule “${id}”.${guess} “npx pagethrift rules” lists them.`;
      throw new InputError('unknown-rule', message);
    }
    const levels = Object.values(rule.meta.levels ?? {});
    const options = [rule.meta, ...levels].flatMap((each) => Object.keys(each?.options ?? {}));
    checkRuleOptions(id, set, options, place);
  }
}

/** @param {string} id @param {unknown} set @param {readonly string[]} known @param {Place} place */
function checkRuleOptions(id, set, known, place) {
  const given = Array.isArray(set) ? Object.keys(Object(set[1])) : [];
  for (const name of given.filter((each) => !known.includes(each))) {
    const more = `“npx pagethrift rules ${id}” lists them.`;
    const message = `${place.name}: the rule “${id}” has no option “${name}”.${didYouMean(name, known)} ${more}`;
    throw new InputError('bad-config', message);
  }
}

/**
 * Rejects settings that contradict each other or that have no effect, with their source.
 * @param {Settings} settings
 * @param {(key: string) => Place} placeOf returns the source of a key
 * @param {ReadonlySet<string>} said all keys that were given
 */
export function checkSense(settings, placeOf, said) {
  const refuse = (/** @type {string} */ key, /** @type {string} */ why) => {
    const { name, show } = placeOf(key);
    throw new InputError('bad-config', `${name}: “${show(key)}” ${why}`);
  };
  if (settings.quality > 0 && settings.safety !== 'lossy')
    refuse('quality', `has no effect at safety “${settings.safety}”. Add ${placeOf('quality').show('safety')} lossy.`);
  if (said.has('strict') && settings.strict && settings.verify === 'off')
    refuse('strict', 'has no effect with verify “off”: nothing is verified that could fail.');
  for (const link of [settings.link, ...settings.links]) {
    if (!Object.hasOwn(LINKS, link)) refuse(settings.link === link ? 'link' : 'links', describeName(link, LINKS));
  }
  parseTolerance(settings.tolerance, `${placeOf('tolerance').name}, “tolerance”`);
  parseBudgets(settings.budgets, placeOf('budgets').name);
  checkBrowser(settings.browser, placeOf('browser'));
}

/** @param {string} link @param {object} links */
function describeName(link, links) {
  const names = Object.keys(links);
  return `names a link that is not known, “${link}”.${didYouMean(link, names)} Known are ${names.join(', ')}.`;
}

/** @param {string} browser @param {Place} place */
function checkBrowser(browser, { name, show }) {
  const fromEnvironment = browser === 'auto' ? process.env.PAGETHRIFT_BROWSER : undefined;
  const path = fromEnvironment ?? browser;
  if (BROWSER_WORDS.has(path)) return;
  const where = fromEnvironment ? 'The environment: “PAGETHRIFT_BROWSER”' : `${name}: “${show('browser')}”`;
  const why = explainProgram(path);
  if (why === null) return;
  const guess = didYouMean(path, BROWSER_WORDS);
  throw new InputError('no-browser', `${where} names ${path}, ${why}.${guess} It is auto, bundled, off or a path.`);
}

/** Returns the reason why a path is no program, null if it is one. @param {string} path */
function explainProgram(path) {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (!kind) return 'which does not exist';
  if (!kind.isFile()) return 'which is not a file';
  return attempt(() => accessSync(path, constants.X_OK)).ok ? null : 'which may not be executed';
}

/** @param {ErrorObject} fault @param {Place} place */
function describeFault({ instancePath, message, params, keyword, parentSchema, data }, { show }) {
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const [name, known] = [String(params.additionalProperty), Object.keys(parentSchema?.properties ?? {})];
    const where = path ? ` in “${show(path)}”` : '';
    return `there is no option “${show(name)}”${where}.${didYouMean(name, known, show)}`;
  }
  const allowed = params.allowedValues ?? [];
  if (allowed.length > 0) {
    const values = allowed.filter((/** @type {unknown} */ each) => typeof each === 'string');
    const guess = typeof data === 'string' ? didYouMean(data, values) : '';
    return `“${show(path)}” is ${JSON.stringify(data)}.${guess} It must be one of ${values.join(', ')}.`;
  }
  if (params.pattern && path === 'verify') {
    const guess = didYouMean(String(data), ['all', 'changed', 'off', 'sample']);
    return `“${show(path)}” is ${JSON.stringify(data)}.${guess} It must be all, changed, off or “sample N”.`;
  }
  return `“${show(path)}” ${message}, not ${JSON.stringify(data)}.`;
}
