import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../../lib/site/page/read-page.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { wrapsInCell } from '../../../rules/kit/quirks-cell.js';
import { openTestBrowser } from '../../harness/browser.js';

const CASES = 300;
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const [VIEW] = FULL_VIEWS;
const BOXES = [360, 800].map((width) => ({
  ...VIEW,
  name: `${width}`,
  width,
  picture: false,
  hover: false,
  hear: false,
}));
const IMAGE = /<img class=k width=(\d+) height=(\d+) src=x\.gif>/;

/** Returns a random generator with a seed, so that each run tests the same cases. */
function openChance(seed = 7) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/**
 * Returns a random cell of words, images and inline elements, with white space between some of them.
 * @param {(below: number) => number} draw
 */
function drawCell(draw) {
  const drawPart = () => {
    const image = `<img class=k width=${5 + draw(40)} height=${3 + draw(12)} src=x.gif>`;
    const words = ['aa', 'cc-dd', '<b>zz</b>', '<a href=x>ll </a>', '<br>', '&nbsp;', '<i></i>'];
    const kind = draw(14);
    return kind < 5 ? image : kind < 7 ? `<a href=y>${image}</a>` : words[kind - 7];
  };
  const parts = Array.from({ length: 1 + draw(4) }, () => drawPart() + (draw(2) ? ' ' : ''));
  const room = [30, 90, 300][draw(3)];
  return (
    `<div style="width:${room}px"><table border=1><tr><td>${parts.join('')}</td><td>other words</td></tr></table>` +
    `</div>`
  );
}

const browser = await openTestBrowser();

describe('images in cells of quirks mode', { timeout: 60_000 }, () => {
  it('may be boxes where they touch nothing, without anything moving', async () => {
    const draw = openChance();
    const first = Array.from({ length: CASES }, () => drawCell(draw)).join('\n');
    const bytes = Buffer.from(first);
    const { page } = readPage({ path: 'index.html', bytes, size: bytes.length, hash: '', type: 'html' });
    assert.ok(page?.quirks);
    const images = page.elements.filter(({ tag }) => tag === 'img');
    const free = images.filter((element) => !wrapsInCell(element));
    assert.ok(free.length > 50 && free.length < images.length - 50, `${free.length} of ${images.length}`);
    const second = free.reduceRight((text, { range: { start, end } }) => {
      const box = text
        .slice(start, end)
        .replace(IMAGE, '<span class=k style="display:inline-block;width:$1px;height:$2px"></span>');
      return text.slice(0, start) + box + text.slice(end);
    }, first);
    const look = async (/** @type {string} */ html) => {
      const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : PIXEL });
      const renderings = await renderPage(browser, { path: 'index.html', files, views: BOXES });
      return renderings.map(({ seen }) => seen.elements.map(({ box }) => box));
    };
    const [boxes, boxesAfter] = [await look(first), await look(second)];
    for (const [view, all] of boxes.entries()) {
      const moved = all.flatMap((box, index) => (`${box}` === `${boxesAfter[view][index]}` ? [] : [index]));
      assert.deepEqual(moved.slice(0, 5), [], BOXES[view].name);
    }
  });
});
