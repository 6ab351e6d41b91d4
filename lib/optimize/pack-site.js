/** @import { Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { PackedFile } from '../pack/packer.js' */

import { isCompressible } from '../pack/variants.js';
import { selectorsOfSheets } from './sheet-selectors.js';

/**
 * @typedef {{ pack(file: import('../pack/packer.js').PackInput): Promise<PackedFile> }} Packer
 * @typedef {PackedFile} Packed
 */

/**
 * Packs every file of the site as it will be shipped; what is no text passes through.
 * @param {{ site: Site, linked: Linked }} after
 * @param {{ packer: Packer, seals: import('./seals.js').Seals, canPack: (path: SitePath) => boolean, only?: ReadonlySet<SitePath> | null }} options `only`: these files and no others
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Map<SitePath, Packed>>}
 */
export async function packSite({ site, linked }, { packer, seals, canPack, only = null }, tick) {
  const files = [...site.files.values()].filter(({ path }) => !only || only.has(path));
  const fileAt = (/** @type {SitePath} */ path) => site.files.get(path);
  let done = 0;
  const entries = await Promise.all(
    files.map(async (file) => {
      const isText = isCompressible(file.path, file.type);
      const packed = isText
        ? await packer.pack({
            ...file,
            minify: canPack(file.path),
            digests: seals.codeOf(file.path),
            ...selectorsOfSheets(file.path, linked.graph, fileAt),
          })
        : passThrough(file);
      const reason = packed.reason ?? (isText ? seals.holdOf(file.path) : null);
      tick(++done, files.length);
      return /** @type {[SitePath, Packed]} */ ([file.path, { ...packed, reason }]);
    }),
  );
  return new Map(entries);
}

/**
 * @param {SiteFile} file
 * @returns {Packed}
 */
function passThrough({ path, size, hash, bytes }) {
  const entry = { path, encoding: /** @type {const} */ ('identity'), size, hash, linkFrom: null, bytes };
  return { path, bytesBefore: size, changed: false, reason: null, entries: [entry] };
}
