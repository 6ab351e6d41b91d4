import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { dictionaryOf } from '../../lib/output/dictionary/codings.js';

/**
 * The expected response to each request: the right copy, type, `Vary`, tag and lifetime, with a body that decodes to
 * the file.
 */

/** @type {Record<string, string>} */
const PAGES = { '/': 'index.html', '/docs/': 'docs/index.html', '/docs/tide%20table.html': 'docs/tide table.html' };
const FILES = { ...PAGES, '/site.css': 'site.css', '/js/app.8f3a2b1c.js': 'js/app.8f3a2b1c.js' };
const ACCEPTED = [
  ...['gzip', 'br', 'zstd', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'gzip;q=0, br;q=0', 'br;q=1.0, gzip;q=0.5'],
  ...['gzip;q=0.001, br;q=0.000', '*', 'identity', 'identity;q=0, gzip', '', 'x-br, xgzip'],
];
/** @type {Record<string, string | RegExp>} */
const TYPES = {
  html: 'text/html',
  css: 'text/css',
  js: /^(?:text|application)\/javascript/,
  txt: 'text/plain',
  png: 'image/png',
  jxl: 'image/jxl',
};
const MAGIC_BYTES = { dcb: 36, dcz: 40 };

/**
 * @typedef {object} Asking
 * @property {(what: string, isRight: boolean) => void} expect
 * @property {(path: string, headers?: Record<string, string>, method?: string) => ReturnType<typeof ask> extends
 *   Promise<infer Answer> ? Promise<Answer & { name: string }> : never} get
 * @property {string} root
 * @property {Uint8Array} dictionary
 */

/**
 * @param {string} url
 * @param {string} root
 * @param {Uint8Array} dictionary
 * @param {{ negotiatesDictionaries: boolean }} server
 * @returns {Promise<{ asked: number, faults: string[] }>}
 */
export async function askAll(url, root, dictionary, { negotiatesDictionaries }) {
  /** @type {string[]} */
  const faults = [];
  let asked = 0;
  /** @type {Asking} */
  const asking = {
    root,
    dictionary,
    expect: (what, isRight) => void (isRight || faults.push(what)),
    get: async (path, headers = {}, method = 'GET') => {
      asked++;
      const answer = await ask(url, path, headers, method);
      const coding = answer.headers['content-encoding'] ?? '';
      return { ...answer, name: `${method} ${path} ${JSON.stringify(headers)}: ${answer.status} ${coding}` };
    },
  };
  await askForCopies(asking);
  await askConditionally(asking);
  await askForOthers(asking);
  if (negotiatesDictionaries) await askWithDictionary(asking);
  return { asked, faults };
}

/** Requests each file in each encoding. @param {Asking} asking */
async function askForCopies({ expect, get, root, dictionary }) {
  for (const [path, file] of Object.entries(FILES)) {
    const original = readFileSync(join(root, file));
    for (const accepted of ACCEPTED) {
      const { status, headers, body, name } = await get(path, accepted === '' ? {} : { 'accept-encoding': accepted });
      const coding = headers['content-encoding'] ?? 'identity';
      expect(`${name} status`, status === 200);
      expect(`${name} is not accepted`, coding === 'identity' || isAccepted(accepted, coding));
      expect(
        `${name} has a copy that would be accepted`,
        coding !== 'identity' || !['gzip', 'br', 'zstd'].some((each) => isNamed(accepted, each)),
      );
      expect(`${name} does not decode to the file`, decode(coding, body, dictionary).equals(original));
      expect(`${name} type ${headers['content-type']}`, isType(file, headers['content-type']));
      expect(`${name} Vary ${headers.vary}`, /accept-encoding/i.test(headers.vary ?? ''));
      expect(`${name} no tag`, headers.etag !== undefined);
      const lifetime = /8f3a2b1c/.test(file) ? /immutable/ : /no-cache/;
      expect(`${name} Cache-Control ${headers['cache-control']}`, lifetime.test(headers['cache-control'] ?? ''));
    }
  }
}

/** Requests files by tag, without a body, and in ranges. @param {Asking} asking */
async function askConditionally({ expect, get }) {
  for (const accepted of ['br', 'identity']) {
    const first = await get('/site.css', { 'accept-encoding': accepted });
    const tag = String(first.headers.etag);
    for (const known of [tag, `"a", ${tag}`, `W/${tag.replace('W/', '')}`, '*']) {
      const { status, body, name } = await get('/site.css', { 'accept-encoding': accepted, 'if-none-match': known });
      expect(name, status === 304 && body.length === 0);
    }
    const head = await get('/site.css', { 'accept-encoding': accepted }, 'HEAD');
    expect(
      head.name,
      head.status === 200 &&
        head.body.length === 0 &&
        head.headers['content-encoding'] === first.headers['content-encoding'],
    );
    const part = await get('/site.css', { 'accept-encoding': accepted, range: 'bytes=2-9' });
    // A server may answer a range request with the whole file, as lighttpd does for encoded files.
    const isWhole = part.status === 200 && part.body.equals(first.body);
    expect(part.name, isWhole || (part.status === 206 && part.body.equals(first.body.subarray(2, 10))));
  }
}

/** Requests missing files, folders, and files without a copy. @param {Asking} asking */
async function askForOthers({ expect, get }) {
  for (const [path, status] of /** @type {[string, number][]} */ ([
    ['/missing', 404],
    ['/docs/missing.html', 404],
    ['/docs', 301],
    ['/photo.png', 200],
    ['/photo.jxl', 200],
    ['/plain.txt', 200],
  ])) {
    const { status: got, headers, name } = await get(path, { 'accept-encoding': 'br' });
    expect(name, got === status || (status === 301 && got === 308));
    if (status === 301) expect(`${name} ${headers.location}`, /\/docs\/$/.test(headers.location ?? ''));
    if (status === 200)
      expect(`${name} type`, headers['content-encoding'] === undefined && isType(path, headers['content-type']));
  }
}

/** Requests files like browsers that have the dictionary, another one, or an impossible one. @param {Asking} asking */
async function askWithDictionary({ expect, get, root, dictionary }) {
  const known = { 'available-dictionary': `:${hash('sha256', dictionary, 'base64')}:` };
  for (const path of Object.keys(PAGES)) {
    const { headers, body, name } = await get(path, { ...known, 'accept-encoding': 'br, dcb, dcz' });
    expect(name, /^dc[bz]$/.test(headers['content-encoding'] ?? '') && isType('.html', headers['content-type']));
    expect(
      `${name} decodes`,
      decode(String(headers['content-encoding']), body, dictionary).equals(readFileSync(join(root, PAGES[path]))),
    );
    expect(`${name} Vary`, /available-dictionary/i.test(headers.vary ?? ''));
  }
  const other = await get('/', { 'accept-encoding': 'br, dcb', 'available-dictionary': `:${'A'.repeat(43)}=:` });
  expect(other.name, other.headers['content-encoding'] === 'br');
  const hostile = await get('/', {
    'accept-encoding': 'br, dcb',
    'available-dictionary': ':../../../../etc/passwd:',
  });
  expect(hostile.name, hostile.headers['content-encoding'] === 'br');
}

/**
 * @param {string} url @param {string} path @param {Record<string, string>} headers @param {string} method
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
function ask(url, path, headers, method) {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      /** @type {Buffer[]} */
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece)).on('error', fail);
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.on('error', fail).end();
  });
}

/** @param {string} accepted @param {string} coding */
function isAccepted(accepted, coding) {
  const parts = accepted.split(',').map((each) => each.trim());
  const part = parts.find((each) => each.split(';')[0] === coding) ?? parts.find((each) => each.startsWith('*'));
  return part !== undefined && !/q=0(?:\.0*)?$/.test(part);
}

/**
 * Returns true if a coding is named. Servers need not interpret a star as a preference.
 * @param {string} accepted @param {string} coding
 */
function isNamed(accepted, coding) {
  return accepted.includes(coding) && !/x-/.test(accepted) && isAccepted(accepted, coding);
}

/** @param {string} file @param {string | undefined} type */
function isType(file, type) {
  const wanted = TYPES[file.slice(file.lastIndexOf('.') + 1)];
  return typeof wanted === 'string' ? (type ?? '').startsWith(wanted) : wanted.test(type ?? '');
}

/** @param {string} coding @param {Buffer} body @param {Uint8Array} dictionary */
function decode(coding, body, dictionary) {
  try {
    if (coding === 'dcb' || coding === 'dcz') {
      if (!dictionaryOf(coding, body)?.equals(hash('sha256', dictionary, 'buffer')))
        return Buffer.from('another dictionary');
      const rest = body.subarray(MAGIC_BYTES[coding]);
      return coding === 'dcb'
        ? brotliDecompressSync(rest, /** @type {{}} */ ({ dictionary }))
        : zstdDecompressSync(rest, { dictionary });
    }
    return coding === 'br'
      ? brotliDecompressSync(body)
      : coding === 'gzip'
        ? gunzipSync(body)
        : coding === 'zstd'
          ? zstdDecompressSync(body)
          : body;
  } catch (error) {
    return Buffer.from(String(error));
  }
}
