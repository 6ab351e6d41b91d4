/** @import { Encoding, FileType } from '../types.ts' */
/** @import { Effort, Variant, VariantName } from './variants.js' */

import { brotliCompressSync } from 'node:zlib';
import { decodeHtml, decodeText, encodeText } from '../text/encoding.js';
import { packCss } from './css.js';
import { packHtml } from './html.js';
import { packJson } from './json.js';
import { packMappedScript, packScript } from './script.js';
import { compressVariants, isCompressible } from './variants.js';
import { packXml } from './xml.js';

/**
 * @typedef {object} PackTask
 * @property {string} path
 * @property {FileType} type
 * @property {Uint8Array} bytes
 * @property {readonly string[]} spaceSelectors
 * @property {readonly import('./lines.js').FlowSelectors[] | null} flowSelectors
 * @property {readonly string[]} integrityHashes
 * @property {Uint8Array | null} [pair] of a script its map, of a map its script: each is packed with an eye on the
 *   other
 * @property {boolean} minify
 * @property {Effort} effort
 * @property {readonly VariantName[]} variants
 */

/**
 * @typedef {{ bytes: Uint8Array | null, reason: string | null, variants: Variant[] }} PackedBytes `bytes` null:
 *   unchanged
 */

/** Read by XML parsers, for which white space and quotes follow other rules. */
const XML = /\.(?:xhtml|xht|xml)$/i;
/** A text that is shorter by so much is so in every encoding. */
const SURE_GAIN = 0.02;
const FEED = /\.(?:xml|rss|atom|rdf|opml)$/i;
const JSON_FILE = /\.(?:json|webmanifest|geojson|jsonld)$/i;

/**
 * Packs one file: its text where it has one, then its compressed variants.
 * @param {PackTask} task
 * @returns {Promise<PackedBytes>}
 */
export async function packFile({ path, type, bytes, pair, minify, effort, variants, ...around }) {
  const pack = () => (pair ? packPair(type, bytes, pair) : packText(path, type, bytes, around));
  const packed = minify ? await pack() : { bytes: null, reason: null };
  const final = packed.bytes ?? bytes;
  return { ...packed, variants: isCompressible(path, type) ? await compressVariants(final, { effort, variants }) : [] };
}

/**
 * A script that has a map, or the map of one.
 * @param {FileType} type
 * @param {Uint8Array} bytes
 * @param {Uint8Array} pair
 * @returns {Promise<{ bytes: Uint8Array | null, reason: string | null }>}
 */
async function packPair(type, bytes, pair) {
  const isScript = type === 'script';
  const [script, map] = (isScript ? [bytes, pair] : [pair, bytes]).map((one) => new TextDecoder().decode(one));
  const packed = await packMappedScript(script, map);
  return { bytes: packed && new TextEncoder().encode(isScript ? packed.text : packed.map), reason: null };
}

/**
 * @param {string} path
 * @param {FileType} type
 * @param {Uint8Array} bytes
 * @param {Pick<PackTask, 'spaceSelectors' | 'flowSelectors' | 'integrityHashes'>} around
 * @returns {Promise<{ bytes: Uint8Array | null, reason: string | null }>}
 */
async function packText(path, type, bytes, around) {
  const unchanged = { bytes: null, reason: null };
  const pack = packerFor(path, type, around);
  if (!pack) return unchanged;
  const decoded = type === 'html' ? decodeHtml(bytes) : decodeText(bytes);
  if (!decoded) return { bytes: null, reason: 'not valid in the encoding it declares' };
  const { text, reason } = await pack(decoded.text, !decoded.encoding.name.startsWith('utf-'));
  if (text === null || text === decoded.text) return { bytes: null, reason };
  const encoded = encodeText(text, decoded.encoding);
  if (!encoded) return { bytes: null, reason: `a character has no place in ${decoded.encoding.name}` };
  if (encoded.length >= bytes.length) return unchanged;
  return type !== 'script' || isSentShorter(encoded, bytes) ? { bytes: encoded, reason: null } : unchanged;
}

/**
 * Whether a text that is a little shorter is so compressed, too. Of 156 scripts of 17 sites of today 13 were longer,
 * none of them shortened by more than 0.2 %.
 * @param {Uint8Array} packed @param {Uint8Array} bytes
 */
function isSentShorter(packed, bytes) {
  if (packed.length < bytes.length * (1 - SURE_GAIN)) return true;
  return brotliCompressSync(packed).length < brotliCompressSync(bytes).length;
}

/**
 * @param {string} path
 * @param {FileType} type
 * @param {Pick<PackTask, 'spaceSelectors' | 'flowSelectors' | 'integrityHashes'>} around
 * @returns {((text: string, asciiOnly: boolean) => Promise<{ text: string | null, reason: string | null }>) | null}
 */
function packerFor(path, type, around) {
  if (type === 'html' && !XML.test(path)) return (text, asciiOnly) => packHtml(text, { ...around, asciiOnly });
  if (type === 'css') return async (text) => ({ text: await packCss(text), reason: null });
  if (type === 'script') {
    return async (text, asciiOnly) => ({ text: await packScript(text, { asciiOnly }), reason: null });
  }
  if (JSON_FILE.test(path)) return async (text) => ({ text: packJson(text), reason: null });
  if (FEED.test(path)) return async (text) => ({ text: packXml(text), reason: null });
  return null;
}
