/**
 * Splits a list at its commas, except those within parentheses.
 * @param {string} list
 * @returns {string[]}
 */
export function splitList(list) {
  const parts = [];
  let end = list.length;
  // Read backwards, the next parenthesis shows if a comma is within a pair.
  let isWithin = false;
  for (let at = list.length - 1; at >= 0; at -= 1) {
    if (list[at] === ')') isWithin = true;
    else if (list[at] === '(') isWithin = false;
    else if (list[at] === ',' && !isWithin) {
      parts.push(list.slice(at + 1, end));
      end = at;
    }
  }
  return [...parts, list.slice(0, end)].toReversed();
}
