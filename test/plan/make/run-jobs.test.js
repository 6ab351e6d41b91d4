import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OverLimitError } from '../../../lib/base/errors.js';
import { runJobs } from '../../../lib/plan/make/run-jobs.js';
import { TASKS } from '../../../lib/run/tasks/tasks.js';
import { makeFile } from '../../../lib/site/read-site.js';

test('an image that a maker stumbles over stays, with the reason, and the others are made', async () => {
  const files = ['odd.gif', 'plain.gif'].map((path) => makeFile(path, Buffer.from(path)));
  const site = { root: '', name: 'site', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
  const remembered = new Map();
  const store = {
    get: async () => null,
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => remembered.set(key, bytes),
  };
  /** @type {import('../../../lib/plan/make/run-jobs.js').Maker} */
  const shrink = async (bytes) => {
    if (Buffer.from(bytes).toString() === 'odd.gif') throw new Error('the source width is 0');
    return { ok: true, bytes, data: {} };
  };
  const jobs = files.map(({ path }) => ({ maker: 'shrink', resource: path, options: {} }));
  const made = await runJobs(jobs, { site, makers: { shrink }, store, versionOf: () => '1', capacity: { atOnce: 1 } });
  const results = [...made.values()];
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [false, true],
  );
  assert.match(JSON.stringify(results[0]), /odd\.gif: the source width is 0/);
  assert.equal(remembered.size, 1, 'what failed is tried again the next time');
});

test('an image that takes too much memory is not tried again, and one that takes too long is', async () => {
  const file = makeFile('photo.jpg', Buffer.from('photo'));
  const site = { root: '', name: 'site', files: new Map([[file.path, file]]), warnings: [] };
  for (const [isLasting, tries] of /** @type {const} */ ([
    [true, 1],
    [false, 2],
  ])) {
    /** @type {Map<string, Uint8Array>} */
    const kept = new Map();
    const store = {
      get: async (/** @type {string} */ key) => kept.get(key) ?? null,
      put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => kept.set(key, bytes),
    };
    let count = 0;
    const avif = async () => {
      count += 1;
      throw new OverLimitError('takes more than 600 MB of memory', { isLasting });
    };
    const jobs = [{ maker: 'avif', resource: file.path, options: {} }];
    const context = { site, makers: { avif }, store, versionOf: () => '1', capacity: { atOnce: 1 } };
    const made = [await runJobs(jobs, context), await runJobs(jobs, context)].flatMap((found) => [...found.values()]);
    assert.equal(count, tries);
    for (const one of made) assert.match(JSON.stringify(one), /out-of-budget.*photo\.jpg takes more than 600 MB/);
  }
});

test('a maker named like something of every object is none', async () => {
  const file = makeFile('a.gif', Buffer.from('a'));
  const site = { root: '', name: 'site', files: new Map([[file.path, file]]), warnings: [] };
  for (const maker of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const jobs = [{ maker, resource: file.path, options: {} }];
    const made = await runJobs(jobs, { site, makers: {}, store: null, versionOf: () => '1', capacity: { atOnce: 1 } });
    const [result] = made.values();
    assert.ok(!result.ok && result.reason === 'no-browser', maker);
    await assert.rejects(async () => TASKS.make({ maker, bytes: file.bytes, options: {} }), /There is no maker/);
  }
});
