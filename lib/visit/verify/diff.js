/**
 * @typedef {object} Gap the difference between two common items of both sequences
 * @property {number[]} before positions in the first sequence
 * @property {number[]} after positions in the second
 */

const MAX_EDITS = 1500;

/**
 * Aligns two sequences of strings: pairs of equal items in order, and the gaps between them.
 * @param {readonly string[]} before @param {readonly string[]} after
 * @returns {{ pairs: [number, number][], gaps: Gap[] }}
 */
export function alignSequences(before, after) {
  const common = intersect(new Set(before), new Set(after));
  const left = listPositions(before, common);
  const right = listPositions(after, common);
  const pairs = splitAtAnchors(before, after, left, right);
  return { pairs, gaps: listGaps(pairs, before.length, after.length) };
}

/** @param {Set<string>} a @param {Set<string>} b */
function intersect(a, b) {
  return new Set([...a].filter((item) => b.has(item)));
}

/** @param {readonly string[]} items @param {Set<string>} wanted */
function listPositions(items, wanted) {
  return items.flatMap((item, index) => (wanted.has(item) ? [index] : []));
}

/**
 * Patience diff: items that occur once in both sequences anchor the rest, which keeps the search between them short.
 * @param {readonly string[]} before @param {readonly string[]} after
 * @param {number[]} left @param {number[]} right positions still to be paired
 * @returns {[number, number][]}
 */
function splitAtAnchors(before, after, left, right) {
  const anchors = findAnchors(before, after, left, right);
  /** @type {[number, number][]} */
  const pairs = [];
  let fromLeft = 0;
  let fromRight = 0;
  for (const [leftAt, rightAt] of [...anchors, [left.length, right.length]]) {
    pairs.push(...pairShortest(before, after, left.slice(fromLeft, leftAt), right.slice(fromRight, rightAt)));
    if (leftAt < left.length) pairs.push([left[leftAt], right[rightAt]]);
    fromLeft = leftAt + 1;
    fromRight = rightAt + 1;
  }
  return pairs;
}

/**
 * @param {readonly string[]} before @param {readonly string[]} after @param {number[]} left @param {number[]} right
 * @returns {[number, number][]} positions in `left` and `right`, both increasing
 */
function findAnchors(before, after, left, right) {
  const places = indexSingles(right.map((at) => after[at]));
  const singles = indexSingles(left.map((at) => before[at]));
  /** @type {[number, number][]} */
  const candidates = [];
  for (const [item, at] of singles) {
    const other = places.get(item);
    if (at >= 0 && other !== undefined && other >= 0) candidates.push([at, other]);
  }
  return keepGrowing(candidates.sort((a, b) => a[0] - b[0]));
}

/** @param {string[]} items @returns {Map<string, number>} -1 for items that stand more than once */
function indexSingles(items) {
  const found = new Map();
  items.forEach((item, index) => {
    found.set(item, found.has(item) ? -1 : index);
  });
  return found;
}

/** Keeps the longest run of pairs whose second numbers also increase. @param {[number, number][]} pairs */
function keepGrowing(pairs) {
  /** @type {number[]} */
  const tails = [];
  const previous = pairs.map((pair, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]][1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    tails[low] = index;
    return low > 0 ? tails[low - 1] : -1;
  });
  const kept = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]) kept.push(pairs[at]);
  return kept.reverse();
}

/**
 * Finds Myers' shortest edit script. Falls back to pairs at equal distance from the start if it would take too long.
 * @param {readonly string[]} before @param {readonly string[]} after @param {number[]} left @param {number[]} right
 * @returns {[number, number][]}
 */
function pairShortest(before, after, left, right) {
  let head = 0;
  const shorter = Math.min(left.length, right.length);
  const isSame = (/** @type {number} */ x, /** @type {number} */ y) => before[left[x]] === after[right[y]];
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(left.length - 1 - tail, right.length - 1 - tail)) tail += 1;
  const width = left.length - head - tail;
  const height = right.length - head - tail;
  const middle = searchPath(width, height, (x, y) => isSame(head + x, head + y));
  const ends = Array.from({ length: tail }, (_, k) => [left.length - tail + k, right.length - tail + k]);
  const starts = Array.from({ length: head }, (_, k) => [k, k]);
  const all = [...starts, ...middle.map(([x, y]) => [head + x, head + y]), ...ends];
  return all.map(([x, y]) => [left[x], right[y]]);
}

/**
 * @param {number} width @param {number} height @param {(x: number, y: number) => boolean} isSame
 * @returns {[number, number][]}
 */
function searchPath(width, height, isSame) {
  if (width === 0 || height === 0) return [];
  const most = Math.min(width + height, MAX_EDITS);
  /** @type {Int32Array[]} */
  const trace = [];
  let reach = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice());
    const next = reach;
    for (let k = -edits; k <= edits; k += 2) {
      const at = k + most + 1;
      const isDown = k === -edits || (k !== edits && reach[at - 1] < reach[at + 1]);
      let x = isDown ? reach[at + 1] : reach[at - 1] + 1;
      while (x < width && x - k < height && isSame(x, x - k)) x += 1;
      next[at] = x;
      if (x >= width && x - k >= height) return walkBack(trace, most, edits, width, height);
    }
    reach = next;
  }
  return Array.from({ length: Math.min(width, height) }, (_, k) => k).flatMap((k) => (isSame(k, k) ? [[k, k]] : []));
}

/**
 * @param {Int32Array[]} trace @param {number} most @param {number} edits @param {number} width @param {number} height
 * @returns {[number, number][]}
 */
function walkBack(trace, most, edits, width, height) {
  /** @type {[number, number][]} */
  const pairs = [];
  let x = width;
  let y = height;
  for (let step = edits; step >= 0; step -= 1) {
    const reach = trace[step];
    const k = x - y;
    const at = k + most + 1;
    const isDown = k === -step || (k !== step && reach[at - 1] < reach[at + 1]);
    const fromX = isDown ? reach[at + 1] : reach[at - 1];
    const fromY = fromX - (isDown ? k + 1 : k - 1);
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      if (step > 0 && x === (isDown ? fromX : fromX + 1)) break;
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

/** @param {[number, number][]} pairs @param {number} beforeLength @param {number} afterLength @returns {Gap[]} */
function listGaps(pairs, beforeLength, afterLength) {
  /** @type {Gap[]} */
  const gaps = [];
  let x = 0;
  let y = 0;
  for (const [nextX, nextY] of [...pairs, [beforeLength, afterLength]]) {
    if (nextX > x || nextY > y) gaps.push({ before: countUp(x, nextX), after: countUp(y, nextY) });
    x = nextX + 1;
    y = nextY + 1;
  }
  return gaps;
}

/** @param {number} from @param {number} to */
function countUp(from, to) {
  return Array.from({ length: to - from }, (_, k) => from + k);
}
