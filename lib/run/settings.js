/** @import { Level, Rule } from '../plan/types.ts' */
/** @import { Settings } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { rules } from '../../rules/index.js';
import { InputError } from '../base/errors.js';
import { SIMILARITY } from '../plan/levels.js';
import { readMinify } from './minifier.js';

const NAMES = ['pagethrift.config.js', 'pagethrift.config.mjs', 'pagethrift.config.json'];

/** @type {Record<string, unknown>} */
export const schema = JSON.parse(readFileSync(new URL('./config.schema.json', import.meta.url), 'utf8'));

/**
 * What a run is asked to do: defaults, then the config file, then what the caller says.
 * @param {string} cwd
 * @param {string | null} file the config file; null: the one that stands in `cwd`, if any; '' for none
 * @param {Readonly<Record<string, unknown>>} said
 * @returns {Promise<Settings>}
 */
export async function readSettings(cwd, file, said) {
  const { from, config } = file === '' ? { from: 'the options', config: {} } : await loadConfig(cwd, file);
  const asked = { ...config, ...said, rules: { ...Object(config.rules), ...Object(said.rules) } };
  const merged = structuredClone('minify' in asked ? { ...asked, minify: readMinify(asked.minify, from) } : asked);
  checkConfig(merged, from);
  const filled = /** @type {Settings} */ (/** @type {unknown} */ (merged));
  return Object.freeze({
    ...filled,
    jobs: filled.jobs || availableParallelism(),
    cache: filled.cache === 'off' ? 'off' : resolve(cwd, filled.cache),
    previous: filled.previous === '' ? '' : resolve(cwd, filled.previous),
  });
}

/**
 * @param {string} cwd
 * @param {string | null} named
 * @returns {Promise<{ from: string, config: Record<string, unknown> }>}
 */
async function loadConfig(cwd, named) {
  if (named && !existsSync(resolve(cwd, named)))
    throw new InputError('no-config', `${named}: there is no such config file`);
  const file = named ?? NAMES.find((name) => existsSync(join(cwd, name)));
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
    throw new InputError('bad-config', `${file} does not load: ${error instanceof Error ? error.message : error}`);
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
    throw new InputError('bad-config', `${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Fills defaults in and refuses what the schema does not know.
 * @param {Record<string, unknown>} config
 * @param {string} from
 */
function checkConfig(config, from) {
  const validate = new Ajv({ useDefaults: true, allErrors: true, strict: false }).compile(schema);
  if (!validate(config)) {
    const faults = (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const at = instancePath.slice(1).replaceAll('/', '.') || 'the config';
      if (params.additionalProperty)
        return `${at} has no key “${params.additionalProperty}”; docs/config.md lists them`;
      const word = params.allowedValues?.join(', ');
      return `${at} ${message}${word ? ` (${word})` : ''}`;
    });
    throw new InputError('bad-config', `${from} or what was said beside it is wrong: ${faults.slice(0, 3).join('; ')}`);
  }
  for (const id of Object.keys(Object(config.rules))) {
    if (!rules.some(({ meta }) => meta.id === id)) {
      throw new InputError(
        'unknown-rule',
        `there is no rule “${id}” (${from} or --rule); “pagethrift rules” lists them`,
      );
    }
  }
}

/**
 * Level and options of every rule.
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
      for (const name of Object.keys(options)) {
        if (!(name in defaults))
          throw new InputError(
            'bad-config',
            `the rule “${meta.id}” has no option “${name}”; “pagethrift rules ${meta.id}” lists them`,
          );
      }
      return [meta.id, Object.freeze({ level, options: Object.freeze({ ...defaults, ...options }) })];
    }),
  );
}

/**
 * The similarity that images coded with loss have to reach: what the level promises, or at `lossy` what was asked for.
 * @param {Settings} settings
 */
function targetOf({ safety, quality }) {
  const similarity = safety === 'lossy' && quality > 0 ? quality : SIMILARITY[safety];
  return similarity === null ? {} : { target: similarity };
}
