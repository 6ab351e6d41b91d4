import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideTogether } from '../../lib/plan/decide-together.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { makeFile } from '../../lib/site/read-site.js';
import { makeChange } from '../harness/make-change.js';

/** @import { Change } from '../../lib/plan/types.ts' */

const PAGES = ['index.html', 'a.html', 'b.html', 'c.html', 'd.html', 'e.html', 'f.html', 'g.html'];

/**
 * Creates a site of pages with a removable text, and the changes that move it into a style sheet.
 * @param {number} cut incompressible characters that each page loses
 * @param {number} minPercent
 */
function makeSite(cut, minPercent) {
  let seed = 1;
  const letters = () => {
    seed = (seed * 16807) % 2147483647;
    return String.fromCharCode(97 + (seed % 26));
  };
  const files = new Map(
    PAGES.map((path) => [
      path,
      makeFile(path, Buffer.from(`<p>${Array.from({ length: 3000 }, letters).join('')}</p>`)),
    ]),
  );
  const site = /** @type {any} */ ({ root: '', name: 'site', files, warnings: [] });
  const changes = PAGES.map((page) =>
    makeChange({
      proposal: { rule: 'presentational-markup', page, resource: page },
      edits: [{ range: { start: 3, end: 3 + cut }, text: '' }],
      files: [{ path: 'styles.css', bytes: Buffer.from('td{color:red}') }],
      group: { id: 'markup', take: 'together', minPercent },
    }),
  );
  const linked = linkSite(site);
  const inputOf = (/** @type {string} */ url) =>
    /** @type {any} */ ({ url, files: [{ url, bytes: 1000, decodedBytes: 3000 }], references: [] });
  return { changes, context: { site, linked, inputOf } };
}

/** @param {number} cut @param {number} [minPercent] */
const decide = (cut, minPercent = 0) => {
  const { changes, context } = makeSite(cut, minPercent);
  const { taken, left } = decideTogether(changes, context);
  return { taken: taken.size, left: left.size, why: [...new Set(left.values())] };
};

test('what makes a tour smaller is done on all pages', () => {
  assert.deepEqual(decide(500), { taken: PAGES.length, left: 0, why: [] });
});

test('what does not pay for its sheet and the request of it is done on none, and says why', () => {
  const { taken, left, why } = decide(10);
  assert.deepEqual([taken, left], [0, PAGES.length]);
  assert.match(why[0], /^It costs \d+ bytes more on a visit to 5 pages/);
});

test('who wants more than that is asked for gets nothing for less', () => {
  assert.equal(decide(500, 50).taken, 0);
  assert.match(decide(500, 50).why[0], /less than minSavingPercent/);
});

test('a negative share is what the change may cost', () => {
  assert.equal(decide(10, -100).taken, PAGES.length);
});

test('changes of other groups are none of its business', () => {
  const { changes, context } = makeSite(500, 0);
  const alone = changes.map((change) => /** @type {Change} */ ({ ...change, group: null }));
  assert.deepEqual(decideTogether(alone, context), { taken: new Set(), left: new Map() });
});
