/**
 * Writes the shortest `unicode-range` of some characters.
 * @param {readonly number[]} letters in order
 * @param {(between: number) => boolean} mayTake returns true if a character between two of them may be in the range
 * @param {number} [widestGap] max characters between two of them
 */
export function writeRange(letters, mayTake, widestGap = 64) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const letter of letters) {
    const last = ranges.at(-1);
    if (last && letter - last[1] <= widestGap && isFree(last[1] + 1, letter, mayTake)) last[1] = letter;
    else ranges.push([letter, letter]);
  }
  return ranges.map(([first, last]) => `U+${hex(first)}${first === last ? '' : `-${hex(last)}`}`).join(',');
}

/** @param {number} from @param {number} to @param {(letter: number) => boolean} mayTake */
function isFree(from, to, mayTake) {
  for (let letter = from; letter < to; letter += 1) if (!mayTake(letter)) return false;
  return true;
}

/** @param {number} letter */
function hex(letter) {
  return letter.toString(16).toUpperCase();
}
