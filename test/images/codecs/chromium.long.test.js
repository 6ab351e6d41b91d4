import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { makers } from '../../../lib/images/codecs/makers.js';
import { encodeApng } from '../../../lib/images/png/apng-encode.js';
import { openTestBrowser } from '../../harness/browser.js';
import { openFile } from '../../harness/serve-files.js';
import { makeGif } from './draw.js';

const corpus = process.env.PAGETHRIFT_CORPUS ?? join(import.meta.dirname, '../../../shared/corpus');

const browser = await openTestBrowser();

/**
 * Decodes in the browser: a checksum of each frame's visible pixels, and its duration.
 * @param {Uint8Array} bytes
 * @param {string} type
 */
async function decodeInBrowser(bytes, type) {
  return browser.withPage(async (page) => {
    await openFile(page, 'empty.html', () => '<!doctype html>');
    return page.evaluate(
      async (base64, mime) => {
        const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const decoder = new ImageDecoder({ data, type: mime, preferAnimation: true, colorSpaceConversion: 'none' });
        await decoder.completed;
        await decoder.tracks.ready;
        const track = /** @type {ImageTrack} */ (decoder.tracks.selectedTrack);
        const frames = [];
        for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex++) {
          const { image } = await decoder.decode({ frameIndex });
          const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
          const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
          context.drawImage(image, 0, 0);
          const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
          for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3] === 0) pixels.fill(0, i, i + 4);
          frames.push({ ms: (image.duration ?? 0) / 1000, pixels: [...pixels].join() });
        }
        return { repeats: String(track.repetitionCount), frames };
      },
      Buffer.from(bytes).toString('base64'),
      type,
    );
  });
}

const palette = [
  [255, 255, 255],
  [200, 30, 0],
  [0, 60, 200],
  [20, 20, 20],
  [90, 160, 40],
];

test('Chromium shows the same frames, delays and loops of a GIF and of the APNG made from it', async () => {
  assert.ok(browser, 'a browser starts');
  for (const [plays, disposals] of /** @type {const} */ ([
    [0, [0, 1, 2, 3, 4]],
    [1, [2, 2, 2, 2, 2]],
    [4, [3, 2, 3, 1, 0]],
  ])) {
    const frames = disposals.map((disposal, i) => ({
      ...{
        x: i * 3,
        y: i,
        width: 30 - i,
        height: 24 - i,
        disposal,
        delayMs: [0, 10, 20, 70, 1000][i],
        transparent: i % 2 ? 4 : undefined,
      },
      pixels: Array.from({ length: (30 - i) * (24 - i) }, (_, at) => (at >> (3 + i)) % 5),
    }));
    const gif = makeGif({ width: 36, height: 28, palette, frames, plays });
    const decoded = await decodeImage(gif);
    assert.ok('frames' in decoded && !('broken' in decoded));
    const shownGif = await decodeInBrowser(gif, 'image/gif');
    assert.equal(shownGif?.frames.length, 5);
    shownGif.frames.forEach(({ pixels }, i) => {
      assert.equal(pixels, [...decoded.frames[i].rgba].join(), `frame ${i + 1} of plays ${plays}`);
    });
    const made = await makers['apng-from-gif'](Buffer.concat([gif, Buffer.alloc(3000)]), {});
    assert.ok(made.ok && made.bytes, JSON.stringify(made));
    assert.deepEqual(await decodeInBrowser(made.bytes, 'image/png'), shownGif);
  }
});

test('Chromium shows the real animations of a corpus as before, where there is one', async (t) => {
  const found = listGifs(join(corpus, 'images'));
  assert.ok(browser, 'a browser starts');
  if (found.length === 0) return t.skip('needs images in ../shared/corpus');
  let compared = 0;
  for (const path of found) {
    const gif = readFileSync(path);
    const decoded = await decodeImage(gif);
    if ('broken' in decoded || decoded.frames.length === 1) continue;
    compared += 1;
    const apng = await encodeApng(decoded, { effort: 'fast' });
    const [before, after] = [await decodeInBrowser(gif, 'image/gif'), await decodeInBrowser(apng, 'image/png')];
    assert.deepEqual(joinAlike(after), joinAlike(before), path);
  }
  t.diagnostic(`${compared} animations compared`);
});

/** @param {string} folder */
function listGifs(folder) {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter(({ name }) => /\.gif$/i.test(name)).map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

/**
 * Joins equal successive frames into one that lasts as long as all of them.
 * @param {Awaited<ReturnType<typeof decodeInBrowser>>} shown
 */
function joinAlike(shown) {
  /** @type {{ ms: number, hash: string }[]} */
  const frames = [];
  for (const { ms, pixels } of shown?.frames ?? []) {
    const seen = hash('sha1', pixels);
    const last = frames.at(-1);
    if (last?.hash === seen) last.ms += ms;
    else frames.push({ ms, hash: seen });
  }
  return { repeats: shown?.repeats, frames };
}
