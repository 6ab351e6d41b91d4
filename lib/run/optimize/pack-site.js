/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { PackedFile } from '../../output/pack/packer.js' */

import { mapMany } from '../../base/at-once.js';
import { exact } from '../../base/exact.js';
import { isToCompress } from '../../output/pack/compress-site.js';
import { selectorsOfSheets } from '../../output/pack/sheet-selectors.js';
import { mapNamedIn } from '../../output/pack/source-map.js';
import { openUsed } from '../../site/graph/used-files.js';
import { decodePath } from '../../site/text/decode-path.js';

/**
 * @typedef {{ pack(file: import('../../output/pack/packer.js').PackInput): Promise<PackedFile> }} Packer
 * @typedef {PackedFile} Packed
 */

/**
 * Packs every file of the site. Compression follows once names are final. Files that are no text are unchanged.
 * @param {{ site: Site, linked: Linked }} after
 * @param {{ packer: Packer, integrity: import('./integrity.js').Integrity, canPack: (path: SitePath) => boolean, only?:
 *   ReadonlySet<SitePath> | null }} options `only`: the only files to pack
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Map<SitePath, Packed>>}
 */
export async function packSite({ site, linked }, { packer, integrity, canPack, only = null }, tick) {
  const files = [...site.files.values()].filter(({ path }) => !only || only.has(path));
  const fileAt = (/** @type {SitePath} */ path) => site.files.get(path);
  const mayMinify = openMinified({ site, linked }, canPack);
  const pairs = findMaps(site, (path) => canPack(path) && !site.others?.has(path));
  let done = 0;
  const entries = await mapMany(files, async (file) => {
    const pair = pairs.get(file.path) ?? null;
    const isText = isToCompress(site, file);
    const packed =
      isText || pair
        ? await packer.pack({
            path: file.path,
            type: file.type,
            size: file.size,
            hash: file.hash,
            get bytes() {
              return file.bytes;
            },
            pair,
            minify: mayMinify(file),
            integrityHashes: integrity.codeOf(file.path),
            ...selectorsOfSheets(file.path, linked.graph, fileAt),
          })
        : passThrough(file);
    const reason = packed.reason ?? (isText ? integrity.holdOf(file.path) : null);
    tick(++done, files.length);
    return exact([file.path, { ...packed, reason }]);
  });
  return new Map(entries);
}

/**
 * Creates a check for files that are minified. Scripts and sheets that no page loads or names are not: on a WordPress
 * site with the scripts of its plugins, they took half of the processor time. If a browser has seen what scripts load,
 * names that they may compose do not count.
 * @param {{ site: Site, linked: Linked }} after @param {(path: SitePath) => boolean} canPack
 * @returns {(file: SiteFile) => boolean}
 */
function openMinified({ site, linked }, canPack) {
  const isUsed = openUsed(site, linked, { isComposed: linked.seen.records.size === 0 });
  return ({ path, type }) => canPack(path) && ((type !== 'script' && type !== 'css') || isUsed(path));
}

/**
 * Returns scripts with a map and those maps, each with the bytes of the other. A map of several scripts stays
 * unchanged.
 * @param {Site} site
 * @param {(path: SitePath) => boolean} mayPack
 * @returns {Map<SitePath, Uint8Array>}
 */
function findMaps({ files }, mayPack) {
  /** @type {Map<SitePath, SiteFile[]>} */
  const scriptsOf = new Map();
  for (const file of files.values()) {
    const name = file.type === 'script' && !file.source ? mapNamedIn(Buffer.from(file.bytes).toString('latin1')) : null;
    const map = name && decodePath(name);
    const path = map && file.path.slice(0, file.path.lastIndexOf('/') + 1) + map;
    if (path && files.get(path) && !files.get(path)?.source)
      scriptsOf.set(path, [...(scriptsOf.get(path) ?? []), file]);
  }
  return new Map(
    [...scriptsOf].flatMap(([path, [script, ...others]]) => {
      const map = files.get(path);
      if (!map || others.length > 0 || !mayPack(script.path)) return [];
      return [
        [script.path, map.bytes],
        [path, script.bytes],
      ];
    }),
  );
}

/**
 * @param {SiteFile} file
 * @returns {Packed}
 */
function passThrough(file) {
  const { path, size, hash, source } = file;
  const entry = {
    path,
    encoding: exact('identity'),
    size,
    hash,
    linkFrom: source ?? null,
    get bytes() {
      return source ? null : file.bytes;
    },
  };
  return { path, bytesBefore: size, changed: false, reason: null, note: null, failure: null, entries: [entry] };
}
