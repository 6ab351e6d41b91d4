/** @import { Settings } from '../types.ts' */
/** @import { Values, World } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../../base/closest-name.js';
import { InputError } from '../../base/errors.js';
import { COMMAND_LINE } from '../check-settings.js';
import { readSettings } from '../settings.js';

/** Levels of a rule. */
const LEVELS = ['off', 'advise', 'on', 'error'];

/**
 * Returns the settings of a call: config file and flags.
 * @param {World} world
 * @param {Values} values
 * @returns {Promise<Settings>}
 */
export async function settingsOf({ cwd, limitRun }, values) {
  const file = values.config ? String(values.config) : null;
  const settings = await readSettings(cwd, file, flagsOf(values, cwd), COMMAND_LINE);
  limitRun?.(settings.limits.runMinutes);
  return settings;
}

/** @param {Values} values @param {string} cwd */
function flagsOf(values, cwd) {
  /** @type {Record<string, unknown>} */
  const flags = {};
  for (const name of [
    'safety',
    'link',
    'http',
    'visit',
    'browser',
    'cache',
    'effort',
    'verify',
    'include',
    'exclude',
    'keep',
    'url',
    'strict',
    'fingerprint',
    'dictionaries',
    'previous',
    'queue',
  ]) {
    if (values[name] !== undefined) flags[name] = values[name];
  }
  if (values['remote-cache'] !== undefined) flags.remoteCache = values['remote-cache'];
  if (values['cache-read-only'] !== undefined) flags.cacheReadOnly = values['cache-read-only'];
  if (values.jobs !== undefined) flags.jobs = numberIn(values.jobs);
  if (values.quality !== undefined) flags.quality = numberIn(values.quality);
  if (values.tolerance !== undefined) flags.tolerance = String(values.tolerance);
  if (typeof values.variants === 'string') flags.variants = values.variants.split(',').filter(Boolean);
  if (values.routes !== undefined) flags.routes = readRoutes(cwd, String(values.routes));
  if (Array.isArray(values.rule)) flags.rules = Object.fromEntries(values.rule.map(parseRuleFlag));
  return flags;
}

/**
 * Reads addresses from a file, one per line. Empty lines and those that start with # are ignored.
 * @param {string} cwd @param {string} file
 */
function readRoutes(cwd, file) {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new InputError('no-routes', `“--routes” names ${file}, which does not exist.`);
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Returns the number of a flag, or its text if it is none, so that messages can show it.
 * @param {Values[string]} value
 */
function numberIn(value) {
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value : number;
}

/**
 * @param {string} text
 * @returns {[string, string]}
 */
function parseRuleFlag(text) {
  const [, id, level] = /^([\w-]+)=(.*)$/.exec(text) ?? [];
  if (LEVELS.includes(level)) return [id, level];
  const guess = level === undefined ? '' : didYouMean(level, LEVELS, (name) => `--rule ${id}=${name}`);
  throw new InputError('usage', `“--rule ${text}” is not ID=LEVEL.${guess} A level is one of ${LEVELS.join(', ')}.`);
}
