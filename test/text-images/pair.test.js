import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinStates } from '../../lib/text-images/pair.js';
import { stackStates } from '../../lib/text-images/stack.js';

/** @import { Lettering } from '../../lib/text-images/types.ts' */

/** @param {string} css @param {Partial<Lettering>} [rest] @returns {Lettering} */
function letter(css, rest = {}) {
  const scores = /** @type {Lettering['scores']} */ ({});
  return {
    ...{
      text: 'Sails',
      lines: [],
      width: 60,
      height: 20,
      colour: '#000',
      ground: { kind: 'plain' },
      isHard: false,
      shadow: null,
      scores,
    },
    ...{ similarity: 1, font: 'Arial', sources: [], base: '', css, ownCss: 'width:60px', more: {}, html: 'Sails' },
    ...{ graphic: null, said: [], ...rest },
  };
}

describe('two states of the same words', () => {
  test('differ in what changes under the mouse and the keyboard', () => {
    const joined = joinStates(
      letter('color:#000;background:#fff', { similarity: 0.99 }),
      letter('color:#c00;background:#fff;text-shadow:1px 1px #888', { similarity: 0.95 }),
    );
    assert.ok(!('rejected' in joined));
    assert.equal(joined.css, 'color:#000;background:#fff');
    assert.deepEqual(joined.more, { '&:hover,:focus-visible>&': 'color:#c00;text-shadow:1px 1px #888' });
    assert.equal(joined.similarity, 0.95, 'the less alike of the two');
  });

  test('take back what only one of them has, from the element itself too', () => {
    const joined = joinStates(
      letter('color:#000', { ownCss: 'width:60px;background:linear-gradient(#000,#000) 0 18px/60px 1px no-repeat' }),
      letter('color:#000'),
    );
    assert.ok(!('rejected' in joined));
    assert.equal(joined.css, 'color:#000;background:linear-gradient(#000,#000) 0 18px/60px 1px no-repeat');
    assert.equal(joined.ownCss, 'width:60px');
    assert.deepEqual(joined.more, { '&:hover,:focus-visible>&': 'background:none' });
  });

  test('that are one need no rule', () => {
    const joined = joinStates(letter('color:#000'), letter('color:#000'));
    assert.ok(!('rejected' in joined));
    assert.deepEqual(joined.more, {});
  });

  test('stay pictures where more than colours changes', () => {
    const graphic = { box: { x: 0, y: 0, width: 60, height: 20 }, rgba: new Uint8Array(0), key: 'wood' };
    for (const other of [
      letter('color:#000;font:bold 12px Arial'),
      letter('color:#000', { html: 'Sail' }),
      letter('color:#000', { graphic }),
    ]) {
      const joined = joinStates(letter('color:#000'), other);
      assert.equal('rejected' in joined && joined.rejected, 'looks-different');
    }
  });
});

test('two states on pictures of their own stand on one that moves', () => {
  const graphic = (/** @type {number} */ shade, /** @type {number} */ y) => ({
    box: { x: 1, y, width: 2, height: 3 },
    rgba: new Uint8Array(2 * 3 * 4).fill(shade),
    key: String(shade),
  });
  const on = (/** @type {string} */ background) => ({ ownCss: `width:60px;background:url({graphic}) ${background}` });
  const [rest, touched] = stackStates(
    letter('color:#000', { ...on('1px 0 no-repeat,#fff'), graphic: graphic(10, 0) }),
    letter('color:#000', { ...on('1px 2px no-repeat,#c00'), graphic: graphic(20, 2) }),
  );
  const joined = joinStates(rest, touched);
  assert.ok(!('rejected' in joined));
  assert.equal(joined.ownCss, 'width:60px;background-image:url({graphic})');
  assert.equal(joined.css, 'color:#000;background:#fff 1px 0 no-repeat');
  assert.deepEqual(joined.more, { '&:hover,:focus-visible>&': 'background:#c00 1px -18px no-repeat' });
  const { box, rgba } = /** @type {import('../../lib/text-images/types.ts').Graphic} */ (joined.graphic);
  assert.equal(box.height, 23, 'the second row starts below the box of the first');
  assert.deepEqual([rgba[0], rgba[3 * 8], rgba[20 * 8], rgba.at(-1)], [10, 0, 20, 20]);
});

test('a picture that one state alone has lies beside the box meanwhile', () => {
  const graphic = { box: { x: 0, y: 0, width: 60, height: 20 }, rgba: new Uint8Array(60 * 20 * 4), key: 'lit' };
  const [rest, touched] = stackStates(
    letter('color:#000;background:#fff'),
    letter('color:#000', { ownCss: 'width:60px;background:url({graphic}) no-repeat', graphic }),
  );
  const joined = joinStates(rest, touched);
  assert.ok(!('rejected' in joined));
  assert.equal(joined.ownCss, 'width:60px;background-image:url({graphic})');
  assert.equal(joined.css, 'color:#000;background:#fff 0 20px no-repeat');
  assert.deepEqual(joined.more, { '&:hover,:focus-visible>&': 'background:0 0 no-repeat' });
});
