/** @import { Box, Line, LineFit } from './types.ts' */

/** Ink in a column below which it is a gap. */
const BLANK = 0.25;
/** Room between letters, in shares of the type's size, as wide as narrow spaces, and as spaces between numbers. */
const WIDE = 0.1;
/** Signs that some write with a space behind or before them and some without. */
const ODD_SIGN = /[^\p{L}\p{N}\s'"‘’“”.,!?:;@/_-]/u;
/** Letter spacing, as a share of the size, from which digits may be apart for layout. */
const WIDER = 0.2;

/**
 * Share of the widest space that the narrowest is at least. On 288 images of words two right ones have one of .63 and
 * .71 and none is lost; room between two letters that was read as a space had .45.
 */
const EVEN = 0.5;

/**
 * Why the spaces read may be wrong: gaps read as spaces must be plainly wider than any other; null where they are.
 * @param {Float32Array} coverage
 * @param {number} width
 * @param {readonly Line[]} lines
 * @param {readonly { text: string }[]} texts
 */
export function findSpacingDoubt(coverage, width, lines, texts) {
  for (const [index, { box }] of lines.entries()) {
    const gaps = listGaps(coverage, width, box).sort((a, b) => b - a);
    const spaces = texts[index].text.split(' ').length - 1;
    if (spaces > gaps.length) return 'it has fewer gaps than spaces';
    const narrowestSpace = spaces > 0 ? gaps[spaces - 1] : Number.POSITIVE_INFINITY;
    const widestOther = gaps[spaces] ?? 0;
    const usual = gaps[(gaps.length + spaces) >> 1] ?? 0;
    if (spaces > 0 && (narrowestSpace <= widestOther || narrowestSpace < usual + box.height * 0.12))
      return 'its spaces are no wider than other gaps';
    if (spaces === 0 && ODD_SIGN.test(texts[index].text) && widestOther >= usual + box.height * 0.12)
      return 'it has a gap that could be a space';
    if (spaces === 0 && widestOther > Math.max(usual * 2 + 2, box.height * 0.42))
      return 'it has a gap that could be a space';
  }
  return null;
}

/**
 * Whether room between two letters may have been read as a space: spaces of a line are about as wide as each other.
 * @param {Float32Array} coverage
 * @param {number} width
 * @param {readonly Line[]} lines
 * @param {readonly { text: string }[]} texts
 */
export function findUnevenDoubt(coverage, width, lines, texts) {
  const isUneven = lines.some(({ box }, index) => {
    const gaps = listGaps(coverage, width, box).sort((a, b) => b - a);
    const spaces = texts[index].text.split(' ').length - 1;
    return spaces > 1 && gaps[spaces - 1] < gaps[0] * EVEN;
  });
  return isUneven ? 'its spaces are not alike' : null;
}

/**
 * Why what stands between signs may be spaces: type set this wide has gaps where nobody could tell; null where none is.
 * @param {readonly LineFit[]} fits
 */
export function findTrackingDoubt(fits) {
  const isUnclear = fits.some(
    ({ text, letterSpacingPx, sizePx }) =>
      (letterSpacingPx > sizePx * WIDE && /[^\p{L}\p{N}\s'’.,!?:]/u.test(text)) ||
      (letterSpacingPx > sizePx * WIDER && /\p{N}/u.test(text)),
  );
  return isUnclear ? 'it is set so wide that spaces around its signs and numbers cannot be told' : null;
}

/**
 * Widths of the blank columns between inked ones.
 * @param {Float32Array} coverage
 * @param {number} width
 * @param {Box} box
 */
function listGaps(coverage, width, box) {
  /** @type {number[]} */
  const gaps = [];
  let blank = 0;
  for (let x = box.x; x < box.x + box.width; x++) {
    let most = 0;
    for (let y = box.y; y < box.y + box.height; y++) most = Math.max(most, coverage[y * width + x]);
    if (most < BLANK) blank++;
    else {
      if (blank > 0) gaps.push(blank);
      blank = 0;
    }
  }
  return gaps;
}
