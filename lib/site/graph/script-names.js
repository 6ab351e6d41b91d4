/** @import { SitePath } from '../types.ts' */
/** @import { Paths } from './resolve-url.js' */

import { beforeAny } from '../../base/trim.js';
import { encodeName } from '../text/disk-name.js';
import { resolveUrl } from './resolve-url.js';

const RUNS = /[^\s"'`<>(){}[\],;=+|\\]+/g;
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;
/** The start of a name that a script concatenates: `'img/photo' + number + '`. */
const BEGINNING = /([^\s"'`<>(){}[\],;=+|\\]*)["']\s*\+\s*[\w$.]+(?:\[[\w$.]+\])?\s*\+\s*["']$/;
/** Max characters before a name that are searched. Paths are shorter. */
const LONGEST_BEGINNING = 200;

/**
 * Returns the files that a script or another text can request by name: whole paths, and pieces that scripts concatenate
 * (`'img/' + name + '_on.gif'`). A false match only keeps a file.
 * @param {string} text
 * @param {readonly SitePath[]} bases
 * @param {Paths} paths
 * @returns {Set<SitePath>}
 */
export function filesNamedIn(text, bases, paths) {
  /** @type {Set<SitePath>} */
  const found = new Set();
  /** @type {Map<string, string[]>} with the starts of their names at all occurrences */
  const endings = new Map();
  for (const [name, places] of placesOfNames(text)) {
    const direct = [...bases, ''].flatMap((base) => {
      const { target } = resolveUrl(name, base, paths);
      return target.kind === 'file' ? [target.path] : target.kind === 'missing' && target.meant ? [target.meant] : [];
    });
    if (direct.length > 0) for (const path of direct) found.add(path);
    else {
      const ending = name.replace(/^(?:\.{0,2}\/)+/, '');
      endings.set(ending, [...(endings.get(ending) ?? []), ...places.map((at) => beginningAt(text, at))]);
    }
  }
  for (const [ending, beginnings] of endings) {
    for (const path of paths.endingWith(ending)) if (beginnings.some((one) => mayBegin(path, one))) found.add(path);
  }
  return found;
}

/**
 * Returns the start of the name that ends at a position, empty if it is uncertain.
 * @param {string} text
 * @param {number} at
 */
function beginningAt(text, at) {
  const start = Math.max(0, at - LONGEST_BEGINNING);
  const before = text.slice(start, at);
  const found = BEGINNING.exec(before);
  // A part that is itself appended is no start, nor is one that can begin before the searched text.
  if (
    !found ||
    (start > 0 && before.slice(0, found.index).trim().length < 2) ||
    /\+=?\s*["']$/.test(before.slice(0, found.index))
  )
    return '';
  const beginning = found[1].replace(/^(?:\.{0,2}\/)+/, '');
  return /[:%?#]|\/\//.test(beginning) ? '' : beginning;
}

/**
 * Returns true if a path can begin like `photos/dog_`, in any parent folder.
 * @param {SitePath} path
 * @param {string} beginning
 */
function mayBegin(path, beginning) {
  return `/${path}`.toLowerCase().includes(`/${beginning.toLowerCase()}`);
}

/**
 * Returns the endings of the file names in a text, in lower case.
 * @param {string} text
 */
export function endingsIn(text) {
  return namesIn(text).map((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase());
}

/**
 * Returns true if a part of a text with these endings can still name a file that the whole text names.
 * @param {readonly string[]} endings
 * @param {SitePath} path
 */
export function mayName(endings, path) {
  const names = [path, encodeName(path, encodeURI)].map((name) => name.toLowerCase());
  return endings.some((ending) => names.some((name) => name.endsWith(ending)));
}

/** @param {string} text */
function namesIn(text) {
  return [...placesOfNames(text).keys()];
}

/**
 * Returns the file names in a text with their positions.
 * @param {string} text
 * @returns {Map<string, number[]>}
 */
function placesOfNames(text) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const name = beforeAny(run, /[?#]/);
    if (!EXTENSION.test(name)) continue;
    const known = places.get(name);
    if (known) known.push(index);
    else places.set(name, [index]);
  }
  return places;
}
