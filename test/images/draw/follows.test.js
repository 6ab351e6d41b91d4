import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const pageOf = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../../fixtures/rules/hydrated-image/${name}/after.html`, import.meta.url), 'utf8');
const page = pageOf('gatsby');
const green = sharp({ create: { width: 320, height: 200, channels: 3, background: 'green' } });
const [photo, avif] = [await green.clone().jpeg().toBuffer(), await green.clone().avif().toBuffer()];

/** @param {string} html @param {Buffer} [candidate] content of the files of the source set */
async function fetchedBy(html, candidate = avif) {
  const files = (/** @type {string} */ path) => {
    if (path === 'index.html') return { bytes: Buffer.from(html) };
    return path.endsWith('.jpg') ? { bytes: photo } : path.endsWith('.avif') ? { bytes: candidate } : undefined;
  };
  const budget = openBudgets({ pageSeconds: 60 }).of('index.html');
  const { fetched } = await recordFetches(browser, { path: 'index.html', files, budget });
  return fetched.map(({ path }) => path).filter((path) => /\.(?:jpg|avif)$/.test(path));
}

test('a source set that a rule wrote goes when a framework sets another file', async () => {
  assert.deepEqual(await fetchedBy(page), ['shore.320w.avif']);
  const script = "<script>addEventListener('load', () => document.images[0].setAttribute('src', 'other.jpg'))</script>";
  assert.deepEqual((await fetchedBy(page + script)).sort(), ['other.jpg', 'shore.320w.avif']);
});

test('a browser that cannot show the files of a source set fetches the original', async () => {
  const unknown = Buffer.from('an image of a format of the future');
  assert.deepEqual(await fetchedBy(page, unknown), ['shore.320w.avif', 'shore.jpg']);
});

test('a link that asks ahead has the same file fetched that the image shows, once', async () => {
  const ahead = pageOf('next-preload').replaceAll('calc(8.34vw + 133.4px)', '180px');
  assert.deepEqual(await fetchedBy(ahead), ['shore.320w.avif']);
  // During hydration, React looks the link up by its attributes.
  const hint = `<script>addEventListener('load', () => {
    const said = { rel: 'preload', as: 'image', href: 'shore.jpg' };
    const isThere = document.querySelector('link[rel="preload"][as="image"][href="shore.jpg"]');
    if (!isThere) document.head.append(Object.assign(document.createElement('link'), said));
  })</script>`;
  assert.deepEqual(await fetchedBy(ahead + hint), ['shore.320w.avif']);
});
