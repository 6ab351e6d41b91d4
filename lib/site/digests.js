/** @import { Site, SiteFile, SitePath } from '../types.ts' */

import { digestOf } from '../text/digest.js';
import { decodeHtml } from '../text/encoding.js';

/**
 * What a site names by digests, each with where that stands: files that browsers use only as they are, and pages with code of which the
 * same holds.
 * @typedef {object} Digests
 * @property {ReadonlyMap<SitePath, SitePath>} files
 * @property {ReadonlyMap<SitePath, SitePath>} pages
 * @property {readonly string[]} code the digests of code in pages
 */

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
  const algorithms = new Set([...said.keys()].map((digest) => digest.slice(0, digest.indexOf('-'))));
  /** @param {string | Uint8Array} content */
  const find = (content) => {
    const digests = [...algorithms].map((algorithm) => digestOf(algorithm, content));
    return digests.find((digest) => said.has(digest));
  };
  const placeOf = (/** @type {string | undefined} */ digest) => (digest === undefined ? undefined : said.get(digest));
  const named = all.flatMap(({ path, bytes }) => {
    const place = placeOf(find(bytes));
    return place === undefined ? [] : [/** @type {const} */ ([path, place])];
  });
  const inPages = [...algorithms].length === 0 ? [] : all.filter(({ type }) => type === 'html').map(codeNamedBy(find));
  const held = inPages.flatMap(({ path, digests }) => digests.map((digest) => ({ path, digest })));
  return Object.freeze({
    files: new Map(named),
    pages: new Map(held.map(({ path, digest }) => [path, /** @type {SitePath} */ (said.get(digest))])),
    code: [...new Set(held.map(({ digest }) => digest))].sort(),
  });
}

/**
 * The digests that a file says, of whatever they are.
 * @param {SiteFile} file
 * @returns {string[]}
 */
function digestsIn({ path, type, bytes }) {
  if (type === 'image' || type === 'font') return [];
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (WORKER_LIST.test(path)) return [...content.toString('latin1').matchAll(LISTED)].map(([, hex]) => worker(hex));
  if (!content.includes('sha')) return [];
  return [...content.toString('latin1').matchAll(SAID)].map(([text]) => plain(text));
}

/** @param {string} hex */
function worker(hex) {
  return `sha1-${Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '')}`;
}

/** @param {string} written */
function plain(written) {
  const characters = written.replace(ESCAPED, (escaped) => {
    if (escaped === '\\/') return '/';
    const code = /x?([\da-f]{2});?$/i.exec(escaped)?.[1] ?? '';
    return String.fromCharCode(Number.parseInt(code, /^&#\d/.test(escaped) ? 10 : 16));
  });
  const beginning = (BEGINNING.exec(characters.toLowerCase()) ?? [''])[0];
  return beginning + characters.slice(beginning.length).replace(/=.*$/, '').replaceAll('-', '+').replaceAll('_', '/');
}

/** @param {(content: string) => string | undefined} find */
function codeNamedBy(find) {
  return (/** @type {SiteFile} */ { path, bytes }) => {
    const digests = codeIn(decodeHtml(bytes)?.text ?? '').flatMap((code) => find(code) ?? []);
    return { path, digests };
  };
}

/** The scripts and sheets that stand in a page. @param {string} text */
function codeIn(text) {
  const plain = text.replaceAll(/\r\n?/g, '\n');
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
