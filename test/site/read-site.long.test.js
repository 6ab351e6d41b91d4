import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { build } from '../../lib/index.js';
import { readSite } from '../../lib/site/read-site.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-read-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
let site = '';
beforeEach(() => {
  site = join(scratch, String(count++), 'site');
  mkdirSync(site, { recursive: true });
});

const QUICK = { browser: 'off', verify: 'off', cache: 'off' };
const PAGE = '<!doctype html>\n<title>t</title>\n<p>words              words\n'.repeat(9);

test('a link that leads out of the folder is left out, with a warning, also by way of another link', async () => {
  mkdirSync(join(site, '..', 'private'));
  writeFileSync(join(site, '..', 'private', 'key.txt'), 'secret '.repeat(99));
  writeFileSync(join(site, '..', 'site-too.txt'), 'secret');
  writeFileSync(join(site, 'index.html'), PAGE);
  symlinkSync('/etc/hosts', join(site, 'hosts.txt'));
  symlinkSync('../private', join(site, 'private'));
  symlinkSync('private/key.txt', join(site, 'key.txt'));
  symlinkSync('../site-too.txt', join(site, 'too.txt'));
  const { files, warnings } = await readSite(site);
  assert.deepEqual([...files.keys()], ['index.html']);
  assert.deepEqual(
    warnings.map(({ code, page }) => [code, page]),
    ['hosts.txt', 'key.txt', 'private', 'too.txt'].map((name) => ['link-outside', name]),
  );
  const out = join(site, '..', 'out');
  await build(site, { ...QUICK, out });
  assert.deepEqual(
    readdirSync(out).filter((name) => !/^index\.html/.test(name)),
    ['.pagethrift.json'],
  );
});

test('folders that link to each other are read once, and their links kept', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `f${index}`);
  for (const name of names) {
    mkdirSync(join(site, name));
    writeFileSync(join(site, name, 'index.html'), PAGE);
    for (const other of names) symlinkSync(`../${other}`, join(site, name, `to-${other}`));
    symlinkSync('.', join(site, name, 'self'));
  }
  writeFileSync(join(site, 'index.html'), PAGE);
  symlinkSync('index.html', join(site, 'home.html'));
  const { files } = await readSite(site);
  assert.equal(files.size, names.length + 2);
  const out = join(site, '..', 'out');
  await build(site, { ...QUICK, out });
  assert.equal(readlinkSync(join(out, 'f3/to-f5')), '../f5');
  assert.equal(readlinkSync(join(out, 'f3/self')), '.');
  assert.equal(readlinkSync(join(out, 'home.html')), 'index.html');
  assert.ok(readFileSync(join(out, 'home.html')).length < PAGE.length, 'a page behind a link to it is leaner');
  assert.equal(readFileSync(join(out, 'f3/to-f5/to-f1/index.html'), 'utf8'), PAGE, 'one shown at other depths is kept');
  await build(site, { ...QUICK, out });
});

test('what a page names by way of a linked folder is found', async () => {
  mkdirSync(join(site, 'v2'));
  writeFileSync(join(site, 'v2', 'style.css'), 'p { color: red }\n');
  symlinkSync('v2', join(site, 'latest'));
  writeFileSync(join(site, 'index.html'), `${PAGE}<link rel=stylesheet href="latest/style.css">`);
  const report = await build(site, { ...QUICK, out: join(site, '..', 'out') });
  assert.deepEqual(report.warnings, []);
  assert.equal(report.pages[0].before.requests, 2);
});

test('a folder that nobody may read does not matter where it was excluded', async () => {
  writeFileSync(join(site, 'index.html'), PAGE);
  symlinkSync('/nowhere', join(site, 'private'));
  assert.deepEqual((await readSite(site, { exclude: ['private'] })).warnings, []);
});

test('globs without a file are reported, except those of the tool itself', async () => {
  mkdirSync(join(site, 'legacy'));
  writeFileSync(join(site, 'index.html'), PAGE);
  writeFileSync(join(site, 'legacy', 'old.txt'), 'old');
  const { warnings } = await readSite(site, {
    include: ['**'],
    exclude: ['legcy/**', 'legacy', 'legacy/*.txt'],
    sources: ['node_modules/**'],
  });
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, message]),
    [
      ['unused-exclude', '“legcy/**” in “exclude” matches no file of the site. Correct or remove it.'],
      ['unused-exclude', '“legacy” in “exclude” matches no file of the site. For the folder, write “legacy/**”.'],
    ],
  );
});
