/** @import { Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { PackedFile } from '../pack/packer.js' */

import { findSpaceSelectors } from '../pack/space.js';
import { isCompressible } from '../pack/variants.js';

/**
 * @typedef {{ pack(file: import('../pack/packer.js').PackInput): Promise<PackedFile> }} Packer
 * @typedef {PackedFile} Packed
 */

/**
 * Packs every file of the site as it will be shipped; what is no text passes through.
 * @param {{ site: Site, linked: Linked }} after
 * @param {{ packer: Packer, canPack: (path: SitePath) => boolean, only?: ReadonlySet<SitePath> | null }} options `only`: these files and no others
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Map<SitePath, Packed>>}
 */
export async function packSite({ site, linked }, { packer, canPack, only = null }, tick) {
  const files = [...site.files.values()].filter(({ path }) => !only || only.has(path));
  const spaceSelectorsOf = spaceSelectors(site, linked);
  let done = 0;
  const entries = await Promise.all(
    files.map(async (file) => {
      const packed = isCompressible(file.path, file.type)
        ? await packer.pack({ ...file, minify: canPack(file.path), spaceSelectors: spaceSelectorsOf(file.path) })
        : passThrough(file);
      tick(++done, files.length);
      return /** @type {[SitePath, Packed]} */ ([file.path, packed]);
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

/**
 * Which selectors of a page's sheets keep white space, so that packing the page keeps it there.
 * @param {Site} site
 * @param {Linked} linked
 * @returns {(page: SitePath) => string[]}
 */
function spaceSelectors(site, { graph }) {
  /** @type {Map<SitePath, readonly string[]>} */
  const known = new Map();
  const ofSheet = (/** @type {SitePath} */ path) => {
    const found =
      known.get(path) ?? findSpaceSelectors(Buffer.from(site.files.get(path)?.bytes ?? []).toString('latin1'));
    known.set(path, found);
    return found;
  };
  return (page) =>
    (graph.fetches.get(page) ?? []).filter((path) => site.files.get(path)?.type === 'css').flatMap(ofSheet);
}
