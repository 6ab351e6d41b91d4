/*
 * npm run bench -- minifiers [--pages N] [--out FILE] FOLDER …
 *
 * Minifies up to N pages of each built site with the project's own minifier and with html-minifier-terser under two
 * sets of options, applies the same check to each, and prints a table of the results or writes it to FILE. The figures
 * exclude results that render differently.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packFile } from '../lib/output/pack/pack-file.js';
import { selectorsOfSheets } from '../lib/output/pack/sheet-selectors.js';
import { findMinifier } from '../lib/run/minifier.js';
import { linkSite } from '../lib/site/graph/build-graph.js';
import { readSite } from '../lib/site/read-site.js';
import { pickEvenly } from './peers/part.js';
import { HTML_OPTIONS } from './peers/tools.js';

/** Options of html-minifier-terser that do not change the meaning of a page. */
const CAREFUL = Object.freeze({
  collapseWhitespace: true,
  conservativeCollapse: true,
  collapseBooleanAttributes: true,
  removeAttributeQuotes: true,
  removeOptionalTags: true,
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '40' }, out: { type: 'string' } },
});
const WAYS = Object.entries({ ours: null, careful: CAREFUL, 'html-webpack-plugin': HTML_OPTIONS }).map(
  ([name, options]) => ({ name, minifier: options && findMinifier({ html: 'html-minifier-terser', options }) }),
);

/**
 * @typedef {{ gzip: number, refused: string[], ms: number }} Outcome
 * @typedef {{ pages: number, before: number, after: Record<string, Outcome> }} Row
 */

/** @type {Map<string, Row>} */
const rows = new Map();
for (const folder of positionals) rows.set(basename(folder), await compareOn(folder));
const text = renderTable(rows);
if (values.out) writeFileSync(values.out, text);
else process.stdout.write(text);

/** @param {string} folder @returns {Promise<Row>} */
async function compareOn(folder) {
  const site = await readSite(folder);
  const { graph } = linkSite(site);
  const pages = [...site.files.values()].filter(({ type }) => type === 'html');
  const picked = pickEvenly(pages, Number(values.pages));
  /** @type {Row} */
  const row = { pages: picked.length, before: 0, after: {} };
  for (const { bytes } of picked) row.before += sizeOf(bytes);
  for (const { name, minifier } of WAYS) {
    const refused = [];
    const start = process.cpuUsage();
    const packed = [];
    for (const file of picked) {
      const around = selectorsOfSheets(file.path, graph, (path) => site.files.get(path));
      const task = { ...file, ...around, integrityHashes: [], minify: true, variants: [] };
      packed.push({ file, ...(await packFile({ ...task, effort: 'balanced', htmlMinifier: minifier })) });
    }
    const { user, system } = process.cpuUsage(start);
    for (const { note } of packed) if (note) refused.push(note);
    const gzip = packed.reduce((sum, { bytes, file }) => sum + sizeOf(bytes ?? file.bytes), 0);
    row.after[name] = { gzip, refused, ms: (user + system) / 1000 };
    if (refused.length > 0) console.error(`${basename(folder)}, ${name}: ${refused[0]}`);
  }
  return row;
}

/** @param {Uint8Array} bytes */
function sizeOf(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

/** @param {ReadonlyMap<string, Row>} all */
function renderTable(all) {
  const names = WAYS.map(({ name }) => name);
  const cell = (/** @type {Row} */ { before, pages, after }, /** @type {string} */ name) => {
    const { gzip, refused, ms } = after[name];
    const taken = name === 'ours' ? '' : `, ${pages - refused.length} pages minified`;
    return `${(100 - (gzip / before) * 100).toFixed(2)} %${taken}, ${(ms / pages).toFixed(0)} ms a page`;
  };
  const lines = [...all].map(
    ([site, row]) => `| ${site} | ${row.pages} | ${names.map((name) => cell(row, name)).join(' | ')} |\n`,
  );
  return `| site | pages | ${names.join(' | ')} |\n|---|---|${names.map(() => '---').join('|')}|\n${lines.join('')}`;
}
