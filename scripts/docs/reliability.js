/** @import { Row } from '../../bench/attack.js' */

import { readdirSync, readFileSync } from 'node:fs';
import { renderSoak } from '../../bench/soak/table.js';

const MARKS = /(<!-- ATTACKS -->\n)[\s\S]*?(<!-- \/ATTACKS -->)/;
const SOAK_MARKS = /(<!-- SOAK -->\n)[\s\S]*?(<!-- \/SOAK -->)/;
const soaked = new URL('../../bench/soak/results.json', import.meta.url);
const results = new URL('../../test/attack/results/', import.meta.url);

/** Returns the page on reliability with the rows that were recorded. @param {string} page */
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
  const soak = renderSoak(JSON.parse(readFileSync(soaked, 'utf8')));
  return page
    .replace(MARKS, (_, start, end) => `${start}${head}${rows.join('')}${end}`)
    .replace(SOAK_MARKS, (_, start, end) => `${start}${soak}${end}`);
}
