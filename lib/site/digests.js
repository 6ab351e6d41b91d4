/** @import { Site, SiteFile, SitePath } from '../types.ts' */

import { openFinder, writeDigest } from '../text/digest.js';
import { decodeHtml } from '../text/encoding.js';

/**
 * What a site names by digests, each with where that stands: files that browsers use only as they are, and pages with code of which the
 * same holds.
 * @typedef {object} Digests
 * @property {ReadonlyMap<SitePath, SitePath>} files
 * @property {ReadonlyMap<SitePath, { place: SitePath, digests: readonly string[] }>} pages
 */

/** @type {Digests} */
const NOTHING = Object.freeze({ files: new Map(), pages: new Map() });

const BEGINNING = /^sha(?:256|384|512)-/;
const ESCAPED = /&#(?:43|47|61|x2b|x2f|x3d);|\\u00(?:2b|2f|3d)|\\\//gi;
/** As attributes, policies, import maps and scripts write them: some templates escape `+`, `/` and `=`. */
const SAID = new RegExp(String.raw`sha(?:256|384|512)-(?:[\w+/=-]|${ESCAPED.source}){43,}`, 'gi');
/** What Angular's service worker fetches has to be what its list says. */
const WORKER_LIST = /(?:^|\/)ngsw\.json$/;
const LISTED = /"([\da-f]{40})"/g;

const CODE = /<(script|style)\b[^<>]*>/gi;

/**
 * Finds what a site names by digests.
 * @param {Site} site
 * @returns {Digests}
 */
export function findDigests({ files }) {
  const all = [...files.values()];
  const said = new Map(all.flatMap((file) => digestsIn(file).map((digest) => [digest, file.path])));
  if (said.size === 0) return NOTHING;
  const find = openFinder(new Set(said.keys()));
  const placeOf = (/** @type {string} */ digest) => /** @type {SitePath} */ (said.get(digest));
  const named = all.flatMap(({ path, bytes }) => {
    const digest = find(bytes);
    return digest === undefined ? [] : [/** @type {const} */ ([path, placeOf(digest)])];
  });
  const inPages = all.flatMap((file) => {
    const digests = codeIn(file).flatMap((code) => find(code) ?? []);
    return digests.length === 0 ? [] : [/** @type {const} */ ([file.path, { place: placeOf(digests[0]), digests }])];
  });
  return Object.freeze({ files: new Map(named), pages: new Map(inPages) });
}

/**
 * The digests that a file says, of whatever they are.
 * @param {SiteFile} file
 * @returns {string[]}
 */
function digestsIn({ path, type, bytes }) {
  if (type === 'image' || type === 'font') return [];
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (WORKER_LIST.test(path)) return [...content.toString('latin1').matchAll(LISTED)].map(([, hex]) => listed(hex));
  if (!content.includes('sha')) return [];
  return [...content.toString('latin1').matchAll(SAID)].map(([text]) => readDigest(text));
}

/** @param {string} hex */
function listed(hex) {
  return writeDigest('sha1', Buffer.from(hex, 'hex').toString('base64'));
}

/** @param {string} written */
function readDigest(written) {
  const characters = written.replace(ESCAPED, (escaped) => {
    if (escaped === '\\/') return '/';
    const code = /x?([\da-f]{2});?$/i.exec(escaped)?.[1] ?? '';
    return String.fromCharCode(Number.parseInt(code, /^&#\d/.test(escaped) ? 10 : 16));
  });
  const beginning = (BEGINNING.exec(characters.toLowerCase()) ?? [''])[0];
  return beginning + characters.slice(beginning.length).replace(/=.*$/, '').replaceAll('-', '+').replaceAll('_', '/');
}

/** The scripts and sheets that stand in a page; nothing where it is none. @param {SiteFile} file */
function codeIn({ type, bytes }) {
  const decoded = type === 'html' ? decodeHtml(bytes) : null;
  const plain = (decoded?.text ?? '').replaceAll(/\r\n?/g, '\n');
  const lower = plain.toLowerCase();
  const found = [];
  let end = 0;
  for (const { 0: tag, 1: name, index } of plain.matchAll(CODE)) {
    if (index < end) continue;
    end = lower.indexOf(`</${name.toLowerCase()}`, index);
    // What does not end reaches to the end of the page, and does not run.
    if (end < 0) break;
    found.push(plain.slice(index + tag.length, end));
  }
  return found;
}
