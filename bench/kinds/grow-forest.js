import { FIRST_LETTER_DIGIT } from '../../lib/images/analyse/forest.js';

/**
 * @import { StoredForest } from '../../lib/images/analyse/forest.js'
 *
 * @typedef {object} Example
 * @property {readonly number[]} values
 * @property {number} label index of its class
 * @property {number} weight
 *
 * @typedef {object} Growth
 * @property {number} trees
 * @property {number} depth max depth
 * @property {number} leafWeight min weight of a leaf
 * @property {number} tries number of features tried per split
 * @property {number} thresholds number of thresholds tried per feature
 * @property {number} seed
 */

/**
 * 150 trees are no better than 60 (76.5 and 76.9 % of 1,631 images), and 52 keep the package within its size limit.
 * @type {Growth}
 */
const DEFAULT_GROWTH = { trees: 52, depth: 20, leafWeight: 0.5, tries: 40, thresholds: 2, seed: 7 };

/**
 * Grows a random forest of extremely randomised trees: each tree from a random sample, each split the best of a few
 * random ones.
 * @param {readonly Example[]} examples
 * @param {readonly string[]} features
 * @param {readonly string[]} classes
 * @param {Growth} [growth]
 * @returns {StoredForest}
 */
export function growForest(examples, features, classes, growth = DEFAULT_GROWTH) {
  const random = randomFrom(growth.seed);
  const trees = [];
  for (let i = 0; i < growth.trees; i++) {
    const sample = examples.map(() => examples[Math.floor(random() * examples.length)]);
    trees.push(growTree(sample, features.length, classes.length, growth, random));
  }
  return { features, classes, trees };
}

/**
 * @param {readonly Example[]} sample
 * @param {number} featureCount
 * @param {number} classCount
 * @param {Growth} growth
 * @param {() => number} random
 */
function growTree(sample, featureCount, classCount, growth, random) {
  /** @type {string[]} */
  const nodes = [];
  const grow = (/** @type {readonly Example[]} */ part, /** @type {number} */ depth) => {
    const split = depth < growth.depth ? findSplit(part, featureCount, classCount, growth, random) : null;
    if (!split) {
      nodes.push(votesOf(part, classCount));
      return;
    }
    const { feature, threshold } = split;
    nodes.push(`${feature}<${String(threshold).replace(/^(-?)0\./, '$1.')}`);
    grow(
      part.filter(({ values }) => values[feature] <= threshold),
      depth + 1,
    );
    grow(
      part.filter(({ values }) => values[feature] > threshold),
      depth + 1,
    );
  };
  grow(sample, 0);
  return nodes.join(' ');
}

/**
 * Returns the best of some random splits of a part by Gini impurity, or null if none improves it.
 * @param {readonly Example[]} part
 * @param {number} featureCount
 * @param {number} classCount
 * @param {Growth} growth
 * @param {() => number} random
 */
function findSplit(part, featureCount, classCount, growth, random) {
  const totals = weightsOf(part, classCount);
  const total = totals.reduce((a, b) => a + b, 0);
  if (total < growth.leafWeight * 2 || totals.some((weight) => weight > total * 0.9999)) return null;
  let best = null;
  let bestScore = totals.reduce((sum, weight) => sum + (weight * weight) / total, 0) + 1e-9;
  const left = new Float64Array(classCount);
  for (let attempt = 0; attempt < growth.tries; attempt++) {
    const feature = Math.floor(random() * featureCount);
    for (let draw = 0; draw < growth.thresholds; draw++) {
      const one = part[Math.floor(random() * part.length)].values[feature];
      const other = part[Math.floor(random() * part.length)].values[feature];
      if (one === other) continue;
      const threshold = Number((one + (other - one) * random()).toPrecision(3));
      left.fill(0);
      let leftTotal = 0;
      for (const { values, label, weight } of part) {
        if (values[feature] > threshold) continue;
        left[label] += weight;
        leftTotal += weight;
      }
      if (leftTotal < growth.leafWeight || total - leftTotal < growth.leafWeight) continue;
      let score = 0;
      for (let c = 0; c < classCount; c++) {
        score += (left[c] * left[c]) / leftTotal + (totals[c] - left[c]) ** 2 / (total - leftTotal);
      }
      if (score > bestScore) {
        bestScore = score;
        best = { feature, threshold };
      }
    }
  }
  return best;
}

/**
 * @param {readonly Example[]} part
 * @param {number} classCount
 */
function weightsOf(part, classCount) {
  const weights = new Array(classCount).fill(0);
  for (const { label, weight } of part) weights[label] += weight;
  return weights;
}

/**
 * Returns the classes in a part with their shares in tenths: `a` is all of the first class, `a7c3` has three tenths of
 * the third.
 * @param {readonly Example[]} part
 * @param {number} classCount
 */
function votesOf(part, classCount) {
  const weights = weightsOf(part, classCount);
  const total = weights.reduce((a, b) => a + b, 0);
  const votes = weights.map((weight, i) => ({ i, tenths: Math.round((10 * weight) / total) }));
  return votes
    .filter(({ tenths }) => tenths > 0)
    .map(({ i, tenths }) => (i + FIRST_LETTER_DIGIT).toString(36) + (tenths === 10 ? '' : tenths))
    .join('');
}

/**
 * Returns a small repeatable generator of numbers from 0 to 1 (mulberry32).
 * @param {number} seed
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
