import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeBox } from '../../lib/text-images/accept/write-box.js';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { draftWords } from '../../rules/kit/draft-words.js';
import { drawColoured, drawLetters, drawShaded, toPicture } from './pictures.js';

const [WIDTH, HEIGHT] = [60, 17];
const FONT = { family: 'f', set: 'f', bytes: null, dense: null, users: 1 };
/** @param {ReturnType<typeof decompose>[number]} one */
function taken(one) {
  assert.ok('lines' in one, 'failed' in one ? one.failed : '');
  return one;
}

/** Decomposes one text on a plain background. */
function decomposeShaded() {
  const picture = toPicture(
    drawShaded('HELT', () => 120),
    'a',
  );
  return taken(decompose([picture])[0]);
}

describe('a shadow', () => {
  test('is separate from the text and its background', () => {
    const one = decomposeShaded();
    assert.equal(one.background.kind, 'plain');
    assert.equal(one.lines[0].pieces.length, 4);
    assert.deepEqual([one.shadow?.x, one.shadow?.y], [2, 2]);
    assert.ok(one.shadow && one.shadow.blur >= 1 && one.shadow.blur <= 2, 'it is blurred');
    assert.ok(one.shadow.opacity > 0.4 && one.shadow.opacity < 0.65 && one.shadow.colour[0] < 30, 'it is half black');
    const expected = drawLetters('HELT', () => 0).grey.map((value) => value / 250);
    assert.ok(
      one.coverage.every((share, at) => Math.abs(share - expected[at]) < 0.12),
      'the text is what it was',
    );
  });

  test('is rendered by CSS, before the background', () => {
    const one = decomposeShaded();
    const plain = /** @type {unknown} */ ({ emPx: 10, variants: new Map() });
    const font = /** @type {import('../../lib/text-images/font/plan-fonts.js').SharedFont} */ (plain);
    const { css } = writeBox(one, ['HELT'], font, 'f', '#787878');
    assert.match(css, /;text-shadow:2px 2px [12]px rgba\(\d+,\d+,\d+,0\.\d+\);background:#787878$/);
  });

  test('is no part of the background that a set shares', () => {
    const ground = (/** @type {number} */ x, /** @type {number} */ y) =>
      y < 2 || y > 14 ? 40 : 120 + (x < 3 ? 60 : 0);
    const set = ['HELT', 'HEIL', 'HETL', 'HELI'].map((text, at) => toPicture(drawShaded(text, ground), String(at)));
    for (const one of decompose(set).map(taken)) {
      assert.ok(one.shadow, 'it is found');
      for (let at = 0; at < WIDTH * HEIGHT; at++)
        assert.ok(
          Math.abs(one.background.rgb[at * 3] - ground(at % WIDTH, Math.floor(at / WIDTH))) <= 8,
          `pixel ${at}`,
        );
    }
  });

  test('is separate from a text between whose colour and the background it looks like an edge', () => {
    const picture = drawColoured('HELT', [70, 70, 160], () => [255, 255, 255], 'a');
    const one = taken(decompose([picture])[0]);
    assert.deepEqual([one.shadow?.x, one.shadow?.y], [2, 2]);
    const expected = drawLetters('HELT', () => 0).grey.map((value) => value / 250);
    assert.ok(
      one.coverage.every((share, at) => Math.abs(share - expected[at]) < 0.12),
      'the text is what it was',
    );
  });

  test('has its own colour, also on a button in front of another one', () => {
    const ground = (/** @type {number} */ x, /** @type {number} */ y) =>
      x < 6 || y > 14 ? [255, 255, 255] : [0, 0, 102];
    const set = ['HELT', 'HEIL', 'HETL', 'HELI'].map((text) => drawColoured(text, [255, 255, 255], ground, text));
    for (const { shadow, picture } of decompose(set).map(taken))
      assert.ok(shadow && Math.max(...shadow.colour) <= 20, `${picture.key}: ${shadow?.colour}`);
  });

  test('has another colour than the text: a second text is none', () => {
    const drawn = drawLetters('HELT', () => 20);
    const below = drawLetters('TLEH', () => 20, 14);
    const grey = drawn.grey.map((value, at) => Math.max(value, at >= 3 * WIDTH ? below.grey[at - 3 * WIDTH] : 0));
    const [one] = decompose([toPicture({ ...drawn, grey }, 'a')]);
    assert.ok('failed' in one || one.shadow === null);
  });
});

describe('a lossy image', () => {
  /** @param {number} at */
  const noiseAt = (at) => ((at * 7919) % 19) - 9;

  test('keeps the gradient and the colour of its text', () => {
    const ground = (/** @type {number} */ _, /** @type {number} */ y) => 60 + y * 4;
    const drawn = drawLetters('HELT', ground);
    const picture = {
      ...toPicture({ ...drawn, grey: drawn.grey.map((value, at) => value + noiseAt(at) / 2 - 5) }, 'a'),
    };
    const one = taken(decompose([{ ...picture, tolerance: 28 }])[0]);
    assert.equal(one.background.kind, 'rows');
    for (let y = 0; y < HEIGHT; y++)
      assert.ok(Math.abs(one.background.rgb[(y * WIDTH + 30) * 3] - ground(30, y) + 5) <= 4, `row ${y}`);
    assert.ok(Math.abs(one.ink[0] - 245) <= 4, `${one.ink}`);
  });

  test('has no specks around its text', () => {
    const drawn = drawLetters('HELT', () => 60);
    const specks = [2 * WIDTH + 20, 14 * WIDTH + 30, 8 * WIDTH + 50];
    for (const at of specks) drawn.grey[at] = 100;
    const one = taken(decompose([{ ...toPicture(drawn, 'a'), tolerance: 28 }])[0]);
    assert.ok(specks.every((at) => one.coverage[at] === 0));
    assert.equal(one.lines[0].pieces.length, 4);
  });
});

test('a shadow that a rollover lacks ends under the mouse', () => {
  const state = (/** @type {string} */ css) => ({ css, base: '', html: 'A', text: 'A', background: null, font: FONT });
  const rest = { ...state('color:#000;text-shadow:1px 1px #888'), difference: { similarity: 1 } };
  const made = { ok: true, data: { ...rest, touched: state('color:#f00') } };
  const data = { placement: '', resets: [], classes: '', kept: '', alt: 'A' };
  const draft = draftWords(
    /** @type {Parameters<typeof draftWords>[0]} */ (/** @type {unknown} */ ({ data, range: { start: 0, end: 1 } })),
    /** @type {Parameters<typeof draftWords>[1]} */ (/** @type {unknown} */ ([made])),
  );
  const hover = draft.classes?.map(({ more }) => more?.['&:hover,:focus-visible>&']).find(Boolean);
  assert.equal(hover, 'color:#f00;text-shadow:none');
});
