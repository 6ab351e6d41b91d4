/** The greatest depth of rules: sheets that people write nest a tenth as deep. */
export const MOST_DEPTH = 200;
/** Brackets, and what brackets mean nothing in. */
const MARKS = new RegExp(
  String.raw`url\(\s*[^\s'\x22()][^'\x22()]*\)|[{}()]|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?` +
    String.raw`|'(?:[^'\\\n]|\\[\s\S])*'?`,
  'g',
);

/**
 * Where a sheet begins to nest deeper than any that people write; its end, if it does not. What lies deeper costs the
 * square of its depth.
 * @param {string} css
 */
export function endOfShallow(css) {
  let depth = 0;
  for (const { 0: mark, index } of css.matchAll(MARKS)) {
    if (mark === '{' || mark === '(') depth += 1;
    else if (mark === '}' || mark === ')') depth = Math.max(0, depth - 1);
    if (depth > MOST_DEPTH) return index;
  }
  return css.length;
}
