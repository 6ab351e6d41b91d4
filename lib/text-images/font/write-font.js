import fontverter from 'fontverter';
import { writeColours } from './colour-tables.js';
import {
  writeCmap,
  writeHead,
  writeHhea,
  writeLigatures,
  writeLoca,
  writeMaxp,
  writeName,
  writeOs2,
} from './font-tables.js';
import { assemble, concat, i16, pad, u16, u32 } from './sfnt-bytes.js';
import { UNITS_PER_PIXEL } from './trace-outline.js';

/** @import { FontPart, FontPlan, Outline } from '../types.ts' */
/** @import { ColouredGlyph } from './colour-tables.js' */

/** Glyphs 0 and 1: the missing glyph and the space. */
const FIXED_GLYPHS = 2;
/** Code point of the space. */
const SPACE = 0x20;
/** Code point of the no-break space. */
const NO_BREAK_SPACE = 0xa0;
/**
 * Writes a font whose glyphs are pieces of images: a character has its piece, and a line of text of an image is one
 * ligature, which places the pieces exactly as in the image.
 * @param {FontPlan} plan
 * @returns {Promise<Uint8Array>} WOFF2
 */
export async function writeFont(plan) {
  const sfnt = writeSfnt(plan);
  return new Uint8Array(await fontverter.convert(Buffer.from(sfnt), 'woff2', 'sfnt'));
}

/**
 * Writes the same as TrueType.
 * @param {FontPlan} plan
 * @returns {Uint8Array}
 */
export function writeSfnt(plan) {
  const { glyphs, coloured } = listGlyphs(plan);
  const { characters, ligatures } = mapCharacters(plan);
  const boxes = glyphs.map(({ box }) => box);
  const glyf = concat(glyphs.map(({ bytes }) => bytes));
  const loca = writeLoca(glyphs.map(({ bytes }) => bytes.length));
  const tables = new Map([
    ...writeColours(coloured),
    ['GSUB', writeLigatures(ligatures)],
    ['OS/2', writeOs2(plan, characters)],
    ['cmap', writeCmap(characters)],
    ['glyf', glyf],
    ['head', writeHead(plan, boxes)],
    ['hhea', writeHhea(plan, glyphs)],
    ['hmtx', concat(glyphs.map(({ advance, box }) => concat([u16(advance), i16(box ? box[0] : 0)])))],
    ['loca', loca],
    ['maxp', writeMaxp(glyphs)],
    ['name', writeName(plan.family)],
    ['post', concat([u32(0x30000), new Uint8Array(28)])],
  ]);
  if (ligatures.length === 0) tables.delete('GSUB');
  return assemble(tables);
}

/**
 * @typedef {{ bytes: Uint8Array, advance: number, box: readonly [number, number, number, number] | null, points:
 * number, contours: number, parts: number }} Glyph
 */

/**
 * Lists all glyphs in order: missing, space, pieces, lines, layers of lines with several colours.
 * @param {FontPlan} plan
 * @returns {{ glyphs: Glyph[], coloured: ColouredGlyph[] }}
 */
function listGlyphs({ pieces, lines, spacePx }) {
  const blank = (/** @type {number} */ advance) => ({
    bytes: new Uint8Array(),
    advance,
    box: null,
    points: 0,
    contours: 0,
    parts: 0,
  });
  const drawn = pieces.map(({ outline, advancePx }) => writeSimple(outline, advancePx * UNITS_PER_PIXEL));
  const compose = (/** @type {readonly FontPart[]} */ parts, /** @type {number} */ advancePx) => {
    const all = parts.map(({ piece, x, y }) => ({
      glyph: piece + FIXED_GLYPHS,
      x: x * UNITS_PER_PIXEL,
      y: y * UNITS_PER_PIXEL,
      of: drawn[piece],
    }));
    return writeComposite(
      all.filter(({ of }) => of.box),
      advancePx * UNITS_PER_PIXEL,
    );
  };
  const composed = lines.map(({ parts, advancePx }) => compose(parts, advancePx));
  const glyphs = [blank(0), blank(spacePx * UNITS_PER_PIXEL), ...drawn, ...composed];
  /** @type {ColouredGlyph[]} */
  const coloured = [];
  for (const [at, { parts, advancePx }] of lines.entries()) {
    if (!parts.some(({ ink }) => ink)) continue;
    const layers = [...Map.groupBy(parts, ({ ink }) => ink?.join() ?? '').values()].map((layer) => {
      glyphs.push(compose(layer, advancePx));
      return { glyph: glyphs.length - 1, ink: layer[0].ink ?? null };
    });
    coloured.push({ glyph: FIXED_GLYPHS + pieces.length + at, layers });
  }
  return { glyphs, coloured };
}

/**
 * Returns the glyph of each character, and the sequence of glyphs of each line.
 * @param {FontPlan} plan
 */
function mapCharacters({ pieces, lines }) {
  const characters = new Map([
    [SPACE, 1],
    [NO_BREAK_SPACE, 1],
  ]);
  for (const [at, { character }] of pieces.entries()) {
    const code = character?.codePointAt(0);
    if (code !== undefined && !characters.has(code)) characters.set(code, at + FIXED_GLYPHS);
  }
  const glyphOf = (/** @type {string} */ character) => characters.get(character.codePointAt(0) ?? 0) ?? 0;
  const ligatures = lines.map(({ text, variant }, at) => ({
    variant,
    glyphs: [...text].map(glyphOf),
    to: at + FIXED_GLYPHS + pieces.length,
  }));
  return { characters, ligatures };
}

/** @param {Outline} outline @param {number} advance @returns {Glyph} */
function writeSimple(outline, advance) {
  const points = outline.flat();
  if (points.length === 0) return { bytes: new Uint8Array(), advance, box: null, points: 0, contours: 0, parts: 0 };
  const box = boxOf(points);
  const ends = outline.map((_, at) => outline.slice(0, at + 1).flat().length - 1);
  const { flags, xs, ys } = packPoints(points);
  const bytes = pad(concat([i16(outline.length), ...box.map(i16), ...ends.map(u16), u16(0), flags, xs, ys]), 4);
  return { bytes, advance, box, points: points.length, contours: outline.length, parts: 0 };
}

/**
 * Writes coordinates as differences, in one byte if they fit. The overlap flag is never set, because polygons do not
 * overlap.
 * @param {readonly (readonly [number, number])[]} points
 */
function packPoints(points) {
  /** @type {{ flags: number[], xs: number[], ys: number[] }} */
  const { flags, xs, ys } = { flags: [], xs: [], ys: [] };
  let [x, y] = [0, 0];
  for (const [u, v] of points) {
    flags.push(ON_CURVE | packStep(u - x, xs, X_FLAGS) | packStep(v - y, ys, Y_FLAGS));
    [x, y] = [u, v];
  }
  return { flags: Uint8Array.from(flags), xs: Uint8Array.from(xs), ys: Uint8Array.from(ys) };
}

/** Flag of a point on the outline. The other flags: a step of one byte, and a positive step or none. */
const ON_CURVE = 1;
const X_FLAGS = Object.freeze({ short: 2, same: 16 });
const Y_FLAGS = Object.freeze({ short: 4, same: 32 });

/** @param {number} step @param {number[]} bytes @param {{ short: number, same: number }} flags */
function packStep(step, bytes, { short, same }) {
  if (step === 0) return same;
  if (Math.abs(step) < 256) {
    bytes.push(Math.abs(step));
    return step > 0 ? short | same : short;
  }
  bytes.push((step >> 8) & 255, step & 255);
  return 0;
}

/**
 * @param {readonly { glyph: number, x: number, y: number, of: Glyph }[]} parts @param {number} advance @returns
 * {Glyph}
 */
function writeComposite(parts, advance) {
  if (parts.length === 0) return { bytes: new Uint8Array(), advance, box: null, points: 0, contours: 0, parts: 0 };
  const boxes = parts.flatMap(({ of: { box }, x, y }) =>
    box
      ? [
          [box[0] + x, box[1] + y],
          [box[2] + x, box[3] + y],
        ]
      : [],
  );
  const box = boxOf(/** @type {[number, number][]} */ (boxes));
  const bytes = concat([
    i16(-1),
    ...box.map(i16),
    ...parts.flatMap(({ glyph, x, y }, at) => {
      // Offsets as words, not scaled. The last flag means that more parts follow.
      const flags = 0x0001 | 0x0002 | (at < parts.length - 1 ? 0x0020 : 0);
      return [u16(flags), u16(glyph), i16(x), i16(y)];
    }),
  ]);
  const sum = (/** @type {'points' | 'contours'} */ key) => parts.reduce((total, { of }) => total + of[key], 0);
  return { bytes: pad(bytes, 4), advance, box, points: sum('points'), contours: sum('contours'), parts: parts.length };
}

/** @param {readonly (readonly [number, number])[]} points @returns {[number, number, number, number]} */
function boxOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
