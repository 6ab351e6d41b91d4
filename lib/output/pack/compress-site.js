/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Fingerprinted } from '../fingerprint/types.ts' */
/** @import { PackedFile } from './packer.js' */

import { mapMany } from '../../base/at-once.js';
import { exact } from '../../base/exact.js';
import { present } from '../../base/present.js';
import { isCompressible } from './variants.js';

/**
 * @typedef {{ compress(packed: PackedFile, file: Pick<SiteFile, 'path' | 'type'>): Promise<PackedFile> }} Compressor
 */

/**
 * Compresses the packed files under their final names.
 * @param {Site} site before packing
 * @param {ReadonlyMap<SitePath, PackedFile>} packed
 * @param {{ packer: Compressor, named: Fingerprinted | null }} options `named`: files that were renamed since
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Record<'files' | 'shipped', Map<SitePath, PackedFile>>>} `files` by their original path, `shipped`
 *   by their final one
 */
export async function compressSite(site, packed, { packer, named }, tick) {
  const names = named?.names ?? new Map();
  const gone = new Set(named?.gone);
  const compress = async (/** @type {PackedFile} */ made, /** @type {SiteFile} */ file) =>
    isToCompress(site, file) ? packer.compress(made, file) : made;
  const kept = [...packed.keys()].filter((path) => !gone.has(path));
  const shipped = [...kept.map((path) => exact([path, path])), ...names];
  let done = 0;
  const finish = async (/** @type {SitePath} */ path, /** @type {SitePath} */ name) => {
    const [made, file] = [present(packed.get(path)), named?.changed.get(name)];
    const finished = await compress(file ? withNames(made, file) : made, file ?? present(site.files.get(path)));
    tick(++done, shipped.length);
    return exact([path, finished]);
  };
  const files = await mapMany(shipped, ([path, name]) => finish(path, name));
  return { files: new Map(files), shipped: new Map(files.map(([, file]) => exact([file.path, file]))) };
}

/**
 * Returns a packed file under a new name, or with new names in it.
 * @param {PackedFile} packed
 * @param {SiteFile} file
 * @returns {PackedFile}
 */
function withNames(packed, { path, type, size, hash, bytes }) {
  const entry = { path, encoding: exact('identity'), size, hash, linkFrom: null, bytes };
  return { ...packed, path, changed: packed.changed || isCompressible(path, type), entries: [entry] };
}

/** Returns true if compressed copies are made of a file. @param {Site} site @param {SiteFile} file */
export function isToCompress({ others }, { path, type, source }) {
  return isCompressible(path, type) && !others?.has(path) && !source;
}
