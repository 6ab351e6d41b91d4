/** @import { Decomposed, Picture } from '../types.ts' */
import { hidesText } from './hidden-text.js';
import { listParts, mayBelongToText } from './keep-graphics.js';
import { apartAt } from './picture.js';

/** Min pieces of a text that two images share. Fewer are a sign, such as an arrow. Chosen. */
const MIN_PIECES = 3;
/**
 * Min share of a text's pixels that have the same colour in both images, and the coverage of those in its strokes.
 * Chosen: 14 images on 2 of 14 sites are decomposed so, one of them a logo, which other rules leave.
 */
const SAME = Object.freeze({ share: 0.97, stroke: 0.5 });
/** Max difference of a channel of one colour in two palettes, in levels of 255. Chosen: less than lossy noise. */
const SAME_COLOUR = 24;
/** Pixels of strokes that are compared first, because most images have another text. Chosen, affects only speed. */
const SAMPLES = 24;
/** Max drawings next to the text: a bullet or an arrow. Chosen: more can be characters. */
const MAX_DRAWINGS = 1;

/**
 * Decomposes the images that show the text of another one of their size, in the same place and colour, and a drawing in
 * addition: the button under the mouse or of the current page often has a bullet next to it. The drawing stays
 * in the background.
 * @template {{ picture: Picture }} Failed
 * @param {readonly (Decomposed | Failed)[]} images
 * @returns {(Decomposed | Failed)[]}
 */
export function shareTexts(images) {
  const texts = Map.groupBy(
    images.flatMap((one) => ('lines' in one && mayShare(one) ? one : [])),
    sizeOf,
  );
  return images.map((one) => {
    const { picture } = one;
    const mates = 'lines' in one || !isExact(picture) ? [] : (texts.get(sizeOf(one)) ?? []);
    const shared = mates.flatMap((mate) => (showsText(picture, mate) ? (takeText(picture, mate) ?? []) : []));
    return shared.at(0) ?? one;
  });
}

/** @param {Decomposed} image */
function mayShare({ picture, lines }) {
  return isExact(picture) && lines.reduce((sum, { pieces }) => sum + pieces.length, 0) >= MIN_PIECES;
}

/** Returns true if an image has exact colours and is opaque. @param {Picture} picture */
function isExact({ clear, tolerance }) {
  return !clear && tolerance <= SAME_COLOUR;
}

/** @param {{ picture: Picture }} image */
function sizeOf({ picture: { width, height } }) {
  return `${width} ${height}`;
}

/** Returns true if an image has the text of another one. @param {Picture} picture @param {Decomposed} mate */
function showsText({ rgb }, { picture, coverage }) {
  const isSame = (/** @type {number} */ at) => apartAt(rgb, picture.rgb, at) <= SAME_COLOUR;
  const isMostly = (/** @type {readonly number[]} */ pixels) =>
    pixels.filter(isSame).length >= pixels.length * SAME.share;
  const inked = [...coverage.keys()].filter((at) => coverage[at] > 0);
  const strokes = inked.filter((at) => coverage[at] > SAME.stroke);
  const step = Math.ceil(strokes.length / SAMPLES);
  return isMostly(strokes.filter((_, at) => at % step === 0)) && isMostly(strokes) && isMostly(inked);
}

/**
 * @param {Picture} picture @param {Decomposed} mate
 * @returns {Decomposed | null} null if the drawing can be a part of the text
 */
function takeText(picture, { others: _, ...mate }) {
  const { ink, lines, background, coverage, shadow } = mate;
  const strange = new Uint8Array(coverage.length);
  const exact = { ...picture, tolerance: SAME_COLOUR };
  const parts = listParts(exact, { kind: 'image', rgb: mate.picture.rgb, clear: null }, strange);
  if (parts.filter((part) => mayBelongToText(part, lines, picture)).length > MAX_DRAWINGS) return null;
  const drawn = new Set(parts.flatMap(({ pixels }) => pixels));
  const rgb = Uint8ClampedArray.from(background.rgb);
  const graphics = Uint8Array.from(coverage, (share, at) => (share === 0 && drawn.has(at) ? 1 : 0));
  for (const [at, share] of coverage.entries())
    if (graphics[at] || (share === 0 && !shadow)) rgb.set(picture.rgb.subarray(at * 3, at * 3 + 3), at * 3);
  const behind = { kind: /** @type {const} */ ('image'), rgb, clear: null };
  if (hidesText(picture, { ...behind, graphics: background.graphics }, ink, lines)) return null;
  return { ...mate, picture, background: { ...behind, graphics }, strange };
}
