/** @import { Encoding, SiteFile } from '../../site/types.ts' */

import { decodeHtml, decodeText, encodeText } from '../../site/text/encoding.js';

/** Offsets in scripts and other texts count bytes, as in the graph. */
const BYTES = null;

/**
 * Returns a document's text with the offsets of the graph.
 * @param {SiteFile} file
 * @returns {{ text: string, encoding: Encoding | null }} null: byte by byte
 */
export function textOf({ type, bytes }) {
  const decoded = type === 'html' ? decodeHtml(bytes) : type === 'css' ? decodeText(bytes) : null;
  return (
    decoded ?? { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), encoding: BYTES }
  );
}

/**
 * Encodes a changed text. Names of files are ASCII and exist in every encoding.
 * @param {string} text
 * @param {Encoding | null} encoding
 * @returns {Uint8Array}
 */
export function bytesOf(text, encoding) {
  const bytes = encoding === BYTES ? Buffer.from(text, 'latin1') : encodeText(text, encoding);
  if (!bytes) throw new Error(`a text of ${encoding?.name} can be decoded but not encoded again`);
  return bytes;
}
