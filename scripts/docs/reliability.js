/** @import { Row } from '../../bench/attack.js' */

import { readdirSync, readFileSync } from 'node:fs';

const MARKS = /(<!-- ATTACKS -->\n)[\s\S]*?(<!-- \/ATTACKS -->)/;
const results = new URL('../../test/attack/results/', import.meta.url);

/** Inserts the recorded rows into the page on reliability. @param {string} page */
export function fillReliability(page) {
  const names = readdirSync(results).flatMap((file) =>
    file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : [],
  );
  const rows = names.sort().flatMap((name) => {
    /** @type {Row[]} */
    const recorded = JSON.parse(readFileSync(new URL(`${name}.json`, results), 'utf8'));
    return recorded.map(({ what, tried, failed, result }) => {
      const cells = [what, tried, failed, result].map((cell) => String(cell).replaceAll(/[|*<]/g, '\\$&'));
      return `| ${cells.join(' | ')} | \`npm run bench -- attack ${name}\` |\n`;
    });
  });
  const head = '| what was tried | how often | failed | what happened | command |\n|---|--:|--:|---|---|\n';
  return page.replace(MARKS, (_, start, end) => `${start}${head}${rows.join('')}${end}`);
}
