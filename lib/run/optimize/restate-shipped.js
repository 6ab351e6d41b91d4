/** @import { SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Fingerprinted } from '../../output/fingerprint/types.ts' */
/** @import { Integrity } from './integrity.js' */
/** @import { Packed } from './pack-site.js' */

import { readFile } from 'node:fs/promises';
import { makeFile } from '../../site/read-site.js';

/** @type {Fingerprinted} */
const NO_NAMES = Object.freeze({ changed: new Map(), gone: [], names: new Map(), left: [] });

/**
 * Returns the files whose name or content changed after packing, and the files with updated hashes of them. Returns
 * null if none changed.
 * @param {ReadonlyMap<SitePath, Packed>} packed
 * @param {Fingerprinted | null} named
 * @param {Pick<Integrity, 'restate' | 'statements'>} integrity
 * @returns {Promise<Fingerprinted | null>}
 */
export async function restateShipped(packed, named, { restate, statements }) {
  if (statements.length === 0) return named;
  const { changed, names } = named ?? NO_NAMES;
  const nameOf = (/** @type {SitePath} */ path) => names.get(path) ?? path;
  const places = new Set(statements.map(({ place }) => place));
  /** @type {Map<SitePath, Uint8Array | undefined>} */
  const contents = new Map();
  for (const path of new Set([...places, ...statements.map(({ target }) => target)]))
    contents.set(path, changed.get(nameOf(path))?.bytes ?? (await bytesOf(packed.get(path))));
  const following = [...places].flatMap((path) => {
    const bytes = restate(path, (wanted) => contents.get(wanted));
    return bytes && bytes !== contents.get(path) ? [makeFile(nameOf(path), bytes)] : [];
  });
  return withChanged(named, following);
}

/** @param {Fingerprinted | null} named @param {readonly SiteFile[]} files @returns {Fingerprinted | null} */
function withChanged(named, files) {
  if (files.length === 0) return named;
  const { changed, ...others } = named ?? NO_NAMES;
  return {
    ...others,
    changed: new Map([...changed, ...files.map((file) => /** @type {const} */ ([file.path, file]))]),
  };
}

/** @param {Packed | undefined} packed */
async function bytesOf(packed) {
  if (!packed) return undefined;
  const [{ bytes, linkFrom }] = packed.entries;
  return bytes ?? (await readFile(String(linkFrom)));
}
