/** Max nesting depth. Sheets written by people have a tenth of it. */
export const MAX_DEPTH = 200;
/** Brackets, and parts in which brackets have no meaning. */
const MARKS = new RegExp(
  String.raw`url\(\s*[^\s'\x22()][^'\x22()]*\)|[{}()]|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?` +
    String.raw`|'(?:[^'\\\n]|\\[\s\S])*'?`,
  'g',
);

/**
 * Returns the position at which a sheet is nested too deeply, otherwise its end. Deeper parts would cost the square of
 * their depth.
 * @param {string} css
 */
export function endOfShallow(css) {
  let depth = 0;
  for (const { 0: mark, index } of css.matchAll(MARKS)) {
    if (mark === '{' || mark === '(') depth += 1;
    else if (mark === '}' || mark === ')') depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return index;
  }
  return css.length;
}
