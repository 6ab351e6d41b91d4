/** @import { DecodedImage } from '../types.ts' */
/** @import { Ground, Rgb } from './types.ts' */
import { GROUND_TOLERANCE } from './ground.js';
import { hashImage } from './hash-image.js';
import { colourAt, findMode, HOLE_ALPHA, layFlat } from './raster.js';
import { listShapes } from './shapes.js';

/** Share of pixels two images must have in common to be of one family. */
const KIN = 0.7;
/** Buttons of a theme whose common background is trusted; two may agree by chance. */
const MIN_FAMILY = 3;
/** Members that are asked: more of them say the same. */
const MAX_FAMILY = 12;
/** Difference of a channel up to which members show the same: a palette of its own or compression makes as much. */
const SAME = 12;
/** The same of inks, which thin strokes show more or less of. */
const SAME_INK = 48;
/** Share of pixels that words leave free in some member; what they hide in all of them is filled in from beside it. */
const MIN_AGREED = 0.8;
/** Difference of a channel up to which a pixel is the ground where members have it in common to the bit. */
const EXACT_TOLERANCE = 8;
/** Share of the pixels agreed on that must be the same to the bit for that. */
const EXACT_SHARE = 0.97;
/** Share of what members differ in that an ink makes out, of what the most frequent one does. */
const SECOND_INK = 0.15;
/** How far into strokes that lie over one another in all members ink is followed, in pixels. */
const STROKE_PX = 2;
/** Share of what is around a shape common to all members that may be ink in some, from noise. */
const GOES_ON_SHARE = 0.1;
/** Difference of a channel up to which a pixel shows an ink, at most half of that of ink and ground. */
const MAX_REACH = 90;

/** @typedef {{ rgba: Uint8Array, near: number, equal: number }} Vote */

/**
 * Recovers the background that a family of images shares, from the pixels that their words leave free; null where
 * there is none.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings images of the same site
 * @returns {Ground | null}
 */
export function recoverSharedBackground(decoded, siblings) {
  const family = gatherKin(decoded, siblings);
  if (family.length < MIN_FAMILY) return null;
  const { width, height } = decoded;
  const pixels = width * height;
  const votes = Array.from({ length: pixels }, (_, pixel) => count(family, pixel * 4));
  const inked = mapInks(family, pixels, findInks(votes, family.length));
  const hidden = hideWords(inked, findCommon(inked, decoded), findNear(votes, family.length, width), width);
  const settled = votes.map((_, pixel) => {
    const free = family.filter((_member, index) => !hidden[index][pixel]);
    return count(free, pixel * 4)[0]?.rgba;
  });
  if (settled.filter(Boolean).length < pixels * MIN_AGREED) return null;
  const agreed = votes.filter(([most]) => most.near === family.length);
  const exact = agreed.filter(([most]) => most.equal === family.length);
  const tolerance = exact.length >= agreed.length * EXACT_SHARE ? EXACT_TOLERANCE : GROUND_TOLERANCE;
  return describeBackground(decoded, fillIn(settled, width), tolerance);
}

/**
 * The pixels of an image and of those that have most of theirs in common with it, each once, in an order of their own:
 * every member finds the same family.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings
 */
function gatherKin(decoded, siblings) {
  const own = decoded.frames[0].rgba;
  const ink = findOwnInk(own);
  /** @type {Map<string, Uint8Array>} */
  const kin = new Map([[hashImage(decoded), own]]);
  for (const sibling of siblings) {
    if (sibling.width !== decoded.width || sibling.height !== decoded.height || sibling.frames.length !== 1) continue;
    const { rgba } = sibling.frames[0];
    const name = hashImage(sibling);
    if (kin.has(name) || countNear(own, rgba) < (own.length / 4) * KIN) continue;
    // Words in another ink may stand before a ground of another state.
    if (distance(ink, findOwnInk(rgba), 0) <= SAME_INK) kin.set(name, rgba);
  }
  return [...kin]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, MAX_FAMILY)
    .map(([, rgba]) => rgba);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function countNear(one, other) {
  let near = 0;
  for (let at = 0; at < one.length; at += 4) if (distance(one, other, at) <= SAME) near++;
  return near;
}

/**
 * Greatest difference of a channel; holes are alike whatever lies in them.
 * @param {Uint8Array} one @param {Uint8Array} other @param {number} at of the first's pixel
 * @param {number} [to] of the other's
 */
function distance(one, other, at, to = at) {
  const holes = Number(one[at + 3] < HOLE_ALPHA) + Number(other[to + 3] < HOLE_ALPHA);
  if (holes > 0) return holes === 2 ? 0 : 255;
  return Math.max(
    Math.abs(one[at] - other[to]),
    Math.abs(one[at + 1] - other[to + 1]),
    Math.abs(one[at + 2] - other[to + 2]),
  );
}

/**
 * What members show at a pixel, each with how many show nearly and how many exactly the same; what most show is first.
 * @param {readonly Uint8Array[]} family @param {number} at of the pixel
 * @returns {Vote[]}
 */
function count(family, at) {
  /** @type {Vote[]} */
  const votes = [];
  for (const rgba of family) {
    const same = votes.find((vote) => distance(vote.rgba, rgba, 0, at) === 0);
    if (same) same.equal++;
    else votes.push({ rgba: rgba.subarray(at, at + 4), near: 0, equal: 1 });
  }
  if (votes.length === 1) votes[0].near = family.length;
  else
    for (const vote of votes)
      vote.near = votes.reduce((sum, one) => sum + (distance(vote.rgba, one.rgba, 0) <= SAME ? one.equal : 0), 0);
  return votes.sort((one, other) => other.near - one.near || other.equal - one.equal);
}

/**
 * The colours of words: those that take a greater part in what members differ in than in what they have in common.
 * @param {readonly (readonly Vote[])[]} votes @param {number} members
 */
function findInks(votes, members) {
  /** @type {Map<number, { common: number, own: number, apart: number, most: number, sum: number[] }>} */
  const clusters = new Map();
  let common = 0;
  for (const [most, ...others] of votes) {
    const isCommon = most.near === members;
    if (isCommon) common++;
    for (const { rgba, equal } of isCommon ? [most] : [most, ...others]) {
      if (rgba[3] < HOLE_ALPHA) continue;
      const key = nameColour(rgba);
      const cluster = clusters.get(key) ?? { common: 0, own: 0, apart: 0, most: 0, sum: [0, 0, 0] };
      clusters.set(key, cluster);
      if (isCommon) cluster.common++;
      if (isCommon) continue;
      const apart = distance(rgba, most.rgba, 0);
      cluster.own += equal;
      cluster.apart += equal * apart;
      if (apart > GROUND_TOLERANCE) cluster.most += equal;
      for (let c = 0; c < 3; c++) cluster.sum[c] += equal * rgba[c];
    }
  }
  const all = (votes.length - common) * members;
  const inks = [...clusters.values()].filter((one) => one.most > 0 && one.own / all > one.common / Math.max(1, common));
  const weigh = (/** @type {(typeof inks)[0]} */ { apart, most }) => apart ** 2 / most;
  const heaviest = Math.max(...inks.map(weigh));
  return inks
    .filter((ink) => weigh(ink) >= heaviest * SECOND_INK)
    .map(({ sum, own, apart, most }) => ({
      rgba: Uint8Array.from([...sum.map((value) => value / own), 255]),
      reach: Math.min(MAX_REACH, apart / most / 2),
    }));
}

/**
 * The colour that stands out most of an image's most frequent one, by how much of it there is.
 * @param {Uint8Array} rgba
 */
function findOwnInk(rgba) {
  /** @type {Map<number, { count: number, at: number }>} */
  const counts = new Map();
  for (let at = 0; at < rgba.length; at += 4) {
    const key = rgba[at + 3] < HOLE_ALPHA ? -1 : nameColour(rgba.subarray(at, at + 4));
    const known = counts.get(key) ?? { count: 0, at };
    known.count++;
    counts.set(key, known);
  }
  const ranked = [...counts.values()].sort((one, other) => other.count - one.count);
  const colours = ranked.map(({ count, at }) => ({ count, rgba: rgba.subarray(at, at + 4) }));
  const weigh = (/** @type {(typeof colours)[0]} */ one) => one.count * distance(one.rgba, colours[0].rgba, 0) ** 2;
  return colours.reduce((best, one) => (weigh(one) > weigh(best) ? one : best)).rgba;
}

/** One of 4,096 colours. @param {Uint8Array} rgba */
function nameColour([red, green, blue]) {
  return ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
}

/**
 * Which pixels show an ink in each member.
 * @param {readonly Uint8Array[]} family @param {number} pixels
 * @param {readonly { rgba: Uint8Array, reach: number }[]} inks
 */
function mapInks(family, pixels, inks) {
  return family.map((rgba) =>
    Uint8Array.from({ length: pixels }, (_, pixel) =>
      inks.some((ink) => distance(ink.rgba, rgba, 0, pixel * 4) <= ink.reach) ? 1 : 0,
    ),
  );
}

/**
 * What all members show in an ink's colour and none goes on with: a frame or a corner, where strokes that lie over one
 * another by chance go on in some.
 * @param {readonly Uint8Array[]} inked @param {{ width: number, height: number }} size
 */
function findCommon(inked, { width, height }) {
  const common = new Uint8Array(width * height);
  const all = Float32Array.from(common, (_, pixel) => (inked.every((map) => map[pixel]) ? 1 : 0));
  for (const shape of listShapes(all, { width, height })) {
    const ring = new Set(shape.flatMap((pixel) => listAround(pixel, width)).filter((pixel) => all[pixel] === 0));
    let goesOn = 0;
    for (const pixel of ring) for (const map of inked) goesOn += map[pixel];
    if (goesOn <= ring.size * inked.length * GOES_ON_SHARE) for (const pixel of shape) common[pixel] = 1;
  }
  return common;
}

/**
 * Where words may hide the ground of each member: what shows an ink, and all around it, where letters shade off.
 * @param {readonly Uint8Array[]} inked @param {Uint8Array} common @param {Uint8Array} near what members differ in
 * @param {number} width
 */
function hideWords(inked, common, near, width) {
  return inked.map((map) => {
    const hidden = new Uint8Array(map.length);
    for (const pixel of map.keys()) {
      if (!map[pixel] || common[pixel] || !near[pixel]) continue;
      for (const beside of listAround(pixel, width)) if (!common[beside]) hidden[beside] = 1;
    }
    return hidden;
  });
}

/**
 * Which pixels lie no more than a stroke's half from where members differ.
 * @param {readonly (readonly Vote[])[]} votes @param {number} members @param {number} width
 */
function findNear(votes, members, width) {
  const near = Uint8Array.from(votes, ([most]) => Number(most.near < members));
  for (let step = 0; step < STROKE_PX; step++) {
    const before = near.slice();
    for (const pixel of before.keys()) if (before[pixel]) for (const one of listAround(pixel, width)) near[one] = 1;
  }
  return near;
}

/** A pixel and the eight around it, fewer at an edge. @param {number} pixel @param {number} width */
function listAround(pixel, width) {
  const x = pixel % width;
  return [-1, 0, 1].flatMap((across) =>
    x + across < 0 || x + across >= width ? [] : [-width, 0, width].map((down) => pixel + down + across),
  );
}

/**
 * The pixels settled on, and where there are none the nearest of the row.
 * @param {readonly (Uint8Array | undefined)[]} settled @param {number} width
 */
function fillIn(settled, width) {
  const rgba = new Uint8Array(settled.length * 4);
  for (let pixel = 0; pixel < settled.length; pixel++) {
    const from = pixel - (pixel % width);
    let source = settled[pixel];
    for (let step = 1; !source && step < width; step++)
      source =
        (pixel - step >= from && settled[pixel - step]) ||
        (pixel + step < from + width && settled[pixel + step]) ||
        undefined;
    if (source && source[3] >= HOLE_ALPHA) rgba.set(source, pixel * 4);
  }
  return rgba;
}

/** @param {DecodedImage} decoded @param {Uint8Array} rgba @param {number} tolerance @returns {Ground} */
function describeBackground(decoded, rgba, tolerance) {
  const { width, height } = decoded;
  const own = layFlat(decoded);
  const hole = own.clear.indexOf(1);
  /** @type {Rgb} */
  const behind = hole < 0 ? [255, 255, 255] : colourAt(own.rgb, hole);
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    rgb.set(rgba[pixel * 4 + 3] < HOLE_ALPHA ? behind : rgba.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  return {
    kind: 'shared',
    colour: findMode(rgb, Array(width * height).keys())?.colour ?? behind,
    lines: [],
    rgb,
    rgba,
    tolerance,
    area: { x: 0, y: 0, width, height },
    frame: null,
    strips: [],
    variance: 0,
  };
}
