/**
 * @typedef {object} StoredForest
 * @property {readonly string[]} features names, in the order that the trees count them
 * @property {readonly string[]} classes
 * @property {readonly string[]} trees nodes from the root, what is at most the threshold first: `feature<threshold`, or
 *   a leaf `class:hundredths,…`
 *
 * @typedef {{ feature: number, threshold: number, low: Tree, high: Tree } | { votes: readonly [number, number][] }}
 *   Tree
 * @typedef {{ features: readonly string[], classes: readonly string[], trees: readonly Tree[] }} Forest
 */

/**
 * Reads the trees of a stored forest.
 * @param {StoredForest} stored
 * @returns {Forest}
 */
export function readForest({ features, classes, trees }) {
  return { features, classes, trees: trees.map(readTree) };
}

/** @param {string} stored */
function readTree(stored) {
  const nodes = stored.split(' ');
  let at = 0;
  /** @returns {Tree} */
  const read = () => {
    const node = nodes[at++];
    if (node.includes(':')) {
      return { votes: node.split(',').map((vote) => /** @type {[number, number]} */ (vote.split(':').map(Number))) };
    }
    const [feature, threshold] = node.split('<').map(Number);
    return { feature, threshold, low: read(), high: read() };
  };
  return read();
}

/**
 * The share of each class that the trees give to a set of features.
 * @param {Forest} forest
 * @param {Readonly<Record<string, number>>} features
 * @returns {Record<string, number>}
 */
export function askForest(forest, features) {
  const values = forest.features.map((name) => features[name]);
  const shares = forest.classes.map(() => 0);
  for (const tree of forest.trees) {
    let node = tree;
    while ('feature' in node) node = values[node.feature] <= node.threshold ? node.low : node.high;
    for (const [kind, hundredths] of node.votes) shares[kind] += hundredths / (100 * forest.trees.length);
  }
  return Object.fromEntries(forest.classes.map((name, i) => [name, shares[i]]));
}
