/** Max characters that engines read in a drawing before or after a text: up to 2 on the 1 of 26 sites with such. */
const DRAWN = 3;
/** Min letters of a text next to a drawing. Shorter ones are parts of many misreadings. Chosen. */
const MIN_LETTERS = 4;
const WORD = /[\p{L}\p{N}]/u;
/** Characters as which engines also read letters and digits. */
const LETTER_LIKE = /[\p{L}\p{N}|!¡[\](){}/\\$€£&@]/u;

/**
 * Returns the words at the end, or else at the start, that two readings have in common, if they differ in a few signs
 * next to them: each engine reads other signs in a drawing, such as a brush before “Interior Painting”.
 * @param {readonly string[]} reads
 * @returns {string | null}
 */
export function findAgreedPart([one, other]) {
  if (!one || !other || one === other) return null;
  const end = findAgreedEnd(one, other);
  if (end) return end;
  const start = findAgreedEnd(reverse(one), reverse(other));
  return start && reverse(start);
}

/** @param {string} one @param {string} other */
function findAgreedEnd(one, other) {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length++;
  const starts = Array.from({ length }, (_, at) => length - at);
  const from = starts.find((count) => isStart(one, count) && isStart(other, count));
  if (!from || (one.slice(-from).match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return null;
  const rests = [one, other].map((text) => text.slice(0, -from).replaceAll(' ', ''));
  const isDrawn = rests[0] !== rests[1] && rests.every((rest) => rest.length <= DRAWN) && !rests.every(endsInDot);
  return isDrawn && rests.some((rest) => !LETTER_LIKE.test(rest)) ? one.slice(-from) : null;
}

/** Returns true if a dot is next to the words, as in “No. 1”: it belongs to them. @param {string} rest */
function endsInDot(rest) {
  return rest.endsWith('.');
}

/**
 * Returns true if the last characters of a text, so many, start with a word.
 * @param {string} text @param {number} count
 */
function isStart(text, count) {
  const before = text.at(-1 - count);
  return WORD.test(text.at(-count) ?? '') && (before === undefined || !WORD.test(before));
}

/** @param {string} text */
function reverse(text) {
  return [...text].reverse().join('');
}
