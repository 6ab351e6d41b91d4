import assert from 'node:assert/strict';
import test from 'node:test';
import { describeEmissions, estimateEmissions } from '../../lib/report/emissions.js';

/** @param {number} before @param {number} after */
const page = (before, after) => /** @type {any} */ ({ before: { bytes: before }, after: { bytes: after } });

test('a gigabyte is 148.2 grams, as version 4 of the model says', () => {
  const { gramsBefore, gramsAfter, views } = estimateEmissions([page(1e6, 5e5), page(1e6, 0)]);
  assert.deepEqual([gramsBefore, gramsAfter, views], [148.2, 37.1, 1000]);
});

test('the sentence names the model and what it is made from', () => {
  const pages = [page(1e6, 5e5)];
  const report = { command: 'build', pages, emissions: estimateEmissions(pages) };
  assert.equal(
    describeEmissions(report),
    'Estimated CO2e of 1,000 page views: 148 → 74.1 g (−50 %), by the Sustainable Web Design Model 4 from bytes alone.',
  );
  assert.match(describeEmissions({ ...report, command: 'check' }) ?? '', /views: 148 g, by/);
});

test('the emissions of a small page are not rounded to nothing', () => {
  const pages = [page(386, 302)];
  const report = { command: 'build', pages, emissions: estimateEmissions(pages) };
  assert.match(describeEmissions(report) ?? '', /: 0\.057 → 0\.045 g \(−21 %\), by/);
});

test('a site without pages has no emissions to tell', () => {
  assert.equal(describeEmissions({ command: 'build', pages: [], emissions: estimateEmissions([]) }), null);
});
