/** @import { Encoding, SiteFile } from '../../site/types.ts' */

import { decodeHtml, decodeText, encodeText } from '../../site/text/encoding.js';

/** Offsets in scripts and other texts are those of their bytes, as the graph reads them. */
const BYTES = null;

/**
 * A document's text as the graph's offsets count it.
 * @param {SiteFile} file
 * @returns {{ text: string, encoding: Encoding | null }} null: byte for byte
 */
export function textOf({ type, bytes }) {
  const decoded = type === 'html' ? decodeHtml(bytes) : type === 'css' ? decodeText(bytes) : null;
  return (
    decoded ?? { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'), encoding: BYTES }
  );
}

/**
 * A changed text as bytes; names of files are ASCII and have a place in every encoding.
 * @param {string} text
 * @param {Encoding | null} encoding
 * @returns {Uint8Array}
 */
export function bytesOf(text, encoding) {
  const bytes = encoding === BYTES ? Buffer.from(text, 'latin1') : encodeText(text, encoding);
  if (!bytes) throw new Error(`a text of ${encoding?.name} can be read and not be written`);
  return bytes;
}
