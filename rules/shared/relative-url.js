/** @import { Document, Reference, SitePath } from '../../lib/types.ts' */

import { encodePath } from '../../lib/text/disk-name.js';

/** @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1 */
export const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i;

/**
 * The way from a folder to a file, both as names that stand in URLs.
 * @param {readonly string[]} folder
 * @param {readonly string[]} file
 */
export function relativeUrl(folder, file) {
  let same = 0;
  while (same < folder.length && same < file.length - 1 && folder[same] === file[same]) same++;
  return quoteUrl('../'.repeat(folder.length - same) + file.slice(same).join('/'));
}

/** A URL as it may stand in any attribute, with or without quotes, and in any `url(…)`. @param {string} url */
export function quoteUrl(url) {
  return url.replace(/[\s"'()\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/**
 * How a reference is written that leads to another file of the site; null where what it says now is not understood.
 * @param {Document} document
 * @param {Reference} reference
 * @param {SitePath} path
 * @returns {string | null}
 */
export function urlTo(document, { url, target, odd, suffix }, path) {
  const written = url.trim();
  const base = document.kind === 'page' ? document.base : document.path;
  if (odd || suffix !== '' || target.kind !== 'file' || base === null) return null;
  // A page may be served at several addresses, as those are that say what is missing: what starts from the root goes on doing so.
  if (ABSOLUTE.test(written)) {
    const name = [target.path, encodePath(target.path)].find((one) => written.endsWith(`/${one}`));
    return name === undefined ? null : quoteUrl(written.slice(0, -name.length) + encodePath(path));
  }
  return relativeUrl(encodePath(base).split('/').slice(0, -1), encodePath(path).split('/'));
}
