import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { openCache } from '../../lib/run/cache/cache.js';
import { main } from '../../lib/run/cli/main.js';

const scratch = mkdtempSync(join(tmpdir(), 'faults-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
let cwd = '';
const PAGE = '<!doctype html>\n<title>t</title>\n<p>words   words\n'.repeat(40);

beforeEach(() => {
  cwd = join(scratch, String(count++));
  mkdirSync(join(cwd, 'site'), { recursive: true });
  writeFileSync(join(cwd, 'site/index.html'), PAGE);
});

/** @param {...string} argv */
async function run(...argv) {
  let [out, err] = ['', ''];
  const stdout = { write: (/** @type {string} */ text) => (out += text) };
  const stderr = { write: (/** @type {string} */ text) => (err += text) };
  const quick = [
    '--browser',
    'off',
    '--verify',
    'off',
    '--quiet',
    ...(argv.includes('--cache') ? [] : ['--cache', 'off']),
  ];
  const code = await main({ argv: [...argv, ...quick], stdout, stderr, env: {}, cwd });
  return { code, out, err };
}

test('a file that is too large to be held is passed on, and the report says so', async () => {
  writeFileSync(join(cwd, 'site/film.mp4'), '');
  // A sparse file takes no disk space.
  truncateSync(join(cwd, 'site/film.mp4'), 2 ** 24);
  writeFileSync(join(cwd, 'site/data.json'), `${' '.repeat(1024)}{}`);
  truncateSync(join(cwd, 'site/data.json'), 2 ** 27 + 1);
  const { code, out, err } = await run('build', 'site', '--out', 'lean', '--json');
  assert.equal(code, 0, err);
  assert.equal(statSync(join(cwd, 'lean/film.mp4')).size, 2 ** 24);
  const passed = JSON.parse(out).warnings.filter((/** @type {{ code: string }} */ { code }) => code === 'too-large');
  assert.deepEqual(
    passed.map((/** @type {{ page: string }} */ { page }) => page),
    ['data.json'],
  );
});

test('a name that gets too long by what a copy adds is wrong input', async () => {
  writeFileSync(join(cwd, 'site', `${'n'.repeat(250)}.html`), PAGE);
  const { code, err } = await run('build', 'site', '--out', 'lean');
  assert.equal(code, 2);
  assert.match(err, /name is too long.*shorten it/);
  assert.deepEqual(readdirSync(cwd), ['site']);
});

test('a file of the site that is called like a compressed copy stays, and a copy goes with its text', async () => {
  writeFileSync(join(cwd, 'site/index.html.gz'), 'a download');
  writeFileSync(join(cwd, 'site/index.html.br'), 'another');
  const { code, out } = await run('build', 'site', '--out', 'lean', '--json');
  assert.equal(code, 0);
  assert.equal(readFileSync(join(cwd, 'lean/index.html.gz'), 'utf8'), 'a download');
  const own = JSON.parse(out).warnings.filter((/** @type {{ code: string }} */ { code }) => code === 'own-name');
  assert.equal(own.length, 2);
  assert.ok(statSync(join(cwd, 'lean/index.html.zst')).size > 0);
  assert.deepEqual((await run('build', 'lean', '--out', 'again')).code, 0);
  assert.deepEqual(readFileSync(join(cwd, 'again/.pagethrift.json')), readFileSync(join(cwd, 'lean/.pagethrift.json')));
});

test('a marker says nothing of files that are not as it says', async () => {
  await run('build', 'site', '--out', 'lean');
  const marker = readFileSync(join(cwd, 'lean/.pagethrift.json'));
  mkdirSync(join(cwd, 'work'));
  writeFileSync(join(cwd, 'work/.pagethrift.json'), marker);
  writeFileSync(join(cwd, 'work/index.html'), 'the work of a week');
  const { code, err } = await run('build', 'site', '--out', 'work');
  assert.equal(code, 2);
  assert.match(err, /work” contains “index\.html”/);
  assert.equal(readFileSync(join(cwd, 'work/index.html'), 'utf8'), 'the work of a week');
});

test('a folder where a file of the cache should be is removed', async () => {
  const cache = await openCache(join(cwd, 'cache'));
  const blob = await cache.store(Buffer.from('bytes'));
  await cache.put('key', Buffer.from('value'));
  await cache.close();
  for (const path of [blob, join(cwd, 'cache/records.sqlite')]) {
    rmSync(path);
    mkdirSync(join(path, 'inside'), { recursive: true });
  }
  const again = await openCache(join(cwd, 'cache'));
  assert.equal(await again.get('key'), null);
  assert.equal(await again.open(createHash('sha256').update('bytes').digest('hex')), null);
  await again.put('key', Buffer.from('value'));
  assert.equal(String(await again.get('key')), 'value');
  assert.equal(await again.store(Buffer.from('bytes')), blob);
  assert.equal(readFileSync(blob, 'utf8'), 'bytes');
});

test('bytes of the cache that are damaged, but not in their number, are written again', async () => {
  const cache = await openCache(join(cwd, 'cache'));
  const blob = await cache.store(Buffer.from('bytes'));
  writeFileSync(blob, 'wrong');
  const again = await openCache(join(cwd, 'cache'));
  assert.equal(readFileSync(await again.store(Buffer.from('bytes')), 'utf8'), 'bytes');
});

test('more threads than any machine has are refused', async () => {
  const { code, err } = await run('build', 'site', '--out', 'lean', '--jobs', '1000000000');
  assert.equal(code, 2);
  assert.match(err, /“--jobs” must be <= 256/);
});
