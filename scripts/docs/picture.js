/*
 * node scripts/docs/picture.js
 *
 * Draws docs/before-after.png: fixtures/microscape/site before and after a build, with the cost of each.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../lib/index.js';
import { openBrowser } from '../../lib/visit/browser/open.js';
import { openFile } from '../../test/harness/serve-files.js';

const WIDTH = 700;
const HEIGHT = 860;

const site = fileURLToPath(new URL('../../fixtures/microscape/site/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-picture-'));
const lean = join(scratch, 'lean');
const report = await build(site, { out: lean, links: ['ppp'], https: ['1.1'], cache: 'off' });
const browser = await openBrowser();
if (!browser) throw new Error('this needs a browser, and none starts');
const [before, after] = [await shoot(join(site, 'index.html')), await shoot(join(lean, 'index.html'))];
const sheet = join(scratch, 'sheet.html');
writeFileSync(sheet, sheetOf(before, after));
writeFileSync(new URL('../../docs/before-after.png', import.meta.url), await shoot(sheet, 2 * WIDTH + 60, 0));
await browser.close();
rmSync(scratch, { recursive: true });
for (const row of rowsOf()) process.stdout.write(`${row.join('  ')}\n`);

/** @param {string} path @param {number} [width] @param {number} [height] 0: the whole page */
function shoot(path, width = WIDTH, height = HEIGHT) {
  return /** @type {NonNullable<typeof browser>} */ (browser).withPage(async (page) => {
    await page.setViewport({ width, height: height || 400 });
    await openFile(page, basename(path), (name) => readFileSync(join(dirname(path), name)));
    return page.screenshot({ fullPage: height === 0 });
  });
}

function rowsOf() {
  const { before, after, estimates } = report.pages[0];
  const on = (/** @type {string} */ link, /** @type {string} */ http) => {
    const found = estimates.find((each) => each.link === link && each.http === http);
    if (!found) throw new Error(`no estimate on ${link} over HTTP/${http}`);
    return found;
  };
  const [modem, mobile] = [on('ppp', '1.1'), on('4g', '2')];
  return [
    ['requests', before.requests, after.requests],
    ['bytes, compressed', before.bytes, after.bytes],
    ['packets, 4G', mobile.before.packets, mobile.after.packets],
    ['seconds, 4G', seconds(mobile.before.ms), seconds(mobile.after.ms)],
    ['seconds, modem of 1997', seconds(modem.before.ms), seconds(modem.after.ms)],
  ];
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);
}

/** @param {Uint8Array} before @param {Uint8Array} after */
function sheetOf(before, after) {
  const picture = (/** @type {Uint8Array} */ png) =>
    `<img width=${WIDTH} src="data:image/png;base64,${Buffer.from(png).toString('base64')}">`;
  const rows = rowsOf().map(([name, first, second]) => `<tr><th>${name}<td>${format(first)}<td>${format(second)}`);
  const face = readFileSync(new URL(import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2')));
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:A;src:url(data:font/woff2;base64,${face.toString('base64')})}
body{margin:0;padding:20px;background:#fff;font:22px A,sans-serif;color:#222}
main{display:flex;gap:20px}figure{margin:0}figcaption{padding:0 0 8px;font-size:26px}
img{border:1px solid #999;box-sizing:border-box;display:block}
table{margin:24px 0 0;border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:8px 12px;border-top:1px solid #ccc;text-align:right;font-weight:normal}th{text-align:left;width:50%}
</style><main><figure><figcaption>before</figcaption>${picture(before)}</figure>
<figure><figcaption>after</figcaption>${picture(after)}</figure></main>
<table><tr><th><td>before<td>after${rows.join('')}</table>`;
}

/** @param {string | number} value */
function format(value) {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
