/*
 * npm run docs:site -- [--out FOLDER]
 *
 * Builds a site from docs, the README and the playground, and optimises it with this tool: FOLDER/plain before,
 * FOLDER/site after, FOLDER/report.html. The front page reports the savings.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../lib/index.js';
import { renderBrief } from '../lib/report/index.js';
import { writeReportFiles } from '../lib/run/report-files.js';
import { renderMarkdown, renderPage } from './site/page.js';
import { PLAYGROUND, PLAYGROUND_STYLE, writePlayground } from './site/playground.js';
import { indexPages, SEARCH_SCRIPT } from './site/search.js';
import { STYLE } from './site/style.js';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'out/docs' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const out = resolve(values.out);
const plain = join(out, 'plain');
const docs = readdirSync(join(root, 'docs'), { recursive: true }).map(String).sort();
const pages = [
  ['README.md', 'index.html'],
  ['CHANGELOG.md', 'changelog.html'],
  ...docs.filter((name) => name.endsWith('.md')).map((name) => [`docs/${name}`, addressOf(name)]),
];

await writePlain('');
const options = { out: join(out, 'site'), force: true, cache: join(out, 'cache') };
const first = await build(plain, options);
// The front page is part of the build, so its figures are those of the site without them.
await writePlain(renderBrief(first).join('; '));
const report = await build(plain, options);
writeReportFiles(report, { html: 'report.html' }, out, new Map());
for (const line of renderBrief(report)) console.log(line);

/** @param {string} figures */
async function writePlain(figures) {
  rmSync(plain, { recursive: true, force: true });
  for (const [source, address] of pages) {
    const text = readFileSync(join(root, source), 'utf8');
    write(address, renderMarkdown({ text, source, address, figures: address === 'index.html' ? figures : '' }));
  }
  write('style.css', STYLE + PLAYGROUND_STYLE);
  write('search.js', SEARCH_SCRIPT);
  write(
    'search.json',
    JSON.stringify(
      indexPages(
        join(plain),
        pages.map(([, address]) => address),
      ),
    ),
  );
  write('playground/index.html', renderPage({ body: PLAYGROUND, address: 'playground/index.html' }));
  await writePlayground(join(plain, 'playground'));
  for (const name of docs.filter((each) => /\.(?:png|svg)$/.test(each))) {
    mkdirSync(join(plain, 'docs'), { recursive: true });
    copyFileSync(join(root, 'docs', name), join(plain, name));
  }
}

/** @param {string} name name of a page in docs */
function addressOf(name) {
  return name.replace(/(?:README|index)\.md$/, 'index.html').replace(/\.md$/, '.html');
}

/** @param {string} address @param {string} text */
function write(address, text) {
  mkdirSync(dirname(join(plain, address)), { recursive: true });
  writeFileSync(join(plain, address), text);
}
