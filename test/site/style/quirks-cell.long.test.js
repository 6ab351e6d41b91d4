import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../lib/plan/apply/apply-edits.js';
import { readPage } from '../../../lib/site/page/read-page.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { cellOfImages, wrapsInCell } from '../../../rules/kit/quirks-cell.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { Edit } from '../../../lib/plan/types.ts' */
/** @import { Element } from '../../../lib/site/types.ts' */

const CASES = 240;
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

/**
 * Renders cells before and after edits, and asserts that no box moves.
 * @param {string} first @param {Edit[]} edits
 */
async function assertStill(first, edits) {
  const look = async (/** @type {string} */ html) => {
    const files = (/** @type {string} */ path) => ({ bytes: path === 'index.html' ? Buffer.from(html) : PIXEL });
    const renderings = await renderPage(browser, { path: 'index.html', files, views: BOXES });
    return renderings.map(({ seen }) => seen.elements.map(({ box }) => box));
  };
  const [boxes, boxesAfter] = [await look(first), await look(applyEdits(first, edits))];
  for (const [view, all] of boxes.entries()) {
    const moved = all.flatMap((box, index) => (`${box}` === `${boxesAfter[view][index]}` ? [] : [index]));
    assert.deepEqual(moved.slice(0, 5), [], BOXES[view].name);
  }
}

/** @param {string} source @param {Element} image @returns {Edit} */
function toBox(source, { range }) {
  const box = '<span class=k style="display:inline-block;width:$1px;height:$2px"></span>';
  return { range, text: source.slice(range.start, range.end).replace(IMAGE, box) };
}

/** Returns random cells in quirks mode, and their images. @param {number} seed */
function drawCells(seed) {
  const draw = openChance(seed);
  const source = Array.from({ length: CASES }, () => drawCell(draw)).join('\n');
  const bytes = Buffer.from(source);
  const { page } = readPage({ path: 'index.html', bytes, size: bytes.length, hash: '', type: 'html' });
  assert.ok(page?.quirks);
  return { source, images: page.elements.filter(({ tag }) => tag === 'img') };
}

describe('images in cells of quirks mode', { timeout: 60_000 }, () => {
  it('may be boxes where they touch nothing, without anything moving', async () => {
    const { source, images } = drawCells(7);
    const free = images.filter((element) => !wrapsInCell(element));
    assert.ok(free.length > 50 && free.length < images.length - 50, `${free.length} of ${images.length}`);
    await assertStill(
      source,
      free.map((image) => toBox(source, image)),
    );
  });

  it('may be boxes in cells of images alone whose lines do not break', async () => {
    const { source, images } = drawCells(9);
    const held = images
      .filter((element) => wrapsInCell(element))
      .flatMap((image) => ({ image, cell: cellOfImages(image) }));
    const alone = held.filter(({ cell }) => cell !== null);
    assert.ok(alone.length > 20 && alone.length < held.length - 20, `${alone.length} of ${held.length}`);
    // Some images of a cell may stay.
    const boxes = alone.filter((_, at) => at % 3 > 0);
    const edits = boxes.flatMap(({ image, cell }) => {
      const at = (cell?.startTag.start ?? 0) + 3;
      return [toBox(source, image), { range: { start: at, end: at }, text: ' nowrap', isShared: true }];
    });
    await assertStill(source, edits);
  });
});
