/** @import { DecodedImage } from '../../lib/images/types.ts' */
/** @import { Context } from '../../lib/text-images/types.ts' */
import { decodeImage } from '../../lib/images/codecs/decode.js';
import { readImage, readLabels } from '../lettering/corpus.js';
import { drawWords } from '../lettering/drawn.js';

/**
 * @typedef {{ name: string, text: string | null, decoded: DecodedImage, context: Context }} Told an image and what it
 *   says; null where that is no words
 */

/**
 * Labelled images with their names and their like beside them.
 * @param {string} folder @returns {AsyncGenerator<Told>}
 */
export async function* listLabelled(folder) {
  const images = [];
  for (const row of readLabels(folder) ?? []) {
    const decoded = await decodeImage(readImage(row, folder));
    if (!('broken' in decoded)) images.push({ row, decoded });
  }
  for (const { row, decoded } of images) {
    const siblings = images
      .filter((other) => other.row.site === row.site && other.decoded !== decoded)
      .map((other) => other.decoded);
    const text = /^(text|mixed)$/.test(row.label) ? row.text : null;
    yield { name: row.path, text, decoded, context: { fileName: row.path, siblings } };
  }
}

/**
 * Words drawn in fonts that the catalogue lacks.
 * @param {string} fonts @param {number} count @param {number} seed @returns {AsyncGenerator<Told>}
 */
export async function* listDrawn(fonts, count, seed) {
  for await (const { text, language, how, bytes } of drawWords(fonts, count, seed)) {
    const decoded = await decodeImage(bytes);
    if ('broken' in decoded) throw new Error(`${how}: the image ${decoded.broken}`);
    const context = { fileName: 'image.gif', language: language === 'hard' ? 'en' : language };
    yield { name: how, text, decoded, context };
  }
}
