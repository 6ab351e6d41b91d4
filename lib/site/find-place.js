/** @import { SiteAddress, SiteFile, SitePath } from './types.ts' */

import { InputError } from '../base/errors.js';
import { trimEndOf } from '../base/trim.js';
import { decodePath } from './text/decode-path.js';

/** Addresses in pages that start at the root of the host. */
const ROOTED = /\b(?:href|src)\s*=\s*["']?\/([^/\s"'<>?#\\][^\s"'<>?#]*)/gi;
/** A base from the root of the host, and the relative addresses of a page. */
const BASE = /<base\b[^<>]*?\bhref\s*=\s*["']?\/([^/\s"'<>?#\\][^\s"'<>?#]*\/)/i;
const RELATIVE = /\b(?:href|src)\s*=\s*["']?(?![a-z][a-z0-9+.-]*:|[/?#.])([^\s"'<>?#]+)/gi;
/** Max pages that are read. They are enough to find the place of all. */
const MAX_READ = 100;
/** Max depth of a site on its host, in folders. */
const MAX_FOLDERS = 32;
/** Min count of addresses that lead to a folder. A single one can be a mistake. */
const MIN_ADDRESSES = 2;

/**
 * Finds the folder of the host at which a site is served: the given one, or the folder that its pages' addresses name
 * and that the site does not contain, such as `/docs/style.css` on a site with `style.css`.
 * @param {ReadonlyMap<SitePath, SiteFile>} files
 * @param {string} url as given, an address or a path on any host; empty if not given
 * @returns {SiteAddress}
 */
export function findPlace(files, url) {
  if (url === '') return Object.freeze({ origin: null, folder: findFolder(files) });
  if (url.startsWith('/')) return Object.freeze({ origin: null, folder: folderOf(url) });
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new InputError(
      'bad-url',
      `url ${url}: write the whole address of the site, such as https://example.com/docs/, or its path, such as /docs/`,
    );
  }
  return Object.freeze({ origin: parsed.origin, folder: folderOf(parsed.pathname) });
}

/** @param {string} pathname */
function folderOf(pathname) {
  const folder = trimEndOf(decodePath(pathname).replace(/^\/+/, ''), /\//);
  return folder === '' ? '' : `${folder}/`;
}

/** @param {ReadonlyMap<SitePath, SiteFile>} files */
function findFolder(files) {
  const pages = [...files.values()].filter(({ type }) => type === 'html');
  const step = Math.max(1, Math.ceil(pages.length / MAX_READ));
  /** @type {Map<string, number>} */
  const counts = new Map([['', 0]]);
  let all = 0;
  for (const { bytes } of pages.filter((_, index) => index % step === 0)) {
    const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    for (const address of listRooted(source)) {
      const path = decodePath(address);
      const folder = ['', ...foldersOf(path)].find((above) => leadsToFile(path.slice(above.length), files));
      // An address that names no file can be a page that a server creates.
      if (folder !== undefined || /\.\w+$/.test(path)) all += 1;
      if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const [[folder, count]] = [...counts].sort(([, a], [, b]) => b - a);
  const isOwn = [...files.keys()].some((path) => path.startsWith(folder));
  // If a few lead to a file of that name, and most to none, the site is a part of another.
  return count >= Math.max(MIN_ADDRESSES, all / 2) && !isOwn ? folder : '';
}

/** Lists the addresses of a page from the root of the host, direct or relative to its base. @param {string} source */
function listRooted(source) {
  const rooted = [...source.matchAll(ROOTED)].map(([, address]) => address);
  const base = BASE.exec(source)?.[1];
  return base ? [...rooted, ...[...source.matchAll(RELATIVE)].map(([, address]) => base + address)] : rooted;
}

/** Returns the folders above a path, the outermost first. @param {string} path */
function foldersOf(path) {
  const names = path.split('/').slice(0, -1).slice(0, MAX_FOLDERS);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}

/**
 * Returns true if a path is that of a file, or of a page without its extension.
 * @param {string} path
 * @param {ReadonlyMap<SitePath, SiteFile>} files
 */
function leadsToFile(path, files) {
  const plain = path.replace(/\/$/, '');
  return plain !== '' && [plain, `${plain}.html`, `${plain}/index.html`].some((name) => files.has(name));
}
