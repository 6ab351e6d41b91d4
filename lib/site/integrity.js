/** @import { Site, SiteFile, SitePath } from './types.ts' */

import { exact } from '../base/exact.js';
import { present } from '../base/present.js';
import { beforeAny } from '../base/trim.js';
import { decodeHtml } from './text/encoding.js';
import { openHashFinder, writeIntegrityHash } from './text/integrity-hash.js';

/**
 * Files that a site names by integrity hashes, each with the place of the hash: files that browsers accept only
 * unchanged, and pages with hashed code.
 * @typedef {object} IntegrityHashes
 * @property {ReadonlyMap<SitePath, SitePath>} files
 * @property {ReadonlyMap<SitePath, { place: SitePath, integrityHashes: readonly string[] }>} pages
 */

/** @type {IntegrityHashes} */
const NOTHING = Object.freeze({ files: new Map(), pages: new Map() });

const BEGINNING = /^sha(?:256|384|512)-/;
const ESCAPED = /&#(?:43|47|61|x2b|x2f|x3d);|\\u00(?:2b|2f|3d)|\\\//gi;
/** Hashes in attributes, policies, import maps and scripts. Some templates escape `+`, `/` and `=`. */
const SAID = new RegExp(String.raw`sha(?:256|384|512)-(?:[\w+/=-]|${ESCAPED.source}){43,}`, 'gi');
/** A list of Angular's service worker. Files must have the hashes in it. */
const WORKER_LIST = /(?:^|\/)ngsw\.json$/;
const LISTED = /"([\da-f]{40})"/g;

const CODE = /<(script|style)\b[^<>]*>/gi;

/**
 * Finds the files that a site names by integrity hashes.
 * @param {Site} site
 * @returns {IntegrityHashes}
 */
export function findIntegrityHashes({ files }) {
  const all = [...files.values()];
  const said = new Map(all.flatMap((file) => hashesIn(file).map((hash) => [hash, file.path])));
  if (said.size === 0) return NOTHING;
  const find = openHashFinder(new Set(said.keys()));
  const placeOf = (/** @type {string} */ hash) => present(said.get(hash));
  const named = all.flatMap(({ path, bytes }) => {
    const hash = find(bytes);
    return hash === undefined ? [] : [exact([path, placeOf(hash)])];
  });
  const inPages = all.flatMap((file) => {
    const integrityHashes = codeIn(file).flatMap((code) => find(code) ?? []);
    return integrityHashes.length === 0
      ? []
      : [exact([file.path, { place: placeOf(integrityHashes[0]), integrityHashes }])];
  });
  return Object.freeze({ files: new Map(named), pages: new Map(inPages) });
}

/**
 * Returns all integrity hashes in a file.
 * @param {SiteFile} file
 * @returns {string[]}
 */
function hashesIn({ path, type, bytes }) {
  if (type === 'image' || type === 'font') return [];
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (WORKER_LIST.test(path)) return [...content.toString('latin1').matchAll(LISTED)].map(([, hex]) => listed(hex));
  if (!content.includes('sha')) return [];
  return [...content.toString('latin1').matchAll(SAID)].map(([text]) => readIntegrityHash(text));
}

/** @param {string} hex */
function listed(hex) {
  return writeIntegrityHash('sha1', Buffer.from(hex, 'hex').toString('base64'));
}

/** @param {string} written */
function readIntegrityHash(written) {
  const characters = written.replace(ESCAPED, (escaped) => {
    if (escaped === '\\/') return '/';
    const code = /x?([\da-f]{2});?$/i.exec(escaped)?.[1] ?? '';
    return String.fromCharCode(Number.parseInt(code, /^&#\d/.test(escaped) ? 10 : 16));
  });
  const beginning = (BEGINNING.exec(characters.toLowerCase()) ?? [''])[0];
  const digest = beforeAny(characters.slice(beginning.length), /=/);
  return beginning + digest.replaceAll('-', '+').replaceAll('_', '/');
}

/** Returns the scripts and sheets inside a page, none if the file is no page. @param {SiteFile} file */
function codeIn({ type, bytes }) {
  const decoded = type === 'html' ? decodeHtml(bytes) : null;
  const plain = (decoded?.text ?? '').replaceAll(/\r\n?/g, '\n');
  const lower = plain.toLowerCase();
  const found = [];
  let end = 0;
  for (const { 0: tag, 1: name, index } of plain.matchAll(CODE)) {
    if (index < end) continue;
    end = lower.indexOf(`</${name.toLowerCase()}`, index);
    // A script without an end reaches to the end of the page and does not run.
    if (end < 0) break;
    found.push(plain.slice(index + tag.length, end));
  }
  return found;
}
