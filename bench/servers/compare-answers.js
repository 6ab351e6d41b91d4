/** @import { HostileTree } from './hostile-tree.js' */
/** @import { RawAnswer, RawRequest } from './ask-raw.js' */

import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { diskPath } from '../../lib/site/text/disk-name.js';
import { deltaOf } from './hostile-tree.js';

/** Headers that the server files control, and headers that depend on the moment. */
const OURS = new Set(['cache-control', 'vary', 'content-encoding', 'link', 'use-as-dictionary']);
const OF_MOMENT = new Set(['date', 'connection', 'keep-alive']);
/** Headers that differ between a file and its copy. */
const OF_COPY = new Set(['etag', 'last-modified', 'content-length', 'transfer-encoding', 'accept-ranges']);
const READERS = /** @type {Readonly<Record<string, (bytes: Uint8Array) => Buffer>>} */ ({
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
});
const ACCEPTED = ['br, zstd, gzip', 'gzip', 'zstd', 'br;q=0, gzip;q=0.5'];
/** Names that may count as permanent, as the requirement defines them. */
const MAY_LAST = /^\/[A-Za-z0-9._/@~-]*$/;
const HAS_DIGEST = /[0-9a-f]{8}|dictionary-/;

/**
 * @typedef {object} Question
 * @property {string} target
 * @property {string} path path of the file whose delta may be the response
 * @property {RawRequest} plain the request for the plain site
 * @property {readonly RawRequest[]} requests the requests for the site with server files
 */

/**
 * Lists the requests for a tree: every file in several encodings, every folder with and without its slash, and similar
 * addresses.
 * @param {HostileTree} tree
 * @param {string} host
 * @returns {Question[]}
 */
export function questionsOf({ files, dictionary }, host) {
  const paths = [...files.keys()];
  const folders = new Set(
    paths.flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, index, names) => names.slice(0, index + 1).join('/')),
    ),
  );
  const isCopy = (/** @type {string} */ path) => /\.(?:br|gz|zst|dcb)$/.test(path);
  const indexes = ['', ...[...folders].map((path) => `${path}/`)].map((path) => ({
    path: `${path}index.html`,
    target: encode(path),
  }));
  const whole = [
    ...paths.filter((path) => !isCopy(path)).map((path) => ({ path, target: encode(path) })),
    ...indexes,
    { path: 'index.html', target: '/index.html?x' },
  ];
  const missing = paths.flatMap((path, index) => (index % 4 === 0 ? [`${path}x`, path.replace(/\.[^.]*$/s, '')] : []));
  const others = [...paths.filter(isCopy), ...missing, ...folders].map(encode);
  const odd = ['/./br/index.html', '/%2e/br/index.html', '//br/index.html', '/-br/index.html', '/index.html/x'];
  const known = `:${hash('sha256', dictionary ?? 'd', 'base64')}:`;
  return [
    ...whole.map(({ path, target }, index) => {
      const one = ACCEPTED[1 + (index % (ACCEPTED.length - 1))];
      const delta = { 'Accept-Encoding': 'dcb, br', 'Available-Dictionary': known };
      /** @type {Record<string, string>[]} */
      const accepted = [
        {},
        { 'Accept-Encoding': ACCEPTED[0] },
        { 'Accept-Encoding': one },
        ...(dictionary ? [delta] : []),
      ];
      return { path, ...ask(host, target, accepted) };
    }),
    ...[...others, ...odd].map((target) => ({ path: '', ...ask(host, target, [{ 'Accept-Encoding': ACCEPTED[0] }]) })),
  ];
}

/** @param {string} host @param {string} target @param {readonly Readonly<Record<string, string>>[]} accepted */
function ask(host, target, accepted) {
  const requests = accepted.map((headers) => ({ target, headers: { Host: host, ...headers } }));
  return { target, plain: { target, headers: { Host: host } }, requests };
}

/** Writes every byte other than unreserved ones as a percent escape. @param {string} path */
function encode(path) {
  const written = [...Buffer.from(diskPath(path))].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._~/-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `/${written.join('')}`;
}

/**
 * Compares a response with that of the plain site. Returns the difference, or null.
 * @param {Question} question
 * @param {RawAnswer} plain
 * @param {RawAnswer} answer
 * @returns {string | null}
 */
export function differenceOf({ path, target }, plain, answer) {
  if (answer.status !== plain.status) return `status ${answer.status} instead of ${plain.status}`;
  const coding = answer.headers.get('content-encoding');
  const isCopy = coding !== plain.headers.get('content-encoding');
  if (isCopy && plain.status !== 200) return `an encoding at status ${plain.status}`;
  const body = isCopy ? decode(path, String(coding), answer.body, plain.body) : answer.body;
  if (!body.equals(plain.body) && withoutHost(body) !== withoutHost(plain.body))
    return `another body (${coding}): ${body.subarray(0, 90)} instead of ${plain.body.subarray(0, 90)}`;
  for (const name of new Set([...plain.headers.keys(), ...answer.headers.keys()])) {
    if (
      OURS.has(name) ||
      OF_MOMENT.has(name) ||
      (name === 'content-length' && plain.status !== 200) ||
      (isCopy && OF_COPY.has(name))
    )
      continue;
    const [had, has] = [plain, answer].map(({ headers }) => withoutHost(headers.get(name) ?? ''));
    if (had !== has) return `${name}: ${has} instead of ${had}`;
  }
  return lifetimeFault(target, plain, answer);
}

/** @param {string} target @param {RawAnswer} plain @param {RawAnswer} answer */
function lifetimeFault(target, plain, { headers }) {
  if (plain.status !== 200) return null;
  const said = headers.get('cache-control');
  if (said === 'no-cache') return null;
  if (said !== 'public, max-age=31536000, immutable') return `cache-control: ${said}`;
  return MAY_LAST.test(decodeURIComponent(target)) && HAS_DIGEST.test(target) ? null : 'kept for ever';
}

/** @param {string} path @param {string} coding @param {Buffer} body @param {Buffer} plain */
function decode(path, coding, body, plain) {
  if (coding === 'dcb') return body.equals(deltaOf(path)) ? plain : Buffer.from(`no delta: ${body}`);
  try {
    return READERS[coding](body);
  } catch (error) {
    return Buffer.from(String(error));
  }
}

/** Removes the host, which differs, from error and redirect pages. @param {Buffer | string} text */
function withoutHost(text) {
  return text
    .toString('latin1')
    .replace(/^W\//, '')
    .replace(/(https?:\/\/|at )127\.[\d.]+(?::| Port )\d+/g, '');
}
