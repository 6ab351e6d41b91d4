import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextImageMaker } from '../../lib/plan/make/text-image-maker.js';
import { isApart } from '../../lib/text-images/set-apart.js';
import { rowOfWords } from '../../rules/kit/draft-words.js';

/** @import { Proposal } from '../../lib/plan/types.ts' */
/** @import { Decomposed } from '../../lib/text-images/types.ts' */

/** @param {number} tall height of its letters @param {number} red of its colour */
function textOf(tall, red) {
  const one = { ink: [red, 0, 0], picture: { height: 20 }, lines: [{ pieces: [{ height: tall }] }] };
  return /** @type {Decomposed} */ (/** @type {unknown} */ (one));
}

test('text in another size and another colour is no part of a menu', () => {
  const menu = [textOf(10, 0), textOf(11, 0)].map((image) => ({ image }));
  assert.equal(isApart(textOf(15, 60), menu), true);
  assert.equal(isApart(textOf(15, 0), menu), false, 'it has the colour of the menu');
  assert.equal(isApart(textOf(10, 60), menu), false, 'it can be the item of the current page');
  assert.equal(isApart(textOf(15, 60), menu.slice(1)), false, 'one text is no menu');
});

test('an image that is no part of a menu does not keep it as it is', async () => {
  const failed = { failed: /** @type {const} */ ('safety'), detail: '', text: 'News', isApart: true };
  const reading = { site: async () => new Map([['news.gif', failed]]), strip: async () => null };
  const make = createTextImageMaker(async () => reading);
  const options = { path: 'news.gif', siblings: [], said: [], siteTitles: [], likeness: 'visual' };
  const never = () => assert.fail('no other maker is needed');
  const made = await make(new Uint8Array(), options, () => null, never);
  assert.equal(rowOfWords(/** @type {Proposal} */ ({ page: 'a.html', whole: 'menu' }), [made]), null);
});
