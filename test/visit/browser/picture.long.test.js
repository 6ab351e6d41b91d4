import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makers } from '../../../lib/images/codecs/makers.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import modernImage from '../../../rules/modern-image.js';
import { openTestBrowser } from '../../harness/browser.js';
import { runRule } from '../../harness/run-rule.js';

const VIEWS = FULL_VIEWS.filter(({ name }) => name === '360');
const WAVE = readFileSync(new URL('../../../fixtures/rules/modern-image/flex/wave.png', import.meta.url));
const IMAGE = '<img src="wave.png" alt="a wave" class=w>';
const ROW = `<div class=row><b>one</b>${IMAGE}<b>two</b>${IMAGE}<b>three</b></div>`;

/**
 * Styles that make an element between an image and its parent visible, and the number of their two images that a
 * picture can wrap.
 */
const LAYOUTS = Object.freeze({
  'a row of flex items with gaps': { css: '.row { display: flex; gap: 24px }', wraps: 2 },
  'a grid that is filled cell by cell': {
    css: '.row { display: grid; grid-template-columns: repeat(3, 1fr); gap: 10px }',
    wraps: 2,
  },
  'the child of a flex item': { css: '.row { display: inline-flex } .row > img { width: 20px }', wraps: 0 },
  'the first child': { css: '.row :first-child { padding: 9px }', wraps: 2 },
  'a child by number': { css: '.row :nth-child(2) { border: 3px solid }', wraps: 1 },
  'what comes after an image': { css: '.row img + b { margin-left: 30px }', wraps: 0 },
  'an image after something': { css: '.row b + img { width: 30px }', wraps: 0 },
  'object-fit in a box of its own ratio': {
    css: '.row { display: flex } .w { object-fit: cover; aspect-ratio: 3 / 1; width: 90px; height: auto }',
    wraps: 2,
  },
  'an image that fills its cell': {
    css:
      '.row { display: grid; grid-auto-flow: column; height: 80px } .w { width: 100%; height: 100%; object-fit: ' +
      'contain }',
    wraps: 2,
  },
  'every element shown as a block': { css: '* { display: block }', wraps: 2 },
});

const browser = await openTestBrowser();

describe('a picture around an image', { timeout: 60_000 }, () => {
  for (const [name, { css, wraps }] of Object.entries(LAYOUTS)) {
    it(`moves nothing: ${name}`, async () => {
      const source = `<!DOCTYPE html><title>t</title><style>${css}</style>${ROW}`;
      const files = new Map([
        ['before.html', makeFile('before.html', Buffer.from(source))],
        ['wave.png', makeFile('wave.png', WAVE)],
      ]);
      const site = { root: '', name: 'site', files, warnings: [] };
      const made = await runRule(modernImage, site, { makers });
      const after = new Map([...files, ...made.files]);
      const page = Buffer.from(after.get('before.html')?.bytes ?? []).toString();
      assert.equal(page.split('<picture').length - 1, wraps, page);
      assert.deepEqual(await boxesIn(after), await boxesIn(files));
    });
  }
});

/**
 * Returns the boxes of all elements except those that a picture adds.
 * @param {ReadonlyMap<string, { bytes: Uint8Array }>} files
 */
async function boxesIn(files) {
  const lookup = (/** @type {string} */ path) => files.get(path) ?? null;
  const seen = await renderPage(browser, { path: 'before.html', files: lookup, views: VIEWS });
  return seen.map(({ seen: { elements } }) =>
    elements.filter(({ tag }) => tag !== 'picture').map(({ tag, box }) => `${tag} ${box}`),
  );
}
