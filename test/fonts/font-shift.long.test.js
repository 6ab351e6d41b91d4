import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { makeFile } from '../../lib/site/read-site.js';
import fontShift from '../../rules/font-shift.js';
import { openTestBrowser } from '../harness/browser.js';
import { openTestMakers } from '../harness/makers.js';
import { runRule } from '../harness/run-rule.js';
import { openFile } from '../harness/serve-files.js';

const { resolve } = createRequire(import.meta.url);
const fontOf = (/** @type {string} */ name) =>
  readFileSync(resolve(`@fontsource/${name}/files/${name}-latin-400-normal.woff2`));
const WORDS =
  'Until a font is there, text stands in another one, which is wider or narrower; when it comes, lines break ' +
  'elsewhere and what follows jumps.';

const browser = await openTestBrowser();
const makers = openTestMakers();
after(() => makers.close());

for (const [name, generic, standIn] of [
  ['comic-neue', 'sans-serif', 'arimo'],
  ['anton', 'sans-serif', 'arimo'],
  ['gelasio', 'serif', 'tinos'],
]) {
  test(`a face as advised holds the place of ${name}`, async () => {
    const page = (/** @type {string} */ more, /** @type {string} */ list) =>
      `<!doctype html><html lang=en><meta charset=utf-8><title>Shift</title><style>${more}
       @font-face{font-family:late;src:url(late.woff2)}p,span{font-family:${list}}p{white-space:nowrap}</style>
       <p>${WORDS}</p><span>${WORDS.slice(0, 60)}</span>`;
    const files = [
      ['before.html', Buffer.from(page('', `late, ${generic}`))],
      ['late.woff2', fontOf(name)],
    ];
    const site = {
      ...{ root: '', name: 'site', warnings: [] },
      files: new Map(files.map(([path, bytes]) => [String(path), makeFile(String(path), Buffer.from(bytes))])),
    };
    const { proposals } = await runRule(fontShift, site, { makers: makers.all, ...makers.lookerFor(fontShift) });
    const advised = String(proposals[0]?.data.face).replace(/src:[^;]*/, 'src:url(stand-in.woff2)');
    assert.match(advised, /stand-in/);
    const plain = '@font-face{font-family:plain;src:url(stand-in.woff2)}';
    const [late, fitted, unfitted] = await Promise.all([
      measure(page('', `late, ${generic}`), name, standIn),
      measure(page(advised, '"late fallback"'), name, standIn),
      measure(page(plain, 'plain'), name, standIn),
    ]);
    assert.ok(Math.abs(fitted.width / late.width - 1) < 0.02, `${fitted.width} of ${late.width} pixels wide`);
    assert.ok(Math.abs(fitted.width - late.width) < Math.abs(unfitted.width - late.width));
    assert.ok(Math.abs(fitted.height - late.height) <= 1, `a line is ${fitted.height} of ${late.height} pixels high`);
  });
}

/** @param {string} html @param {string} name @param {string} standIn */
async function measure(html, name, standIn) {
  const page = await browser.newPage();
  const font = { 'late.woff2': fontOf(name), 'stand-in.woff2': fontOf(standIn) };
  await openFile(page, 'index.html', (path) =>
    path === 'index.html' ? html : (Object.entries(font).find(([file]) => file === path)?.[1] ?? null),
  );
  const measured = await page.evaluate(async () => {
    await document.fonts.ready;
    const [block, line] = ['p', 'span'].map((tag) => /** @type {Element} */ (document.querySelector(tag)));
    return {
      height: block.getBoundingClientRect().height,
      width: line.getBoundingClientRect().width,
    };
  });
  await page.browserContext().close();
  return measured;
}
