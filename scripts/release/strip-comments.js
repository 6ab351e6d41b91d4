import { parse } from 'acorn';

/** Comments that have to stay: licences, and instructions for tools. */
const KEPT = /^!|@license|@preserve|copyright|SPDX-|@__|@vite-ignore|webpack|sourceMappingURL/i;

/**
 * Removes the comments of a module. Each line keeps its number, so stack traces stay right.
 * @param {string} source
 */
export function stripComments(source) {
  /** @type {{ text: string, start: number, end: number }[]} */
  const comments = [];
  const onComment = (
    /** @type {boolean} */ _isBlock,
    /** @type {string} */ text,
    /** @type {number} */ start,
    /** @type {number} */ end,
  ) => {
    if (!source.startsWith('#!', start) && !KEPT.test(text)) comments.push({ text, start, end });
  };
  parse(source, { ecmaVersion: 'latest', sourceType: 'module', onComment });
  let stripped = '';
  let from = 0;
  for (const { text, start, end } of comments) {
    const gap = text.replaceAll(/[^\n]/g, '');
    stripped += source.slice(from, start) + (gap || (isBetweenTokens(source, start, end) ? ' ' : ''));
    from = end;
  }
  // Templates can end a line with spaces, so only lines that a comment was on are trimmed.
  return trimLines(stripped + source.slice(from), source);
}

/** Returns true if the code on both sides of a comment would join. @param {string} source @param {number} start @param {number} end */
function isBetweenTokens(source, start, end) {
  return /\S/.test(source.charAt(start - 1)) && /\S/.test(source.charAt(end));
}

/** @param {string} stripped @param {string} source */
function trimLines(stripped, source) {
  const before = source.split('\n');
  return stripped
    .split('\n')
    .map((line, index) => (line === before[index] ? line : line.trimEnd()))
    .join('\n');
}
