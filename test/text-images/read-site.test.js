import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { readSite } from '../../lib/text-images/read/read-site.js';
import { drawLetters, toPicture } from './pictures.js';

/** @import { Reader } from '../../lib/text-images/read/reader.js' */

const SAID = { alts: [], titles: [], linkTexts: [], fileName: 'x', linkNames: [], language: 'en', pages: [] };

/**
 * Reads an image at rest, which its page names, and one in softer letters, which nothing names.
 * @param {{ soft: string, left?: number, rest?: string, answers?: string[][], fileName?: string }} other text and place
 * of the second one, the text at rest, what the engines read, and the name of the second file
 */
async function readPair({
  soft,
  left = 12,
  rest: first = 'HELT',
  answers = [
    [first, first],
    [soft, 'NELI'],
  ],
  fileName = 'x',
}) {
  const ground = () => 20;
  const [rest, over] = [
    toPicture(drawLetters(first, ground), 'rest'),
    toPicture(drawLetters(soft, ground, left), 'over'),
  ];
  for (let at = 0; at < over.rgb.length; at += 6) if (over.rgb[at] > 20) over.rgb.fill(110, at, at + 3);
  const images = decompose([rest, over]).flatMap((one) => ('lines' in one ? [one] : []));
  assert.equal(images.length, 2);
  let at = 0;
  const reader = {
    readLearned: async () => ({ text: answers[at][0] }),
    readLine: async () => ({ text: answers[at++][1] }),
    readShapes: async () => null,
  };
  const openReader = async () => /** @type {Reader} */ (/** @type {unknown} */ (reader));
  const read = await readSite(openReader, images, ({ picture }) =>
    picture.key === 'rest' ? { ...SAID, alts: [first] } : { ...SAID, fileName },
  );
  const verdict = read.get(images[1])?.verdict;
  return verdict && 'text' in verdict ? verdict.text : null;
}

test('an image has the text of another with letters at the same places if an engine reads it, too', async () => {
  assert.deepEqual(await readPair({ soft: 'HELT' }), ['HELT']);
});

test('an image with another text, or with letters elsewhere, is not certain', async () => {
  assert.equal(await readPair({ soft: 'HETL' }), null);
  assert.equal(await readPair({ soft: 'HELT', left: 24 }), null);
});

test('images of one size have the same text in the same case if their shapes fit both', async () => {
  const answers = [
    ['Hilt', 'Hilt'],
    ['HILT', 'HILT'],
  ];
  const moved = { soft: 'HILT', left: 24, rest: 'HILT', answers, fileName: 'hilt.gif' };
  assert.deepEqual(await readPair(moved), ['Hilt']);
});
