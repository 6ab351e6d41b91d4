import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { areIndistinguishable, compareGlyphs } from '../../lib/text-images/accept/compare-glyphs.js';
import { compare } from '../../lib/text-images/accept/compare-rendering.js';
import { layRest } from '../../lib/text-images/accept/lay-rest.js';
import { decompose, leaveEnds } from '../../lib/text-images/decompose/decompose.js';
import { drawLetters, toPicture } from './pictures.js';

/** @param {ReturnType<typeof decompose>[number]} one */
function taken(one) {
  assert.ok('lines' in one, 'failed' in one ? one.failed : '');
  return one;
}

/** Returns an image with transparent corners and a frame around its text. @param {string} text */
function drawButton(text) {
  const drawn = drawLetters(text, (x, y) => (x < 2 || x > 57 || y < 1 || y > 15 ? 0 : 120 + y));
  const picture = toPicture(drawn, text);
  const clear = new Uint8Array(60 * 17);
  for (const at of [0, 59, 16 * 60, 16 * 60 + 59]) clear[at] = 1;
  return { ...picture, clear };
}

describe('what is no text', () => {
  test('stays in the background of an image with clear corners', () => {
    const one = taken(decompose([drawButton('HELT')])[0]);
    assert.equal(one.lines[0].pieces.length, 4);
    assert.deepEqual(
      [...(one.background.clear ?? [])].flatMap((is, at) => (is ? [at] : [])),
      [0, 59, 960, 1019],
    );
  });

  test('stays where a dashed line runs along the text', () => {
    const dashes = (/** @type {number} */ x, /** @type {number} */ y) => (y === 15 && x % 4 < 2 ? 250 : 30);
    const one = taken(decompose([toPicture(drawLetters('HELT', dashes), 'a')])[0]);
    assert.deepEqual(
      one.lines.map(({ pieces }) => pieces.length),
      [4],
    );
    assert.equal(one.background.rgb[(15 * 60 + 4) * 3], 250);
  });

  test('stays where the background becomes the colour of the text', () => {
    const ramp = (/** @type {number} */ x, /** @type {number} */ y) =>
      y < 4 || y > 13 ? 30 : Math.min(250, 30 + 14 * Math.max(0, x - 43 + (y % 2)));
    const one = taken(decompose([toPicture(drawLetters('HELT', ramp, 4), 'a')])[0]);
    assert.equal(one.lines[0].pieces.length, 4);
    assert.deepEqual(
      [44, 52, 59].map((x) => one.background.rgb[(8 * 60 + x) * 3]),
      [44, 156, 250],
    );
  });

  test('is no row of characters of one size', () => {
    const one = decompose([
      toPicture(
        drawLetters('HELHLEHE', () => 30, 4),
        'a',
      ),
    ])[0];
    assert.equal(taken(one).lines[0].pieces.length, 8);
    const same = decompose([
      toPicture(
        drawLetters('HHHHHHHH', () => 30, 4),
        'a',
      ),
    ])[0];
    assert.ok('failed' in same, 'a pattern');
  });

  test('stays where it touches a character, and the character does not', () => {
    const picture = toPicture(
      drawLetters('HELT', () => 30),
      'a',
    );
    // A red frame around the left half of the first letter.
    const red = (/** @type {number} */ x, /** @type {number} */ y) =>
      picture.rgb[(y * 60 + x) * 3] === 30 && picture.rgb.set([150, 30, 30], (y * 60 + x) * 3);
    for (let x = 3; x <= 14; x++) for (const y of [1, 15]) red(x, y);
    for (let y = 1; y <= 15; y++) for (const x of [3, 13, 14]) red(x, y);
    const one = taken(decompose([picture])[0]);
    assert.equal(one.lines.flatMap(({ pieces }) => pieces).length, 4);
    assert.deepEqual([...one.background.rgb.subarray((60 + 5) * 3, (60 + 6) * 3)], [150, 30, 30]);
  });

  test('stays where a rule underlines the text', () => {
    const rule = (/** @type {number} */ x, /** @type {number} */ y) => (y === 14 && x > 10 && x < 40 ? 250 : 30);
    for (const text of ['HELT', 'HE']) {
      const one = taken(decompose([toPicture(drawLetters(text, rule), 'a')])[0]);
      assert.deepEqual(
        one.lines.map(({ pieces }) => pieces.length),
        [text.length],
      );
      assert.equal(one.background.rgb[(14 * 60 + 20) * 3], 250);
    }
    const dash = (/** @type {number} */ x, /** @type {number} */ y) => (y === 8 && x > 24 && x < 32 ? 250 : 30);
    assert.equal(taken(decompose([toPicture(drawLetters('HE', dash), 'a')])[0]).lines[0].pieces.length, 3);
  });

  test('does not include a character in a line that the edge of the image cuts', () => {
    const bullet = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (x < 2 || x > 7 || y < 4 || y > 13) return 120;
      return x < 5 && y < 8 ? 0 : 180;
    };
    const picture = toPicture(drawLetters('HEIL', bullet, 20), 'a');
    const long = { x: 32, width: 2, from: 12 };
    for (let y = long.from; y < 17; y++)
      picture.rgb.fill(250, (y * 60 + long.x) * 3, (y * 60 + long.x + long.width) * 3);
    const one = taken(decompose([picture])[0]);
    assert.deepEqual(
      one.lines[0].pieces.map(({ x, height }) => [x, height]),
      [
        [20, 7],
        [26, 7],
        [32, 12],
        [36, 7],
      ],
    );
  });

  test('stays where a bullet with a shadow stands apart', () => {
    const bullet = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (x < 2 || x > 7 || y < 4 || y > 13) return 120;
      return x < 5 && y < 8 ? 0 : 180;
    };
    const one = taken(decompose([toPicture(drawLetters('HE', bullet, 20), 'a')])[0]);
    assert.equal(one.lines[0].pieces.length, 2);
    assert.equal(one.background.rgb[(4 * 60 + 2) * 3], 0);
    assert.equal(one.background.rgb[(13 * 60 + 7) * 3], 180);
  });

  test('can be left out at the ends of a line, if it stands apart', () => {
    const bullet = (/** @type {number} */ x, /** @type {number} */ y) =>
      x >= 2 && x < 6 && y >= 7 && y < 11 ? 250 : 30;
    const whole = taken(decompose([toPicture(drawLetters('HELT', bullet, 16), 'a')])[0]);
    assert.equal(whole.lines[0].pieces.length, 5);
    assert.equal(leaveEnds(whole)?.lines[0].pieces.length, 4);
    const near = taken(decompose([toPicture(drawLetters('HELT', bullet, 8), 'a')])[0]);
    assert.equal(leaveEnds(near), null);
  });
});

describe('a face of the system', () => {
  const image = taken(
    decompose([
      toPicture(
        drawLetters('HELT', () => 20),
        'a',
      ),
    ])[0],
  );
  const other = toPicture(
    drawLetters('HILT', () => 20),
    'b',
  );

  test('is taken if each character is where the image has it', () => {
    assert.ok(areIndistinguishable([compareGlyphs(image, image.picture.rgb)]));
    assert.ok(!areIndistinguishable([compareGlyphs(image, other.rgb)]));
  });
});

test('a background has everything around the text if it is told to, but no text', () => {
  const pale = (/** @type {number} */ x, /** @type {number} */ y) => (x > 50 && y > 8 ? 32 : 20);
  const one = taken(
    decompose([
      toPicture(
        drawLetters('HELT', () => 20, 20),
        'a',
      ),
    ])[0],
  );
  const shaded = { ...one.picture, rgb: toPicture(drawLetters('HELT', pale, 20), 'a').rgb };
  const rest = layRest({ ...one, picture: shaded });
  assert.equal(rest?.background.kind, 'image');
  const values = [16 * 60 + 55, 2 * 60 + 2, 5 * 60 + 20].map((at) => rest?.background.rgb[at * 3]);
  assert.deepEqual(values, [32, 20, 20], 'the shape, the ground, and the ground below a letter');
  const half = { ...one, lines: [{ ...one.lines[0], pieces: one.lines[0].pieces.slice(0, 2) }] };
  assert.equal(layRest(half), null);
  const cut = { ...one, lines: [{ ...one.lines[0], box: { ...one.lines[0].box, x: 0 } }] };
  assert.equal(layRest(cut), null, 'it may continue in another image');
  const clear = new Uint8Array(60 * 17);
  clear[59] = 1;
  const shadow = { x: 1, y: 1, blur: 0, colour: /** @type {const} */ ([0, 0, 0]), opacity: 0.5 };
  const open = { ...one, picture: { ...shaded, clear }, background: { ...one.background, clear }, shadow };
  assert.equal(layRest(open)?.background.clear?.[59], 1, 'a transparent corner next to a shadow');
  const over = { ...open, background: { ...one.background, clear: new Uint8Array(60 * 17).fill(1) } };
  assert.equal(layRest(over), null, 'the shadow lies on the page');
});

test('a rendering that lacks a shadow differs away from its strokes', () => {
  const [width, height] = [20, 10];
  const shown = new Uint8ClampedArray(width * height * 3).fill(200);
  const coverage = new Float32Array(width * height);
  for (let y = 2; y < 8; y++) coverage[y * width + 4] = 1;
  const strayFor = (/** @type {number} */ x) => {
    const rgb = Uint8ClampedArray.from(shown);
    for (let y = 2; y < 8; y++) rgb.fill(170, (y * width + x) * 3, (y * width + x + 1) * 3);
    return compare({ key: 'a', width, height, rgb, clear: null, tolerance: 2 }, shown, coverage).strayPixels;
  };
  assert.equal(strayFor(5), 0);
  assert.equal(strayFor(8), 6);
});
