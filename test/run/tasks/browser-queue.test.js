import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createReadingAway, versionWith } from '../../../lib/run/tasks/away.js';
import { BrowserQueue } from '../../../lib/run/tasks/browser-queue.js';
import { BrowserTasks } from '../../../lib/run/tasks/browser-tasks.js';
import { openWorker } from '../../../lib/run/tasks/worker.js';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const options = hasRedis ? {} : { skip: 'redis-server is not installed' };

const browser = await openTestBrowser();
const folder = mkdtempSync(join(tmpdir(), 'browser-queue-test-'));
const port = 30_000 + (process.pid % 10_000);
const url = `redis://127.0.0.1:${port}`;
/** @type {import('node:child_process').ChildProcess | null} */
let server = null;
after(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server once. */
async function startRedis() {
  if (server) return;
  const args = ['--port', String(port), '--save', '', '--dir', folder, '--bind', '127.0.0.1'];
  const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  server = started;
  await new Promise((resolve, reject) => {
    started.once('exit', reject);
    started.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve(null));
  });
}

const SITE = {
  'index.html': '<link rel=stylesheet href=a.css><script src=a.js></script><p class=b>text',
  'a.css': '.b { background: url(tile.gif) }',
  'a.js': 'fetch("/data.json").then((answer) => answer.json()).then(({ next }) => fetch(next))',
  'data.json': '{ "next": "/more/next.json" }',
  'more/next.json': '{}',
};

/** @param {string} path */
const fileAt = (path) => (path in SITE ? { bytes: Buffer.from(SITE[/** @type {keyof typeof SITE} */ (path)]) } : null);

/** Starts a worker with a browser, and counts its tasks. */
async function startWorker() {
  /** @type {string[]} */
  const done = [];
  const tasks = new BrowserTasks(browser);
  const runner = {
    atOnce: 2,
    run: (/** @type {string} */ kind, /** @type {object} */ task) => {
      done.push(kind);
      return tasks.run(kind, task);
    },
    close: () => tasks.close(),
  };
  const worker = await openWorker(url, { version: versionWith('v1', browser), runner, onError: assert.fail });
  return { done, worker };
}

/** @param {string[]} warnings */
function openBuild(warnings) {
  const warn = (/** @type {string} */ message) => void warnings.push(message);
  return new BrowserQueue(url, { version: 'v1', share: async () => browser, warn });
}

const page = {
  path: 'index.html',
  files: fileAt,
  listing: () => ({ names: Object.keys(SITE), more: [], likely: ['index.html', 'a.css', 'a.js', 'tile.gif'] }),
};

/** @param {Awaited<ReturnType<typeof recordFetches>>} record without the time that it took */
const plain = ({ processorMs: _, ...record }) => JSON.parse(JSON.stringify(record));

test('a worker with the same browser visits pages, with all files that they request', options, async (t) => {
  await startRedis();
  const { done, worker } = await startWorker();
  t.after(() => worker.close());
  /** @type {string[]} */
  const warnings = [];
  const queue = openBuild(warnings);
  t.after(() => queue.close());
  const away = await queue.visit(browser, page);
  assert.deepEqual(plain(away), plain(await recordFetches(browser, page)));
  assert.deepEqual(away.missing, ['tile.gif']);
  assert.ok(away.fetched.some(({ path }) => path === 'more/next.json'));
  assert.deepEqual(new Set(done), new Set(['visit']));
  assert.deepEqual(warnings, []);
});

test('the build visits pages itself if no worker has its browser, and says so', options, async (t) => {
  await startRedis();
  /** @type {string[]} */
  const warnings = [];
  const queue = openBuild(warnings);
  t.after(() => queue.close());
  assert.deepEqual(plain(await queue.visit(browser, page)), plain(await recordFetches(browser, page)));
  assert.match(warnings.join(), /no worker of version .* listens/);
  assert.equal(await queue.openReading(), null);
});

test('text images travel with the images behind them', async () => {
  /** @type {{ kind: string, task: any }[]} */
  const tasks = [];
  const run = async (/** @type {string} */ kind, /** @type {object} */ task) => {
    tasks.push({ kind, task });
    return /** @type {any} */ (null);
  };
  const reading = createReadingAway({ atOnce: 1, run, isShared: () => true, close: async () => {} });
  const said = /** @type {any} */ ([{ behind: [{ colour: null, image: 'tile.gif' }] }, {}]);
  const site = { siblings: ['a.png', 'b.png'], said, siteTitles: [], likeness: /** @type {const} */ ('visual') };
  await reading.site(site, (path) => (path === 'b.png' ? null : Buffer.from(path)));
  const [{ kind, task }] = tasks;
  assert.deepEqual([kind, task.site, [...task.files.keys()]], ['texts', site, ['a.png', 'tile.gif']]);
});
