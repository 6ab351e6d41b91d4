/** @import { SitePath } from '../types.ts' */

/*
 * Names with a digest of the content in them, as bundlers write them. Servers let browsers cache such files without
 * limit, so the content under such a name must never change.
 */

/** @typedef {{ start: number, end: number }} DigestPlace offsets in the path */

/** Names of webpack, Hugo, MkDocs: `main.8f3a2b1c.js`, `webpack-8fa1640cc84ba8fe.js`, `bundle.e31a14b2.min.js`. */
const HEX = /(?:^|[.\-_~])([\da-f]{8,64})(?=[.\-_](?:[\w-]+\.)*[a-z\d]{2,11}$)/g;
/** Names of Rollup, esbuild and tools based on them: `index-BX_-x9dQ.css`, `chunk-ABCD2345.js`. */
const LETTERS = /^.+[.-]([\w-]{8})(?:\.[a-z]{1,8})*\.[a-z\d]{2,11}$/;
/**
 * Names in folders of frameworks. Turbopack: `3x_n5yioqv1dp.css`, `a.p.43azbxi7zpibd.woff2`; SvelteKit, Nuxt:
 * `C0W9GsCB.js`; Astro: `hall.CkknsHrI_1t7jr1.webp`.
 */
const OF_FRAMEWORKS = /(?:^|[.-])([\da-z_-]{13}|[\w-]{8}(?:_[A-Za-z\d]{5,7})?)\.[a-z\d]{2,11}$/;
const WORD = /^[A-Z]?[a-z_-]+$/;
/** Folders whose content never changes, as documented by their frameworks. */
const LASTING_FOLDERS = /(?:^|\/)(?:_next\/static|_app\/immutable|_astro|_nuxt)\//;

/**
 * Min share of random-looking names among the names with eight characters at the end in a top-level folder. If it is
 * reached, all of them count as digests. Half of random digests look random.
 */
const MIN_RANDOM = 1 / 3;

/**
 * Returns the names of a site that contain a digest, with its position, null for an unknown position.
 * @param {Iterable<SitePath>} paths
 * @returns {Map<SitePath, DigestPlace | null>}
 */
export function findDigestNames(paths) {
  /** @type {Map<SitePath, DigestPlace | null>} */
  const found = new Map();
  /** @type {Map<string, { path: SitePath, place: DigestPlace }[]>} */
  const likely = new Map();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const hex = hexIn(path, folder.length);
    const letters = hex ? null : lettersIn(path, folder.length);
    if (hex) found.set(path, hex);
    else if (LASTING_FOLDERS.test(path)) found.set(path, frameworkIn(path, folder.length) ?? letters);
    else if (letters) {
      const top = path.slice(0, path.indexOf('/') + 1);
      likely.set(top, [...(likely.get(top) ?? []), { path, place: letters }]);
    }
  }
  for (const names of likely.values()) {
    const random = names.filter(({ path, place }) => isRandom(path.slice(place.start, place.end)));
    if (random.length < names.length * MIN_RANDOM) continue;
    for (const { path, place } of names) found.set(path, place);
  }
  return found;
}

/** @param {SitePath} path @param {number} folder @returns {DigestPlace | null} */
function hexIn(path, folder) {
  // Digits alone can as well be a date.
  const match = [...path.slice(folder).matchAll(HEX)].findLast(([, text]) => /\d/.test(text) && /[a-f]/.test(text));
  return match ? placeAt(folder + match.index + match[0].length - match[1].length, match[1]) : null;
}

/** @param {SitePath} path @param {number} folder @returns {DigestPlace | null} */
function lettersIn(path, folder) {
  const name = path.slice(folder);
  const match = LETTERS.exec(name);
  return match ? placeAt(folder + name.lastIndexOf(match[1]), match[1]) : null;
}

/** @param {SitePath} path @param {number} folder @returns {DigestPlace | null} */
function frameworkIn(path, folder) {
  const match = OF_FRAMEWORKS.exec(path.slice(folder));
  if (!match || WORD.test(match[1])) return null;
  return placeAt(folder + match.index + match[0].indexOf(match[1]), match[1]);
}

/** @param {number} start @param {string} text */
function placeAt(start, text) {
  return { start, end: start + text.length };
}

/**
 * Returns true if characters look random, as few words do: capitals and digits among lower case letters, or among
 * capitals alone.
 * @param {string} text
 */
function isRandom(text) {
  const hasSmall = /[a-z]/.test(text);
  const isMixed = /[A-Z]/.test(text) && /\d/.test(text) && !/^[A-Z]?[a-z]+(?:[A-Z][a-z]*)?\d+$/.test(text);
  return isMixed && (hasSmall || !/[_-]/.test(text));
}
