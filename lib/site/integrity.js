/** @import { Site, SiteFile, SitePath } from './types.ts' */

import { hash as hashBytes } from 'node:crypto';
import { exact } from '../base/exact.js';
import { present } from '../base/present.js';
import { beforeAny } from '../base/trim.js';
import { doesMention } from './mentions.js';
import { decodeHtml } from './text/encoding.js';
import { openHashFinder, writeIntegrityHash } from './text/integrity-hash.js';

/**
 * A place that names a file by its integrity hash and can name its new one.
 * @typedef {{ readonly place: SitePath, readonly target: SitePath, readonly key: string }} Statement
 */

/**
 * Files that a site names by integrity hashes, each with the place of the hash: files that browsers accept only
 * unchanged, and pages with hashed code. Hashes in `statements` are updated with their files.
 * @typedef {object} IntegrityHashes
 * @property {ReadonlyMap<SitePath, SitePath>} files
 * @property {ReadonlyMap<SitePath, { place: SitePath, integrityHashes: readonly string[] }>} pages
 * @property {readonly Statement[]} statements
 */

/** @type {IntegrityHashes} */
const NOTHING = Object.freeze({ files: new Map(), pages: new Map(), statements: [] });

const ALGORITHMS = ['sha256-', 'sha384-', 'sha512-'];
const BEGINNING = /^sha(?:256|384|512)-/;
const ESCAPED = /&#(?:43|47|61|x2b|x2f|x3d);|\\u00(?:2b|2f|3d)|\\\//gi;
/** Hashes in attributes, policies, import maps and scripts. Some templates escape `+`, `/` and `=`. */
const SAID = new RegExp(String.raw`sha(?:256|384|512)-(?:[\w+/=-]|${ESCAPED.source}){43,}`, 'gi');
/** A list of Angular's service worker. Files must have the hashes in it. */
const WORKER_LIST = /(?:^|\/)ngsw\.json$/;
const LISTED = /(?:"[^"\\]*"\s*:\s*)?"[\da-f]{40}"/g;
const LISTED_PARTS = /^(?:"(?<url>[^"]*)"\s*:\s*)?"(?<hex>[\da-f]{40})"$/;
const HEX = /[\da-f]{40}(?="$)/;

const CODE = /<(script|style)\b[^<>]*>/gi;

/**
 * Finds the files that a site names by integrity hashes.
 * @param {Site} site
 * @returns {IntegrityHashes}
 */
export function findIntegrityHashes({ files }) {
  const all = [...files.values()];
  const said = Map.groupBy(all.flatMap(saidIn), ({ hash }) => hash);
  if (said.size === 0) return NOTHING;
  const find = openHashFinder(new Set(said.keys()));
  const saidOf = (/** @type {string} */ hash) => present(said.get(hash));
  const placeOf = (/** @type {string} */ hash) => present(saidOf(hash).at(-1)).place;
  const named = all.flatMap(({ path, bytes }) => find(bytes).map((hash) => ({ path, hash })));
  const targets = Map.groupBy(named, ({ hash }) => hash);
  const pathsOf = (/** @type {string} */ hash) => present(targets.get(hash)).map(({ path }) => path);
  const canFollow = (/** @type {{ hash: string }} */ { hash }) =>
    saidOf(hash).every((one) => mayFollow(one) && targetOf(one, pathsOf(hash)) !== null);
  const [following, held] = [true, false].map((isWanted) => {
    const ofPath = Map.groupBy(named, ({ path }) => path);
    return [...ofPath.values()].filter((hashes) => hashes.every(canFollow) === isWanted).flat();
  });
  const inPages = all.flatMap((file) => {
    const integrityHashes = codeIn(file).flatMap((code) => find(code));
    return integrityHashes.length === 0
      ? []
      : [exact([file.path, { place: placeOf(integrityHashes[0]), integrityHashes }])];
  });
  return Object.freeze({
    files: new Map(held.map(({ path, hash }) => [path, placeOf(hash)])),
    pages: new Map(inPages),
    statements: following.flatMap(({ path, hash }) => {
      const about = saidOf(hash).filter((one) => targetOf(one, pathsOf(hash)) === path);
      return about.map(({ place, key }) => ({ place, target: path, key }));
    }),
  });
}

/**
 * A hash in a file. `url`: the URL next to it, if any; `key`: distinguishes it from other hashes of the file.
 * @typedef {{ hash: string, url: string | null, key: string, place: SitePath, type: SiteFile['type'] }} Said
 */

/**
 * Returns the file that a hash belongs to. If several files have the same content, the URL next to the hash selects
 * one.
 * @param {Said} said
 * @param {readonly SitePath[]} paths of the files with this hash
 * @returns {SitePath | null}
 */
function targetOf({ url }, paths) {
  if (paths.length === 1) return paths[0];
  return paths.find((path) => url === `/${path}`) ?? null;
}

/**
 * Returns true if the hash at a place can be replaced. Scripts can compute with it, and a policy can repeat it.
 * @param {Said} said
 */
function mayFollow({ place, type }) {
  return type === 'html' || WORKER_LIST.test(place);
}

/**
 * Lists all integrity hashes in a file.
 * @param {SiteFile} file
 * @returns {Said[]}
 */
function saidIn(file) {
  const { path: place, type } = file;
  if (type === 'image' || type === 'font') return [];
  if (!WORKER_LIST.test(place) && !ALGORITHMS.some((name) => doesMention(file, name))) return [];
  const { said, read } = formOf(place);
  const content = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length);
  const found = [...content.toString('latin1').matchAll(said)];
  return found.map(([written]) => ({ ...read(written), place, type }));
}

/**
 * Replaces integrity hashes in a text.
 * @param {SitePath} path of the text
 * @param {string} text
 * @param {ReadonlyMap<string, Uint8Array>} contents new contents by key of the old hash
 */
export function replaceHashes(path, text, contents) {
  const { said, read, write } = formOf(path);
  return text.replace(said, (written) => {
    const { hash, key } = read(written);
    const content = contents.get(key);
    if (!content) return written;
    const algorithm = hash.slice(0, hash.indexOf('-'));
    const base64 = hashBytes(algorithm, content, 'base64');
    return writeIntegrityHash(algorithm, base64) === hash ? written : write(algorithm, base64, written);
  });
}

/** Returns the form in which a file writes hashes. @param {SitePath} path */
function formOf(path) {
  return WORKER_LIST.test(path) ? IN_LIST : IN_TEXT;
}

const IN_TEXT = {
  said: SAID,
  read: (/** @type {string} */ written) => {
    const hash = readIntegrityHash(written);
    return { hash, url: null, key: hash };
  },
  write: (/** @type {string} */ algorithm, /** @type {string} */ base64) => `${algorithm}-${base64}`,
};

const IN_LIST = {
  said: LISTED,
  read: (/** @type {string} */ written) => {
    const { url, hex } = present(LISTED_PARTS.exec(written)?.groups);
    return { hash: listed(hex), url: url ?? null, key: `${url} ${hex}` };
  },
  write: (/** @type {string} */ _, /** @type {string} */ base64, /** @type {string} */ written) =>
    written.replace(HEX, Buffer.from(base64, 'base64').toString('hex')),
};

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
