/*
 * npm run docs:images -- --text
 *
 * Draws docs/text-images.png: text images of fixtures/rules and the text that replaces them, on displays with one and
 * with two device pixels per CSS pixel.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openBrowser } from '../../lib/visit/browser/open.js';
import { openFile } from '../../test/harness/serve-files.js';

/** The cases of fixtures/rules to draw, with what each shows. */
const CASES = Object.freeze([
  ['text-image/navigation', 'Buttons of one menu share a font made of their glyphs'],
  ['text-and-graphic-image/family', 'Buttons of one theme share a background and a font'],
  ['text-and-graphic-image/upper-case', 'One image with a background of its own'],
  ['text-rollover/bolder', 'A rollover at rest …'],
  ['text-rollover/bolder', '… and under the mouse', ':hover'],
]);
const SCALES = Object.freeze([1, 2]);
/** Width of the window, in CSS pixels. It fits the widest case. */
const WIDTH = 460;
const SHEET_WIDTH = 1320;

const rules = new URL('../../fixtures/rules/', import.meta.url);
const browser = await openBrowser();
if (!browser) throw new Error('this needs a browser, and none starts');
const rows = [];
for (const [name, title, state] of CASES) rows.push(await drawRow(name, title, state));
writeFileSync(new URL('../../docs/text-images.png', import.meta.url), await shootSheet(sheetOf(rows)));
await browser.close();

/** @param {string} name @param {string} title @param {string} [state] */
async function drawRow(name, title, state) {
  const shots = [];
  for (const scale of SCALES) {
    for (const file of ['before.html', 'after.html']) shots.push(await shootCase(name, file, scale, state));
  }
  return { title, shots };
}

/**
 * Renders the page of a case and returns the part of it that has content.
 * @param {string} name @param {string} file @param {number} scale @param {string} [state] its images are hovered
 */
function shootCase(name, file, scale, state) {
  const folder = new URL(`${name}/`, rules);
  return open().withPage(async (page) => {
    await page.setViewport({ width: WIDTH, height: 300, deviceScaleFactor: scale });
    await openFile(page, file, (path) => readFileSync(new URL(path, folder)));
    await page.addStyleTag({
      content: 'body{margin:8px;width:max-content;height:max-content;font:14px/1.4 sans-serif}p,h1{margin:0}',
    });
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const shown = await page.$('img,.box');
    if (state) await shown?.hover();
    const body = await page.$('body');
    return body?.screenshot();
  });
}

/** @param {string} html */
function shootSheet(html) {
  return open().withPage(async (page) => {
    await page.setViewport({ width: SHEET_WIDTH, height: 400 });
    await openFile(page, 'sheet.html', () => html);
    return page.screenshot({ fullPage: true });
  });
}

function open() {
  return /** @type {NonNullable<typeof browser>} */ (browser);
}

/** @param {readonly Awaited<ReturnType<typeof drawRow>>[]} rows */
function sheetOf(rows) {
  const picture = (/** @type {Uint8Array | undefined} */ png, /** @type {string} */ label) =>
    `<figure><figcaption>${label}</figcaption>` +
    `<img src="data:image/png;base64,${Buffer.from(png ?? []).toString('base64')}"></figure>`;
  const line = (/** @type {(typeof rows)[number]} */ { title, shots }) =>
    `<h2>${title}</h2><main>${picture(shots[0], 'image, 1x')}${picture(shots[1], 'text, 1x')}</main>` +
    `<main>${picture(shots[2], 'image, 2x')}${picture(shots[3], 'text, 2x')}</main>`;
  const face = readFileSync(new URL(import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff2')));
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:A;src:url(data:font/woff2;base64,${face.toString('base64')})}
body{margin:0;padding:8px 20px 20px;background:#fff;font:16px A,sans-serif;color:#222}
h2{margin:16px 0 4px;font-size:18px;font-weight:normal;border-top:1px solid #ccc;padding-top:12px}
main{display:flex;gap:20px;flex-wrap:wrap}figure{margin:0}figcaption{padding:6px 0 2px;color:#666;font-size:13px}
img{display:block;border:1px solid #ddd}</style>${rows.map(line).join('')}`;
}
