/**
 * Creates a function that returns the position of an offset, counted from 1. CR, LF and CRLF each end a line.
 * @param {string} source
 * @returns {(offset: number) => { line: number, column: number }}
 */
export function locateIn(source) {
  /** @type {number[] | null} */
  let starts = null;
  return (offset) => {
    starts ??= lineStarts(source);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  };
}

/** @param {string} source */
function lineStarts(source) {
  const starts = [0];
  for (const match of source.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
