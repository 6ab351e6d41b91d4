/** @import { Edit } from '../types.ts' */

/**
 * Returns a source with its edits made. Everything between them stays unchanged. What two edits write in place of the
 * same range is written once.
 * @param {string} source
 * @param {readonly Edit[]} edits in any order, without overlaps
 */
export function applyEdits(source, edits) {
  const ordered = edits.toSorted(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end || orderAtOnePlace(a, b),
  );
  let text = '';
  let at = 0;
  /** @type {Set<string>} */
  const made = new Set();
  for (const { range, text: replacement, isShared } of ordered) {
    const name = `${range.start} ${range.end} ${replacement}`;
    const isOnce = isShared || range.end > range.start;
    if (isOnce && made.has(name)) continue;
    made.add(name);
    if (range.start < at) throw new Error(`edits overlap at ${range.start}: two accepted changes write the same place`);
    text += source.slice(at, range.start) + replacement;
    at = range.end;
  }
  return text + source.slice(at);
}

/**
 * Orders texts inserted at one position: closing ones come first, the inner before the outer, then opening ones, the
 * outer before the inner.
 * @param {Edit} a @param {Edit} b
 */
function orderAtOnePlace(a, b) {
  const [first, second] = [a, b].map(({ range, place = range }) => ({ ...place, closes: place.start < range.start }));
  if (first.closes !== second.closes) return first.closes ? -1 : 1;
  return first.closes ? second.start - first.start : second.end - first.end;
}

/**
 * Returns edits without those that are inside of, or overlap, the range of a stronger edit.
 * @param {readonly Edit[]} edits
 * @param {readonly Edit[]} stronger
 */
export function withoutOverlaps(edits, stronger) {
  const taken = stronger
    .map(({ range, place = range }) => place)
    .filter(({ start, end }) => end > start)
    .toSorted((a, b) => a.start - b.start);
  return edits.filter(({ range, place = range }) => {
    let low = 0;
    let high = taken.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (taken[middle].end > place.start) high = middle;
      else low = middle + 1;
    }
    const next = taken[low];
    return !next || next.start >= Math.max(place.end, place.start + 1);
  });
}
