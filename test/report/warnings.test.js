import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupWarnings } from '../../lib/report/warnings.js';

test('warnings that say the same are one with a count, and those about other hosts come last', () => {
  const external = (/** @type {number} */ index) => ({
    code: 'external-resource',
    page: `${index}.html`,
    message: 'elsewhere',
  });
  const missing = { code: 'missing-resource', page: 'a.html', message: '“x.gif” leads to no file of the site' };
  const groups = groupWarnings([...Array.from({ length: 80 }, (_, index) => external(index)), missing]);
  assert.deepEqual(
    groups.map(({ warning: { code, page }, count }) => [code, page, count]),
    [
      ['missing-resource', 'a.html', 1],
      ['external-resource', '0.html', 80],
    ],
  );
});
