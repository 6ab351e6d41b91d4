/** @import { KeepSettings } from './optimize/keeps.js' */
/** @import { Place } from './check-settings.js' */

import picomatch from 'picomatch';
import { didYouMean } from '../base/closest-name.js';
import { InputError } from '../base/errors.js';

/** The key for all rules. */
const ALL = '*';
/** Packing of texts is not a rule, but can be excluded as well. */
const PACKING = 'minify';

/**
 * Returns the excluded globs by rule. Globs alone are for all rules; `RULE=GLOB` and an object name one.
 * @param {unknown} keep as in the config or the flag
 * @param {readonly string[]} rules that are known
 * @param {Place} place its source
 * @returns {KeepSettings}
 */
export function readKeep(keep, rules, { name, show }) {
  const known = [ALL, PACKING, ...rules];
  const entries = Array.isArray(keep)
    ? keep.map(String).map((text) => splitRule(text, known))
    : Object.entries(Object(keep)).flatMap(([rule, globs]) => [globs].flat().map((glob) => [rule, String(glob)]));
  for (const [rule] of entries.filter(([each]) => !known.includes(each))) {
    const message =
      `${name}: “${show('keep')}” names the rule “${rule}”, which is not ` + `known.${didYouMean(rule, known)}`;
    throw new InputError('unknown-rule', message);
  }
  const groups = Map.groupBy(entries, ([rule]) => rule);
  return Object.fromEntries([...groups].map(([rule, group]) => [rule, group.map(([, glob]) => glob)]));
}

/**
 * Returns the paths that are kept from all rules.
 * @param {Iterable<string>} paths
 * @param {KeepSettings} keep
 */
export function listKept(paths, { [ALL]: globs = [] }) {
  if (globs.length === 0) return new Set();
  const isKept = picomatch([...globs], { dot: true });
  return new Set([...paths].filter((path) => isKept(path)));
}

/** @param {string} text @param {readonly string[]} known @returns {[rule: string, glob: string]} */
function splitRule(text, known) {
  const [, rule, glob] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (rule === undefined) return [ALL, text];
  // A file name can contain the sign as well: a text that is similar to no rule is a glob.
  return known.includes(rule) || didYouMean(rule, known) ? [rule, glob] : [ALL, text];
}
