import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJoiners, findTwins } from '../../lib/optimize/twins.js';

/** @import { Ready } from '../../lib/optimize/apply-plan.js' */

const pages = ['a.html', 'b.html', 'c.html'];
const graph = {
  fetches: new Map(pages.map((page) => [page, []])),
  usedBy: new Map([
    ['logo.gif', pages],
    ['look.css', ['a.html', 'b.html', 'c.html']],
  ]),
};

/** @param {string} page @param {number} bytes @param {object} [more] @param {string} [category] @returns {Ready} */
function change(page, bytes, more = { data: { to: 'logo.png' } }, category = 'image') {
  const proposal = { rule: 'gif-image', page, resource: 'logo.gif', range: null, data: {}, ...more };
  return /** @type {any} */ ({
    proposal,
    rule: { meta: { category } },
    made: [{ ok: true, bytes: new Uint8Array(bytes), data: {} }],
  });
}

/** @param {Ready[]} accepted @param {number} size */
const dear = (accepted, size) => [...findTwins(accepted, /** @type {any} */ ({ graph }), () => size)];

test('a file that one page fetches anew and two as it was does not pay unless it is much smaller', () => {
  const one = [change('a.html', 900)];
  assert.deepEqual(dear(one, 1000), one);
  assert.deepEqual(dear([change('a.html', 300)], 1000), []);
});

test('it pays where most pages fetch it anew and save as much as the second form costs, or where all do', () => {
  assert.deepEqual(dear([change('a.html', 500), change('b.html', 500)], 1000), []);
  const two = [change('a.html', 600), change('b.html', 600)];
  assert.deepEqual(dear(two, 1000), two);
  assert.deepEqual(
    dear(
      pages.map((page) => change(page, 999)),
      1000,
    ),
    [],
  );
  assert.deepEqual(dear([change('look.css', 999)], 1000), []);
});

test('a page in a frame changes what the pages fetch that show it', () => {
  const frames = {
    fetches: new Map([
      ['a.html', []],
      ['frames.html', []],
    ]),
    usedBy: new Map([
      ['logo.gif', ['a.html', 'frames.html']],
      ['a.html', ['a.html', 'frames.html']],
    ]),
  };
  const one = [change('a.html', 999)];
  assert.deepEqual([...findTwins(one, /** @type {any} */ ({ graph: frames }), () => 1000)], []);
});

test('pages on which words took its place, and files that keep their names, count for nothing', () => {
  const wordsOn = (/** @type {string} */ page) =>
    change(page, 0, { range: { start: 1, end: 9 }, data: {} }, 'lettering');
  assert.deepEqual(dear([change('a.html', 999), wordsOn('b.html'), wordsOn('c.html')], 1000), []);
  const sizedOn = (/** @type {string} */ page) => change(page, 0, { range: { start: 1, end: 9 }, data: {} }, 'markup');
  const one = change('a.html', 999);
  assert.deepEqual(dear([one, sizedOn('b.html'), sizedOn('c.html')], 1000), [one]);
  assert.deepEqual(dear([change('a.html', 999, { data: {} })], 1000), []);
  const forms = [change('a.html', 999, { data: { forms: {} } })];
  assert.deepEqual(dear(forms, 1000), forms);
  assert.deepEqual(dear([change('a.html', 999, { data: { forms: {} } }, 'delivery')], 1000), []);
});

test('two new forms on different pages are judged like a new one beside the old', () => {
  const png = (/** @type {number} */ bytes) => pages.slice(0, 2).map((page) => change(page, bytes));
  const webp = change('c.html', 300, { rule: 'modern-image', data: { forms: {} } });
  const poor = [...png(900), webp];
  assert.deepEqual(dear(poor, 1000), poor);
  // Where most pages gain by theirs, the last one would fetch a second file anyway: better a small one.
  assert.deepEqual(dear([...png(400), webp], 1000), []);
  const lone = change('b.html', 450, { data: { to: 'logo.lean.png' } });
  // The third page has the old file.
  assert.deepEqual(dear([png(300)[0], lone], 1000), [lone]);
});

test('a page joins those that fetch a file anew where they are at least as many, if it was only too dear', () => {
  const [a, b, c] = pages.map((page) => change(page, 900));
  const wanted = [a, b, c];
  const join = (/** @type {Ready[]} */ taken, /** @type {any[]} */ dropped) =>
    findJoiners(wanted, new Set(taken.map(({ proposal }) => proposal)), dropped, new Set(), () => pages.length);
  assert.deepEqual(join([a, b], [refuse(c, 'costs-more')]), [c]);
  assert.deepEqual(join([a], [refuse(b, 'costs-more'), refuse(c, 'costs-more')]), []);
  assert.deepEqual(join([a, b], [refuse(c, 'overlaps')]), []);
});

test('a page carries what at least as many others carry, where that costs it next to nothing', () => {
  const [a, b, c] = pages.map((page) => change(page, 0, { rule: 'small-stylesheet', resource: 'look.css' }));
  const join = (/** @type {Ready[]} */ taken, /** @type {Ready[]} */ little) =>
    findJoiners(
      [a, b, c],
      new Set(taken.map(({ proposal }) => proposal)),
      [a, b, c].filter((one) => !taken.includes(one)).map((one) => refuse(one, 'costs-more')),
      new Set(little.map(({ proposal }) => proposal)),
      () => pages.length,
    );
  assert.deepEqual(join([a, b], [c]), [c]);
  assert.deepEqual(join([a, b], []), []);
  assert.deepEqual(join([a], [b, c]), []);
});

test('a page carries what no other page fetches, where that costs it next to nothing', () => {
  const one = change('a.html', 0, { rule: 'small-image', data: {} }, 'delivery');
  const join = (/** @type {Ready[]} */ little, /** @type {number} */ users) =>
    findJoiners(
      [one],
      new Set(),
      [refuse(one, 'costs-more')],
      new Set(little.map(({ proposal }) => proposal)),
      () => users,
    );
  assert.deepEqual(join([one], 1), [one]);
  assert.deepEqual(join([one], 2), []);
  assert.deepEqual(join([], 1), []);
});

/** @param {Ready} entry @param {string} reason @returns {any} */
function refuse({ proposal }, reason) {
  return { proposal, rule: {}, reason, message: null };
}
