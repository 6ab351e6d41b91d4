import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { build } from '../../lib/index.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-in-place-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
let site = '';

const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const PAGE =
  `<!DOCTYPE html>\n<TITLE>t</TITLE>\n<IMG SRC="dot.gif" ALT="" WIDTH=9 HEIGHT=9>\n<P>words <!-- note -->\n`.repeat(4);
const QUICK = { browser: 'off', verify: 'off', cache: 'off' };
const LONG_AGO = new Date('2001-02-03T04:05:06.789Z');

beforeEach(() => {
  site = join(scratch, String(count++), 'site');
  mkdirSync(join(site, 'sub', 'empty'), { recursive: true });
  writeFileSync(join(site, 'index.html'), PAGE);
  writeFileSync(join(site, 'other.html'), PAGE);
  writeFileSync(join(site, 'sub', 'notes.txt'), 'notes '.repeat(99));
  writeFileSync(join(site, 'dot.gif'), GIF);
  writeFileSync(join(site, 'secret.html'), PAGE, { mode: 0o600 });
  linkSync(join(site, 'other.html'), join(site, 'second-name.html'));
  symlinkSync('other.html', join(site, 'link.html'));
  symlinkSync('/etc/hosts', join(site, 'away'));
  symlinkSync('nowhere', join(site, 'broken'));
  symlinkSync('sub', join(site, 'folder-link'));
  chmodSync(join(site, 'sub'), 0o2750);
  utimesSync(join(site, 'other.html'), LONG_AGO, LONG_AGO);
});

/**
 * Returns the state of every name in a folder, except for the given ones.
 * @param {string} folder
 * @param {RegExp} without
 */
function look(folder, without) {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => !without.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(folder, name);
      const { mode, uid, gid, mtimeNs, ino, size } = lstatSync(path, { bigint: true });
      const stat = lstatSync(path);
      if (stat.isDirectory()) return [name, { mode, uid, gid, mtimeNs }];
      const content = stat.isSymbolicLink() ? readlinkSync(path) : stat.isFile() ? readFileSync(path, 'latin1') : '';
      return [name, { mode, uid, gid, mtimeNs, ino, size, content }];
    }),
  );
}

const CHOSEN = /^(?:index\.html(?:\..+)?|\.pagethrift\.json)$/;

for (const [name, choice] of [
  ['--include', { include: ['index.html'] }],
  [
    '--exclude',
    { exclude: ['{other,secret,second-name,link}.html', 'sub/**', 'dot.gif', 'away', 'broken', 'folder-link'] },
  ],
])
  test(`in place with ${name}, all that was not chosen stays: content, mode, time, kind`, async () => {
    spawnSync('mkfifo', [join(site, 'pipe')]);
    const before = look(site, CHOSEN);
    await build(site, { ...QUICK, .../** @type {object} */ (choice), inPlace: true });
    assert.deepEqual(look(site, CHOSEN), before, 'nothing that was not chosen is another');
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    assert.ok(page.length < PAGE.length, 'what was chosen is smaller');
    assert.deepEqual(readdirSync(join(site, '..')), ['site'], 'nothing is left beside it');
  });

test('in place without a choice, links, modes, empty folders and what leads outside stay', async () => {
  const kept = /^(?!(?:|away|broken|folder-link|link\.html|sub|sub\/empty)$)/;
  const before = look(site, kept);
  await build(site, { ...QUICK, inPlace: true });
  assert.deepEqual(look(site, kept), before);
  assert.equal(statSync(join(site, 'secret.html')).mode & 0o777, 0o600, 'a page keeps its mode');
  assert.equal(statSync(join(site, 'secret.html.gz')).mode & 0o777, 0o600, 'its compressed copies have the same');
  assert.ok(statSync(join(site, 'secret.html')).size < PAGE.length);
  assert.equal(readFileSync(join(site, 'link.html'), 'utf8'), readFileSync(join(site, 'other.html'), 'utf8'));
});

test('in place, a picture that only an unchosen page shows stays where it is', async () => {
  writeFileSync(join(site, 'other.html'), '<!doctype html><title>t</title><img src="dot.gif" alt="" width=1 height=1>');
  await build(site, { ...QUICK, include: ['index.html', 'dot.gif'], inPlace: true });
  assert.deepEqual(readFileSync(join(site, 'dot.gif')), GIF);
});

test('in place a second time, nothing at all changes', async () => {
  const choice = { ...QUICK, exclude: ['secret.html'], inPlace: true };
  await build(site, choice);
  const before = look(site, /^$/);
  await build(site, choice);
  assert.deepEqual(look(site, /^$/), before);
});

test('in place, what cannot be kept stops the build before anything has moved', async () => {
  const refused = { code: 'not-kept' };
  mkdirSync(join(site, 'index.html.gz'));
  const before = look(site, /^$/);
  await assert.rejects(
    build(site, { ...QUICK, include: ['index.html'], inPlace: true }),
    refused,
    'a folder is in the way',
  );
  assert.deepEqual(look(site, /^$/), before);
});

const asRoot = process.getuid?.() === 0 ? false : 'only root may do this';

test('in place as root, the owner of every file stays', { skip: asRoot }, async () => {
  for (const name of ['', 'index.html', 'sub']) chownSync(join(site, name), 1234, 1235);
  await build(site, { ...QUICK, inPlace: true });
  for (const name of ['', 'index.html', 'index.html.gz', 'sub']) {
    const { uid, gid } = statSync(join(site, name));
    assert.deepEqual([uid, gid], [1234, 1235], name);
  }
});
