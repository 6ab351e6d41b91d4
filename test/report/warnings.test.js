import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupWarnings, placeOfWarning } from '../../lib/report/warnings.js';
import { readPage } from '../../lib/site/page/read-page.js';
import { makeFile } from '../../lib/site/read-site.js';

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

test('warnings that differ in the address alone are one that says how many addresses there are', () => {
  const missing = Array.from({ length: 135 }, (_, index) => ({
    code: 'missing-link',
    page: 'a.html',
    resource: `old/${index % 120}.html`,
    message: `“old/${index % 120}.html” leads to no file of the site`,
  }));
  const [group, ...others] = groupWarnings(missing);
  assert.deepEqual(others, []);
  assert.equal(group.times, ' (135 times, 120 different addresses)');
  assert.equal(group.warning.message, '“old/0.html” leads to no file of the site');
  assert.equal(groupWarnings([missing[0]])[0].times, '');
  assert.equal(groupWarnings([missing[0], missing[0]])[0].times, ' (2 times)');
});

test('a warning names its file once', () => {
  const moving = { code: 'moving-page', page: 'a.html', message: 'a.html changes by itself.' };
  assert.equal(placeOfWarning(moving), '');
  assert.equal(placeOfWarning({ ...moving, message: '“a.html” could not be rendered.' }), '');
  assert.equal(placeOfWarning({ ...moving, message: 'Something else.' }), 'a.html');
  assert.equal(placeOfWarning({ ...moving, line: 3, column: 4 }), 'a.html:3:4');
});

test('the same fault of several files is one line, because their names are quoted', () => {
  const broken = ['a.html', 'b.html'].flatMap((path) => readPage(makeFile(path, new Uint8Array(9))).warning ?? []);
  assert.deepEqual(
    broken.map(({ message }) => message),
    ['a', 'b'].map((name) => `“${name}.html” contains only NUL bytes, so it ships unchanged`),
  );
  assert.deepEqual(
    groupWarnings(broken).map(({ count }) => count),
    [2],
  );
});
