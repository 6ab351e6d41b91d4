/** @import { Settings } from '../types.ts' */
/** @import { Values, World } from './types.ts' */

import { InputError } from '../../base/errors.js';
import { readSettings } from '../settings.js';

/**
 * The settings of a call: config file and flags.
 * @param {World} world
 * @param {Values} values
 * @returns {Promise<Settings>}
 */
export async function settingsOf({ cwd, limitRun }, values) {
  const settings = await readSettings(cwd, values.config ? String(values.config) : null, flagsOf(values));
  limitRun?.(settings.limits.runMinutes);
  return settings;
}

/** @param {Values} values */
function flagsOf(values) {
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
  if (Array.isArray(values.rule)) flags.rules = Object.fromEntries(values.rule.map(parseRuleFlag));
  return flags;
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
