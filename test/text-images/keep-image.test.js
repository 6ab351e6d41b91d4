import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodePng } from '../../lib/images/png/png-encode.js';
import { createTextImageMaker } from '../../lib/plan/make/text-image-maker.js';

test('text gives way to an image that the page shows as large as the one at rest', async () => {
  const draw = (/** @type {number} */ width, /** @type {number} */ height) =>
    encodePng({ width, height, rgba: new Uint8Array(width * height * 4).fill(200) });
  const rest = /** @type {any} */ ({ text: 'Hi', width: 8, height: 4, css: 'width:8px;color:#fff' });
  const make = createTextImageMaker(async () => ({
    site: async () => new Map([['rest.gif', rest]]),
    strip: async () => null,
  }));
  const never = () => assert.fail('no other maker is needed');
  const touch = async (/** @type {Uint8Array} */ own, /** @type {Uint8Array} */ hover) => {
    const options = { path: 'rest.gif', siblings: [], said: [], siteTitles: [], likeness: 'visual', hover: 'over.gif' };
    const made = await make(own, options, () => hover, never);
    return made.ok ? /** @type {any} */ (made.data.touched).css : made.reason;
  };
  assert.equal(await touch(draw(8, 4), draw(8, 4)), 'width:8px;color:transparent;background:{background}');
  assert.match(await touch(draw(8, 6), draw(8, 6)), /;background:\{background\} 0 0\/100% 100%$/, 'both are scaled');
  assert.equal(await touch(draw(8, 4), draw(8, 6)), 'looks-different');
});
