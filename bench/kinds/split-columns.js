/** @import { ForestColumns, StoredForest } from '../../lib/images/analyse/forest.js' */

/** Writes a forest by columns, as `joinColumns` reads it. @param {StoredForest} forest @returns {ForestColumns} */
export function splitColumns({ features, classes, trees }) {
  const nodes = trees.map((tree) => tree.split(' '));
  const splits = nodes
    .flat()
    .filter((node) => node.includes('<'))
    .map((node) => node.split('<'));
  return {
    features,
    classes,
    shapes: nodes.map((tree) => tree.map((node) => (node.includes('<') ? '<' : '.')).join('')),
    asked: splits.map(([feature]) => Number(feature)),
    thresholds: features.map((_, at) => splits.flatMap(([feature, value]) => (+feature === at ? value : [])).join(' ')),
    votes: nodes
      .flat()
      .filter((node) => !node.includes('<'))
      .join(' '),
  };
}
