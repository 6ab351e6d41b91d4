import assert from 'node:assert/strict';
import test from 'node:test';
import { describeProcessor, summariseProcessor } from '../../lib/report/processor.js';

const conditions = { link: '4g', http: '2', visit: 'first', safety: 'visual' };
/** @param {number} ms @param {number} [processorMs] */
const page = (ms, processorMs) => ({
  estimates: [{ link: '4g', http: '2', visit: 'first', before: { ms }, after: { ms } }],
  ...(processorMs === undefined ? {} : { processorMs }),
});
const reportOf = (/** @type {object[]} */ ...pages) => /** @type {any} */ ({ conditions, pages });

test('pages that take the processor longer than the network are said to be bound by scripts', () => {
  const report = reportOf(page(1000, 3000), page(1000, 100));
  const found = summariseProcessor(report);
  assert.deepEqual([found?.bound, found?.pages], [1, 2]);
  assert.match(describeProcessor(report) ?? '', /^1 of 2 pages is bound by scripts/);
});

test('nothing is said where no visit measured the processor, or none is bound', () => {
  assert.equal(summariseProcessor(reportOf(page(1000))), null);
  assert.equal(describeProcessor(reportOf(page(1000, 200))), null);
});
