/** @import { Made } from '../plan/types.ts' */
/** @import { FONT_MAKER_NAMES } from './names.js' */

import { createHash } from 'node:crypto';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';

/** Digits of the digest in the name of a created file: the same content has the same name. */
const DIGEST_LENGTH = 8;

/**
 * A maker that creates a file from a font.
 * @typedef {(bytes: Uint8Array, options: Readonly<Record<string, unknown>>) => Promise<Made>} FontMaker
 */

/** @type {Readonly<Record<typeof FONT_MAKER_NAMES[number], FontMaker>>} */
export const fontMakers = Object.freeze({
  /** Creates a subset of the font; `letters` is one string, `features` are those that styles can turn on. */
  'font-subset': async (bytes, { letters, features }) => {
    const font = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const keepFeatures = /** @type {string[]} */ (features);
    const made = await subsetFont(font, String(letters), { targetFormat: 'woff2', keepFeatures });
    return { ok: true, bytes: made, data: { digest: digestOf(made), size: made.length } };
  },
  /** Copies the font for a place next to its original. */
  'font-whole': async (bytes) => ({ ok: true, bytes, data: { digest: digestOf(bytes) } }),
  /** Converts the font to the smallest format. */
  'font-woff2': async (bytes) => {
    const font = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const made = await fontverter.convert(font, 'woff2');
    return { ok: true, bytes: made, data: { digest: digestOf(made), size: made.length } };
  },
});

/** @param {Uint8Array} bytes */
function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH);
}
