import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '../../lib/base/present.js';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { readSite } from '../../lib/text-images/read/read-site.js';
import { drawLetters, toPicture } from './pictures.js';

/** @import { Reader } from '../../lib/text-images/read/reader.js' */

const SAID = { alts: [], titles: [], linkTexts: [], fileName: 'x', linkNames: [], language: 'en', pages: [] };

/**
 * Reads an image at rest, which its page names, and one in softer letters, which nothing names.
 * @param {{ soft: string, left?: number, rest?: string, answers?: string[][], fileName?: string, said?: string }}
 * other text and place of the second one, the text at rest, what the engines read, the name of the second file, and
 * what the page says of the first one
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
  said = first,
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
    readLearned: async () => ({ text: answers[at]?.[0] ?? '' }),
    readLine: async () => ({ text: answers[at++]?.[1] ?? '' }),
  };
  const openReader = async () => /** @type {Reader} */ (/** @type {unknown} */ (reader));
  const read = await readSite(openReader, images, ({ picture }) =>
    picture.key === 'rest' ? { ...SAID, alts: [said] } : { ...SAID, fileName },
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

test('images with letters at the same places have the same spaces', async () => {
  const answers = [
    ['HE LT', 'HE LT'],
    ['HELT', 'HELT'],
  ];
  const tight = { soft: 'HELT', answers, fileName: 'helt.gif' };
  assert.deepEqual(await readPair({ ...tight, rest: 'HELT', said: 'HE LT' }), ['HE LT']);
});

test('an image that cannot be read is read with another of its backgrounds', async () => {
  const drawn = ['ILIL', 'HELT'].map((text) =>
    toPicture(
      drawLetters(text, () => 20),
      'a',
    ),
  );
  const [unread, readable] = drawn.flatMap((picture) =>
    decompose([picture]).flatMap((one) => ('lines' in one ? one : [])),
  );
  let count = 0;
  const answer = async () => ({ text: count++ < 2 ? '' : 'HELT' });
  const reader = { readLearned: answer, readLine: answer };
  const openReader = async () => /** @type {Reader} */ (/** @type {unknown} */ (reader));
  const image = { ...unread, others: [readable] };
  const read = await readSite(openReader, [image], () => ({ ...SAID, alts: ['Helt'] }));
  assert.equal(read.get(image)?.image, readable);
  assert.deepEqual(read.get(image)?.verdict, { text: ['HELT'], sources: ['learned', 'line', 'page'] });
});

test('engines get lines with the same pieces once, as the image at rest and the one under the mouse have', async () => {
  const ground = () => 20;
  const over = toPicture(drawLetters('HELT', ground, 16), 'over');
  for (const [at, value] of over.rgb.entries()) over.rgb[at] = 20 + (value - 20) * 0.7;
  const pictures = [toPicture(drawLetters('HELT', ground), 'rest'), over, toPicture(drawLetters('HETL', ground), 'x')];
  const images = pictures.flatMap((picture) => decompose([picture])).flatMap((one) => ('lines' in one ? [one] : []));
  /** @type {Set<unknown>} */
  const views = new Set();
  const reader = {
    readLearned: async (/** @type {unknown} */ view) => {
      views.add(view);
      return { text: 'x' };
    },
    readLine: async () => ({ text: 'y' }),
  };
  const openReader = async () => /** @type {Reader} */ (/** @type {unknown} */ (reader));
  await readSite(openReader, images, () => SAID);
  assert.deepEqual([images.length, views.size], [3, 2]);
});

test('two lines that touch are not read, because engines read one of them', async () => {
  const [upper, lower] = ['HELT', 'LTEH'].map((text) => drawLetters(text, () => 20, 4));
  // A descender of the upper line touches a letter of the lower one.
  const grey = Float32Array.from(upper.grey, (_, at) => {
    const [x, y] = [at % 60, Math.floor(at / 60)];
    if (y < 9) return x === 4 && y === 8 ? 250 : upper.grey[at + 60 * 4];
    return y < 16 ? lower.grey[at - 60 * 4] : 20;
  });
  const images = decompose([toPicture({ width: 60, height: 17, grey }, 'a')]).flatMap((one) =>
    'lines' in one ? [one] : [],
  );
  assert.equal(images.length, 1);
  const reader = { readLearned: async () => ({ text: 'HELT' }), readLine: async () => ({ text: 'HELT' }) };
  const openReader = async () => /** @type {Reader} */ (/** @type {unknown} */ (reader));
  const read = await readSite(openReader, images, () => ({ ...SAID, alts: ['HELT'] }));
  assert.ok('uncertain' in (read.get(images[0])?.verdict ?? {}));
});

test('a bar that stands apart is no letter, unless the page says so', async () => {
  const picture = toPicture(
    drawLetters('HELT', (x, y) => (x >= 58 && y >= 5 && y < 12 ? 250 : 20), 8),
    'a',
  );
  const images = decompose([picture]).flatMap((one) => ('lines' in one ? [one] : []));
  const readAs = async (/** @type {string[]} */ alts, /** @type {string} */ word = 'HELT') => {
    let count = 0;
    // Both engines read the whole line first.
    const answer = async () => ({ text: count++ < 2 ? `${word} I` : word });
    const reader = { readLearned: answer, readLine: answer };
    const openReader = async () => /** @type {Reader} */ (/** @type {unknown} */ (reader));
    const read = await readSite(openReader, images, () => ({ ...SAID, alts, fileName: word.toLowerCase() }));
    const { image, verdict } = present(read.get(images[0]));
    return ['text' in verdict ? verdict.text : null, image.lines[0].pieces.length];
  };
  assert.deepEqual(await readAs([]), [['HELT'], 4]);
  assert.deepEqual(await readAs([], 'TELL'), [['TELL'], 4]);
  assert.deepEqual(await readAs(['HELT I']), [['HELT I'], 5]);
});
