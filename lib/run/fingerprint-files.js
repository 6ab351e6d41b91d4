/** @import { Site, SitePath } from '../site/types.ts' */
/** @import { Linked } from '../site/graph/build-graph.js' */
/** @import { Packed } from './optimize/pack-site.js' */
/** @import { Fingerprinted } from '../output/fingerprint/types.ts' */

import { readFile } from 'node:fs/promises';
import { fingerprintSite } from '../output/fingerprint/fingerprint-site.js';
import { linkSite } from '../site/graph/build-graph.js';
import { makeFile } from '../site/read-site.js';
import { findDigestNames } from '../site/text/digest-name.js';

/** Max tries. Names that are used in an unexpected way are kept, and the rest is tried again. */
const MAX_TRIES = 3;
const ASTRAY = 'pages would load other files than before';

/**
 * Chooses names under which files can be cached without limit, and writes them into the references.
 * @param {ReadonlyMap<SitePath, Packed>} files
 * @param {Site} original
 * @param {{ all: boolean, except: ReadonlyMap<SitePath, string> }} options `except`: files that keep their names, with
 *   the reason
 * @returns {Promise<Fingerprinted | null>} null if every file keeps its name
 */
export async function fingerprintFiles(files, original, { all, except }) {
  const digestNames = findDigestNames(files.keys());
  const isChanged = (/** @type {Packed} */ { path, entries }) => entries[0].hash !== original.files.get(path)?.hash;
  if (!all && ![...files.values()].some((file) => digestNames.has(file.path) && isChanged(file))) return null;
  const site = await readShipped(files, original);
  return tryNames({ site, linked: linkSite(site) }, original, { all, except });
}

/**
 * @param {{ site: Site, linked: Linked }} shipped
 * @param {Site} original
 * @param {{ all: boolean, except: ReadonlyMap<SitePath, string> }} options
 * @returns {Fingerprinted}
 */
function tryNames(shipped, original, { all, except: held }) {
  const except = new Map(held);
  for (let tries = 1; ; tries++) {
    const found = fingerprintSite(shipped, original, { all, except });
    const astray = findAstray(shipped, found);
    if (astray.length === 0) return found;
    if (tries === MAX_TRIES) throw new Error(`${astray[0]} would load other files under new names`);
    for (const path of astray) except.set(path, ASTRAY);
  }
}

/**
 * Returns files that a page would not load under their new names.
 * @param {{ site: Site, linked: Linked }} before
 * @param {Fingerprinted} found
 * @returns {SitePath[]}
 */
function findAstray({ site, linked }, { changed, gone, names }) {
  const files = new Map([...site.files, ...changed]);
  for (const path of gone) files.delete(path);
  const after = linkSite({ ...site, files }, { before: linked }).graph;
  return [...linked.graph.fetches].flatMap(([page, fetched]) => {
    const now = new Set(after.fetches.get(page));
    return fetched.filter((path) => !now.has(names.get(path) ?? path) && !now.has(path));
  });
}

/**
 * Returns the site as it would be shipped.
 * @param {ReadonlyMap<SitePath, Packed>} files
 * @param {Site} original
 * @returns {Promise<Site>}
 */
async function readShipped(files, original) {
  const shipped = new Map();
  for (const [path, { entries }] of files) {
    const [{ bytes, linkFrom, hash }] = entries;
    const known = original.files.get(path);
    const isKnown = known?.hash === hash;
    shipped.set(path, isKnown ? known : makeFile(path, bytes ?? (await readFile(String(linkFrom)))));
  }
  return { ...original, files: shipped };
}
