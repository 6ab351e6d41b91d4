/** @import { SitePath } from '../types.ts' */
/** @import { Paths } from './resolve-url.js' */

import { encodeName } from '../text/disk-name.js';
import { resolveUrl } from './resolve-url.js';

const RUNS = /[^\s"'`<>(){}[\],;=+|\\]+/g;
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

/**
 * Files that a script or another text may ask for by name: whole paths, and pieces that scripts put together
 * (`'img/' + name + '_on.gif'`). Taking one too many only keeps a file.
 * @param {string} text
 * @param {readonly SitePath[]} bases
 * @param {Paths} paths
 * @param {readonly SitePath[]} all
 * @returns {Set<SitePath>}
 */
export function filesNamedIn(text, bases, paths, all) {
  /** @type {Set<SitePath>} */
  const found = new Set();
  const endings = new Set();
  for (const name of namesIn(text)) {
    const direct = [...bases, ''].flatMap((base) => {
      const { target } = resolveUrl(name, base, paths);
      return target.kind === 'file' ? [target.path] : target.kind === 'missing' && target.meant ? [target.meant] : [];
    });
    if (direct.length > 0) for (const path of direct) found.add(path);
    else endings.add(name.replace(/^(?:\.{0,2}\/)+/, ''));
  }
  for (const ending of endings) {
    for (const path of all) if (path.endsWith(ending) && isPiece(path, ending)) found.add(path);
  }
  return found;
}

/**
 * How the names of files end that stand in a text, in lower case.
 * @param {string} text
 */
export function endingsIn(text) {
  return namesIn(text).map((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase());
}

/**
 * Whether a part of a text with these endings may still name a file that the whole does.
 * @param {readonly string[]} endings
 * @param {SitePath} path
 */
export function mayName(endings, path) {
  const names = [path, encodeName(path, encodeURI)].map((name) => name.toLowerCase());
  return endings.some((ending) => names.some((name) => name.endsWith(ending)));
}

/** @param {string} text */
function namesIn(text) {
  return [...new Set(text.match(RUNS))].map((run) => run.replace(/[?#].*$/, '')).filter((name) => EXTENSION.test(name));
}

/**
 * Whether a path could be put together from an ending: `_on.gif`, `.gif`, or a whole file name.
 * @param {SitePath} path
 * @param {string} ending
 */
function isPiece(path, ending) {
  const before = path.at(-ending.length - 1);
  return before === undefined || before === '/' || /^[._-]/.test(ending);
}
