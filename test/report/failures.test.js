import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabulateComparison } from '../../lib/report/comparison.js';
import { groupFailures } from '../../lib/report/group-failures.js';

/** @param {string} page @param {string | null} resource @returns {import('../../lib/report/types.ts').Failure} */
const failureOf = (page, resource) => ({
  kind: 'baseline',
  page,
  resource,
  line: null,
  column: null,
  measure: 'bytes',
  limit: 1,
  actual: 2,
  message: `${page} costs more than the baseline allows.`,
  fix: '',
});

test('one file that makes many pages fail is explained once, and a page that grew by itself is its own case', () => {
  const pages = ['a.html', 'b.html', 'c.html', 'd.html', 'e.html'];
  const failures = [...pages.map((page) => failureOf(page, 'app.js')), failureOf('own.html', 'own.html')];
  const groups = groupFailures(failures);
  assert.deepEqual(
    groups.map(({ failure: { page }, others }) => [page, others]),
    [
      ['a.html', '4 more pages exceed their limit, and they load app.js, too: b.html, c.html, d.html and 1 more.'],
      ['own.html', ''],
    ],
  );
});

test('differences that would be written as 0.0 % are counted, and have no row', () => {
  const row = (/** @type {string} */ page, /** @type {number} */ is) => ({
    page,
    measure: /** @type {const} */ ('bytes'),
    was: 100_000,
    is,
    limit: 101_000,
    isOver: false,
  });
  const site = { was: { requests: 1, bytes: 1 }, is: { requests: 1, bytes: 1 } };
  const { rows, notes } = tabulateComparison({
    tolerance: '1 %',
    isComparable: true,
    site,
    pages: 4,
    added: [],
    removed: [],
    files: [],
    rows: [row('small.html', 99_999), row('seen.html', 100_200)],
  });
  assert.deepEqual(
    rows.map(({ cells: [page] }) => page),
    ['seen.html'],
  );
  assert.deepEqual(notes, ['2 pages unchanged', '1 page with a difference of less than 0.05 %']);
});
