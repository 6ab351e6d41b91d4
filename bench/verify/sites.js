import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join, relative, resolve, sep } from 'node:path';

/** @import { FileLookup } from '../../lib/visit/browser/serve.js' */

/** @typedef {{ name: string, root: string, pages: string[], lookup: FileLookup }} RealSite */

/**
 * Lists the sites in PAGETHRIFT_SITES.
 * @returns {RealSite[]}
 */
export function listSites() {
  const folders = (process.env.PAGETHRIFT_SITES ?? '').split(delimiter).filter(Boolean);
  if (folders.length === 0) console.log('no real sites: name folders in PAGETHRIFT_SITES');
  return folders.map((folder) => openSite(resolve(folder)));
}

/** @param {string} root @returns {RealSite} */
export function openSite(root) {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) =>
    relative('', file).split(sep).join('/'),
  );
  /** @type {Map<string, { bytes: Uint8Array } | null>} */
  const known = new Map();
  const read = (/** @type {string} */ path) => {
    const file = statSync(join(root, path), { throwIfNoEntry: false });
    return file?.isFile() ? { bytes: readFileSync(join(root, path)) } : null;
  };
  return {
    name: basename(root),
    root,
    pages: files.filter((file) => /\.html?$/i.test(file) && read(file)).sort(),
    lookup: (path) => {
      const file = known.has(path) ? known.get(path) : read(path);
      known.set(path, file ?? null);
      return file;
    },
  };
}

/**
 * Takes pages of all sites, spread evenly.
 * @param {RealSite[]} sites @param {number} count
 */
export function pickPages(sites, count) {
  const share = Math.ceil(count / Math.max(sites.length, 1));
  return sites.flatMap(({ name, pages, lookup }) =>
    pickEvenly(pages, share).map((path) => ({ site: name, path, lookup })),
  );
}

/** @param {string[]} pages @param {number} count */
export function pickEvenly(pages, count) {
  const step = Math.max(1, pages.length / count);
  return Array.from({ length: Math.min(count, pages.length) }, (_, index) => pages[Math.floor(index * step)]);
}
