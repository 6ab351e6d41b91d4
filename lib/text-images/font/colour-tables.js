/** @import { Rgb } from '../types.ts' */
import { concat, u16, u32 } from './sfnt-bytes.js';

/**
 * A glyph that consists of layers. `ink`: the colour of a layer, null for that of the text.
 * @typedef {{ glyph: number, layers: readonly { glyph: number, ink: Rgb | null }[] }} ColouredGlyph
 */

/** Palette index that means the colour of the text: https://learn.microsoft.com/typography/opentype/spec/colr */
const TEXT_COLOUR = 0xffff;
/** Bytes of the heads of both tables, of a glyph's record and of the number of a palette. */
const SIZES = Object.freeze({ colr: 14, glyph: 6, cpal: 12, palette: 2 });

/**
 * Returns the tables of glyphs in several colours: their layers and the palette. Browsers without them render the
 * glyphs in the colour of the text.
 * @param {readonly ColouredGlyph[]} glyphs by number
 * @returns {[string, Uint8Array][]}
 */
export function writeColours(glyphs) {
  if (glyphs.length === 0) return [];
  const inks = new Map(glyphs.flatMap(({ layers }) => layers.flatMap(({ ink }) => (ink ? [[ink.join(), ink]] : []))));
  const numberOf = (/** @type {Rgb | null} */ ink) => (ink ? [...inks.keys()].indexOf(ink.join()) : TEXT_COLOUR);
  const layers = glyphs.flatMap((glyph) => glyph.layers);
  const firstOf = (/** @type {number} */ at) =>
    glyphs.slice(0, at).reduce((sum, glyph) => sum + glyph.layers.length, 0);
  const colr = concat([
    ...[u16(0), u16(glyphs.length), u32(SIZES.colr), u32(SIZES.colr + glyphs.length * SIZES.glyph), u16(layers.length)],
    ...glyphs.flatMap((one, at) => [u16(one.glyph), u16(firstOf(at)), u16(one.layers.length)]),
    ...layers.flatMap(({ glyph, ink }) => [u16(glyph), u16(numberOf(ink))]),
  ]);
  const cpal = concat([
    ...[u16(0), u16(inks.size), u16(1), u16(inks.size), u32(SIZES.cpal + SIZES.palette), u16(0)],
    ...[...inks.values()].map(([red, green, blue]) => Uint8Array.of(blue, green, red, 255)),
  ]);
  return [
    ['COLR', colr],
    ['CPAL', cpal],
  ];
}
