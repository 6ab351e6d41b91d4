import { escapeTerminal } from './escape.js';
import { formatCount, formatNumber } from './format.js';

/** @typedef {{ text: string, end?: boolean, tint?: Tint }} Cell */
/** @typedef {'bold' | 'dim' | 'good' | 'bad'} Tint */

/** SGR codes of the sixteen colours that every terminal supports. */
const codes = { bold: [1, 22], dim: [2, 22], good: [32, 39], bad: [31, 39] };

/** @param {number} count @returns {Cell} */
export function countCell(count) {
  return { text: count === 0 ? '–' : formatNumber(count), end: true };
}

/** @param {string} text @returns {Cell[]} */
export function heading(text) {
  return [{ text, tint: 'bold' }];
}

/** @param {number} count @param {string} noun @returns {Cell[][]} */
export function more(count, noun) {
  return count > 0 ? [[{ text: `  … and ${formatCount(count, `more ${noun}`)}`, tint: 'dim' }]] : [];
}

/**
 * Breaks a text between words into lines of a max width. A longer word, such as a path, stays whole on a line.
 * @param {string} text @param {{ width: number, first?: string, rest?: string }} layout `first`, `rest`: what the first
 *   line and the others begin with
 * @returns {Cell[][]}
 */
export function wrap(text, { width, first = '  ', rest = first }) {
  /** @type {string[]} */
  const lines = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  // A break can put a command of a CI service at the beginning of a line.
  return [...lines, line].map((each) => [{ text: escapeTerminal(each) }]);
}

/** Pads cells so that columns are aligned. @param {Cell[][]} rows @returns {Cell[][]} */
export function table(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.text.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      const last = column === row.length - 1 && !cell.end;
      const text = cell.end ? cell.text.padStart(width) : last ? cell.text : cell.text.padEnd(width);
      return { ...cell, text: `  ${text}` };
    }),
  );
}

/** @param {Cell[]} cells @param {boolean} colour */
export function paint(cells, colour) {
  return cells
    .map(({ text, tint }) => {
      if (!colour || !tint) return text;
      const [on, off] = codes[tint];
      return `\u001b[${on}m${text}\u001b[${off}m`;
    })
    .join('')
    .trimEnd();
}
