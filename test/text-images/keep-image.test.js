import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodePng } from '../../lib/images/png/png-encode.js';
import { createTextImageMaker } from '../../lib/plan/make/text-image-maker.js';

const REST = /** @type {any} */ ({ text: 'Hi', width: 8, height: 4, css: 'width:8px;color:#fff' });

const draw = (/** @type {number} */ width, /** @type {number} */ height) =>
  encodePng({ width, height, rgba: new Uint8Array(width * height * 4).fill(200) });

/**
 * Returns the style of a text under the mouse, or the reason why it has none.
 * @param {Uint8Array} own @param {Uint8Array} hover @param {unknown} [state] what was read of the second image
 */
async function touch(own, hover, state) {
  const results = new Map([['rest.gif', REST], ...(state ? [/** @type {[string, any]} */ (['over.gif', state])] : [])]);
  const make = createTextImageMaker(async () => ({ site: async () => results, strip: async () => null }));
  const never = () => assert.fail('no other maker is needed');
  const options = { path: 'rest.gif', siblings: [], said: [], siteTitles: [], likeness: 'visual', hover: 'over.gif' };
  const made = await make(own, options, () => hover, never);
  return made.ok ? /** @type {any} */ (made.data.touched).css : made.reason;
}

test('text gives way to an image that the page shows as large as the one at rest', async () => {
  assert.equal(await touch(draw(8, 4), draw(8, 4)), 'width:8px;color:transparent;background:{background}');
  assert.match(await touch(draw(8, 6), draw(8, 6)), /;background:\{background\} 0 0\/100% 100%$/, 'both are scaled');
  assert.equal(await touch(draw(8, 4), draw(8, 6)), 'looks-different');
});

test('text gives way to the image of another text, or of the same text in another size', async () => {
  const image = draw(8, 4);
  assert.equal(await touch(image, image, { ...REST, css: 'color:#000' }), 'color:#000', 'the same text');
  const kept = 'width:8px;color:transparent;background:{background}';
  assert.equal(await touch(image, image, { ...REST, text: 'Ho' }), kept);
  assert.equal(await touch(image, image, { ...REST, text: 'HI' }), kept, 'engines may take a letter for a capital');
  assert.equal(await touch(image, image, { ...REST, width: 6 }), kept, 'it is shown in the size of the other one');
});
