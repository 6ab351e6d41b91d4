/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Area, Bar, Ground, Ink, Line, Raster, Rejected } from './types.ts' */
import { splitAtAreas } from './areas.js';
import { setAside } from './aside.js';
import { GROUND_TOLERANCE, modelGround } from './ground.js';
import { findInk } from './ink.js';
import { liftWords } from './lifted-words.js';
import { findLines } from './lines.js';
import { contrastAt, layFlat, pixelsOf } from './raster.js';
import { reject } from './reject.js';
import { addSecondInk, partInks } from './second-ink.js';
import { hasOnlyInk } from './shadow.js';

/** Wider images are photographs or banners of several parts; this and the next limits bound the time. */
const MAX_WIDTH_PX = 1600;
/** See `MAX_WIDTH_PX`. */
const MAX_HEIGHT_PX = 400;
/** See `MAX_WIDTH_PX`. */
const MAX_PIXELS = 240_000;
/** Below seven pixels letters have too few rows to be told apart. */
const MIN_HEIGHT_PX = 7;
/** More lines are a text, whose breaks move with the font. */
const MAX_LINES = 6;
/** Of words on a picture: of 460 images of no words on unseen sites three diagrams were read in more. */
const MAX_PICTURE_LINES = 3;
/** Of an image with a map, whose links stand on lines of their own. */
const MAX_AREA_LINES = 16;
/** Higher letters are drawings mostly. */
const MAX_LINE_PX = 90;
/** Variance of sRGB values above which a ground is a texture. */
const MAX_GROUND_VARIANCE = 64;
/**
 * Share of a ground's pixels that may be transparent: more than the corners of a button are seen as a patch on another
 * colour.
 */
const MAX_HOLES_SHARE = 0.02;

/** So many pixels that are not the ground's are specks and no picture. */
const BARE_PIXELS = 6;

/**
 * @typedef {object} Segmented
 * @property {Raster} image @property {Ground} ground @property {Ink} ink
 * @property {readonly Line[]} lines @property {readonly Bar[]} bars
 */

/**
 * Takes an image apart: ground, ink and lines; or says why it cannot be words on a ground.
 * @param {DecodedImage} decoded @param {Ground | null} [known] a ground recovered from the image's family
 * @param {readonly Area[]} [areas] parts that are links, each with words of its own
 * @returns {Segmented | Rejected}
 */
export function segment(decoded, known, areas = []) {
  const { width, height, frames } = decoded;
  if (frames.length !== 1) return reject('looks-different', `it is an animation of ${frames.length} frames`);
  if (height < MIN_HEIGHT_PX || width < MIN_HEIGHT_PX) return reject('looks-different', 'it is too small for words');
  if (width > MAX_WIDTH_PX || height > MAX_HEIGHT_PX || width * height > MAX_PIXELS) {
    return reject('looks-different', `${width} × ${height} pixels are more than a line of words needs`);
  }
  const image = layFlat(decoded);
  const whole = known ?? modelGround(image);
  if (whole.variance > MAX_GROUND_VARIANCE) return reject('looks-different', 'its ground is a texture or a picture');
  if (hasHoles(image, whole)) return reject('looks-different', 'a part of its ground is transparent');
  const first = findInk(image, whole);
  const rest = first && !known && areas.length === 0 ? setAside(image, whole, first) : null;
  const [ground, only] = rest ? [rest, findInk(image, rest)] : [whole, first];
  const ink = only && !hasOnlyInk(image, ground, only) ? (addSecondInk(image, ground, only) ?? only) : only;
  if (!ink) return reject('looks-different', 'nothing stands out of its ground');
  const inked = ink.coverage.reduce((sum, value) => sum + value, 0);
  if (inked > ground.area.width * ground.area.height * 0.6)
    return reject('looks-different', 'it is a shape, not words');
  if (!hasOnlyInk(image, ground, ink)) return reject('looks-different', 'it holds more than one ink');
  const { lines: found, bars } = findLines(ink.coverage, width, ground.area);
  const placed = areas.length ? splitAtAreas(found, ink.coverage, width, areas) : found;
  if (!placed) return reject('image-map', 'its words do not lie each in an area of their own');
  const lines = partInks(placed, ink, width);
  if (!lines) return reject('looks-different', 'it holds more than one ink');
  const most = areas.length ? MAX_AREA_LINES : known ? MAX_PICTURE_LINES : MAX_LINES;
  if (lines.length === 0 || lines.length > most) return reject('looks-different', `${lines.length} lines were found`);
  if (lines.some(({ box }) => box.height > MAX_LINE_PX))
    return reject('looks-different', 'its shapes are too tall for words');
  return { image, ground, ink, lines, bars };
}

/**
 * Whether what is behind the image shows through a ground that would be painted.
 * @param {Raster} image
 * @param {Ground} ground
 */
function hasHoles({ clear, width }, { kind, area }) {
  if (kind === 'transparent' || kind === 'shared') return false;
  let holes = 0;
  for (const pixel of pixelsOf(area, width)) holes += clear[pixel];
  return holes > area.width * area.height * MAX_HOLES_SHARE;
}

/**
 * Takes an image apart, in one of two ways: by its ground, where that is a colour, bands or a gradient, or by its
 * words, lifted off whatever is behind them. The likelier one comes first; null where there is no second.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings @param {readonly Area[]} areas
 * @param {boolean} [isAgain] whether the first has led to nothing
 * @returns {{ seen: Segmented | Rejected, sharedBackground: Ground | null } | null}
 */
export function segmentInFamily(decoded, siblings, areas, isAgain = false) {
  const byGround = { seen: segment(decoded, null, areas), sharedBackground: null };
  const { seen } = byGround;
  const { width, height, frames } = decoded;
  if (frames.length !== 1 || width * height > MAX_PIXELS || areas.length) return isAgain ? null : byGround;
  const isKnown = !('rejected' in seen) && seen.ground.strips.length <= 1;
  const isPlain = isKnown && seen.lines.length === 1 && seen.lines[0].box.height <= seen.ground.area.height * 0.85;
  if (isPlain && !isAgain) return byGround;
  const lifted = liftWords(decoded, siblings);
  const onPicture = lifted && segment(decoded, lifted);
  if (!lifted || !onPicture || 'rejected' in onPicture) return isAgain ? null : byGround;
  const byWords = { seen: onPicture, sharedBackground: lifted };
  const isFirst = !isKnown || (!isPlain && lifted.isShared);
  if (!isAgain) return isFirst ? byWords : byGround;
  if (isFirst) return 'rejected' in seen ? null : byGround;
  // What is left beside them may be letters: of 11 such images one more would be read.
  return lifted.asides?.length || isBare(lifted, seen) ? null : byWords;
}

/**
 * Whether nothing is left where words are lifted off, but the ground that is known anyway.
 * @param {Ground} lifted @param {Segmented | Rejected} seen
 */
function isBare(lifted, seen) {
  if ('rejected' in seen) return false;
  const { image, ground } = seen;
  let left = 0;
  for (const pixel of pixelsOf(ground.area, image.width))
    if (contrastAt(lifted.rgb, ground.rgb, pixel) > GROUND_TOLERANCE) left++;
  return left <= BARE_PIXELS;
}
