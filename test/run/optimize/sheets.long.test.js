import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { audit, build } from '../../../lib/index.js';

/**
 * Runs a task on a folder with these files and an image.
 * @template T
 * @param {Record<string, string | Uint8Array>} files @param {(folder: string) => Promise<T>} run
 */
async function withFolder(files, run) {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-sheets-'));
  const folder = join(scratch, 'site');
  mkdirSync(folder);
  try {
    const pixel = { width: 3, height: 3, channels: /** @type {const} */ (3), background: '#c00' };
    writeFileSync(join(folder, 'red.png'), await sharp({ create: pixel }).png().toBuffer());
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return await run(folder);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/**
 * Returns the changes of one file in an audit of these files.
 * @param {Record<string, string>} files @param {string} path
 */
const changesOf = (files, path) =>
  withFolder(files, async (folder) => {
    const { changes } = await audit(folder, { browser: 'off', cache: 'off' });
    return changes.filter(({ page }) => page === path);
  });

const PAGE = '<!doctype html><title>t</title><link rel=stylesheet href=a.css><p>words';
const SHEET = 'p { background-image: url(red.png) }';

test('a style sheet that no page fetches is no place to change anything', async () => {
  const files = { 'index.html': '<!doctype html><title>t</title><p>words', 'unused.css': SHEET };
  assert.deepEqual(await changesOf(files, 'unused.css'), []);
});

test('scripts count for the sheets of pages that fetch them; what no page fetches counts for none', async () => {
  const ofImage = async (/** @type {Record<string, string>} */ files) =>
    (await changesOf({ 'index.html': PAGE, 'a.css': SHEET, ...files }, 'a.css')).find(
      ({ rule }) => rule === 'small-image',
    );
  const script = 'new Image().src = "red.png"';
  assert.equal((await ofImage({ 'notes.xml': '<file name="red.png"/>', 'other.js': script }))?.reason, null);
  const page = `${PAGE}<script src=used.js></script>`;
  assert.equal((await ofImage({ 'index.html': page, 'used.js': script }))?.reason, 'in-use-by-script');
});

test('a page carries a small sheet as other changes leave it, and a second build changes nothing', () =>
  withFolder({ 'index.html': PAGE, 'a.css': SHEET }, async (folder) => {
    const [out, again] = ['out', 'again'].map((name) => `${folder}-${name}`);
    const options = /** @type {const} */ ({ browser: 'off', cache: 'off', variants: [] });
    const { site } = await build(folder, { out, ...options });
    assert.equal(site.after.requests, 1);
    const page = readFileSync(join(out, 'index.html'), 'utf8');
    assert.match(page, /<style>p\{background-image:url\(data:image\/png/);
    await build(out, { out: again, ...options });
    assert.equal(readFileSync(join(again, 'index.html'), 'utf8'), page);
  }));

/** Draws a GIF that is smaller as PNG: short lines of random colours. @param {number} seed @param {number} height */
function drawGif(seed, height) {
  let state = seed * 7919 + 1;
  const random = (/** @type {number} */ most) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * most);
  };
  const colours = Array.from({ length: 32 }, () => [random(255), random(255), random(255)]);
  const pixels = Buffer.alloc(60 * height * 3);
  let colour = 0;
  for (let index = 0; index < 60 * height; index++) {
    if (random(10) < 3) colour = random(32);
    pixels.set(colours[colour], index * 3);
  }
  return sharp(pixels, { raw: { width: 60, height, channels: 3 } })
    .gif()
    .toBuffer();
}

test('no page loads an image in two forms because one page has changed a sheet that all share', async () => {
  const names = ['home', 'about', 'contact', 'links'];
  const rules = names.map((name) => `.${name} { background: url(${name}.gif); display: inline-block; height: 40px }`);
  const links = names.map((name) => `<div class=${name}><img src="${name}.gif" alt=""></div>`).join('');
  const pageOf = (/** @type {string} */ name, more = 'words') =>
    `<!doctype html><title>${name}</title><link rel=stylesheet href=a.css><h1>${name}</h1>${links}<p>${more}`;
  /** @type {[string, Uint8Array][]} */
  const images = [['photo.gif', await drawGif(9, 430)]];
  for (const [index, name] of names.entries()) images.push([`${name}.gif`, await drawGif(index, 40)]);
  const pages = ['index', ...names.slice(1)].map((name) => [
    `${name}.html`,
    pageOf(name, name === 'about' ? '<img src=photo.gif alt="">' : undefined),
  ]);
  const files = Object.fromEntries([...pages, ...images, ['a.css', rules.join('')]]);
  const { pages: found } = await withFolder(files, (folder) => audit(folder, { browser: 'off', cache: 'off' }));
  for (const { path, before, after } of found)
    assert.ok(after && after.bytes <= before.bytes && after.requests <= before.requests, `${path} loads more`);
});
