import { alignSequences } from './diff.js';

/** @import { Rendering } from '../browser/render.js' */
/** @import { SeenElement } from '../browser/read.js' */
/** @import { Box, Difference } from './types.js' */

/** Half a pixel. Smaller differences are rendered on the same pixel. */
const TOLERANCE = 0.5;

/**
 * Line breaks draw nothing. In quirks mode, one after an image has no height, and one after text has that of its font.
 */
const BREAKS = new Set(['br', 'wbr']);

/**
 * Compares the boxes of all elements that both renderings contain, and of every replaced image and its replacement.
 * Elements are identified by their kind and position, so pages need no marks.
 * @param {Rendering} before
 * @param {Rendering} after
 * @returns {Difference[]}
 */
export function compareGeometry(before, after) {
  const first = before.seen.elements;
  const second = after.seen.elements;
  const { pairs, gaps } = alignSequences(
    first.map(({ mark }) => mark),
    second.map(({ mark }) => mark),
  );
  const found = pairs.flatMap(([x, y]) => compareBoxes(first[x], second[y], 'moved'));
  const replaced = gaps.flatMap((gap) =>
    pairReplaced(
      gap.before.map((at) => first[at]),
      gap.after.map((at) => second[at]).filter((one) => !isStandIn(one)),
    ),
  );
  return [...found, ...replaced.flatMap(([x, y]) => compareBoxes(x, y, 'replacement-moved'))].map((difference) => ({
    ...difference,
    view: before.view.name,
  }));
}

/**
 * Pairs the elements of a gap: those of one kind in the same place, then those of one kind in their order, then each
 * image with the nearest new element.
 * @param {SeenElement[]} before
 * @param {SeenElement[]} after
 * @returns {[SeenElement, SeenElement][]}
 */
function pairReplaced(before, after) {
  const inPlace = pairBy(before, after, ({ tag, box }) => `${tag} ${box}`);
  const inOrder = inPlace.rest.map((rest) => pairBy(rest.before, rest.after, ({ tag }) => tag));
  const nearest = inOrder.flatMap(({ rest }) => rest).flatMap((rest) => pairNearest(rest.before, rest.after));
  return [...inPlace.paired, ...inOrder.flatMap(({ paired }) => paired), ...nearest];
}

/**
 * @param {SeenElement[]} before @param {SeenElement[]} after @param {(element: SeenElement) => string} name
 * @returns {{ paired: [SeenElement, SeenElement][], rest: { before: SeenElement[], after: SeenElement[] }[] }}
 */
function pairBy(before, after, name) {
  const { pairs, gaps } = alignSequences(before.map(name), after.map(name));
  return {
    paired: pairs.map(([x, y]) => [before[x], after[y]]),
    rest: gaps.map((gap) => ({ before: gap.before.map((at) => before[at]), after: gap.after.map((at) => after[at]) })),
  };
}

/** @param {SeenElement[]} before @param {SeenElement[]} after */
function pairNearest(before, after) {
  const newcomers = new Set(after);
  /** @type {[SeenElement, SeenElement][]} */
  const paired = [];
  for (const picture of before.filter(isPicture)) {
    const nearest = findNearest(picture.box, [...newcomers]);
    if (nearest) {
      paired.push([picture, nearest]);
      newcomers.delete(nearest);
    }
  }
  return paired;
}

/** Returns true for an image without a file, which only scripts see. @param {SeenElement} element */
function isStandIn({ tag, shows, box: [, , width, height] }) {
  return tag === 'img' && shows.length === 0 && width === 0 && height === 0;
}

/** @param {SeenElement} element */
function isPicture({ shows, box: [, , width, height] }) {
  return shows.length > 0 && width > 0 && height > 0;
}

/** @param {Box} box @param {SeenElement[]} candidates */
function findNearest(box, candidates) {
  const visible = candidates.filter((candidate) => candidate.box[2] > 0 && candidate.box[3] > 0);
  const ranked = visible.map((candidate) => ({ candidate, shift: measureShift(box, candidate.box) }));
  return ranked.sort((a, b) => a.shift - b.shift)[0]?.candidate ?? null;
}

/** @param {Box} box @returns {Box} */
function sizeOf([, , width, height]) {
  return [0, 0, width, height];
}

/** @param {Box} a @param {Box} b */
function measureShift(a, b) {
  return Math.max(...a.map((value, side) => Math.abs(value - b[side])));
}

/**
 * @param {SeenElement} before @param {SeenElement} after @param {string} kind
 * @returns {Omit<Difference, 'view'>[]}
 */
function compareBoxes(before, after, kind) {
  if (BREAKS.has(before.tag) || measureShift(before.box, after.box) < TOLERANCE) return [];
  const show = (/** @type {Box} */ [x, y, width, height]) => `${width} × ${height} at ${x}, ${y}`;
  const message = `<${before.tag}> ${before.text} is ${show(after.box)} instead of ${show(before.box)}`;
  const isResized = kind === 'moved' && measureShift(sizeOf(before.box), sizeOf(after.box)) >= TOLERANCE;
  return [{ depth: 'geometry', kind: isResized ? 'resized' : kind, message, box: before.box }];
}
