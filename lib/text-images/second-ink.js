/** @import { Box, Ground, Ink, Line, Raster, Rgb } from './types.ts' */
import { coverInk, findInkColour } from './ink.js';

/**
 * So many pixels that are neither ground nor ink are noise, or a fringe. Of images on 37 sites 18 of words and 4 of
 * none are parted, and 19 of 39 drawn initials; with 4 pixels one more of no words is, with 30 three words and five
 * initials less.
 */
const LEAST_PIXELS = 12;
/**
 * Share of a line's ink that may lie on the wrong side of where one ink ends and the other begins: with a third of it
 * four words and an initial less are parted, with twice as much six words more, and two of none.
 */
const MOST_ASTRAY = 0.03;

/**
 * Ink and a second one, of what is neither ground nor the first; null where there is none.
 * @param {Raster} image @param {Ground} ground @param {Ink} ink
 * @returns {Ink | null}
 */
export function addSecondInk(image, ground, ink) {
  if (ink.shadow || ink.strangePixels <= LEAST_PIXELS) return null;
  const colour = findInkColour(image, ground, (pixel) => ink.strange[pixel] === 1);
  if (!colour) return null;
  const other = coverInk(image, ground, colour, ink.isFaintInk);
  const isSecond = Uint8Array.from(ink.strange, (strange, pixel) => {
    if (other.strange[pixel] || other.coverage[pixel] === 0) return 0;
    return strange || other.off[pixel] < ink.off[pixel] ? 1 : 0;
  });
  const strange = ink.strange.map((value, pixel) => value & other.strange[pixel]);
  return {
    ...ink,
    coverage: ink.coverage.map((value, pixel) => (isSecond[pixel] ? other.coverage[pixel] : value)),
    strange,
    strangePixels: strange.reduce((sum, value) => sum + value, 0),
    second: { colour, isSecond },
  };
}

/**
 * Lines with the inks that their beginning and the rest of them are in; null where some line's are not so parted.
 * @param {readonly Line[]} lines @param {Ink} ink @param {number} width of the image
 * @returns {Line[] | null}
 */
export function partInks(lines, ink, width) {
  const { second } = ink;
  if (!second) return [...lines];
  const parted = lines.flatMap((line) => {
    const inks = partLine(line.box, ink, second, width);
    return inks ? [{ ...line, inks }] : [];
  });
  return parted.length === lines.length ? parted : null;
}

/**
 * @param {Box} box @param {Ink} ink @param {NonNullable<Ink['second']>} second @param {number} width
 * @returns {NonNullable<Line['inks']> | null}
 */
function partLine({ x, y, width: across, height }, { colour, coverage }, second, width) {
  const columns = Array.from({ length: across }, (_, column) => {
    const sums = [0, 0];
    for (let row = y; row < y + height; row++) {
      const pixel = row * width + x + column;
      sums[second.isSecond[pixel]] += coverage[pixel];
    }
    return sums;
  });
  const all = columns.reduce((sum, [one, other]) => [sum[0] + one, sum[1] + other], [0, 0]);
  /** @type {{ astray: number, end: number, colours: readonly Rgb[] } | null} */
  let best = null;
  const seen = [0, 0];
  for (const [column, sums] of [...columns, [0, 0]].entries()) {
    // What is before a column is in one ink and the rest in the other, or the other way round.
    for (const [astray, colours] of /** @type {const} */ ([
      [seen[0] + all[1] - seen[1], [second.colour, colour]],
      [seen[1] + all[0] - seen[0], [colour, second.colour]],
    ])) {
      if (!best || astray < best.astray) best = { astray, end: x + column, colours };
    }
    seen[0] += sums[0];
    seen[1] += sums[1];
  }
  if (!best || best.astray > (all[0] + all[1]) * MOST_ASTRAY) return null;
  return { end: best.end, first: best.colours[0], rest: best.colours[1] };
}
