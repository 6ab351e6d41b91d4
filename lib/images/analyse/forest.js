/**
 * @typedef {object} StoredForest
 * @property {readonly string[]} features names in the order in which the trees count them
 * @property {readonly string[]} classes
 * @property {readonly string[]} trees nodes from the root, with values up to the threshold first: `feature<threshold`,
 *   or a leaf with letters for classes and their votes in tenths (`a7c3`; a single `a` gives all ten to the first
 *   class)
 *
 * @typedef {{ feature: number, threshold: number, low: Tree, high: Tree } | { votes: readonly [number, number][] }}
 *   Tree
 * @typedef {{ features: readonly string[], classes: readonly string[], trees: readonly Tree[] }} Forest
 */

/**
 * A forest by columns, which compress better than rows.
 * @typedef {object} ForestColumns
 * @property {readonly string[]} features
 * @property {readonly string[]} classes
 * @property {readonly string[]} shapes of each tree, from the root: `<` a node, `.` a leaf
 * @property {readonly number[]} asked the feature of each node
 * @property {readonly string[]} thresholds of each feature, in the order of the nodes
 * @property {string} votes of each leaf
 *
 * @param {ForestColumns} columns @returns {StoredForest}
 */
export function joinColumns({ features, classes, shapes, asked, thresholds, votes }) {
  const leaves = votes.split(' ').values();
  const nodes = asked.values();
  const byFeature = thresholds.map((list) => list.split(' ').values());
  const read = (/** @type {string} */ mark) => {
    if (mark === '.') return leaves.next().value;
    const feature = /** @type {number} */ (nodes.next().value);
    return `${feature}<${byFeature[feature].next().value}`;
  };
  return { features, classes, trees: shapes.map((shape) => [...shape].map(read).join(' ')) };
}

/** Value of the digit `a` in base 36, which stands for the first class. */
export const FIRST_LETTER_DIGIT = 10;

/**
 * Parses the trees of a stored forest.
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
    if (!node.includes('<')) return { votes: readVotes(node) };
    const [feature, threshold] = node.split('<').map(Number);
    return { feature, threshold, low: read(), high: read() };
  };
  return read();
}

/**
 * @param {string} leaf
 * @returns {[number, number][]} class and its share
 */
function readVotes(leaf) {
  const votes = [...leaf.matchAll(/([a-z])(\d?)/g)].map(([, letter, tenths]) => ({
    kind: Number.parseInt(letter, 36) - FIRST_LETTER_DIGIT,
    tenths: Number(tenths || 10),
  }));
  const total = votes.reduce((sum, { tenths }) => sum + tenths, 0);
  return votes.map(({ kind, tenths }) => [kind, tenths / total]);
}

/**
 * Returns the share of each class that the trees give to a set of features.
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
    for (const [kind, share] of node.votes) shares[kind] += share / forest.trees.length;
  }
  return Object.fromEntries(forest.classes.map((name, i) => [name, shares[i]]));
}
