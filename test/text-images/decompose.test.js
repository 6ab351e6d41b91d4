import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { measureCoverage } from '../../lib/text-images/decompose/find-ink.js';
import { voteBackgrounds } from '../../lib/text-images/decompose/vote-background.js';
import { drawLetters, toPicture } from './pictures.js';

describe('taking images apart', () => {
  test('a set shows its background where its text differs', () => {
    const speckled = (/** @type {number} */ x, /** @type {number} */ y) => 90 + ((x * 7 + y * 13) % 40);
    const set = ['HE', 'LT', 'TI', 'IL'].map((text, at) => toPicture(drawLetters(text, speckled, 10 + at), String(at)));
    for (const one of decompose(set)) {
      assert.ok('lines' in one, 'failed' in one ? one.failed : '');
      assert.equal(one.background.kind, 'image');
      assert.deepEqual([...one.ink], [250, 250, 250]);
      assert.equal(one.lines[0].pieces.length, 2);
      const { width, height } = one.picture;
      const off = Array.from({ length: width * height }, (_, at) =>
        Math.abs(one.background.rgb[at * 3] - speckled(at % width, Math.floor(at / width))),
      ).filter((difference) => difference > 6);
      assert.ok(off.length <= 4, 'but for what the text of all hides');
    }
  });

  test('an image of a set shows nothing of what only others show', () => {
    const speckled = (/** @type {number} */ x, /** @type {number} */ y) => 60 + ((x * 17 + y * 29) % 110);
    const set = ['HELT', 'LTIH', 'TIHE', 'ILET', 'EHTI'].map((text, at) => {
      const picture = toPicture(drawLetters(text, speckled, 20), String(at));
      for (let pixel = 3 * 60 + 2; at < 3 && pixel < 10 * 60; pixel += 60)
        picture.rgb.set([90 + pixel / 8, 0, 0], pixel * 3);
      return picture;
    });
    for (const [at, one] of decompose(set).entries()) {
      assert.ok('lines' in one, 'failed' in one ? one.failed : '');
      const shown = one.background.rgb[(5 * 60 + 2) * 3 + 1];
      assert.equal(shown, at < 3 ? 0 : speckled(2, 5), `image ${at}: ${shown}`);
    }
  });

  test('smooth text in few colours has the colour of its darkest pixels, not the most frequent one', () => {
    const [width, height] = [40, 16];
    const stroke = [
      [42, 63, 85],
      [0, 0, 0],
      [42, 63, 85],
    ];
    const rgb = new Uint8ClampedArray(width * height * 3).fill(255);
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const colour = stroke[(x - 6) % 8];
      if (x >= 6 && x < 34 && y >= 4 && y < 12 && colour) rgb.set(colour, at * 3);
    }
    const [one] = decompose([{ key: 'smooth', width, height, rgb, clear: null, tolerance: 6 }]);
    assert.ok('ink' in one, 'failed' in one ? one.failed : '');
    assert.deepEqual([...one.ink], [0, 0, 0]);
    assert.equal(one.lines[0].pieces.length, 4);
  });

  test('text that covers most of a tightly cropped image stands on the colour of the page', () => {
    const [width, height] = [34, 7];
    const letter = ['#######', '#######', '##...##', '#######', '##...##', '##...##', '##...##'];
    const rgb = new Uint8ClampedArray(width * height * 3).fill(255);
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      if (x % 9 < 7 && letter[y][x % 9] === '#') rgb.fill(80, at * 3, at * 3 + 3);
    }
    const tight = { key: 'a', width, height, rgb, clear: null, tolerance: 6 };
    const inkOf = (/** @type {import('../../lib/text-images/types.ts').Picture} */ picture) => {
      const [one] = decompose([picture]);
      return 'ink' in one ? one.ink[0] : null;
    };
    assert.equal(inkOf(tight), 255, 'the holes of the letters, if the page is unknown');
    assert.equal(inkOf({ ...tight, behind: [[255, 255, 255]] }), 80);
    const button = toPicture(
      drawLetters('HELT', () => 80),
      'b',
    );
    assert.equal(inkOf({ ...button, behind: [[250, 250, 250]] }), 250, 'text in the colour of the page on a button');
  });

  test('text that covers nearly all of a row stands on the colour of most of the image', () => {
    const [width, height] = [58, 8];
    const rgb = new Uint8ClampedArray(width * height * 3).fill(255);
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const column = x % 6;
      const isOdd = Math.floor(x / 6) % 2 === 1;
      const isInk = y === 0 ? column < 5 : isOdd ? column === 2 : column === 0 || (y === 4 && column < 4);
      if (isInk) rgb.fill(80, at * 3, at * 3 + 3);
    }
    const [one] = decompose([{ key: 'a', width, height, rgb, clear: null, tolerance: 6 }]);
    assert.ok('ink' in one, 'failed' in one ? one.failed : '');
    assert.deepEqual([one.ink[0], one.lines.length, one.lines[0].pieces.length], [80, 1, 10]);
  });

  test('one image on one colour needs no set', () => {
    const [one] = decompose([
      toPicture(
        drawLetters('HELT', () => 20),
        'a',
      ),
    ]);
    assert.ok('lines' in one);
    assert.equal(one.background.kind, 'plain');
    assert.equal(one.lines[0].pieces.length, 4);
  });

  test('what all images of a set have in common may be text, and is not left behind', () => {
    const set = ['HE', 'HT', 'HI', 'HL'].map((text, at) =>
      toPicture(
        drawLetters(text, (x) => 60 + x),
        String(at),
      ),
    );
    for (const one of decompose(set)) assert.ok('failed' in one || one.lines[0].pieces.length === 2);
  });

  test('a character that fills the height at the side of an image is text', () => {
    const { width, grey } = drawLetters('HELT', () => 20, 0);
    const rows = { width, height: 7, grey: grey.slice(5 * width, 12 * width) };
    const [one] = decompose([toPicture(rows, 'a')]);
    assert.ok('lines' in one, 'failed' in one ? one.failed : '');
    assert.equal(one.lines[0].pieces.length, 4);
  });

  test('what a set has in common far from its text is background, even on one colour', () => {
    const set = ['HELT', 'LTHE', 'THEL', 'EHTL'].map((text, at) => {
      const drawn = drawLetters(text, () => 20, 30);
      for (let y = 1; y < 16; y++) drawn.grey[y * drawn.width + 3] = 150;
      return toPicture(drawn, String(at));
    });
    for (const one of decompose(set)) {
      assert.ok('lines' in one, 'failed' in one ? one.failed : '');
      assert.deepEqual(
        one.lines.map(({ pieces }) => pieces.length),
        [4],
      );
    }
  });

  test('joined letters over all of an image are text, a frame is not', () => {
    const { width, grey } = drawLetters('HHHHHHHHH', () => 20, 2);
    const [top, rows] = [4, 9];
    const cut = grey.slice(top * width, (top + rows) * width);
    const joined = Float32Array.from(cut, (value, at) => {
      const x = at % width;
      const isGap = x > 5 && x < width - 4 && x % 6 < 2;
      return isGap && Math.floor(at / width) === 1 + (Math.floor(x / 6) % 7) ? 250 : value;
    });
    const framed = Float32Array.from(cut, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isIn = x > 1 && x < width - 2 && y > 0 && y < rows - 1;
      return isIn && (x === 2 || x === width - 3 || y === 1 || y === rows - 2) ? 250 : 20;
    });
    const [text, frame] = [joined, framed].map((drawn, at) => {
      const [one] = decompose([toPicture({ width, height: rows, grey: drawn }, String(at))]);
      return one;
    });
    assert.ok('lines' in text, 'failed' in text ? text.failed : '');
    assert.equal(text.lines[0].pieces.length, 1);
    assert.ok('failed' in frame);
  });

  test('a set whose text is mostly pale shows no text in its background', () => {
    const set = ['HE', 'LT', 'TE', 'EL', 'HELTEH', 'HELTEH'].map((text, at) => {
      const { grey, ...drawn } = drawLetters(text, () => 200);
      const pale = grey.map((value, pixel) => (value === 250 ? 30 + ((pixel * 37) % 110) : value));
      return toPicture({ ...drawn, grey: pale }, String(at));
    });
    const [{ rgb }] = voteBackgrounds(set);
    const right = rgb.filter((_, at) => (at / 3) % 60 > 30);
    assert.deepEqual(new Set(right), new Set([200]));
  });

  test('a character at the side of an image is no end cap', () => {
    const [one] = decompose([
      toPicture(
        drawLetters('HELT', (_, y) => 20 + y, 1),
        'a',
      ),
    ]);
    assert.ok('failed' in one || one.lines[0].pieces.length === 4);
  });
});

test('a character above a transparent background is text, whatever colour was guessed behind it', () => {
  const ink = /** @type {const} */ ([0, 51, 0]);
  const pixels = [ink, ink, [200, 220, 255], ink].flat();
  const picture = { key: 'a', width: 4, height: 1, rgb: Uint8ClampedArray.from(pixels), tolerance: 6 };
  const behind = { kind: /** @type {const} */ ('image'), rgb: Uint8ClampedArray.from([ink, ink, ink, ink].flat()) };
  behind.rgb.set([200, 220, 255, 200, 220, 255], 6);
  const clear = Uint8Array.from([1, 1, 0, 0]);
  const { coverage, explained } = measureCoverage(
    { ...picture, clear: Uint8Array.from([1, 0, 0, 0]) },
    { ...behind, clear },
    ink,
  );
  assert.deepEqual([...coverage], [0, 1, 0, 1]);
  assert.equal(explained, 1);
});

/**
 * Draws a text on a bar with a bright knob at its end, in whose colours each image has small errors.
 * @param {string} text @param {number} error
 */
function drawWithKnob(text, error) {
  const isKnob = (/** @type {number} */ x, /** @type {number} */ y) => x >= 46 && x < 56 && y >= 4 && y < 13;
  const drawn = drawLetters(
    text,
    (x, y) => (isKnob(x, y) ? 245 - Math.abs(x - 50) * 4 + ((x + y) % 3) * error : 40),
    6,
  );
  return { ...toPicture(drawn, text), tolerance: 2 };
}

test('a bright knob that all images of a set have is no character, although palettes differ', () => {
  const set = ['HELT', 'HEIL', 'TELL', 'ILL'].map((text, at) => drawWithKnob(text, at * 2));
  for (const one of decompose(set)) {
    assert.ok('lines' in one, `${one.picture.key}: ${'failed' in one ? one.failed : ''}`);
    const count = one.lines.reduce((sum, { pieces }) => sum + pieces.length, 0);
    assert.equal(count, one.picture.key.length, one.picture.key);
  }
});
