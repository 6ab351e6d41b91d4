/** @import { Weight } from '../types.ts' */
/** @import { ContentKind, Totals } from '../../report/types.ts' */
/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { PackedFile } from '../../output/pack/packer.js' */

import { mapMany } from '../../base/at-once.js';
import { exact } from '../../base/exact.js';
import { present } from '../../base/present.js';

/** @typedef {'identity' | 'gzip' | 'br' | 'zstd'} Coding */

const SVG = /\.svg$/i;
/** Sound and film. */
const MEDIA = /\.(?:mp4|m4v|webm|ogv|mov|mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i;
const COMPRESSIBLE = new Set(['html', 'css', 'script', 'text']);

/**
 * Returns the weight of every file that pages fetch, unchanged and compressed by a server on the fly.
 * @param {Site} site
 * @param {Iterable<SitePath>} paths
 * @param {{ weigh: (file: SiteFile) => Promise<Weight> }} workers
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Map<SitePath, Weight>>}
 */
export async function weighFiles(site, paths, workers, tick) {
  const wanted = [...new Set(paths)];
  let done = 0;
  const entries = await mapMany(wanted, async (path) => {
    const file = present(site.files.get(path));
    const weight = COMPRESSIBLE.has(file.type) ? await workers.weigh(file) : plainWeight(file.size);
    tick(++done, wanted.length);
    return exact([path, weight]);
  });
  return new Map(entries);
}

/**
 * Returns the weight of every file of the output: that of the variants next to it, or compressed by the server on the
 * fly if it has none.
 * @param {Site} site before packing
 * @param {ReadonlyMap<SitePath, PackedFile>} files
 * @param {{ server: Coding, workers: { weigh: (file: SiteFile) => Promise<Weight> } }} how
 * @returns {Promise<Map<SitePath, Weight>>}
 */
export async function weighPacked(site, files, { server, workers }) {
  const weigh = async (/** @type {SitePath} */ path, /** @type {PackedFile} */ { entries }) => {
    const [{ size }] = entries;
    const sizeOf = (/** @type {Coding} */ coding) => entries.find(({ encoding }) => encoding === coding)?.size ?? size;
    const weight = { identity: size, gzip: sizeOf('gzip'), br: sizeOf('br'), zstd: sizeOf('zstd') };
    const file = present(site.files.get(path));
    if (entries.some(({ encoding }) => encoding === server) || !COMPRESSIBLE.has(file.type)) return weight;
    const loose = await workers.weigh(file);
    const sent = Math.round((loose[server] * size) / Math.max(1, file.size));
    return { ...weight, [server]: Math.min(size, sent) };
  };
  return new Map(await mapMany([...files], async ([path, packed]) => exact([path, await weigh(path, packed)])));
}

/**
 * @param {number} size
 * @returns {Weight}
 */
export function plainWeight(size) {
  return { identity: size, gzip: size, br: size, zstd: size };
}

/**
 * Returns the totals of a visitor who loads these files once.
 * @param {Site} site
 * @param {Iterable<SitePath>} paths
 * @param {ReadonlyMap<SitePath, Weight>} weights
 * @param {(weight: Weight) => number} sent returns the transferred bytes
 * @param {Totals['counted']} counted
 * @returns {Totals}
 */
export function totalsOf(site, paths, weights, sent, counted) {
  const totals = { requests: 0, bytes: 0, html: 0, css: 0, script: 0, image: 0, svg: 0, font: 0, media: 0, other: 0 };
  const bytesByEncoding = { identity: 0, gzip: 0, br: 0, zstd: 0 };
  for (const path of new Set(paths)) {
    const weight = weights.get(path);
    if (!weight) continue;
    const bytes = sent(weight);
    totals.requests += 1;
    totals.bytes += bytes;
    totals[kindOf(site, path)] += bytes;
    bytesByEncoding.identity += weight.identity;
    bytesByEncoding.gzip += weight.gzip;
    bytesByEncoding.br += weight.br;
    bytesByEncoding.zstd += weight.zstd;
  }
  return Object.freeze({ counted, ...totals, bytesByEncoding: Object.freeze(bytesByEncoding) });
}

/**
 * @param {Site} site
 * @param {SitePath} path
 * @returns {ContentKind}
 */
export function kindOf(site, path) {
  const type = site.files.get(path)?.type;
  if (type === 'html' || type === 'css' || type === 'script' || type === 'image' || type === 'font') return type;
  return SVG.test(path) ? 'svg' : MEDIA.test(path) ? 'media' : 'other';
}
