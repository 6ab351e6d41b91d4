import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  listBudgetConditions,
  makeBaseline,
  parseBaseline,
  parseBudgets,
  parseTolerance,
  renderBaseline,
  runGate,
} from '../../../lib/report/gate/index.js';
import { makeReport } from '../synthetic.js';

/** @import { GateOptions } from '../../../lib/report/gate/types.ts' */

/** @type {GateOptions} */
const open = { budgets: [], levels: new Map(), baseline: null, tolerance: { percent: 0, bytes: 0 } };
const generous = { percent: 1000, bytes: 0 };
const checked = { ...makeReport(), command: 'check' };

/** Adds a file of 60 kB to a page, as an author would. @param {typeof checked} report */
function addImage(report) {
  return {
    ...report,
    pages: report.pages.map((page) => {
      if (page.path !== 'index.html') return page;
      const before = {
        ...page.before,
        requests: page.before.requests + 1,
        bytes: page.before.bytes + 60_000,
        image: page.before.image + 60_000,
      };
      return { ...page, before };
    }),
    resources: [
      ...report.resources,
      { path: 'img/new.gif', type: /** @type {const} */ ('image'), bytes: 60_000, usedBy: ['index.html'] },
    ],
  };
}

test('a report passes where nothing is asked', () => {
  assert.deepEqual(runGate(checked, open), { passed: true, against: [], failures: [] });
});

test('an added image breaks the budget of its page, then the baseline, and the baseline can accept it', () => {
  const [{ before }] = checked.pages;
  const budgets = parseBudgets([{ pages: 'index.html', requests: before.requests, types: { image: before.image } }]);
  assert.equal(runGate(checked, { ...open, budgets }).passed, true);

  const grown = addImage(checked);
  const { failures } = runGate(grown, { ...open, budgets });
  assert.deepEqual(
    failures.map(({ page, measure }) => [page, measure]),
    [
      ['index.html', 'image bytes'],
      ['index.html', 'requests'],
    ],
  );
  for (const { message, fix } of failures) {
    assert.match(message, /^index\.html: .* over the limit of .* in budget 1 \(index\.html\)$/);
    assert.match(fix, /img\/new\.gif \(60,000 B\)/);
  }

  const baseline = parseBaseline(renderBaseline(makeBaseline(checked)), 'baseline.json');
  assert.equal(runGate(checked, { ...open, baseline }).passed, true);
  const worse = runGate(grown, { ...open, baseline }).failures;
  assert.equal(worse.length, 1);
  assert.match(
    worse[0].message,
    /^index\.html costs more than the baseline allows: requests \d+ → \d+ \(\+\d.*limit \d.*bytes/,
  );
  assert.match(worse[0].fix, /img\/new\.gif is new \(60,000 B\).*--update-baseline/);
  const tolerated = runGate(grown, { ...open, baseline, tolerance: generous }).failures;
  assert.deepEqual(
    tolerated.map(({ measure }) => measure),
    ['requests'],
    'no tolerance lets a request pass',
  );

  const accepted = parseBaseline(renderBaseline(makeBaseline(grown)), 'baseline.json');
  assert.equal(runGate(grown, { ...open, baseline: accepted }).passed, true);
});

test('a baseline accepts what is over a budget until it gets worse', () => {
  const [{ before }] = checked.pages;
  const budgets = parseBudgets([{ pages: 'index.html', bytes: before.bytes, types: { image: before.image } }]);
  const grown = addImage(checked);
  const { failures } = runGate(grown, { ...open, budgets });
  const baseline = parseBaseline(renderBaseline(makeBaseline(grown, failures)), 'baseline.json');
  const { passed, failures: none } = runGate(grown, { ...open, budgets, baseline });
  assert.deepEqual([passed, none], [true, []]);
  const again = runGate(addImage(grown), { ...open, budgets, baseline }).failures;
  assert.deepEqual(again.map(({ kind }) => kind).sort(), ['baseline', 'budget', 'budget']);
  for (const { fix } of again) assert.match(fix, /--update-baseline/);
  const tolerated = runGate(addImage(grown), { ...open, budgets, baseline, tolerance: generous }).failures;
  assert.deepEqual(
    tolerated.map(({ kind, measure }) => [kind, measure]),
    [['baseline', 'requests']],
  );
  assert.doesNotMatch(renderBaseline(makeBaseline(checked)), /accepted/, 'nothing is accepted that was in order');
});

test('what a build has just fixed does not fail; what is still to do at error does', () => {
  const levels = new Map([['gif-image', { level: /** @type {const} */ ('error') }]]);
  const { failures } = runGate(checked, { ...open, levels });
  const advised = checked.changes.filter(({ rule, status }) => rule === 'gif-image' && status !== 'rejected');
  assert.equal(failures.length, advised.length);
  assert.ok(advised.length > 0);
  const fixed = {
    ...checked,
    command: 'build',
    changes: checked.changes.map((change) => ({ ...change, status: /** @type {const} */ ('applied') })),
  };
  assert.equal(runGate(fixed, { ...open, levels }).passed, true);
  const budgets = parseBudgets([{ bytes: Math.max(...fixed.pages.map(({ after }) => after.bytes)) }]);
  assert.equal(runGate(fixed, { ...open, budgets }).passed, true);
  assert.equal(runGate(checked, { ...open, budgets }).passed, false);
});

test('time and packets are held per link and version', () => {
  const budgets = parseBudgets([{ ms: '1 s', link: 'ppp', http: '1.1' }, { packets: 1 }]);
  assert.deepEqual(
    listBudgetConditions(budgets, checked.conditions).map(({ link, http }) => [link, http]),
    [
      ['ppp', '1.1'],
      ['4g', '2'],
    ],
  );
  const { failures } = runGate(checked, { ...open, budgets });
  assert.ok(failures.some(({ measure }) => measure === 'ms on ppp over HTTP/1.1'));
  assert.ok(failures.some(({ measure }) => measure === 'packets on 4g over HTTP/2'));
  const [unknown] = [parseBudgets([{ ms: 1, link: 'avian' }])];
  assert.throws(() => runGate(checked, { ...open, budgets: unknown }), /avian.*was not estimated; there is 4g/);
});

test('limits are read with their units and wrong budgets are refused', () => {
  assert.deepEqual(parseBudgets([{ bytes: '60 kB', ms: '1.5 s' }])[0].limits, { bytes: 60_000, ms: 1500 });
  for (const [wrong, said] of /** @type {[any, RegExp][]} */ ([
    [{}, /sets no limit/],
    [{ byte: 1 }, /byte is not known/],
    [{ bytes: '60 apples' }, /must be a limit/],
    [{ bytes: -1 }, /must be a limit/],
    [{ ms: 1, visit: 'third' }, /visit must be/],
    [{ types: { video: 1 } }, /video is not known/],
    ['x', /must be an object/],
  ])) {
    assert.throws(() => parseBudgets([wrong]), said);
  }
});

test('a baseline does not depend on order and may be a whole former report', () => {
  const shuffled = { ...checked, pages: checked.pages.toReversed(), resources: checked.resources.toReversed() };
  const text = renderBaseline(makeBaseline(checked));
  assert.equal(renderBaseline(makeBaseline(shuffled)), text);
  assert.equal(renderBaseline(parseBaseline(text, 'a')), text);
  assert.equal(renderBaseline(parseBaseline(JSON.stringify(checked), 'a')), text);
  assert.equal(text.split('\n').length, 10 + checked.pages.length + checked.resources.length);
  for (const broken of ['', '[]', '{"schema":"other"}', '{"schema":"pagethrift/baseline@1"}']) {
    assert.throws(() => parseBaseline(broken, 'base.json'), /base\.json/);
  }
});

test('a page no worse than its baseline never fails, a worse one always does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: -5000, max: 5000 }), (start, growth) => {
      /** @param {number} bytes */
      const report = (bytes) => ({
        ...checked,
        pages: [{ ...checked.pages[0], before: { ...checked.pages[0].before, bytes } }],
      });
      const now = Math.max(0, start + growth);
      const { passed } = runGate(report(now), { ...open, baseline: makeBaseline(report(start)) });
      assert.equal(passed, now <= start);
    }),
  );
});

/** Enlarges a page, and renames its files. @param {number} bytes @param {(path: string) => string} [rename] */
function growPage(bytes, rename = (path) => path) {
  const [page, ...others] = checked.pages;
  const before = { ...page.before, bytes: page.before.bytes + bytes };
  const resources = checked.resources.map((file) => ({ ...file, path: rename(file.path) }));
  return { ...checked, pages: [{ ...page, before }, ...others], resources };
}

test('growth within the tolerance passes: the larger of a share and a size', () => {
  const tolerance = parseTolerance('1 %, 1 kB', 'config');
  const baseline = makeBaseline(checked);
  const [{ before }] = checked.pages;
  const limit = Math.floor(Math.max(before.bytes * 1.01, before.bytes + 1000)) - before.bytes;
  assert.equal(runGate(growPage(limit), { ...open, baseline, tolerance }).passed, true);
  const { passed, comparison, failures } = runGate(growPage(limit + 1), { ...open, baseline, tolerance });
  assert.equal(passed, false);
  assert.deepEqual(
    comparison?.rows.map(({ measure, was, is, isOver }) => [measure, was, is, isOver]),
    [['bytes', before.bytes, before.bytes + limit + 1, true]],
  );
  assert.match(failures[0].message, /costs more than the baseline allows: bytes .* → .* \(\+.* %, limit .*\)/);
});

test('a tolerance is a percentage, a size or both; anything else is refused with its place', () => {
  assert.deepEqual(parseTolerance(2, 'x'), { percent: 2, bytes: 0 });
  assert.deepEqual(parseTolerance('2', 'x'), { percent: 2, bytes: 0 });
  assert.deepEqual(parseTolerance('5 kB', 'x'), { percent: 0, bytes: 5000 });
  assert.deepEqual(parseTolerance('1.5 % or 2 kB', 'x'), { percent: 1.5, bytes: 2000 });
  for (const wrong of ['', 'a little', '5 kg', '-1 %'])
    assert.throws(() => parseTolerance(wrong, 'base.mjs'), /base\.mjs.*such as/);
});

test('files whose names differ in the digest alone are the same files', () => {
  const named = (/** @type {string} */ digest) => (/** @type {string} */ path) =>
    path.replace(/(style|menu)\.(css|js)$/, `assets/$1-${digest}.$2`);
  const [former, later] = [growPage(0, named('BX_-x9dQ')), growPage(0, named('C0W9GsCB'))];
  assert.deepEqual(runGate(later, { ...open, baseline: makeBaseline(former) }).comparison?.files, []);
  const grown = growPage(50_000, named('C0W9GsCB'));
  const resources = grown.resources.map((file) =>
    file.path.endsWith('.js') ? { ...file, bytes: file.bytes + 50_000 } : file,
  );
  const [{ fix }] = runGate({ ...grown, resources }, { ...open, baseline: makeBaseline(former) }).failures;
  assert.match(fix, /Grew most: assets\/menu-\*\.js 31,800 B → 81,800 B\./);
  assert.match(fix, /What helps with assets\/menu-C0W9GsCB\.js: load it later/);
});

test('property: a name with another digest is never new, whatever the digest', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh012345ABCDEF'), minLength: 8, maxLength: 8 });
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 8, maxLength: 20 });
  fc.assert(
    fc.property(fc.tuple(hex, hex), fc.tuple(letters, letters), ([one, other], [first, second]) => {
      fc.pre(/\d/.test(one) && /[a-f]/.test(one) && /\d/.test(other) && /[a-f]/.test(other));
      const named = (/** @type {string} */ digest, /** @type {string} */ chunk) => (/** @type {string} */ path) =>
        path.replace('style.css', `s.${digest}.css`).replace('menu.js', `_astro/m.${chunk}.js`);
      const [former, later] = [growPage(0, named(one, first)), growPage(0, named(other, second))];
      assert.deepEqual(runGate(later, { ...open, baseline: makeBaseline(former) }).comparison?.files, []);
    }),
  );
});

test('a folder that is called after a build does not make its files new', () => {
  const named = (/** @type {string} */ build) => (/** @type {string} */ path) =>
    path.replace(/^(?:style|menu)\.(?=css|js)/, `_next/static/${build}/_manifest.`);
  const [former, later] = [growPage(0, named('8lSLbuOZXxjHgDZ9b_GvC')), growPage(0, named('1zM7VCMWaklSmuPOeRE8_'))];
  assert.deepEqual(runGate(later, { ...open, baseline: makeBaseline(former) }).comparison?.files, []);
});

test('more packets are no fault where requests and bytes are within the tolerance', () => {
  const tolerance = parseTolerance('1 %, 1 kB', 'config');
  const [page] = checked.pages;
  const morePackets = (/** @type {number} */ by) => ({
    ...checked,
    pages: [
      {
        ...page,
        estimates: page.estimates.map((each) => ({
          ...each,
          before: { ...each.before, packets: each.before.packets + by },
        })),
      },
    ],
  });
  const baseline = makeBaseline(checked);
  assert.equal(runGate(morePackets(2), { ...open, baseline, tolerance }).passed, true);
  // A few bytes in another order can take more packets.
  assert.equal(runGate(morePackets(500), { ...open, baseline, tolerance }).passed, true);
  assert.equal(runGate(morePackets(500), { ...open, baseline }).passed, false, 'nothing may grow without a tolerance');
});
