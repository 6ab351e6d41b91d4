/** Max share of a text's letters that an engine may misread. */
const MISREAD = 0.4;

/**
 * Returns a text of the page as the engines read it together: each engine misreads something, but every letter, and
 * every place between two letters, is read as written by at least one of them. The case is that of the readings.
 * @param {string} said @param {readonly string[]} reads by the engines
 * @returns {string | null} null if a letter is confirmed by no reading
 */
export function composeText(said, reads) {
  const letters = [...said.trim().replace(/\s+/g, ' ')];
  const aligned = reads
    .map((read) => alignText(letters, [...read]))
    .filter(({ edits }) => edits <= Math.max(1, letters.length * MISREAD))
    .sort((one, other) => one.edits - other.edits);
  if (aligned.length < 2) return null;
  const isClean = letters.every((_, at) => aligned.some(({ as }) => as[at] !== null));
  const isWhole = [...letters, ''].every((_, gap) => aligned.some(({ added }) => !added.has(gap)));
  if (!isClean || !isWhole) return null;
  return letters.map((_, at) => aligned.find(({ as }) => as[at] !== null)?.as[at]).join('');
}

/**
 * Aligns a reading with a text, with as few edits as possible.
 * @param {readonly string[]} letters of the text @param {readonly string[]} read
 * @returns {{ edits: number, as: (string | null)[], added: Set<number> }} `as`: each letter as read, null if it is read
 * as another one; `added`: positions before which the reading has more letters
 */
function alignText(letters, read) {
  const rows = fillDistances(letters, read);
  /** @type {(string | null)[]} */
  const as = letters.map(() => null);
  /** @type {Set<number>} */
  const added = new Set();
  let [at, from] = [letters.length, read.length];
  while (at > 0 || from > 0) {
    const here = rows[at][from];
    const isEqual = at > 0 && from > 0 && isSameLetter(letters[at - 1], read[from - 1]);
    if (isEqual && here === rows[at - 1][from - 1]) as[--at] = read[--from];
    else if (at > 0 && from > 0 && here === rows[at - 1][from - 1] + 1) [at, from] = [at - 1, from - 1];
    else if (at > 0 && here === rows[at - 1][from] + 1) at--;
    else {
      from--;
      added.add(at);
    }
  }
  return { edits: rows[letters.length][read.length], as, added };
}

/**
 * Returns the edit distances between all beginnings of two texts.
 * @param {readonly string[]} letters @param {readonly string[]} read
 */
function fillDistances(letters, read) {
  const rows = [Array.from({ length: read.length + 1 }, (_, from) => from)];
  for (let at = 1; at <= letters.length; at++) {
    rows[at] = [at];
    for (let from = 1; from <= read.length; from++) {
      const change = isSameLetter(letters[at - 1], read[from - 1]) ? 0 : 1;
      rows[at][from] = Math.min(rows[at - 1][from - 1] + change, rows[at - 1][from] + 1, rows[at][from - 1] + 1);
    }
  }
  return rows;
}

/** @param {string} one @param {string} other */
function isSameLetter(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}
