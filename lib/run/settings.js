/** @import { Level, Rule } from '../plan/types.ts' */
/** @import { Place } from './check-settings.js' */
/** @import { Settings } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FORMER_IDS, rules } from '../../rules/index.js';
import { InputError } from '../base/errors.js';
import { SIMILARITY } from '../plan/levels.js';
import { checkKnown, checkSense, filePlace } from './check-settings.js';
import { readKeep } from './keep.js';
import { readMinify } from './minifier.js';
import { openValidator } from './schema.js';

/** Names of a project's config file. */
export const CONFIG_NAMES = Object.freeze(['pagethrift.config.js', 'pagethrift.config.mjs', 'pagethrift.config.json']);

/**
 * Returns the settings of a run: defaults, then the config file, then those of the caller.
 * @param {string} cwd
 * @param {string | null} file the config file; null for the one in `cwd`, if any; '' for none
 * @param {Readonly<Record<string, unknown>>} said
 * @param {Place} [place] source of `said`
 * @returns {Promise<Settings>}
 */
export async function readSettings(cwd, file, said, place = filePlace('The options')) {
  const { from, config } = file === '' ? { from: 'the options', config: {} } : await loadConfig(cwd, file);
  const plain = { own: plainOf(config, from), given: plainOf(said, place.name) };
  const [own, given] = [withNewIds(plain.own), withNewIds(plain.given)];
  const renamed = [plain.own, plain.given].flatMap(({ rules: set }) => Object.keys(Object(set)).filter(isFormer));
  checkKnown(own, filePlace(from));
  checkKnown(given, place);
  const merged = structuredClone({ ...own, ...given, rules: { ...Object(own.rules), ...Object(given.rules) } });
  openValidator()(merged);
  const filled = /** @type {Settings} */ (/** @type {unknown} */ (merged));
  checkSense(filled, (key) => (key in given || !(key in own) ? place : filePlace(from)), new Set(Object.keys(merged)));
  return Object.freeze({
    ...filled,
    renamed: [...new Set(renamed)].sort(),
    keep: readKeep(
      filled.keep,
      rules.map(({ meta }) => meta.id),
      'keep' in given || !('keep' in own) ? place : filePlace(from),
    ),
    jobs: filled.jobs || availableParallelism(),
    cache: filled.cache === 'off' ? 'off' : resolve(cwd, filled.cache),
    remoteCache: resolveRemote(cwd, filled.remoteCache),
    previous: filled.previous === '' ? '' : resolve(cwd, filled.previous),
  });
}

/** Returns the address of a server, or the absolute path of a folder. @param {string} cwd @param {string} address */
function resolveRemote(cwd, address) {
  return address === '' || /^https?:\/\//i.test(address) ? address : resolve(cwd, address);
}

/**
 * Returns settings as plain data, without those that are undefined.
 * @param {Readonly<Record<string, unknown>>} config
 * @param {string} from
 * @returns {Record<string, unknown>}
 */
function plainOf(config, from) {
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  return 'minify' in given ? { ...given, minify: readMinify(given.minify, from) } : given;
}

/** Returns true if a rule had this id before it was renamed. @param {string} id */
function isFormer(id) {
  return Object.hasOwn(FORMER_IDS, id);
}

/** Returns settings with the rules under their new ids. @param {Record<string, unknown>} settings */
function withNewIds(settings) {
  if (typeof settings.rules !== 'object' || settings.rules === null) return settings;
  const entries = Object.entries(settings.rules).map(([id, set]) => [isFormer(id) ? FORMER_IDS[id] : id, set]);
  return { ...settings, rules: Object.fromEntries(entries) };
}

/**
 * @param {string} cwd
 * @param {string | null} named
 * @returns {Promise<{ from: string, config: Record<string, unknown> }>}
 */
async function loadConfig(cwd, named) {
  if (named && !existsSync(resolve(cwd, named)))
    throw new InputError('no-config', `The config file ${named} does not exist.`);
  const file = named ?? CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
  if (!file) {
    const manifest = join(cwd, 'package.json');
    const config = existsSync(manifest) ? parseJson(manifest, 'package.json').pagethrift : undefined;
    return { from: 'package.json, key “pagethrift”', config: Object(config) };
  }
  const path = resolve(cwd, file);
  if (file.endsWith('.json')) return { from: file, config: parseJson(path, file) };
  try {
    const loaded = await import(pathToFileURL(path).href);
    return { from: file, config: Object(loaded.default) };
  } catch (error) {
    throw new InputError(
      'bad-config',
      `${file} could not be loaded: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/**
 * @param {string} path
 * @param {string} name
 * @returns {Record<string, unknown>}
 */
function parseJson(path, name) {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new InputError('bad-config', `${name} is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/**
 * Returns level and options of every rule.
 * @param {Settings} settings
 * @param {readonly Rule[]} all
 * @returns {ReadonlyMap<string, { level: Level, options: Readonly<Record<string, unknown>> }>}
 */
export function ruleSettings(settings, all) {
  return new Map(
    all.map(({ meta }) => {
      const atLevel = meta.levels?.[settings.safety];
      const set = settings.rules[meta.id] ?? atLevel?.default ?? meta.default;
      const [level, options] = typeof set === 'string' ? [set, {}] : set;
      const always = Object.fromEntries(Object.entries(meta.options).map(([name, option]) => [name, option.default]));
      const defaults = { ...always, ...atLevel?.options };
      const asked = {
        effort: settings.effort,
        ...targetOf(settings),
      };
      for (const [name, value] of Object.entries(asked)) if (name in defaults) defaults[name] = value;
      return [meta.id, Object.freeze({ level, options: Object.freeze({ ...defaults, ...options }) })];
    }),
  );
}

/**
 * Returns the min similarity of images encoded with loss: that of the level, or at `lossy` the given one.
 * @param {Settings} settings
 */
function targetOf({ safety, quality }) {
  const similarity = safety === 'lossy' && quality > 0 ? quality : SIMILARITY[safety];
  return similarity === null ? {} : { target: similarity };
}
