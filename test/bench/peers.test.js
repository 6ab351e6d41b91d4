import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepSections, renderPeers, renderSite } from '../../bench/peers/table.js';

const run = { date: '2026-01-02', version: '1.2.3', node: 'v24.0.0', threads: 2 };
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

test('sites that were measured on the same day with the same versions stay in the table', () => {
  const sections = ['one', 'other'].map((name) => renderSite({ name, pages: 1, looked: 1, rows: [row] }));
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
