/*
 * SSIMULACRA 2, a metric of Jon Sneyers (Cloudinary), as the library of JPEG XL defines it: a score of the similarity
 * of two images. Of its 108 weights those below a hundredth are left out: they change no score by a tenth, and most of
 * the work is on them. The values of the original are kept, because several new forms are compared with it.
 */
/** @import { Opaque } from './xyb.js' */

import { blurRows, REACH } from './blur.js';
import { channelsOf, lightAt } from './xyb.js';

/**
 * Weights of a difference in one channel at one scale: `structure`, `ringing` (a new edge) and `blur` (a lost edge) as
 * `[of the mean, of the fourth root of the mean of fourth powers]`.
 * @typedef {{ readonly scale: number, readonly channel: 'x' | 'y' | 'b', readonly structure?: readonly [number,
 *   number], readonly ringing?: readonly [number, number], readonly blur?: readonly [number, number] }} Weight
 */

/**
 * The published weights, fitted to ratings by people.
 * @type {readonly Weight[]}
 */
const WEIGHTS = [
  { scale: 0, channel: 'y', structure: [0, 7.466890328078848], blur: [0, 17.445833984131262] },
  { scale: 1, channel: 'x', structure: [0, 1.1041726426657346] },
  { scale: 1, channel: 'y', structure: [0, 6.683678146179332], blur: [0, 1.027889937768264] },
  { scale: 2, channel: 'x', structure: [0, 1.8422455520539298], ringing: [0, 11.441172603757666] },
  { scale: 2, channel: 'y', structure: [225.20515300849274, 19.213238186143016] },
  { scale: 3, channel: 'x', structure: [0, 1.8787594979546387], ringing: [0, 10.94906990605142] },
  { scale: 3, channel: 'y', structure: [176.39317598450694, 24.43300999870476], ringing: [0, 0.28520802612117757] },
  { scale: 3, channel: 'b', structure: [0, 8.826982764996862], ringing: [0, 23.19243343998926] },
  { scale: 4, channel: 'x', ringing: [0.9677937080626833, 0.9981766977854967] },
  { scale: 4, channel: 'y', structure: [0, 34.77906344483772], ringing: [0, 44.835625328877896] },
  {
    scale: 4,
    channel: 'b',
    structure: [95.1080498811086, 0],
    ringing: [0.9863978034400682, 171.2667255897307],
    blur: [0.9834382792465353, 0.9807858872435379],
  },
];

const SCALES = Math.max(...WEIGHTS.map(({ scale }) => scale)) + 1;

/** Keeps the quotient of two variances defined if nothing varies. */
const STEADY = 0.0009;

/**
 * A channel at one scale with the mean around each pixel and that of its square.
 * @typedef {object} Plane
 * @property {number} width
 * @property {number} height
 * @property {number} every distance of the rows that are compared
 * @property {Float32Array} values
 * @property {Float32Array} means
 * @property {Float32Array} squares
 */

/**
 * Creates a function that scores new forms of an image: 100 is the same, 90 is indistinguishable next to each other, 70
 * is good.
 * @param {Opaque} original
 * @returns {(form: Opaque) => number}
 */
export function openScore(original) {
  const known = listPlanes(original);
  const doubt = known.some(({ every }) => every > 1) ? DOUBT : 0;
  return (form) => {
    const differences = listChannels(form).map(({ weight, values }, index) =>
      weigh(measureDifference(known[index], values), weight),
    );
    const score = scoreOf(differences.reduce((sum, one) => sum + one, 0));
    return score === 100 ? score : score - doubt;
  };
}

/**
 * In planes with a multiple of this many pixels only some rows are compared, because neighbours are nearly the same.
 */
const ROWS_PIXELS = 250_000;
/** Max distance of compared rows. Up to it a blurred row contains the content between it and the next one. */
const MAX_EVERY = 4;
/**
 * Max excess of a score that compares only some rows over the score of all rows.
 */
const DOUBT = 0.1;

/** Returns the distance of the rows of a plane that are compared. @param {number} width @param {number} height */
function distanceFor(width, height) {
  return Math.min(MAX_EVERY, Math.max(1, Math.round((width * height) / ROWS_PIXELS)));
}

/** @param {Opaque} picture */
function listChannels(picture) {
  const scales = lightAt(picture, SCALES);
  const byScale = Map.groupBy(WEIGHTS, ({ scale }) => scale);
  return [...byScale].flatMap(([scale, weights]) => {
    const light = scales[scale];
    if (!light) return [];
    const planes = channelsOf(
      light,
      weights.map(({ channel }) => channel),
    );
    const { width, height } = light;
    const every = distanceFor(width, height);
    return weights.map((weight) => ({
      ...{ weight, width, height, every },
      values: /** @type {Float32Array} */ (planes[weight.channel]),
    }));
  });
}

/** @param {Opaque} picture @returns {Plane[]} */
function listPlanes(picture) {
  return listChannels(picture).map(({ width, height, every, values }) => {
    const count = Math.ceil(height / every) * width;
    const [means, squares] = [new Float32Array(count), new Float32Array(count)];
    blurRows(
      { width, height, every },
      2,
      (y, [own, squared]) => {
        for (let x = 0, i = y * width; x < width; x++, i++) {
          own[x + REACH] = values[i];
          squared[x + REACH] = values[i] * values[i];
        }
      },
      (y, blurred) => {
        means.set(blurred.subarray(0, width), (y / every) * width);
        squares.set(blurred.subarray(width), (y / every) * width);
      },
    );
    return { width, height, every, values, means, squares };
  });
}

/**
 * @typedef {{ structure: [number, number], ringing: [number, number], blur: [number, number] }} Difference
 */

/**
 * @param {Plane} plane
 * @param {Float32Array} values of the new form
 * @returns {Difference}
 */
function measureDifference(plane, values) {
  const { width, means, values: known } = plane;
  const sums = new Float64Array(6);
  const fill = (/** @type {number} */ y, /** @type {readonly Float32Array[]} */ [own, squared, product]) => {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const value = values[i];
      own[x + REACH] = value;
      squared[x + REACH] = value * value;
      product[x + REACH] = value * known[i];
    }
  };
  blurRows(plane, 3, fill, (y, blurred) => addRow(sums, plane, values, y, blurred));
  const norms = (/** @type {number} */ at) =>
    /** @type {[number, number]} */ ([sums[at] / means.length, (sums[at + 1] / means.length) ** 0.25]);
  return { structure: norms(0), ringing: norms(2), blur: norms(4) };
}

/**
 * Adds the differences of one row and their fourth powers.
 * @param {Float64Array} sums of structure, ringing and blur
 * @param {Plane} plane
 * @param {Float32Array} values of the new form
 * @param {number} y
 * @param {Float32Array} blurred a row of their means, of the means of their squares, and of the means of their products
 *   with the original
 */
function addRow(sums, { width, every, values: known, means, squares }, values, y, blurred) {
  let structure = 0;
  let structure4 = 0;
  let ringing = 0;
  let ringing4 = 0;
  let blur = 0;
  let blur4 = 0;
  for (let x = 0, i = y * width, at = (y / every) * width; x < width; x++, i++, at++) {
    const mean = means[at];
    const newMean = blurred[x];
    const apart = mean - newMean;
    const together = 2 * (blurred[x + 2 * width] - mean * newMean) + STEADY;
    const alone = squares[at] - mean * mean + (blurred[x + width] - newMean * newMean) + STEADY;
    const lost = 1 - ((1 - apart * apart) * together) / alone;
    if (lost > 0) {
      structure += lost;
      structure4 += lost * lost * (lost * lost);
    }
    const edge = (1 + Math.abs(values[i] - newMean)) / (1 + Math.abs(known[i] - mean)) - 1;
    const fourth = edge * edge * (edge * edge);
    if (edge > 0) {
      ringing += edge;
      ringing4 += fourth;
    } else {
      blur -= edge;
      blur4 += fourth;
    }
  }
  [structure, structure4, ringing, ringing4, blur, blur4].forEach((sum, at) => {
    sums[at] += sum;
  });
}

/** @param {Difference} difference @param {Weight} weight */
function weigh(difference, { structure, ringing, blur }) {
  const counted = (
    /** @type {[number, number]} */ norms,
    /** @type {readonly [number, number] | undefined} */ weights,
  ) => (weights ? norms[0] * weights[0] + norms[1] * weights[1] : 0);
  return (
    counted(difference.structure, structure) + counted(difference.ringing, ringing) + counted(difference.blur, blur)
  );
}

/**
 * Converts the weighted sum to a score, by the curve that was fitted to ratings by people.
 * @param {number} sum
 */
function scoreOf(sum) {
  const error = sum * 0.9562382616834844;
  const bent = 2.326765642916932 * error - 0.020884521182843837 * error ** 2 + 6.248496625763138e-5 * error ** 3;
  return bent > 0 ? 100 - 10 * bent ** 0.6276336467831387 : 100;
}
