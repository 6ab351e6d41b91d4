import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** Returns the backgrounds behind a page's images. @param {string} html */
async function readBehind(html) {
  const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : GIF });
  const { backdrops } = await recordFetches(browser, { path: 'index.html', files });
  return backdrops.map(({ path, colour, image }) => `${path} ${colour} ${image}`);
}

test('the background behind an image is that of the elements around it', async () => {
  const found = await readBehind(`<body bgcolor=#336699><img src=page.gif>
    <table bgcolor=#ffcc00><tr><td><a href=/><img src=cell.gif></a><td style="background:rgba(0,0,0,.5)">
    <img src=veil.gif></table><img src=own.gif style="background:#123">`);
  assert.deepEqual(found, [
    'cell.gif #ffcc00 null',
    'own.gif #112233 null',
    'page.gif #336699 null',
    'veil.gif #806600 null',
  ]);
});

test('a page without a background is white', async () => {
  assert.deepEqual(await readBehind('<img src=a.gif><img src=a.gif>'), ['a.gif #ffffff null']);
});

test('an image above a background image, or above a gradient, has no plain colour', async () => {
  const found = await readBehind(`<body background=paper.gif bgcolor=#eeeeee><img src=a.gif>
    <p style="background:linear-gradient(red,blue)"><img src=b.gif>`);
  assert.deepEqual(found, ['a.gif #eeeeee paper.gif', 'b.gif null null']);
});
