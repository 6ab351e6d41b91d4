import { readPacked } from '../../base/packed-file.js';
import { askForest, joinColumns, readForest } from './forest.js';

/**
 * @import { ImageKind } from '../types.ts'
 * @import { ImageUsage } from '../../site/types.ts'
 * @import { Measurements } from './measure-image.js'
 * @import { Forest } from './forest.js'
 *
 * @typedef {object} Verdict
 * @property {ImageKind} kind
 * @property {number} confidence 0 to 1; 1 if the pixels decide the kind exactly
 */

const GROWN = readForest(joinColumns(JSON.parse(String(readPacked(new URL('./kinds.json.br', import.meta.url))))));

/** Max difference of a line to a gradient, in levels. Lines this close are invisible on a page. */
const MAX_LINE_ERROR = 2;
/** Below this share of votes the kind stays unknown. */
const MIN_CONFIDENCE = 0.2;

/**
 * Classifies an image: by exact checks if the pixels decide, otherwise by the votes of trees that were trained on
 * labelled images.
 * @param {Measurements} measurements
 * @param {readonly ImageUsage[]} [usages]
 * @param {Forest} [forest]
 * @returns {Verdict}
 */
export function classifyImage(measurements, usages = [], forest = GROWN) {
  const certain = classifyExactly(measurements, usages);
  if (certain) return { kind: certain, confidence: 1 };
  const votes = weighUsage(weighSize(askForest(forest, measurements.features), measurements), measurements, usages);
  let best = 'unknown';
  let most = 0;
  let total = 0;
  for (const [kind, vote] of Object.entries(votes)) {
    total += vote;
    if (vote > most) {
      most = vote;
      best = kind;
    }
  }
  const confidence = Math.round((most / total) * 100) / 100;
  if (confidence < MIN_CONFIDENCE) return { kind: 'unknown', confidence };
  return {
    kind: best === 'background' ? surfaceOf(measurements.features) : /** @type {ImageKind} */ (best),
    confidence,
  };
}

/**
 * Returns the kind of an image that exact pixel checks decide, null if they do not.
 * @param {Measurements} measurements
 * @param {readonly ImageUsage[]} [usages]
 * @returns {ImageKind | null}
 */
export function classifyExactly({ width, height, count, paint, moves }, usages = []) {
  if (moves) return 'animation';
  if (count.transparency === 'full') return 'spacer';
  if (!paint) return null;
  const long = Math.max(width, height);
  const short = Math.min(width, height);
  const thin = (short <= 4 && long >= short * 8) || (short <= 12 && long >= short * 50);
  if (paint.kind === 'solid') {
    if (thin && long > 8) return 'rule';
    return isMark(width, height) && usages.some((usage) => usage.inList || usage.timesOnPage > 3) ? 'bullet' : 'solid';
  }
  if (thin && runsAlong(paint, width > height ? 'y' : 'x', short)) return 'rule';
  return paint.kind === 'linear' ? 'gradient' : 'tile';
}

/**
 * Returns true if the colours of a thin image change only across it, as those of a bevelled line, or fade along a
 * hairline.
 * @param {NonNullable<Measurements['paint']>} paint
 * @param {'x' | 'y'} across
 * @param {number} thickness
 */
function runsAlong(paint, across, thickness) {
  if (paint.kind === 'linear') {
    if (thickness === 1) return true;
    const fits = thickness === 2 ? paint.angleDegrees % 90 === 0 : paint.angleDegrees === (across === 'y' ? 180 : 90);
    return fits && paint.maxError <= MAX_LINE_ERROR;
  }
  return paint.kind !== 'solid' && paint.axis === across;
}

/**
 * @param {number} width
 * @param {number} height
 */
function isMark(width, height) {
  return width >= 3 && width <= 20 && height >= 3 && height <= 20;
}

/**
 * Lowers the votes for kinds that images of this size and content hardly ever have.
 * @param {Record<string, number>} votes
 * @param {Measurements} measurements
 */
function weighSize(votes, { width, height, count, features }) {
  const long = Math.max(width, height);
  const aspect = long / Math.min(width, height);
  const slender = Math.abs(features.figureAspect) > Math.LN2;
  /** @type {Record<string, boolean>} */
  const unlikely = {
    bullet: long > 40 || aspect > 2.5 || slender,
    arrow: long > 100 || aspect > 3,
    icon: long > 240 || aspect > 5,
    photo: count.colours < 8 || long < 24,
    chart: long < 60,
    text: features.textScore === 0,
    'text-and-graphic': features.textScore === 0,
  };
  return Object.fromEntries(Object.entries(votes).map(([kind, vote]) => [kind, unlikely[kind] ? vote * 0.3 : vote]));
}

/**
 * Adjusts the votes by the way pages use the image.
 * @param {Record<string, number>} votes
 * @param {Measurements} measurements
 * @param {readonly ImageUsage[]} usages
 */
function weighUsage(votes, { width, height }, usages) {
  if (usages.length === 0) return votes;
  const share = (/** @type {(usage: ImageUsage) => boolean} */ test) => usages.filter(test).length / usages.length;
  const behind = share((usage) => usage.role === 'background');
  const small = Math.max(width, height) <= 24;
  const listed = small ? share((usage) => usage.inList || usage.timesOnPage > 3) : 0;
  const heading = share((usage) => usage.inHeading);
  /** @type {Record<string, number>} */
  const factors = {
    background: 1 + behind,
    bullet: (1 + listed) * (1 - behind * 0.3),
    text: (1 + heading * 0.4) * (1 - behind * 0.3),
    photo: 1 - behind * 0.3,
  };
  return Object.fromEntries(Object.entries(votes).map(([kind, vote]) => [kind, vote * (factors[kind] ?? 1)]));
}

/**
 * Returns the kind of a surface without an exact equivalent: an even gradient from side to side, or a pattern.
 * @param {Readonly<Record<string, number>>} features
 * @returns {ImageKind}
 */
function surfaceOf(features) {
  return features.stepSharp < 0.005 && features.blocksBetween > features.blocksWithin ? 'gradient' : 'tile';
}
