/** @import { Settings } from '../types.ts' */
/** @import { Values, World } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../base/errors.js';
import { readSettings } from '../settings.js';

/**
 * The settings of a call: config file and flags.
 * @param {World} world
 * @param {Values} values
 * @returns {Promise<Settings>}
 */
export async function settingsOf({ cwd, limitRun }, values) {
  const settings = await readSettings(cwd, values.config ? String(values.config) : null, flagsOf(values, cwd));
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
    'url',
    'strict',
    'fingerprint',
    'dictionaries',
    'previous',
    'queue',
  ]) {
    if (values[name] !== undefined) flags[name] = values[name];
  }
  if (values.jobs !== undefined) flags.jobs = Number(values.jobs);
  if (values.quality !== undefined) flags.quality = Number(values.quality);
  if (values.tolerance !== undefined) flags.tolerance = Number(values.tolerance);
  if (typeof values.variants === 'string') flags.variants = values.variants.split(',').filter(Boolean);
  if (values.routes !== undefined) flags.routes = readRoutes(cwd, String(values.routes));
  if (Array.isArray(values.rule)) flags.rules = Object.fromEntries(values.rule.map(parseRuleFlag));
  return flags;
}

/**
 * Reads addresses from a file, one a line; empty lines and those that start with # say nothing.
 * @param {string} cwd @param {string} file
 */
function readRoutes(cwd, file) {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new InputError('no-routes', `--routes ${file}: there is no such file`);
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * @param {string} text
 * @returns {[string, string]}
 */
function parseRuleFlag(text) {
  const match = /^([\w-]+)=(off|advise|on|error)$/.exec(text);
  if (!match)
    throw new InputError('usage', `--rule ${text}: write --rule ID=LEVEL, the level one of off, advise, on, error`);
  return [match[1], match[2]];
}
