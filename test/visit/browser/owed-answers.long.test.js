import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** Returns the characters of a page whose script asks a worker. @param {string} code of the worker */
async function lettersWith(code) {
  const files = new Map([
    ['index.html', '<p>wait</p><script src="page.js"></script>'],
    [
      'page.js',
      `const w = new Worker('worker.js'); w.onmessage = ({ data }) => document.body.append(data); w.postMessage(1)`,
    ],
    ['worker.js', code],
  ]);
  const { letters } = await recordFetches(browser, {
    path: 'index.html',
    files: (path) => (files.has(path) ? { bytes: Buffer.from(String(files.get(path))) } : null),
  });
  return letters.map(({ letters: found }) => found).join('');
}

/** Keeps the worker busy in real time, as an index of a search does. */
const BUSY = 'let x = 0; for (let i = 0; i < 15e7; i++) x = (x + i * 3) % 1009; if (x < 0) close();';

test('what a page shows of the answer of a worker is part of a visit, however long the worker takes', async () => {
  assert.match(await lettersWith(`onmessage = () => { ${BUSY} postMessage('QZX'); }`), /Q.*X.*Z|Q.*Z/);
});

test('a worker that never answers delays a visit only for a time', async () => {
  const startedMs = performance.now();
  assert.doesNotMatch(await lettersWith('onmessage = () => {}'), /Q/);
  assert.ok(performance.now() - startedMs < 15_000);
});

/** Writes entries of a database in turn, then requests a file. */
const INDEXING = `
const opening = indexedDB.open('index', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('pages', { keyPath: 'id' });
opening.onsuccess = () => write(40);
function write(left) {
  const writing = opening.result.transaction('pages', 'readwrite');
  writing.objectStore('pages').put({ id: left });
  writing.oncomplete = () => (left > 0 ? write(left - 1) : fetch('indexed.json'));
}`;

test('what a page requests after its database has answered is part of a visit', async () => {
  const files = new Map([
    ['index.html', '<p>wait</p><script src="page.js"></script>'],
    ['page.js', INDEXING],
    ['indexed.json', '{}'],
  ]);
  const { fetched } = await recordFetches(browser, {
    path: 'index.html',
    files: (path) => (files.has(path) ? { bytes: Buffer.from(String(files.get(path))) } : null),
  });
  assert.deepEqual(
    fetched.map(({ path }) => path),
    ['indexed.json', 'page.js'],
  );
});
