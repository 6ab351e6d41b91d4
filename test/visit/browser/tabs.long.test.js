import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** @param {Record<string, string>} files */
const record = async (files) => {
  const found = await recordFetches(browser, {
    path: 'index.html',
    files: (path) => (files[path] === undefined ? null : { bytes: Buffer.from(files[path]) }),
  });
  // The time is measured, not part of what a visitor gets.
  return { ...found, processorMs: 0 };
};

const readTarget = () =>
  browser.withTab(async (session) => (await session.send('Target.getTargetInfo')).targetInfo.targetId);

/** A page that asks for a file named by each trace of an earlier visit, then leaves all of them itself. */
const TRACING = `<!doctype html><link rel=stylesheet href=s.css><img src=i.svg><p>text<script src=code.js></script>
<script>
  const tell = (what) => fetch('/trace-' + what);
  if (document.cookie !== '') tell('cookie');
  if (localStorage.length > 0) tell('local');
  if (sessionStorage.length > 0) tell('session');
  if (window.name !== '') tell('name');
  tell('history-' + history.length);
  // Files that arrive one after the other move the clock by 10 ms each.
  tell('clock-' + Math.floor(Date.now() / 1000) + '-' + Math.floor(performance.now() / 1000));
  tell('random-' + Math.random());
  tell('width-' + document.querySelector('img').width);
  const leave = () => {
    document.cookie = 'a=1; max-age=9999';
    localStorage.a = sessionStorage.a = window.name = 'a';
  };
  addEventListener('load', () => {
    leave();
    history.pushState(null, '', '/elsewhere');
    document.body.append(document.createElement('i'));
    indexedDB.databases().then((found) => found.length > 0 && tell('database'));
    caches.keys().then((found) => found.length > 0 && tell('cache'));
    setTimeout(() => { indexedDB.open('a'); caches.open('a'); }, 500);
    setInterval(() => tell('timer-' + globalThis.version), 100000);
  });
  addEventListener('pagehide', leave);
</script>`;

/** @param {string} version */
const filesOf = (version) => ({
  'index.html': TRACING,
  's.css': `p { background: url(${version}.css.svg) }`,
  'code.js': `globalThis.version = '${version}'; fetch('/${version}.script')`,
  'i.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`,
});

test('a visit finds nothing of those before it in the same tab', async () => {
  const first = await record(filesOf('one'));
  const others = [await record(filesOf('one')), await record(filesOf('one'))];
  for (const other of others) assert.deepEqual(other, first);
  const traces = first.missing.filter((path) => path.startsWith('trace-')).map((path) => path.split('-')[1]);
  assert.deepEqual(traces, ['clock', 'history', 'random', 'width'], 'a new browser has no traces');
});

test('files of an earlier visit are not shown again from memory', async () => {
  await record(filesOf('one'));
  const { missing, fetched } = await record(filesOf('two'));
  assert.ok(missing.includes('two.css.svg') && missing.includes('two.script'), missing.join());
  assert.ok(!missing.some((path) => path.startsWith('one.')), missing.join());
  assert.deepEqual(
    fetched.map(({ path }) => path),
    ['code.js', 'i.svg', 's.css'],
  );
});

test('a tab is used again after a visit, not after one that failed', async () => {
  const page = { 'index.html': '<p>text' };
  await record(page);
  const target = await readTarget();
  assert.notEqual(target, undefined);
  const failing = browser.withTab(
    async () => {
      throw new Error('no visit');
    },
    { attempts: 1 },
  );
  await assert.rejects(failing, /no visit/);
  await record(page);
  assert.notEqual(await readTarget(), target);
});

test('a tab is used again after a page of large scripts, so that no renderer process has to start', async () => {
  const long = `const lines = [${'"a line of text", '.repeat(40_000)}]; document.body.append(lines.length);`;
  const page = { 'index.html': '<p>text<a href="two.html">two</a><script src="long.js"></script>', 'long.js': long };
  await record(page);
  const target = await readTarget();
  await record(page);
  assert.equal(await readTarget(), target);
});
