import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialize } from 'node:v8';
import { recallRun, rememberRun } from '../../lib/run/remember-run.js';
import { VERSION } from '../../lib/run/version.js';
import { makeFile } from '../../lib/site/read-site.js';

test('the stored result of a run is complete, and a fraction of its report', async () => {
  const pages = Array.from({ length: 1000 }, (_, at) => ({ path: `${at}.html`, before: { requests: 1, bytes: at } }));
  const report = /** @type {any} */ ({ tool: { name: 'pagethrift', version: VERSION }, pages });
  const file = makeFile('0.html', Buffer.from('a'));
  const site = /** @type {any} */ ({ files: new Map([[file.path, file]]) });
  const entry = { path: '0.html', hash: file.hash, like: '0.html', bytes: null, linkFrom: null };
  /** @type {Map<string, Uint8Array>} */
  const values = new Map();
  const cache = /** @type {any} */ ({
    get: async (/** @type {string} */ key) => values.get(key) ?? null,
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => void values.set(key, bytes),
  });
  await rememberRun(cache, 'same', site, { report, isSound: true, entries: [entry] });
  const stored = [...values.values()].reduce((sum, { length }) => sum + length, 0);
  assert.ok(stored < serialize(report).length / 4, `${stored} bytes`);
  const known = await recallRun(cache, 'same', site);
  assert.deepEqual(known?.report, report);
  assert.deepEqual(Object.keys(Object(known?.report)), Object.keys(report), 'the JSON of the report is the same, too');
  assert.deepEqual(
    known?.entries.map(({ path, hash }) => [path, hash]),
    [['0.html', file.hash]],
  );
  assert.equal(await recallRun(cache, 'other', site), null);
});
