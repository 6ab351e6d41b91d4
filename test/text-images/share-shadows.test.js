import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanBackground } from '../../lib/text-images/decompose/clean-background.js';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { drawLetters, drawShaded, toPicture } from './pictures.js';

const [WIDTH, HEIGHT] = [60, 17];

/** A button with a bevel, and a stripe next to it. @param {number} x @param {number} y */
function ground(x, y) {
  if (x < 4) return 30 + x * 10;
  if (x < 9 || x > 52 || y < 2) return 190;
  return y > 14 ? 60 : 130;
}

/** @param {ReturnType<typeof decompose>[number]} one @param {(x: number, y: number) => number} expected */
function assertGround(one, expected) {
  assert.ok('lines' in one, `${one.picture.key}: ${'failed' in one ? one.failed : ''}`);
  for (let at = 0; at < one.background.rgb.length / 3; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    assert.ok(Math.abs(one.background.rgb[at * 3] - expected(x, y)) <= 8, `${one.picture.key}: ${x}, ${y}`);
  }
}

test('the background of a set is calculated without the shadows that votes take for a part of it', () => {
  const shadow = /** @type {const} */ ({ x: 2, y: 2, blur: 2, colour: [0, 0, 0], opacity: 0.5 });
  const members = ['HELT', 'LET', 'TILE'].map((text, at) => {
    const drawn = drawShaded(text, ground, 12 + at);
    const bare = drawLetters(text, () => 0, 12 + at).grey;
    const piece = { x: 0, y: 0, width: WIDTH, height: HEIGHT, parts: 1, coverage: bare.map((value) => value / 250) };
    const box = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
    const rgb = new Uint8ClampedArray(WIDTH * HEIGHT * 3).fill(90);
    const background = { kind: /** @type {const} */ ('image'), rgb, clear: null };
    const others = { strange: new Uint8Array(0), explained: 1, lost: 0, ink: /** @type {const} */ ([250, 250, 250]) };
    const lines = [{ box, pieces: [piece] }];
    return { picture: toPicture(drawn, text), background, coverage: piece.coverage, lines, shadow, ...others };
  });
  const { rgb } = cleanBackground(members, shadow);
  const isCovered = (/** @type {number} */ at) =>
    members.every(({ coverage }) =>
      [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => coverage[at + down * WIDTH + right] > 0)),
    );
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const expected = isCovered(at) ? 90 : ground(at % WIDTH, Math.floor(at / WIDTH));
    assert.ok(Math.abs(rgb[at * 3] - expected) <= 14, `${at % WIDTH}, ${Math.floor(at / WIDTH)}: ${rgb[at * 3]}`);
  }
});

test('the first button of a menu, which is sliced lower, has the background of the others', () => {
  const set = ['HELT', 'TELL', 'HEIL'].map((text) => toPicture(drawLetters(text, ground), text));
  const whole = drawLetters('LET', ground);
  const sliced = { width: WIDTH, height: HEIGHT - 3, grey: whole.grey.slice(WIDTH * 3) };
  const found = decompose([...set, toPicture(sliced, 'first')]);
  assertGround(found[3], (x, y) => ground(x, y + 3));
});
