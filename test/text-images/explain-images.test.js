import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainImages } from '../../lib/text-images/explain-images.js';
import { drawLetters } from './pictures.js';

/** @import { DecodedImage } from '../../lib/images/types.ts' */
/** @import { Reader } from '../../lib/text-images/read/reader.js' */

const SAID = { titles: [], linkTexts: [], fileName: 'x', linkNames: [], language: 'en', pages: ['a.html'] };

/** @param {number} width @param {(x: number, y: number) => number} grey @returns {DecodedImage} */
function drawGrey(width, grey) {
  const rgba = Uint8Array.from({ length: width * 17 * 4 }, (_, at) => {
    const pixel = at >> 2;
    return at % 4 === 3 ? 255 : grey(pixel % width, Math.floor(pixel / width));
  });
  return /** @type {any} */ ({ width, height: 17, format: 'png', frames: [{ rgba }] });
}

/** Reads a text next to a photo, and returns what is said of the photo. @param {number} width of the photo */
async function explainBeside(width) {
  const text = drawLetters('HELT', () => 20);
  const images = [
    { path: 'text.png', decoded: drawGrey(text.width, (x, y) => text.grey[y * text.width + x]), alts: ['HELT'] },
    { path: 'photo.png', decoded: drawGrey(width, (x, y) => 60 + ((x * 5 + y * 3) % 30)), alts: [] },
  ];
  const read = async () => ({ text: 'HELT' });
  const reader = /** @type {Reader} */ (/** @type {unknown} */ ({ readLearned: read, readLine: read }));
  const results = await explainImages(
    images.map(({ alts, ...image }) => ({ ...image, bytes: 900, said: { ...SAID, alts } })),
    'visual',
    {
      openReader: async () => reader,
      withPage: async () => /** @type {any} */ ([]),
      decodePng: async () => assert.fail('nothing is rendered'),
      encodePng: () => new Uint8Array(),
    },
  );
  return /** @type {any} */ (results.get('photo.png'));
}

test('a photo as high as a menu may contain text only if it is as wide, too', async () => {
  const other = await explainBeside(90);
  assert.deepEqual([other.lacksInk, other.isLikely], [true, false], other.detail);
  assert.equal((await explainBeside(60)).isLikely, true);
});
