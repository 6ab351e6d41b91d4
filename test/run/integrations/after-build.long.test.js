import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { optimizeBuilt } from '../../../lib/run/integrations/load.js';
import { makeLog, makeProject, QUICK } from './built.js';

test('a site is optimised where it lies, and the log says what came of it', async (context) => {
  const { root, folder, isOptimized } = makeProject(context);
  const before = readFileSync(join(folder, 'index.html'), 'utf8');
  const log = makeLog();
  await optimizeBuilt({ root, folder, url: '/docs/' }, QUICK, log);
  assert.ok(isOptimized(), 'the folder was not replaced');
  assert.ok(readFileSync(join(folder, 'index.html'), 'utf8').length < before.length, 'the page did not shrink');
  assert.match(log.lines[0], /^dist: 1 page, 2 → \d requests, /, 'the style sheet under the base path was not found');
  assert.match(log.lines[1], /^\d+ changes made, \d+ advised, \d+ not done, \d+ warnings?$/);
});

test('compressed files of the last build in an unemptied folder are neither input nor left over', async (context) => {
  const { root, folder } = makeProject(context);
  const options = { ...QUICK, variants: /** @type {const} */ (['gz']) };
  await optimizeBuilt({ root, folder, url: '/docs/' }, options, makeLog());
  assert.ok(existsSync(join(folder, 'index.html.gz')));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>A</title>');
  writeFileSync(join(folder, 'theirs.txt.gz'), gzipSync('a file of the site'));
  const report = join(root, 'report.json');
  await optimizeBuilt({ root, folder, url: '/docs/' }, { ...options, json: report }, makeLog());
  assert.ok(!existsSync(join(folder, 'index.html.gz')), 'a compressed file says what the page no longer says');
  assert.ok(!existsSync(join(folder, 'index.html.gz.gz')), 'a compressed file was taken for a file of the site');
  assert.ok(existsSync(join(folder, 'theirs.txt.gz')), 'a file of the site is gone');
});

test('with “out” the folder of the framework stays as it is', async (context) => {
  const { root, folder, isOptimized } = makeProject(context);
  await optimizeBuilt({ root, folder, url: '/docs/' }, { ...QUICK, out: 'lean' }, makeLog());
  assert.ok(!isOptimized(), 'the folder was replaced');
  assert.ok(isOptimized(join(root, 'lean')), 'nothing was written');
});

test('the config file of the project counts, and options count more', async (context) => {
  const { root, folder } = makeProject(context);
  writeFileSync(join(root, 'pagethrift.config.json'), JSON.stringify({ variants: ['gz'], effort: 'fast' }));
  await optimizeBuilt({ root, folder, url: '/docs/' }, { ...QUICK, variants: ['br'] }, makeLog());
  assert.ok(existsSync(join(folder, 'index.html.br')), 'the option was not heard');
  assert.ok(!existsSync(join(folder, 'index.html.gz')), 'the config file won over the option');
});

test('a failed gate is an error without a stack that says what to do; reports are written', async (context) => {
  const { root, folder } = makeProject(context);
  const options = { ...QUICK, budgets: [{ pages: '**', bytes: 10 }], junit: 'reports/junit.xml' };
  await assert.rejects(optimizeBuilt({ root, folder, url: '/docs/' }, options, makeLog()), (error) => {
    assert.ok(error instanceof Error);
    assert.match(
      error.message,
      /^the gate failed: 1 fault\n {2}index\.html: bytes \d+ B, over the limit of 10 B in budget 1/,
    );
    assert.equal(error.stack, `pagethrift: ${error.message}`);
    return true;
  });
  assert.match(readFileSync(join(root, 'reports/junit.xml'), 'utf8'), /<failure /);
});

test('a baseline that got worse fails the build', async (context) => {
  const { root, folder } = makeProject(context);
  const figures = { 'index.html': [1, 10, null, null] };
  const conditions = { link: '4g', http: '2', visit: 'first' };
  const baseline = { schema: 'pagethrift/baseline@1', conditions, pages: figures, files: {} };
  writeFileSync(join(root, 'baseline.json'), JSON.stringify(baseline));
  const run = optimizeBuilt(
    { root, folder, url: '/docs/' },
    { ...QUICK, baseline: 'baseline.json', tolerance: 0 },
    makeLog(),
  );
  await assert.rejects(run, /index\.html costs more than the baseline allows: bytes 10 B → /);
});

test('an option that is no option is named', async (context) => {
  const { root, folder } = makeProject(context);
  const wrong = /** @type {{}} */ ({ ...QUICK, saftey: 'safe' });
  await assert.rejects(optimizeBuilt({ root, folder, url: '' }, wrong, makeLog()), /saftey/);
});
