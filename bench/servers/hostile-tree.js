import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { idOf } from '../../lib/output/dictionary/names.js';
import { diskPath, readName } from '../../lib/site/text/disk-name.js';
import { makeRandom } from '../random.js';

/** Generates random trees of files whose names attack the servers that read them. */

/**
 * @typedef {object} HostileTree
 * @property {number} seed
 * @property {string} root names of the folders around the tree, which are hostile as well
 * @property {string} scripts the same for the folder of the server files
 * @property {ReadonlyMap<string, Uint8Array>} files by path
 * @property {ReadonlySet<string>} own files that are named like copies of others but are not
 * @property {Uint8Array | null} dictionary the dictionary that some copies need
 */

/** Strings that end a value, a line, a block or a name in some format, or that have a special meaning. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are variables of servers
const PAYLOADS = [
  ...['"', "'", '`', '\\', '\\"', '\n', '\r', '\r\n', '\t', ' ', ';', '#', ' # ', '//', '--', '%', '$', '{', '}', '*'],
  ...['(', ')', '[', ']', '<', '>', '^', '|', '?', '!', '+', '&', '=', '~', ':', '@', ',', '\x7f', '\x1b[2J'],
  ...['"; add_header Set-Cookie "a=b"; #', '";\n}\nserver { listen 81; }\n#', '$uri', '${uri}', '$document_root', '$1'],
  ...['"\n</Directory>\nHeader set X-Evil 1\n<Directory "', '>\nHeader set X-Evil 1\n', '%{ENV:HOME}', '${HOME}'],
  ...[
    '"\n}\nheader X-Evil 1\n{',
    '{$HOME}',
    '{env.HOME}',
    '{http.request.uri}',
    '{$',
    '\\{',
    'file_server',
    '} respond 1',
  ],
  ...['"\nserver.modules += ("mod_cgi")\n"', '"] = nil } os.execute("id") --', ']]', '\\0', '\\065'],
  ...['%41', '%2e', '%2F', '%00', '%0a', '%3f', '%', '..%2f', '?x', '?', '-br', '-', '.br', '.gz', '.-', '/'],
  ...[
    '*',
    '**',
    ':name',
    '(.*)',
    '!x',
    '(?i)',
    '\\E',
    '\\Q',
    '[^/]*',
    '.',
    '..x',
    '-x',
    '~',
    'ä',
    '港',
    '\ud83d\udea2',
  ],
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these are variables of servers
const FOLDERS = ['', '', '', 'js', 'docs', '-', '-br', '*', 'index.html', '.hidden', 'a b', '..a', 'br', '#'];
const ENDINGS = ['', '.html', '.css', '.js', '.txt', '.png', '.JSON', '.8f3a2b1c.js', '-cafe0123.css', '.html.foo'];
const WORDS = ['tide', 'a', 'index', 'main.8f3a2b1c', 'app-0a1b2c3d', 'x'];
/** Max length of a file name on common file systems, less the suffixes of copies, in bytes. */
const MAX_NAME_BYTES = 190;
const COPIES = {
  br: (/** @type {Buffer} */ bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gz: (/** @type {Buffer} */ bytes) => gzipSync(bytes, { level: 1 }),
  zst: zstdCompressSync,
};
const READERS = { br: brotliDecompressSync, gz: gunzipSync, zst: zstdDecompressSync };

/** @typedef {() => number} Random */

/** @param {number} seed @returns {HostileTree} */
export function drawTree(seed) {
  const random = makeRandom(seed * 2654435761);
  for (let skipped = 0; skipped < 5; skipped++) random();
  /** @type {Map<string, Uint8Array>} */
  const files = new Map([['index.html', Buffer.from(`<!doctype html><title>${seed}</title>`.repeat(3))]]);
  const count = 2 + Math.floor(random() * 4);
  const folders = Array.from({ length: 2 }, () => drawFolder(random));
  for (let index = 0; index < count; index++) {
    const path = join(pick(random, folders), drawName(random) + pick(random, ENDINGS));
    addWithNeighbours(random, files, path, Buffer.from(`file ${index} of tree ${seed}\n`.repeat(4)));
  }
  const dictionary = random() < 0.3 ? Buffer.from(`dictionary of tree ${seed}`) : null;
  if (dictionary) addDictionary(random, files, dictionary);
  const known = withoutClashes(files);
  const isOwn = (/** @type {string} */ path) => isFalseCopy(known, path, dictionary);
  return {
    seed,
    root: drawRoot(random),
    scripts: drawRoot(random),
    files: known,
    own: new Set([...known.keys()].filter(isOwn)),
    dictionary,
  };
}

/** @param {Random} random @param {Map<string, Uint8Array>} files @param {string} path @param {Buffer} bytes */
function addWithNeighbours(random, files, path, bytes) {
  const add = (/** @type {string} */ name, /** @type {Uint8Array} */ content) => {
    if (!files.has(name)) files.set(name, content);
  };
  add(path, bytes);
  for (const [suffix, compress] of Object.entries(COPIES)) {
    const luck = random();
    if (luck < 0.4) add(`${path}.${suffix}`, compress(bytes));
    else if (luck < 0.55) add(`${path}.${suffix}`, compress(Buffer.from('something else')));
    else if (luck < 0.6) add(`orphan ${path}.${suffix}`, compress(bytes));
    else if (luck < 0.65) add(`${path}.${suffix}/index.html`, bytes);
  }
  if (random() < 0.2) add(`${path}\n`, Buffer.from('with a line end'));
  if (random() < 0.1) add(`${path}.-`, Buffer.from('a file that ends with a dash'));
  if (random() < 0.1) add(path.replaceAll('%', '%25'), Buffer.from('encoded once more'));
  if (random() < 0.1) add(`${path.split('?')[0]}.br`, brotliCompressSync(Buffer.from('before the question mark')));
  if (random() < 0.1) add(`${path}.${idOf(Buffer.from('d'))}.dcb`, Buffer.from('no delta'));
}

/** @param {Random} random @param {Map<string, Uint8Array>} files @param {Buffer} dictionary */
function addDictionary(random, files, dictionary) {
  files.set(`dictionary-${hash('sha256', dictionary, 'hex').slice(0, 16)}.dat`, dictionary);
  for (const path of [...files.keys()]) {
    if (/\.(?:br|gz|zst|dcb|dat)$/.test(path)) continue;
    if (random() < 0.5) files.set(`${path}.${idOf(dictionary)}.dcb`, deltaOf(path));
  }
}

/** @param {string} path */
export function deltaOf(path) {
  return Buffer.concat([Buffer.from([0xff, 0x44, 0x43, 0x42]), Buffer.from(`delta of ${path}`)]);
}

/**
 * Removes conflicts: a name is either a file or a folder.
 * @param {ReadonlyMap<string, Uint8Array>} files
 */
function withoutClashes(files) {
  const named = new Map([...files].map(([path, bytes]) => [readName(Buffer.from(diskPath(path))), bytes]));
  const folders = new Set([...named.keys()].flatMap((path) => foldersOf(path)));
  const fits = (/** @type {string} */ path) =>
    path.split('/').every((name) => Buffer.from(diskPath(name)).length < 256);
  return new Map([...named].filter(([path]) => !folders.has(path) && fits(path)));
}

/** @param {string} path */
function foldersOf(path) {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** @param {ReadonlyMap<string, Uint8Array>} files @param {string} path @param {Uint8Array | null} dictionary */
function isFalseCopy(files, path, dictionary) {
  const delta = /^(.+)\.([A-Za-z0-9]+)\.dc[bz]$/s.exec(path);
  if (delta) return files.has(delta[1]) && !(dictionary && delta[2] === idOf(dictionary));
  const [, base, suffix] = /^(.+)\.(br|gz|zst)$/s.exec(path) ?? [];
  const text = files.get(base);
  if (!text) return false;
  try {
    return !READERS[/** @type {keyof typeof READERS} */ (suffix)](files.get(path) ?? '').equals(text);
  } catch {
    return true;
  }
}

/** @param {Random} random */
function drawFolder(random) {
  if (random() < 0.4) return pick(random, FOLDERS);
  return cleanPath(random() < 0.5 ? drawName(random) : `${pick(random, FOLDERS)}/${drawName(random)}`);
}

/**
 * Returns the names of the folders around a site, which are UTF-8 so that a command line can contain them.
 * @param {Random} random
 */
function drawRoot(random) {
  const names = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
    drawName(random).replace(/[\udc80-\udcff]/gu, 'ü'),
  );
  return cleanPath(names.join('/').toWellFormed());
}

/** @param {Random} random */
function drawName(random) {
  let name = '';
  const pieces = 1 + Math.floor(random() * 4);
  for (let piece = 0; piece < pieces; piece++) {
    const luck = random();
    if (luck < 0.25) name += readName(Buffer.of(1 + Math.floor(random() * 255)));
    else if (luck < 0.75) name += pick(random, PAYLOADS);
    else name += pick(random, WORDS);
  }
  if (random() < 0.02) name = name.repeat(20);
  return cleanPath(readName(Buffer.from(diskPath(name)).subarray(0, MAX_NAME_BYTES)));
}

/** Returns a valid path on a disk: no name is empty or consists of dots. @param {string} path */
function cleanPath(path) {
  const names = path.split('/').filter((name) => !/^\.{0,2}$/.test(name));
  return names.length === 0 ? 'x' : names.join('/');
}

/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

/** Writes the files of a tree. @param {string} root @param {HostileTree} tree */
export function writeTree(root, { files }) {
  for (const [path, bytes] of files) {
    mkdirSync(diskPath(join(root, dirname(path))), { recursive: true });
    writeFileSync(diskPath(join(root, path)), bytes);
  }
}
