/** @import { Encoding, FileType } from '../../site/types.ts' */
/** @import { ChosenMinifier } from './chosen-minifier.js' */
/** @import { Effort, Variant, VariantName } from './variants.js' */

import { decodeHtml, decodeText, encodeText } from '../../site/text/encoding.js';
import { packHtmlTwice, packHtmlWith } from './chosen-minifier.js';
import { packCss } from './css.js';
import { packHtml } from './html.js';
import { packJson } from './json.js';
import { packMappedScript, packScript } from './script.js';
import { isSentShorter } from './sent-shorter.js';
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
 * @property {Uint8Array | null} [pair] the map of a script, or the script of a map
 * @property {boolean} minify
 * @property {ChosenMinifier | null} [htmlMinifier] null for the built-in one, at the effort “max” together with another
 * @property {Effort} effort
 * @property {readonly VariantName[]} variants
 * @property {boolean} [keepsQuotes] true if the file is sent with Brotli
 */

/**
 * @typedef {object} PackedText
 * @property {Uint8Array | null} bytes null: unchanged
 * @property {string | null} reason why it is unchanged, if not for its size
 * @property {string | null} note why another packer than the chosen one made it
 *
 * @typedef {PackedText & { variants: Variant[] }} PackedBytes
 */

/**
 * @typedef {Pick<PackTask, 'spaceSelectors' | 'flowSelectors' | 'integrityHashes' | 'htmlMinifier' | 'effort' |
 *   'keepsQuotes'>} Around
 */

/** @type {PackedText} */
const UNCHANGED = Object.freeze({ bytes: null, reason: null, note: null });

/** Files for XML parsers, for which white space and quotes follow other rules. */
const XML = /\.(?:xhtml|xht|xml)$/i;
const FEED = /\.(?:xml|rss|atom|rdf|opml)$/i;
const JSON_FILE = /\.(?:json|webmanifest|geojson|jsonld)$/i;

/**
 * Packs one file: its text if it has one, then its compressed variants.
 * @param {PackTask} task
 * @returns {Promise<PackedBytes>}
 */
export async function packFile({ path, type, bytes, pair, minify, effort, variants, ...around }) {
  const pack = () => (pair ? packPair(type, bytes, pair, effort) : packText(path, type, bytes, { ...around, effort }));
  const packed = minify ? await pack() : UNCHANGED;
  const final = packed.bytes ?? bytes;
  return { ...packed, variants: isCompressible(path, type) ? await compressVariants(final, { effort, variants }) : [] };
}

/**
 * Packs a script that has a map, or the map of one.
 * @param {FileType} type
 * @param {Uint8Array} bytes
 * @param {Uint8Array} pair
 * @param {Effort} effort
 * @returns {Promise<PackedText>}
 */
async function packPair(type, bytes, pair, effort) {
  const isScript = type === 'script';
  const [script, map] = (isScript ? [bytes, pair] : [pair, bytes]).map((one) => new TextDecoder().decode(one));
  const packed = await packMappedScript(script, map, effort);
  return { ...UNCHANGED, bytes: packed && new TextEncoder().encode(isScript ? packed.text : packed.map) };
}

/**
 * @param {string} path
 * @param {FileType} type
 * @param {Uint8Array} bytes
 * @param {Around} around
 * @returns {Promise<PackedText>}
 */
async function packText(path, type, bytes, around) {
  const pack = packerFor(path, type, around);
  if (!pack) return UNCHANGED;
  const decoded = type === 'html' ? decodeHtml(bytes) : decodeText(bytes);
  if (!decoded) return { ...UNCHANGED, reason: 'not valid in the encoding it declares' };
  const { text, reason = null, note = null } = await pack(decoded.text, !decoded.encoding.name.startsWith('utf-'));
  if (text === null || text === decoded.text) return { bytes: null, reason, note };
  const encoded = encodeText(text, decoded.encoding);
  if (!encoded) return { bytes: null, note, reason: `${decoded.encoding.name} cannot represent a character` };
  const sent = { withBrotli: around.keepsQuotes ?? false };
  const isGain = encoded.length < bytes.length && isSentShorter(encoded, bytes, sent);
  return { bytes: isGain ? encoded : null, reason: null, note };
}

/**
 * @param {string} path
 * @param {FileType} type
 * @param {Around} around
 * @returns {((text: string, asciiOnly: boolean) => Promise<{ text: string | null, reason?: string | null, note?:
 *   string | null }>) | null}
 */
function packerFor(path, type, { htmlMinifier = null, effort, ...around }) {
  if (type === 'html' && !XML.test(path)) {
    const pack = effort === 'max' ? packHtmlTwice : packHtml;
    return (text, asciiOnly) =>
      htmlMinifier ? packHtmlWith(htmlMinifier, text, { ...around, asciiOnly }) : pack(text, { ...around, asciiOnly });
  }
  if (type === 'css') return async (text) => ({ text: await packCss(text) });
  if (type === 'script') return async (text, asciiOnly) => ({ text: await packScript(text, { asciiOnly, effort }) });
  if (JSON_FILE.test(path)) return async (text) => ({ text: packJson(text) });
  if (FEED.test(path)) return async (text) => ({ text: packXml(text) });
  return null;
}
