import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { build } from '../../../lib/index.js';
import { readFolder, writeSite } from './random-edits.js';

/** @typedef {Record<'load' | 'visit', number>} Counts */

const PAGES = 6;
const ROUTER = `
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
  });`;

const noise = new Uint8Array(320 * 240 * 3).map((_, index) => (index * 2654435761) >>> 24);
const photo = await sharp(noise, { raw: { width: 320, height: 240, channels: 3 } })
  .blur(3)
  .png({ compressionLevel: 0 })
  .toBuffer();

/**
 * Returns a site of a generator that writes a bundle for each page. The name of a bundle changes with its text.
 * @param {Record<number, string>} [texts] texts of some pages
 */
function makeFiles(texts = {}) {
  const files = new Map([
    ['router.js', Buffer.from(ROUTER)],
    ['style.css', Buffer.from('body { margin: 2em; font: 16px serif } img { width: 320px; height: 240px }')],
    ['photo.png', photo],
  ]);
  for (let index = 0; index < PAGES; index++) {
    const script = `document.querySelector('p').textContent = ${JSON.stringify(texts[index] ?? `text ${index}`)};`;
    const name = `page-${index}.${hash('sha256', script).slice(0, 8)}.js`;
    const links = Array.from({ length: PAGES }, (_, to) => `<a href="page-${to}.html">page ${to}</a>`).join('\n      ');
    files.set(name, Buffer.from(script));
    files.set(
      `page-${index}.html`,
      Buffer.from(
        `<!DOCTYPE html>\n<html lang="en">\n  <head>\n    <title>page ${index}</title>\n` +
          '    <link rel="stylesheet" href="style.css">\n    <script type="module" src="router.js"></script>\n' +
          `    <script type="module" src="${name}"></script>\n  </head>\n  <body>\n    <p>before</p>\n` +
          `    <img src="photo.png" alt="">\n    <nav>\n      ${links}\n    </nav>\n  </body>\n</html>\n`,
      ),
    );
  }
  return files;
}

/**
 * Builds a site. Returns the written files, and how often pages were loaded and visited.
 * @param {Map<string, Buffer>} files @param {string} scratch @param {{ cache: string, jobs?: number }} options
 */
async function buildAndCount(files, scratch, { cache, jobs = 2 }) {
  const [folder, out] = ['site', `out-${jobs}`].map((name) => join(scratch, name));
  rmSync(folder, { recursive: true, force: true });
  writeSite(files, folder);
  /** @type {Counts} */
  const counts = { load: 0, visit: 0 };
  const count = (/** @type {unknown} */ task) => {
    const { stage, isRecalled } = /** @type {{ stage: keyof Counts, isRecalled: boolean }} */ (task);
    if (!isRecalled && stage in counts) counts[stage] += 1;
  };
  subscribe('pagethrift:task', count);
  await build(folder, /** @type {any} */ ({ out, cache, jobs, effort: 'fast', variants: ['gz'], force: true }));
  unsubscribe('pagethrift:task', count);
  return { files: readFolder(out), counts };
}

/** @param {import('node:test').TestContext} t */
function makeScratch(t) {
  const scratch = mkdtempSync(join(tmpdir(), 'visits-test-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  return scratch;
}

test('after the text of a page was changed, it is visited before and after its changes', async (t) => {
  const scratch = makeScratch(t);
  const cache = join(scratch, 'cache');
  const cold = await buildAndCount(makeFiles(), scratch, { cache });
  assert.ok(cold.counts.visit >= PAGES);
  const changed = await buildAndCount(makeFiles({ 3: 'another text' }), scratch, { cache });
  assert.ok(changed.counts.visit <= 2, `${changed.counts.visit} visits`);
  assert.ok(changed.counts.visit > 0);
  const files = makeFiles({ 3: 'another text' }).set('robots.txt', Buffer.from('User-agent: *\nAllow: /\n'));
  const unrelated = await buildAndCount(files, scratch, { cache });
  assert.deepEqual(unrelated.counts, { load: 0, visit: 0 });
  assert.ok(unrelated.files.has('robots.txt'));
});

test('one job and eight jobs load the same pages, with the same result', async (t) => {
  const scratch = makeScratch(t);
  const one = await buildAndCount(makeFiles(), scratch, { cache: 'off', jobs: 1 });
  const many = await buildAndCount(makeFiles(), scratch, { cache: 'off', jobs: 8 });
  assert.deepEqual(many.counts, one.counts);
  assert.deepEqual(many.files, one.files);
});
