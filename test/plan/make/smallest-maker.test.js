import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifference } from '../../../lib/images/codecs/compare.js';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { makers as codecs } from '../../../lib/images/codecs/makers.js';
import { keyOfJob, runJobs } from '../../../lib/plan/make/run-jobs.js';
import { makeSmallest } from '../../../lib/plan/make/smallest-maker.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { makeGif } from '../../images/codecs/draw.js';

/** @import { Job } from '../../../lib/plan/types.ts' */

const palette = Array.from({ length: 16 }, (_, i) => [i * 16, 255 - i * 9, (i * 53) % 256]);
const pixels = Array.from({ length: 60 * 40 }, (_, i) => Math.floor((i % 60) / 8 + i / 400) % 16);
const picture = makeGif({ width: 60, height: 40, palette, frames: [{ width: 60, height: 40, pixels }] });
const dot = makeGif({ width: 1, height: 1, palette: [[0, 0, 0]], frames: [{ width: 1, height: 1, pixels: [0] }] });

/**
 * Runs jobs on one image. Returns the results in order, and the makers that ran.
 * @param {Uint8Array} bytes @param {readonly Omit<Job, 'resource'>[]} wanted
 */
async function runOn(bytes, wanted) {
  const file = makeFile('image.gif', bytes);
  const site = { root: '', name: 'site', files: new Map([[file.path, file]]), warnings: [] };
  /** @type {string[]} */
  const asked = [];
  const counted = Object.entries({ ...codecs, smallest: makeSmallest }).map(([name, maker]) => {
    /** @type {import('../../../lib/plan/make/run-jobs.js').Maker} */
    const count = (...order) => {
      asked.push(name);
      return maker(...order);
    };
    return [name, count];
  });
  const jobs = wanted.map((job) => ({ ...job, resource: file.path }));
  const context = {
    site,
    makers: Object.fromEntries(counted),
    store: null,
    versionOf: () => '1',
    capacity: { atOnce: 2 },
  };
  const made = await runJobs(jobs, context);
  return { made: jobs.map((job) => made.get(keyOfJob(job, site))), asked: asked.sort() };
}

test('the smallest form is for all browsers, or for those of today where that is asked for', async () => {
  const smallest = (/** @type {Record<string, unknown>} */ options) => ({ maker: 'smallest', options });
  const { made } = await runOn(picture, [
    smallest({ mostBytes: 5000 }),
    smallest({ mostBytes: 5000, modern: 'lossless' }),
    smallest({ mostBytes: 10 }),
  ]);
  const [plain, modern, large] = made;
  assert.ok(plain?.ok && plain.bytes && plain.data.format === 'png');
  assert.ok(modern?.ok && modern.bytes && modern.bytes.length <= plain.bytes.length);
  const [before, after] = [await decodeImage(picture), await decodeImage(modern.bytes)];
  assert.ok(!('broken' in before) && !('broken' in after));
  assert.equal(findDifference(before, after), null);
  assert.ok(large && !large.ok && large.reason === 'costs-more');
  const [kept] = (await runOn(dot, [smallest({ mostBytes: 5000 })])).made;
  assert.ok(kept?.ok && kept.bytes && kept.data.format === 'gif' && Buffer.compare(kept.bytes, dot) === 0);
});

test('a form of today has to save more than the markup around it takes', async () => {
  const [small] = (await runOn(dot, [{ maker: 'smallest', options: { mostBytes: 5000, modern: 'lossless' } }])).made;
  assert.ok(small?.ok && small.data.format === 'gif', 'a WebP of this dot is a few bytes smaller');
});

test('a form that another rule asks for too is made once', async () => {
  const { made, asked } = await runOn(picture, [
    { maker: 'modern', options: { effort: 'balanced', target: 70, dots: false } },
    { maker: 'png-from-gif', options: { effort: 'balanced' } },
    { maker: 'smallest', options: { mostBytes: 5000, modern: 'lossy', target: 70, dots: false } },
  ]);
  assert.ok(made.every((each) => each !== undefined));
  assert.deepEqual(asked, ['modern', 'png-from-gif', 'smallest', 'webp-lossless']);
});
