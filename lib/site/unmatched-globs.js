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
    const remedy = remedyOf(glob, all);
    return { code: `unused-${setting}`, message: `“${glob}” in “${setting}” matches no file of the site. ${remedy}` };
  });
}

/** @param {string} glob that matches none of the paths @param {readonly SitePath[]} all */
function remedyOf(glob, all) {
  const folder = glob.endsWith('/') ? glob.slice(0, -1) : glob;
  if (all.some((path) => path.startsWith(`${folder}/`))) return `For the folder, write “${folder}/**”.`;
  // In a glob “\\” escapes a character, and in a path of Windows it separates names.
  const slashed = glob.replaceAll('\\', '/');
  const matches = picomatch(slashed, { dot: true });
  if (slashed !== glob && all.some((path) => matches(path))) return `Write “${slashed}”, with “/”.`;
  return 'Correct or remove it.';
}
