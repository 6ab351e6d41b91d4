import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { FileStamps } from '../../../lib/base/file-stamps.js';
import { writeOutput } from '../../../lib/output/write/write-output.js';

const root = mkdtempSync(join(tmpdir(), 'write-test-'));
after(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const freshFolder = () => join(root, `case${count++}`);

/** @param {Record<string, string>} files */
const entries = (files) => Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));

/** @param {Record<string, string>} files */
const hashes = (files) => new Map(Object.entries(files).map(([path, text]) => [path, hash('sha256', text, 'hex')]));

/**
 * @param {string} folder
 * @returns {Record<string, string>}
 */
function read(folder) {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.pagethrift.json')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

const SITE = { 'a.html': 'a', 'b/c.html': 'c', 'b/d/e.css': '' };

test('an out folder is checked once: no file is looked up twice', async () => {
  const out = freshFolder();
  await writeOutput(out, entries(SITE));
  /** @type {string[]} */
  const asked = [];
  const stamps = new FileStamps();
  stamps.recall = (path) => {
    asked.push(path);
    return null;
  };
  const next = { ...SITE, 'a.html': 'other' };
  assert.deepEqual(await writeOutput(out, entries(next), { stamps }), { files: 3, written: 1, unchanged: false });
  assert.deepEqual(asked.sort(), Object.keys(SITE));
});

test('writes a folder, and again: what is gone is gone, what is new is there', async () => {
  const out = join(freshFolder(), 'deep', 'out');
  await writeOutput(out, entries(SITE));
  assert.deepEqual(read(out), SITE);
  const next = { 'a.html': 'a', 'b/f.html': 'f' };
  const done = await writeOutput(out, entries(next));
  assert.deepEqual(done, { files: 2, written: 1, unchanged: false });
  assert.deepEqual(read(out), next);
  assert.deepEqual(readdirSync(join(out, '..')), ['out']);
});

test('a folder that already holds these bytes is left alone, an edited one is refused until it is forced', async () => {
  const out = freshFolder();
  await writeOutput(out, entries(SITE));
  const { ino } = statSync(out);
  assert.ok((await writeOutput(out, entries(SITE))).unchanged);
  assert.equal(statSync(out).ino, ino);
  appendFileSync(join(out, 'a.html'), 'edited');
  await assert.rejects(writeOutput(out, entries(SITE)), { code: 'out-not-ours' }, 'an edit is somebody’s work');
  assert.ok(!(await writeOutput(out, entries(SITE), { force: true })).unchanged);
  assert.deepEqual(read(out), SITE);
});

test('the same files give the same folder, byte for byte', async () => {
  const [one, two] = [freshFolder(), freshFolder()];
  await writeOutput(one, entries(SITE));
  await writeOutput(two, entries(SITE).reverse());
  assert.equal(
    readFileSync(join(one, '.pagethrift.json'), 'utf8'),
    readFileSync(join(two, '.pagethrift.json'), 'utf8'),
  );
});

test('editing the output reaches neither the input nor the cache, whatever came before', async () => {
  const from = freshFolder();
  mkdirSync(from);
  writeFileSync(join(from, 'blob'), 'blob');
  const out = freshFolder();
  const linked = [{ path: 'a', linkFrom: join(from, 'blob') }];
  await writeOutput(out, linked);
  await writeOutput(out, [...linked, { path: 'b', bytes: Buffer.from('b') }]);
  appendFileSync(join(out, 'a'), 'edited');
  assert.equal(readFileSync(join(from, 'blob'), 'utf8'), 'blob');
  assert.equal(statSync(join(out, 'a')).nlink, 1);
});

test('in place, the folder itself is replaced and its files need no copy', async () => {
  const site = freshFolder();
  mkdirSync(join(site, 'img'), { recursive: true });
  writeFileSync(join(site, 'a.html'), 'long');
  writeFileSync(join(site, 'img', 'a.png'), 'png');
  const { ino } = statSync(join(site, 'img', 'a.png'));
  await writeOutput(
    site,
    [
      { path: 'a.html', bytes: Buffer.from('short') },
      { path: 'img/a.png', linkFrom: join(site, 'img', 'a.png') },
    ],
    { chosen: hashes({ 'a.html': 'long', 'img/a.png': 'png' }), inputFolder: site },
  );
  assert.deepEqual(read(site), { 'a.html': 'short', 'img/a.png': 'png' });
  assert.deepEqual([statSync(join(site, 'img', 'a.png')).ino, statSync(join(site, 'img', 'a.png')).nlink], [ino, 1]);
});

test('refuses what is not its to write', async () => {
  const input = freshFolder();
  mkdirSync(join(input, 'sub'), { recursive: true });
  const code = (/** @type {string} */ expected) => ({ code: expected });
  const files = entries(SITE);
  await assert.rejects(
    writeOutput(join(input, 'out'), files, { inputFolder: input, force: true }),
    code('out-inside-input'),
  );
  await assert.rejects(writeOutput(input, files, { inputFolder: input, force: true }), code('out-is-input'));
  await assert.rejects(
    writeOutput(input, files, { inputFolder: join(input, 'sub'), force: true }),
    code('input-inside-out'),
  );
  const link = freshFolder();
  symlinkSync(input, link);
  await assert.rejects(writeOutput(join(link, 'out'), files, { inputFolder: input }), code('out-inside-input'));
  const foreign = freshFolder();
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'work.txt'), 'mine');
  await assert.rejects(writeOutput(foreign, files), code('out-not-ours'));
  await assert.rejects(writeOutput(join(foreign, 'work.txt'), files, { force: true }), code('out-is-file'));
  assert.deepEqual(read(foreign), { 'work.txt': 'mine' });
  await writeOutput(foreign, files, { force: true });
  assert.deepEqual(read(foreign), SITE);
  writeFileSync(join(foreign, 'added.txt'), 'mine');
  await assert.rejects(writeOutput(foreign, files), /added\.txt/);
});

test('an empty folder may be written, a path outside never, a path twice never', async () => {
  const out = freshFolder();
  mkdirSync(out);
  await writeOutput(out, entries(SITE));
  assert.deepEqual(read(out), SITE);
  await assert.rejects(writeOutput(out, entries({ '../x': '' })), /not a path inside/);
  await assert.rejects(writeOutput(out, entries({ '/x': '' })), /not a path inside/);
  await assert.rejects(writeOutput(out, [...entries({ x: '' }), ...entries({ x: '' })]), /twice/);
  assert.deepEqual(read(out), SITE);
});

test('what a killed build left behind is cleared up, an old folder put back', async () => {
  const parent = freshFolder();
  const out = join(parent, 'out');
  await writeOutput(out, entries(SITE));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  renameSync(out, join(parent, `.out.pagethrift-old-${gone.pid}-x`));
  mkdirSync(join(parent, `.out.pagethrift-new-${gone.pid}-x`));
  assert.ok((await writeOutput(out, entries(SITE))).unchanged);
  assert.deepEqual(readdirSync(parent), ['out']);
});

test('killed at any point, the old folder stands or the new one', async () => {
  const module = new URL('../../../lib/output/write/write-output.js', import.meta.url).href;
  const parent = freshFolder();
  const out = join(parent, 'out');
  const files = (/** @type {string} */ mark) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i % 7}/${i}.html`, `${mark} ${i}`]));
  const script =
    `import { writeOutput } from ${JSON.stringify(module)};
    const [mark] = process.argv.slice(1);
    const files = Array.from({ length: 60 }, (_, i) => ({ path: (i % 7) + '/' + i + '.html', bytes: ` +
    `Buffer.from(mark + ' ' + i) }));
    process.stdout.write('ready');
    await writeOutput(${JSON.stringify(out)}, files);
    process.stdout.write('done');`;
  const known = new Set();
  await writeOutput(out, entries(files('start')));
  known.add('start');
  let finished = 0;
  for (let round = 0; round < 24; round++) {
    const mark = `round${round}`;
    // A process group of its own can be killed as a whole.
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, mark], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    known.add(mark);
    await setTimeout(round * 6);
    try {
      process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    } catch {
      finished++;
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const found = await readSettled(parent, out);
    const stands = found['0/0.html'].split(' ')[0];
    assert.ok(known.has(stands));
    assert.deepEqual(found, files(stands), `after ${mark}`);
  }
  await setTimeout(200);
  await writeOutput(out, entries(files('end')));
  assert.deepEqual(read(out), files('end'));
  assert.deepEqual(readdirSync(parent), ['out']);
  assert.ok(finished < 24);
});

/**
 * Reads a folder after any swap has finished, which continues in its own process.
 * @param {string} parent
 * @param {string} out
 */
async function readSettled(parent, out) {
  const isPending = () => readdirSync(parent).some((name) => name.includes('-new-')) || !existsSync(out);
  for (let wait = 0; wait < 15 && isPending(); wait++) await setTimeout(10);
  for (let attempt = 0; ; attempt++) {
    try {
      return read(out);
    } catch (error) {
      // Between the two renames, which are microseconds apart.
      if (attempt === 3) throw error;
      await setTimeout(50);
    }
  }
}
