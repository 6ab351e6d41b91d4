/*
 * npm run docs:images -- --shots [--out FOLDER] [--site FOLDER]
 *
 * Takes screenshots of all user interfaces for review: terminal, HTML report, the comment of the action, and the
 * documentation that “npm run docs:site” wrote, at two widths, in light and dark mode.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Marked } from 'marked';
import { MAX_OF_COMMENT, renderComment } from '../action/comment.js';
import { compareReports } from '../action/compare.js';
import { audit } from '../lib/index.js';
import { escapeHtml } from '../lib/report/escape.js';
import { renderHtml, renderText } from '../lib/report/index.js';
import { openBrowser } from '../lib/visit/browser/open.js';
import { openFile } from '../test/harness/serve-files.js';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'out/shots' }, site: { type: 'string', default: 'out/docs/site' } },
});
const out = resolve(values.out);
const built = resolve(values.site);
const pages = fileURLToPath(new URL('../fixtures/microscape/site/', import.meta.url));
mkdirSync(out, { recursive: true });
const browser = await openBrowser({ jobs: 1, note: (reason) => console.error(reason) });
if (!browser) throw new Error('this needs a browser, and none starts');

const report = await audit(pages, { cache: join(out, 'cache') });
const [first, ...others] = report.pages;
const lighter = { ...first, before: { ...first.before, bytes: first.before.bytes - 20_000 } };
const comment = renderComment(report, compareReports({ ...report, pages: [lighter, ...others] }, report), {
  folder: 'dist',
  most: MAX_OF_COMMENT,
});
const frame = (/** @type {string} */ body) =>
  `<!doctype html><meta charset="utf-8"><style>:root { color-scheme: light dark }
body { margin: 2rem; font: 16px/1.5 system-ui, sans-serif } pre { font: 13px/1.35 "DejaVu Sans Mono", monospace }
table { border-collapse: collapse } td, th { border: 1px solid; padding: .3rem .6rem }</style>${body}`;

await shoot('report', 'index.html', () => renderHtml(report), '[data-ready]');
await shoot('terminal', 'index.html', () => frame(`<pre>${escapeHtml(renderText(report, { columns: 100 }))}</pre>`));
await shoot('comment', 'index.html', () => frame(String(new Marked().parse(comment))));
if (existsSync(built)) {
  const read = (/** @type {string} */ name) => readFileSync(join(built, posix.normalize(name)));
  for (const name of ['index.html', 'integrations.html', 'rules/gif-image.html']) {
    await shoot(`docs-${name.replace(/\W/g, '-')}`, name, read);
  }
}
await browser.close();

/**
 * @param {string} label
 * @param {string} name name of the page
 * @param {(name: string) => string | Uint8Array} read
 * @param {string} [ready] selector that is present once the page is rendered
 */
async function shoot(label, name, read, ready = 'body') {
  for (const [width, scheme] of /** @type {const} */ ([
    [1280, 'light'],
    [390, 'dark'],
  ])) {
    const picture = await browser?.withPage(async (page) => {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await openFile(page, name, read);
      await page.waitForSelector(ready);
      return page.screenshot({ fullPage: true });
    });
    if (picture) writeFileSync(join(out, `${label}-${width}-${scheme}.png`), picture);
  }
}
