/** @import { SitePath, Warning } from './types.ts' */

import picomatch from 'picomatch';

/**
 * Returns a warning for each glob of a setting that matches no file: it is misspelt, or names a folder.
 * @param {'include' | 'exclude'} setting
 * @param {readonly string[]} globs
 * @param {Iterable<SitePath>} paths
 * @returns {Warning[]}
 */
export function warnOfUnmatched(setting, globs, paths) {
  const all = [...paths];
  const isUnmatched = (/** @type {string} */ glob) => {
    const matches = picomatch(glob, { dot: true });
    return !all.some((path) => matches(path));
  };
  const unmatched = [...new Set(globs)].filter(isUnmatched);
  return unmatched.map((glob) => {
    const folder = glob.endsWith('/') ? glob.slice(0, -1) : glob;
    const remedy = all.some((path) => path.startsWith(`${folder}/`))
      ? `For the folder, write “${folder}/**”.`
      : 'Correct or remove it.';
    return { code: `unused-${setting}`, message: `“${glob}” in “${setting}” matches no file of the site. ${remedy}` };
  });
}
