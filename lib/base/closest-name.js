/** Names of up to this many characters may differ in one position, longer ones in two. */
const SHORT_NAME = 4;
/** Names of at least this many characters may differ in three positions. */
const LONG_NAME = 10;

/**
 * Returns the known name that is closest to a misspelt one.
 * @param {string} written
 * @param {Iterable<string>} names
 * @returns {string | null} null if none is close
 */
export function closestName(written, names) {
  const given = written.toLowerCase();
  const max = given.length <= SHORT_NAME ? 1 : given.length < LONG_NAME ? 2 : 3;
  let best = null;
  let least = max + 1;
  for (const name of names) {
    const distance = isPrefix(given, name.toLowerCase()) ? 1 : countEdits(given, name.toLowerCase(), least);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/**
 * Returns the hint at the end of a message about an unknown name: ` Did you mean “audit”?`, or an empty string.
 * @param {string} written
 * @param {Iterable<string>} names
 * @param {(name: string) => string} [show] formats the name as the user wrote it
 */
export function didYouMean(written, names, show = (name) => name) {
  const name = closestName(written, names);
  return name === null ? '' : ` Did you mean “${show(name)}”?`;
}

/** @param {string} start @param {string} name */
function isPrefix(start, name) {
  return start.length >= SHORT_NAME && name.startsWith(start);
}

/**
 * Counts the characters that must be inserted, removed, replaced or swapped with their neighbour.
 * @param {string} from
 * @param {string} to
 * @param {number} limit stops there: the exact number beyond it is not needed
 */
function countEdits(from, to, limit) {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  /** @type {number[][]} */
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row += 1) {
    const [above, line] = [rows[row - 1], [row]];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = above[column - 1] + (isSame ? 0 : 1);
      const swapped = isSwapped ? rows[row - 2][column - 2] + 1 : Number.POSITIVE_INFINITY;
      line.push(Math.min(above[column] + 1, line[column - 1] + 1, replaced, swapped));
    }
    rows.push(line);
  }
  return rows[from.length][to.length];
}
