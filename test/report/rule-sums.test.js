import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtml } from '../../lib/report/html.js';
import { renderMarkdown } from '../../lib/report/markdown.js';
import { summariseReport } from '../../lib/report/summary.js';
import { renderText } from '../../lib/report/text.js';
import { makeReport } from './synthetic.js';

/** Units of a table, with the value of the last digit that it prints. */
const UNITS = { B: 1, kB: 1e3, MB: 1e6 };

/**
 * Returns the rows of the table of rules as cells, without the heading.
 * @type {Record<string, (text: string) => string[][]>}
 */
const FORMATS = {
  text: (text) =>
    text
      .split(/\n.*(?:By rule|Savings by rule).*\n/)[1]
      .split(/\n\s*(?:\n|advised only)/)[0]
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/ {2,}/)),
  markdown: (text) =>
    text
      .split('### Savings by rule')[1]
      .split(/\n(?:\n(?!\|)|\| \*advised only)/)[0]
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim())),
  html: (text) =>
    text
      .split('<caption>Savings by rule</caption>')[1]
      .split(/<\/table>|Advised only/)[0]
      .split('<tr')
      .filter((row) => row.includes('<td'))
      .map((row) => row.split(/<t[hd][^>]*>/).map((cell) => cell.replaceAll(/<[^>]*>/g, '').trim())),
};
const RENDERERS = {
  text: (/** @type {any} */ report) => renderText(report, { columns: 100 }),
  markdown: renderMarkdown,
  html: renderHtml,
};

for (const [format, readRows] of Object.entries(FORMATS)) {
  test(`bytes by rule sum up to the total in ${format}, with a line for what rules share`, () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const report = makeReport({ seed });
      const rows = readRows(RENDERERS[/** @type {keyof typeof RENDERERS} */ (format)](report));
      const sizes = rows.map(readBytes).filter((size) => size !== null);
      const total = /** @type {NonNullable<(typeof sizes)[number]>} */ (sizes.pop());
      assert.match(rows.at(-1)?.join(' ') ?? '', /total/i);
      assert.match(rows.at(-2)?.join(' ') ?? '', /shared by rules/i);
      const sum = sizes.reduce((all, { bytes }) => all + bytes, 0);
      const rounding = [...sizes, total].reduce((all, { error }) => all + error, 0);
      assert.ok(Math.abs(sum - total.bytes) <= rounding, `${format}, seed ${seed}: ${sum} ≠ ${total.bytes}`);
    }
  });
}

test('savings by rule and what they share are the total: requests, bytes, packets and time', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { rules, shared, total } = summariseReport(makeReport({ seed }));
    for (const measure of /** @type {const} */ (['requests', 'bytes', 'packets', 'ms'])) {
      const sum = rules.reduce((all, { saves }) => all + saves[measure], shared[measure]);
      assert.ok(Math.abs(sum - total[measure]) < 1e-6, `${measure}: ${sum} ≠ ${total[measure]}`);
    }
  }
});

/** @param {string[]} cells */
function readBytes(cells) {
  for (const cell of cells) {
    const found = /^([−+-]?)([\d,.]+)\s(B|kB|MB)$/.exec(
      cell.replaceAll(/[*\u00a0]/g, (sign) => (sign === '*' ? '' : ' ')),
    );
    if (!found) continue;
    const [, sign, digits, unit] = found;
    const decimals = digits.split('.')[1]?.length ?? 0;
    const value = UNITS[/** @type {keyof typeof UNITS} */ (unit)];
    const bytes = Number(digits.replaceAll(',', '')) * value * (sign === '+' ? -1 : 1);
    return { bytes, error: value / 10 ** decimals / 2 };
  }
  return null;
}
