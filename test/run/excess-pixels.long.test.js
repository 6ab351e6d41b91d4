import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { makeRandom } from '../../bench/random.js';
import { main } from '../../lib/run/cli/main.js';

const scratch = mkdtempSync(join(tmpdir(), 'excess-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Draws soft noise, which no palette holds. @param {number} width @param {number} height */
async function drawPng(width, height) {
  const draw = makeRandom(7);
  const bytes = Buffer.from(Array.from({ length: 48 * 30 * 3 }, () => Math.floor(draw() * 256)));
  const small = sharp(bytes, { raw: { width: 48, height: 30, channels: 3 } });
  return small.resize(width, height, { fit: 'fill', kernel: 'cubic' }).png().toBuffer();
}

/** Builds a site of one page whose script creates its image. @param {string} name @param {string} code */
async function build(name, code) {
  const cwd = join(scratch, name);
  mkdirSync(join(cwd, 'site'), { recursive: true });
  writeFileSync(join(cwd, 'site/logo.png'), await drawPng(320, 200));
  writeFileSync(join(cwd, 'site/app.js'), code);
  const page = '<!doctype html><html lang=en><title>t</title><div id=app>some text</div><script src=app.js></script>';
  writeFileSync(join(cwd, 'site/index.html'), page);
  let said = '';
  const write = (/** @type {string} */ text) => (said += text);
  const argv = ['build', 'site', '--out', 'lean', '--browser', 'auto', '--cache', 'off', '--quiet'];
  const exit = await main({ argv, stdout: { write }, stderr: { write }, env: process.env, cwd });
  assert.equal(exit, 0, said);
  return sharp(readFileSync(join(cwd, 'lean/logo.png'))).metadata();
}

const CREATE = "const image = new Image(); image.src = 'logo.png'; document.getElementById('app').append(image);";

test('an image that a script creates keeps the pixels that the densest screen renders', async () => {
  const { width, height, format } = await build('created', `${CREATE} image.style.width = '40px';`);
  assert.deepEqual([width, height, format], [160, 100, 'png']);
});

test('one that a click enlarges keeps all of them', async () => {
  const code =
    `${CREATE} image.style.cssText = 'width: 40px; cursor: zoom-in';` +
    "image.onclick = () => { image.style.width = '200px'; };";
  assert.equal((await build('enlarged', code)).width, 320);
});

test('one whose place depends on its own size keeps all of them', async () => {
  const code = `${CREATE} image.onload = () => { image.style.width = image.naturalWidth / 8 + 'px'; };`;
  assert.equal((await build('natural', code)).width, 320);
});
