/** @import { Background, Picture, Rgb } from '../types.ts' */
import { fillHoles } from './fill-holes.js';
import { apart, colourAt, unpack } from './picture.js';

/** Min share of equal pixels of images that form a set. */
const AGREEMENT = 0.72;
/** Min difference of a foreground colour to the background, in levels of its nearest channel. */
const MIN_CONTRAST = 40;
/** Distance from the text in pixels up to which shadows are removed from a background. */
const REACH_PX = 8;
/** Share of foreground pixels at each side of the text's area that can be part of something else. */
const OUTLIERS = 0.02;
/** Factor by which one side of an area is more similar to it than the other if the other one is a frame. */
const MORE = 1.5;
/** Max share of different pixels in a column that shows no text. */
const MAX_DIFFERING = 0.1;
/** Min count of a foreground candidate as a share of the most frequent one. */
const FREQUENT = 0.2;

/**
 * Groups images of one size by their common pixels.
 * @param {readonly Picture[]} pictures
 * @returns {Picture[][]}
 */
export function groupSets(pictures) {
  const sizes = Map.groupBy(pictures, ({ width, height, clear }) => `${width} ${height} ${clear !== null}`);
  return [...sizes.values()].flatMap((alike) => {
    /** @type {Picture[][]} */
    const sets = [];
    for (const picture of alike) {
      const set = sets.find((members) => members.slice(0, 3).some((member) => agree(member, picture) >= AGREEMENT));
      if (set) set.push(picture);
      else sets.push([picture]);
    }
    return sets;
  });
}

/** Returns the share of equal pixels of two images of one size. @param {Picture} one @param {Picture} other */
function agree(one, other) {
  const tolerance = Math.max(one.tolerance, other.tolerance);
  const size = one.width * one.height;
  let same = 0;
  for (let at = 0; at < size; at++) {
    if (
      isClearAt(one, at) === isClearAt(other, at) &&
      (isClearAt(one, at) || isNear(one.rgb, other.rgb, at, tolerance))
    )
      same++;
  }
  return same / size;
}

/** @param {Picture} picture @param {number} at */
function isClearAt({ clear }, at) {
  return clear !== null && clear[at] === 1;
}

/**
 * @param {Uint8ClampedArray} one @param {Uint8ClampedArray} other @param {number} at @param {number} tolerance
 * @param {number} [otherAt]
 */
export function isNear(one, other, at, tolerance, otherAt = at) {
  return (
    Math.abs(one[at * 3] - other[otherAt * 3]) <= tolerance &&
    Math.abs(one[at * 3 + 1] - other[otherAt * 3 + 1]) <= tolerance &&
    Math.abs(one[at * 3 + 2] - other[otherAt * 3 + 2]) <= tolerance
  );
}

/**
 * Returns the possible backgrounds that a set shares: the value of most images at each pixel, without the foreground.
 * Of the possible foreground colours, the one with the smoothest background is used. The second one
 * contains neither the texts nor what is around them, because shadows of many texts can hide the background.
 * @param {readonly Picture[]} set two or more
 * @returns {Omit<Background, 'kind'>[]} empty if no foreground is found
 */
export function voteBackgrounds(set) {
  const [{ width, height }] = set;
  const tolerance = Math.max(...set.map((picture) => picture.tolerance));
  const votes = Array.from({ length: width * height }, (_, at) => countValues(set, at, tolerance));
  const ways = listInks(votes, set.length).flatMap((ink) =>
    [false, true].map((isThrough) => layVotes(votes, { ink, isThrough, members: set.length, width })),
  );
  const [best] = ways.sort((one, other) => one.roughness - other.roughness);
  if (!best) return [];
  const filled = fillText(votes, best, width);
  return [best, ...(filled ? [filled] : [])].map((one) => ({
    rgb: one.rgb,
    clear: one.clear.includes(1) ? one.clear : null,
    isFilled: one === filled,
  }));
}

/**
 * Returns the background that follows from votes with a given foreground colour.
 * @param {readonly (readonly Value[])[]} votes
 * @param {{ ink: Rgb, isThrough: boolean, members: number, width: number }} way `isThrough`: true if the foreground of
 *   all images is removed in the area of their text, too
 */
function layVotes(votes, { ink, isThrough, members, width }) {
  const rgb = new Uint8ClampedArray(votes.length * 3);
  const [holes, clear] = [new Uint8Array(votes.length), new Uint8Array(votes.length)];
  const area = isThrough ? findTextArea(votes, ink, width) : null;
  for (const [at, values] of votes.entries()) {
    const { colour, isClear, isHole } = elect(values, ink, members);
    const isInk = !isClear && apart(colour, ink) <= MIN_CONTRAST;
    holes[at] = isHole || (isInk && area && isInside(area, at, width)) ? 1 : 0;
    clear[at] = isClear ? 1 : 0;
    rgb.set(colour, at * 3);
  }
  fillHoles(rgb, clear, holes, width);
  return { rgb, clear, ink, roughness: roughnessOf(rgb, width) };
}

/**
 * Returns a background with the area of the text, and what is around it, filled from the columns next to it.
 * @param {readonly (readonly Value[])[]} votes @param {{ rgb: Uint8ClampedArray, clear: Uint8Array, ink: Rgb }} voted
 * @param {number} width
 */
function fillText(votes, { rgb, clear, ink }, width) {
  const text = findTextArea(votes, ink, width, OUTLIERS);
  const [top, bottom] = [Math.max(0, text.top - REACH_PX), Math.min(votes.length / width - 1, text.bottom + REACH_PX)];
  const isSame = (/** @type {number} */ x) => {
    let differing = 0;
    for (let y = top; y <= bottom; y++) if (votes[y * width + x].length > 1) differing++;
    return differing <= (bottom - top) * MAX_DIFFERING;
  };
  let [left, right] = [text.left, text.right];
  while (left >= 0 && !isSame(left)) left--;
  while (right < width && !isSame(right)) right++;
  if (left < 0 || right >= width) return null;
  const area = { left, right, top, bottom };
  const sides = chooseSides(votes, rgb, area, width);
  const filled = Uint8ClampedArray.from(rgb);
  for (let y = top; y <= bottom; y++) {
    const [from, to] = sides.map((x) => colourAt(rgb, y * width + x));
    for (let x = left + 1; x < right; x++) {
      const along = (x - left) / (right - left);
      for (let channel = 0; channel < 3; channel++)
        filled[(y * width + x) * 3 + channel] = from[channel] + (to[channel] - from[channel]) * along;
    }
  }
  return { rgb: filled, clear, ink };
}

/**
 * Returns the columns from which an area is filled: the one whose colours the area itself shows where all images are
 * equal, or both.
 * @param {readonly (readonly Value[])[]} votes @param {Uint8ClampedArray} rgb
 * @param {ReturnType<typeof findTextArea>} area @param {number} width
 */
function chooseSides(votes, rgb, { left, right, top, bottom }, width) {
  const [one, other] = [left, right].map((side) => {
    let near = 0;
    for (let y = top; y <= bottom; y++) {
      const colour = colourAt(rgb, y * width + side);
      for (let x = left + 1; x < right; x++) {
        const at = y * width + x;
        if (votes[at].length === 1 && apart(colourAt(rgb, at), colour) <= MIN_CONTRAST / 2) near++;
      }
    }
    return near;
  });
  if (one > other * MORE) return [left, left];
  return other > one * MORE ? [right, right] : [left, right];
}

/**
 * Returns the rectangle in which some images have foreground and others do not.
 * @param {readonly (readonly Value[])[]} votes @param {Rgb} ink @param {number} width
 * @param {number} [share] of its pixels that are left out at each side
 */
function findTextArea(votes, ink, width, share = 0) {
  const inked = [...votes.keys()].filter(
    (at) =>
      votes[at].length > 1 && votes[at].some(({ colour, isClear }) => !isClear && apart(colour, ink) <= MIN_CONTRAST),
  );
  const [xs, ys] = [inked.map((at) => at % width), inked.map((at) => Math.floor(at / width))].map((list) =>
    list.sort((one, other) => one - other),
  );
  const cut = Math.floor(inked.length * share);
  return { left: xs[cut], right: xs.at(-1 - cut) ?? 0, top: ys[cut], bottom: ys.at(-1 - cut) ?? 0 };
}

/** @param {ReturnType<typeof findTextArea>} area @param {number} at @param {number} width */
function isInside({ left, right, top, bottom }, at, width) {
  const [x, y] = [at % width, Math.floor(at / width)];
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Returns the mean difference of neighbours. @param {Uint8ClampedArray} rgb @param {number} width */
function roughnessOf(rgb, width) {
  let sum = 0;
  for (let at = 0; at < rgb.length - width * 3; at++)
    sum += Math.abs(rgb[at] - rgb[at + width * 3]) + Math.abs(rgb[at] - rgb[at + 3]);
  return sum;
}

/**
 * Max difference of a pixel of a graphic that all images of a set share, in levels: each GIF has its own palette.
 * Chosen: with the 24 of `share-text.js`, 2 images of 46 sites are decomposed worse. It matters on 1 of 20 sites.
 */
export const PALETTE_NOISE = 16;

/** @typedef {{ colour: Rgb, isClear: boolean, count: number }} Value */

/**
 * Returns the distinct values of a pixel, with the count of images for each.
 * @param {readonly Picture[]} set @param {number} at @param {number} tolerance
 */
function countValues(set, at, tolerance) {
  /** @type {Value[]} */
  const values = [];
  for (const picture of set) {
    const [colour, isClear] = [colourAt(picture.rgb, at), isClearAt(picture, at)];
    const known = values.find(
      (value) => value.isClear === isClear && (isClear || apart(value.colour, colour) <= tolerance),
    );
    if (known) known.count++;
    else values.push({ colour, isClear, count: 1 });
  }
  values.sort((one, other) => other.count - one.count);
  const [first] = values;
  const isSame = (/** @type {Value} */ { colour, isClear }) => !isClear && apart(colour, first.colour) <= PALETTE_NOISE;
  return values.every(isSame) ? [{ ...first, count: set.length }] : values;
}

/**
 * Lists colours that are more frequent at pixels where images differ than where they are equal, the most frequent of
 * them, which a frame can share, and the most frequent one far from that, which can be their background.
 * @param {readonly (readonly Value[])[]} votes @param {number} members
 */
function listInks(votes, members) {
  /** @type {Map<number, number>} */
  const differing = new Map();
  /** @type {Map<number, number>} */
  const agreed = new Map();
  for (const values of votes) {
    const counts = values.length > 1 ? differing : agreed;
    for (const { colour, isClear, count } of values) {
      if (isClear) continue;
      const key = (colour[0] << 16) | (colour[1] << 8) | colour[2];
      counts.set(key, (counts.get(key) ?? 0) + count);
    }
  }
  const most = Math.max(0, ...differing.values());
  const candidates = [...differing]
    .filter(([, count]) => count >= most * FREQUENT)
    .map(([key, count]) => ({ colour: unpack(key), count, score: count / (members + (agreed.get(key) ?? 0)) }));
  const byScore = candidates.toSorted((one, other) => other.score - one.score).slice(0, 2);
  const byCount = candidates.toSorted((one, other) => other.count - one.count).slice(0, 2);
  const colours = [...new Set([...byScore, ...byCount])].map(({ colour }) => colour);
  const [usual] = byCount;
  const far = usual ? mostFrequent([...differing], (colour) => apart(colour, usual.colour) > MIN_CONTRAST) : null;
  return far && !colours.some((colour) => apart(colour, far) === 0) ? [...colours, far] : colours;
}

/**
 * @param {readonly (readonly [number, number])[]} counts of packed colours @param {(colour: Rgb) => boolean} isOpen
 * @returns {Rgb | null}
 */
function mostFrequent(counts, isOpen) {
  const open = counts.map(([key, count]) => ({ colour: unpack(key), count })).filter(({ colour }) => isOpen(colour));
  return open.length === 0 ? null : open.reduce((most, one) => (one.count > most.count ? one : most)).colour;
}

/**
 * Returns the background value of a pixel: the most frequent one, and of equal ones the farthest from the foreground.
 * @param {readonly Value[]} values @param {Rgb} ink @param {number} members
 */
function elect(values, ink, members) {
  const [first] = values;
  if (values.length === 1) return { ...first, isHole: false };
  const far = values.filter(({ colour, isClear }) => isClear || apart(colour, ink) > MIN_CONTRAST);
  if (far.length === 0) return { ...first, isHole: true };
  const most = far[0].count;
  const isSettled = most * 2 > members;
  const equal = isSettled ? far.slice(0, 1) : far.filter(({ count }) => count === most || count >= 2);
  const isFarther = (/** @type {Value} */ one, /** @type {Value} */ other) =>
    !other.isClear && (one.isClear || apart(one.colour, ink) > apart(other.colour, ink));
  return { ...equal.reduce((best, value) => (isFarther(value, best) ? value : best)), isHole: false };
}
