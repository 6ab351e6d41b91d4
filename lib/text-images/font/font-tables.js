/** @import { FontPlan } from '../types.ts' */
/** @import { Glyph } from './write-font.js' */
import { concat, i16, tag, u16, u32 } from './sfnt-bytes.js';
import { UNITS_PER_PIXEL } from './trace-outline.js';

/** Code point of the space, at which lines of text break. */
const SPACE = 0x20;

/** @param {readonly number[]} lengths */
export function writeLoca(lengths) {
  const ends = [0];
  for (const length of lengths) ends.push(ends[ends.length - 1] + length);
  return concat(ends.map(u32));
}

/** @param {FontPlan} plan @param {readonly Glyph['box'][]} boxes */
export function writeHead({ emPx }, boxes) {
  const all = boxes.flatMap((box) => (box ? [box] : []));
  const most = [0, 1, 2, 3].map((side) =>
    all.length ? Math[side < 2 ? 'min' : 'max'](...all.map((box) => box[side])) : 0,
  );
  return concat([
    u32(0x10000),
    u32(0x10000),
    u32(0),
    u32(0x5f0f3cf5),
    u16(0x000b),
    u16(emPx * UNITS_PER_PIXEL),
    // The dates, which fonts of the same images have in common.
    new Uint8Array(16),
    ...most.map(i16),
    u16(0),
    u16(6),
    i16(2),
    i16(1),
    i16(0),
  ]);
}

/** @param {FontPlan} plan @param {readonly Glyph[]} glyphs */
export function writeHhea({ emPx, ascentPx }, glyphs) {
  const widest = Math.max(...glyphs.map(({ advance }) => advance));
  return concat([
    u32(0x10000),
    i16(ascentPx * UNITS_PER_PIXEL),
    i16((ascentPx - emPx) * UNITS_PER_PIXEL),
    i16(0),
    u16(widest),
    i16(0),
    i16(0),
    i16(widest),
    i16(1),
    i16(0),
    i16(0),
    i16(0),
    i16(0),
    i16(0),
    i16(0),
    i16(0),
    u16(glyphs.length),
  ]);
}

/** @param {readonly Glyph[]} glyphs */
export function writeMaxp(glyphs) {
  const most = (/** @type {'points' | 'contours' | 'parts'} */ key, /** @type {boolean} */ isComposite) =>
    Math.max(0, ...glyphs.filter(({ parts }) => parts > 0 === isComposite).map((glyph) => glyph[key]));
  return concat([
    u32(0x10000),
    u16(glyphs.length),
    u16(most('points', false)),
    u16(most('contours', false)),
    u16(most('points', true)),
    u16(most('contours', true)),
    u16(2),
    u16(0),
    u16(0),
    u16(0),
    u16(0),
    u16(0),
    u16(0),
    u16(most('parts', true)),
    u16(1),
  ]);
}

/** @param {FontPlan} plan @param {ReadonlyMap<number, number>} characters */
export function writeOs2({ emPx, ascentPx }, characters) {
  const codes = [...characters.keys()];
  const em = emPx * UNITS_PER_PIXEL;
  const ascent = ascentPx * UNITS_PER_PIXEL;
  return concat([
    u16(4),
    i16(em / 2),
    u16(400),
    u16(5),
    u16(0),
    // The sizes of subscripts and superscripts, the classification, and the maker: unknown.
    new Uint8Array(52),
    u16(0x40),
    u16(Math.min(...codes)),
    u16(Math.min(0xffff, Math.max(...codes))),
    i16(ascent),
    i16(ascent - em),
    i16(0),
    u16(ascent),
    u16(em - ascent),
    new Uint8Array(14),
    u16(SPACE),
    u16(0),
  ]);
}

/**
 * Writes characters of the basic plane as runs of consecutive codes and glyphs.
 * @param {ReadonlyMap<number, number>} characters
 */
export function writeCmap(characters) {
  const codes = [...characters].filter(([code]) => code < 0xffff).sort(([one], [other]) => one - other);
  /** @type {{ start: number, end: number, delta: number }[]} */
  const runs = [];
  for (const [code, glyph] of codes) {
    const last = runs.at(-1);
    if (last && last.end === code - 1 && last.delta === glyph - code) last.end = code;
    else runs.push({ start: code, end: code, delta: glyph - code });
  }
  runs.push({ start: 0xffff, end: 0xffff, delta: 1 });
  const power = 2 ** Math.floor(Math.log2(runs.length));
  const body = concat([
    u16(runs.length * 2),
    u16(power * 2),
    u16(Math.log2(power)),
    u16((runs.length - power) * 2),
    ...runs.map(({ end }) => u16(end)),
    u16(0),
    ...runs.map(({ start }) => u16(start)),
    ...runs.map(({ delta }) => u16(delta & 0xffff)),
    ...runs.map(() => u16(0)),
  ]);
  return concat([u16(0), u16(1), u16(3), u16(1), u32(12), u16(4), u16(body.length + 6), u16(0), body]);
}

/** @param {string} family */
export function writeName(family) {
  const text = Uint8Array.from([...family].flatMap((letter) => [0, letter.charCodeAt(0)]));
  const ids = [1, 2, 4, 6];
  return concat([
    u16(0),
    u16(ids.length),
    u16(6 + 12 * ids.length),
    ...ids.flatMap((id) => [u16(3), u16(1), u16(0x409), u16(id), u16(text.length), u16(0)]),
    text,
  ]);
}

/** Tag of the feature of the usual drawings, which no style turns off. */
const USUAL = 'ccmp';

/**
 * Returns the tag of the feature of a text's other drawing.
 * @param {number} variant from 1
 */
export function tagOfVariant(variant) {
  return `ss${String(variant).padStart(2, '0')}`;
}

/**
 * Writes lookups of ligatures, each under a feature: the usual drawings, and those that a style selects. These come
 * first, because the first ligature found is used.
 * @param {readonly { glyphs: readonly number[], to: number, variant: number }[]} ligatures
 */
export function writeLigatures(ligatures) {
  if (ligatures.length === 0) return new Uint8Array();
  const groups = [...Map.groupBy(ligatures, ({ variant }) => variant)].sort(([one], [other]) => other - one);
  const bodies = groups.map(([, members]) => writeLookup(members));
  const tags = groups.map(([variant], at) => ({ name: variant === 0 ? USUAL : tagOfVariant(variant), at }));
  tags.sort((one, other) => (one.name < other.name ? -1 : 1));
  const numbers = tags.map((_, at) => u16(at));
  const scripts = concat([
    u16(1),
    tag('DFLT'),
    u16(8),
    u16(4),
    u16(0),
    u16(0),
    u16(0xffff),
    u16(tags.length),
    ...numbers,
  ]);
  const tables = tags.map(({ at }) => concat([u16(0), u16(1), u16(at)]));
  const places = offsets(tables, 2 + 6 * tags.length);
  const records = tags.flatMap(({ name }, at) => [tag(name), places[at]]);
  const features = concat([u16(tags.length), ...records, ...tables]);
  const lookups = concat([u16(bodies.length), ...offsets(bodies, 2 + 2 * bodies.length), ...bodies]);
  return concat([
    u32(0x10000),
    u16(10),
    u16(10 + scripts.length),
    u16(10 + scripts.length + features.length),
    scripts,
    features,
    lookups,
  ]);
}

/** Writes a lookup of ligatures. @param {readonly { glyphs: readonly number[], to: number }[]} ligatures */
function writeLookup(ligatures) {
  const sets = [...Map.groupBy(ligatures, ({ glyphs }) => glyphs[0])].sort(([one], [other]) => one - other);
  const bodies = sets.map(([, members]) => {
    // The longest ligature comes first. After a prefix of itself it would never be used.
    const tables = members
      .toSorted((one, other) => other.glyphs.length - one.glyphs.length)
      .map(({ glyphs, to }) => concat([u16(to), u16(glyphs.length), ...glyphs.slice(1).map(u16)]));
    return concat([u16(tables.length), ...offsets(tables, 2 + 2 * tables.length), ...tables]);
  });
  const coverage = concat([u16(1), u16(sets.length), ...sets.map(([first]) => u16(first))]);
  const head = 6 + 2 * bodies.length;
  const subtable = concat([
    u16(1),
    u16(head),
    u16(bodies.length),
    ...offsets(bodies, head + coverage.length),
    coverage,
    ...bodies,
  ]);
  return concat([u16(7), u16(0), u16(1), u16(8), u16(1), u16(4), u32(8), subtable]);
}

/** Returns the offsets of consecutive tables. @param {readonly Uint8Array[]} tables @param {number} from */
function offsets(tables, from) {
  let at = from;
  return tables.map(({ length }) => {
    const bytes = u16(at);
    at += length;
    return bytes;
  });
}
