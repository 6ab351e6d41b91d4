import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takePart } from '../../bench/peers/part.js';
import { keepSections, renderPeers, renderSite } from '../../bench/peers/table.js';
import { makeFile } from '../../lib/site/read-site.js';

const run = { version: '1.2.3', node: 'v24.0.0', threads: 2 };
const row = {
  tool: 'untouched',
  safety: '',
  requests: 2,
  bytes: { identity: 10, gzip: 9, br: 8, zstd: 9 },
  packets: 5,
  seconds: 0.5,
  took: null,
  different: [],
};

test('sites that were measured with the same versions stay in the table', () => {
  const sections = ['one', 'other'].map((name) =>
    renderSite({ name, pages: 1, isPart: false, looked: 1, rows: [row] }, '2026-01-02'),
  );
  const page = renderPeers(run, sections);
  assert.deepEqual(
    [...keepSections(page, run)],
    [
      ['one', sections[0]],
      ['other', sections[1]],
    ],
  );
  assert.equal(keepSections(page, { ...run, version: '1.2.4' }).size, 0);
});

test('of a large site some pages are taken, with what they fetch and what scripts name', () => {
  const files = {
    ...Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.html`, `<script src=a.js></script><img src=${at}.gif>`])),
    ...Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.gif`, 'GIF89a'])),
    'a.js': 'over.src = "over.gif"',
    'over.gif': 'GIF89a',
    'left.pdf': '%PDF',
  };
  const entries = Object.entries(files).map(([path, text]) => makeFile(path, Buffer.from(text)));
  const site = { root: '/', name: 'site', files: new Map(entries.map((file) => [file.path, file])), warnings: [] };
  assert.deepEqual([...takePart(site, 2).files.keys()].sort(), [
    '1.gif',
    '1.html',
    '3.gif',
    '3.html',
    'a.js',
    'over.gif',
  ]);
  assert.equal(takePart(site, 4), site);
});
