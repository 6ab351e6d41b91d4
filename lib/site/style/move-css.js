/** @import { InlinedSheet } from '../../plan/types.ts' */
/** @import { SitePath } from '../types.ts' */

import { beforeAny } from '../../base/trim.js';
import { encodeName } from '../text/disk-name.js';
import { ABSOLUTE, quoteUrl, relativeUrl } from './relative-url.js';
import { scanUrls } from './scan-urls.js';
import { hasUrlVariables } from './url-variables.js';

/** URLs outside of `url(…)`, and rules that change meaning in another sheet. */
const BOUND_TO_SHEET = new RegExp(
  String.raw`image-set\((?:[^()\x22']|\([^()]*\))*(?:[\x22']|\([^()]*\()|\b(?:src|image|attr)\(|@namespace` +
    String.raw`|@(?:-moz-)?document|expression\(|behavior\s*:|progid:`,
  'i',
);

/**
 * Returns a style sheet with its relative URLs rewritten for another place, null if one cannot be moved.
 * @param {string} css
 * @param {SitePath} from
 * @param {SitePath} to
 * @returns {string | null}
 */
export function moveCss(css, from, to) {
  if (BOUND_TO_SHEET.test(css) || hasUrlVariables(css)) return null;
  let moved = '';
  let at = 0;
  for (const { url, start, end } of scanUrls(css)) {
    if (/^\s*#/.test(url)) return null;
    const written = moveUrl(url, from, to);
    if (written === null) continue;
    moved += css.slice(at, start) + written;
    at = end;
  }
  return moved + css.slice(at);
}

/**
 * @param {string} url
 * @param {SitePath} from
 * @param {SitePath} to
 * @returns {string | null} null: it can stay unchanged
 */
function moveUrl(url, from, to) {
  const [here, there] = [from, to].map((path) => path.split('/').slice(0, -1));
  if (ABSOLUTE.test(url.trim()) || here.join('/') === there.join('/')) return null;
  const names = [...here.map(escapeName)];
  const path = beforeAny(url.trim(), /[?#]/);
  const suffix = url.trim().slice(path.length);
  const parts = path.split('/');
  for (const name of parts) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  return relativeUrl(there.map(escapeName), names) + quoteUrl(suffix);
}

/** @param {string} name */
function escapeName(name) {
  return encodeName(name).replace(/%(?:40|3A|24|2C|2B|3D|3B|26)/g, decodeURIComponent);
}

/**
 * Writes a style sheet in the form of its document.
 * @param {InlinedSheet} sheet
 * @param {string} css
 * @returns {string | null} null if it cannot be in such a document
 */
export function writeSheet({ path, base, before, after }, css) {
  const moved = moveCss(withoutCharset(css), path, base);
  return moved === null || /<\/style/i.test(moved) ? null : `${before}${moved}${after}`;
}

/** @param {string} css */
export function withoutCharset(css) {
  return css.replace(/^@charset "[^"]*";/i, '').trim();
}
