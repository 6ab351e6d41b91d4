/** @import { Line, Marks } from './types.ts' */

/** Coverage of the faintest dot. */
const INKED = 0.15;
/** How far above a line its accents may stand, in shares of its height. */
const REACH = 0.4;
/** Share of the fullest row's ink below which a row holds marks rather than letters. */
const SPARSE = 0.15;
const CAPITALS = /^[A-Z0-9 &'",.:;!?-]+$/;
/** Capitals lower than this, of type under some 14 pixels, leave too little of an accent to be told from none. */
const LEAST_CAPITALS_PX = 10;
/** Ink over an `i` beside its dot, in dots: half of one more is a difference of faces. */
const MOST_DOTS = 0.6;

/**
 * Why capitals may carry accents that were not read: ink stands above them, in rows of its own; null where none does.
 * @param {Float32Array} coverage
 * @param {number} width
 * @param {readonly Line[]} lines
 * @param {readonly { text: string }[]} texts
 */
export function findMarkDoubt(coverage, width, lines, texts) {
  for (const [index, { box }] of lines.entries()) {
    // Small letters and brackets rise above one another anyway; accents that were read explain themselves.
    if (!CAPITALS.test(texts[index].text)) continue;
    const from = lines.length === 1 ? Math.max(0, box.y - Math.ceil(box.height * REACH)) : box.y;
    const all = Array.from({ length: box.y + box.height - from }, (_, row) =>
      Array.from({ length: box.width }, (_, x) => coverage[(from + row) * width + box.x + x] > INKED),
    );
    const rows = all.slice(all.findIndex((row) => row.includes(true)));
    const counts = rows.map((row) => row.filter(Boolean).length);
    const most = Math.max(...counts);
    const top = counts.findIndex((count) => count >= most * SPARSE);
    const isDetached = top === 1 && rows[0].every((inked, x) => !inked || !rows[1][x]);
    if (top >= 2 || isDetached) return 'something stands above its capitals';
  }
  return null;
}

/** Ink where an accent would stand, in accents: a third of one may be the letter's own serifs. */
const MOST_MARKS = 0.4;

/**
 * Why an `i` may have two dots, or a letter an accent that was not read; null where none has.
 * @param {Marks} found @param {boolean} isExact whether the face is the one seen, which leaves no room for another dot
 */
export function findDotDoubt({ dots, marks }, isExact) {
  if (marks > MOST_MARKS) return 'something stands above or below one of its letters';
  return dots > MOST_DOTS && !isExact ? 'there is more than a dot over one of its “i”' : null;
}

/**
 * Why capitals may carry accents that no reading shows: they are too small; null where none are.
 * @param {readonly Line[]} lines @param {readonly { text: string }[]} texts
 */
export function findSmallCapitals(lines, texts) {
  const isSmall = lines.some(({ box }, index) => box.height < LEAST_CAPITALS_PX && CAPITALS.test(texts[index].text));
  return isSmall ? 'its capitals are too small to tell whether they carry accents' : null;
}
