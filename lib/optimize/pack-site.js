/** @import { Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { FlowSelectors } from '../pack/lines.js' */
/** @import { PackedFile } from '../pack/packer.js' */

import { findFlowSelectors } from '../pack/lines.js';
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
  const selectorsOf = selectorsOfSheets(site, linked);
  let done = 0;
  const entries = await Promise.all(
    files.map(async (file) => {
      const packed = isCompressible(file.path, file.type)
        ? await packer.pack({ ...file, minify: canPack(file.path), ...selectorsOf(file.path) })
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
 * What the sheets that each page links say of white space, see `findSpaceSelectors` and `findFlowSelectors`; of the latter
 * nothing where one of the sheets is not part of the site.
 * @param {Site} site
 * @param {Linked} linked
 * @returns {(page: SitePath) => { spaceSelectors: string[], flowSelectors: FlowSelectors[] | null }}
 */
function selectorsOfSheets(site, { graph }) {
  /** @type {Map<SitePath, { space: readonly string[], flow: FlowSelectors }>} */
  const known = new Map();
  const ofSheet = (/** @type {SitePath} */ path) => {
    const found = known.get(path) ?? readSheet(site.files.get(path)?.bytes ?? new Uint8Array());
    known.set(path, found);
    return found;
  };
  const isWhole = (/** @type {SitePath} */ path) =>
    (graph.references.get(path) ?? []).every(({ role, target }) => role !== 'style' || target.kind === 'file');
  return (page) => {
    const paths = (graph.fetches.get(page) ?? []).filter((path) => site.files.get(path)?.type === 'css');
    const sheets = paths.map(ofSheet);
    return {
      spaceSelectors: sheets.flatMap(({ space }) => space),
      flowSelectors: [page, ...paths].every(isWhole) ? sheets.map(({ flow }) => flow) : null,
    };
  };
}

/** @param {Uint8Array} bytes */
function readSheet(bytes) {
  const css = Buffer.from(bytes).toString('latin1');
  return { space: findSpaceSelectors(css), flow: findFlowSelectors(css) };
}
