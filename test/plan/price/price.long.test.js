import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseScenario } from '../../../lib/network/index.js';
import {
  applyEffects,
  createPricer,
  estimatePage,
  findPaintMs,
  meanPagesPerVisit,
  pageScenario,
  priceChanges,
  tracePage,
} from '../../../lib/plan/price/index.js';
import { listVisitLengths } from '../../../lib/plan/price/visits.js';
import { makePage } from './synthetic.js';

/** @import { Conditions } from '../../../lib/plan/price/types.ts' */

/** @type {Conditions} */
const conditions = { link: '4g', http: '1.1', visit: 'first' };

test('a page becomes a scenario that the model takes, on every version and visit', () => {
  const { page } = makePage();
  for (const http of /** @type {const} */ (['1.0', '1.0-keepalive', '1.1', '1.1-pipelined', '2', '3'])) {
    for (const visit of /** @type {const} */ (['first', 'revalidate'])) {
      const scenario = pageScenario(page, { link: 'wan', http, visit });
      assert.equal(parseScenario(scenario).resources.length, 42);
      assert.equal(estimatePage(page, { link: 'wan', http, visit }).estimate.requests, 42);
    }
  }
});

test('references decide what is found where: the first in the page, sheets as a whole, orphans never', () => {
  const scenario = pageScenario(
    {
      url: 'a',
      files: [
        { url: 'a', type: 'html', bytes: 100, decodedBytes: 400 },
        { url: 's', type: 'css', bytes: 50, decodedBytes: 90 },
        { url: 'twice', type: 'image', bytes: 10 },
        { url: 'back', type: 'image', bytes: 10 },
        { url: 'orphan', type: 'image', bytes: 10 },
      ],
      references: [
        { from: 'a', to: 'twice', atByte: 300 },
        { from: 'a', to: 'twice', atByte: 200 },
        { from: 'a', to: 's', atByte: 9999 },
        { from: 's', to: 'back', atByte: 3 },
        { from: 's', to: 'a', atByte: 1 },
      ],
    },
    conditions,
  );
  const found = scenario.resources.map(({ url, foundIn, foundAtByte }) => [url, foundIn, foundAtByte]);
  assert.deepEqual(found, [
    ['a', undefined, undefined],
    ['s', 'a', 400],
    ['twice', 'a', 200],
    ['back', 's', 90],
  ]);
});

test('a script that the first reference defers is deferred, a style sheet never', () => {
  const { resources } = pageScenario(
    {
      url: 'a',
      files: [
        { url: 'a', type: 'html', bytes: 400 },
        { url: 'late', type: 'script', bytes: 50 },
        { url: 'early', type: 'script', bytes: 50 },
        { url: 's', type: 'css', bytes: 50 },
      ],
      references: [
        { from: 'a', to: 'late', atByte: 10, deferred: true },
        { from: 'a', to: 'early', atByte: 20 },
        { from: 'a', to: 'early', atByte: 30, deferred: true },
        { from: 'a', to: 's', atByte: 40, deferred: true },
      ],
    },
    conditions,
  );
  assert.deepEqual(
    resources.filter(({ deferred }) => deferred).map(({ url }) => url),
    ['late'],
  );
});

test('a change alone and in its turn: requests and bytes to the last one', () => {
  const { page, effects } = makePage({ images: 3, imageBytes: () => 1000 });
  const { before, after, changes } = priceChanges({ page, changes: effects, conditions });
  assert.equal(before.requests - after.requests, 3);
  const htmlRatio = page.files[0].bytes / 42_000;
  for (const [index, { saves, inOrder }] of changes.entries()) {
    assert.equal(saves.requests, 1);
    assert.ok(Math.abs(saves.bytes - (1000 - (60 + index * 20) * htmlRatio)) <= 1);
    assert.ok(saves.packets > 0 && saves.msBand >= 0);
    assert.ok(inOrder && Math.abs(inOrder.bytes - saves.bytes) <= 1);
  }
  const sum = changes.reduce((total, { inOrder }) => total + (inOrder?.packets ?? 0), 0);
  assert.ok(Math.abs(sum - (before.packets - after.packets)) < 0.1);
});

test('a file goes when nothing names it any more, and not before', () => {
  const { page } = makePage({ images: 1 });
  const twice = { ...page, references: [...page.references, { from: page.url, to: 'img/0.gif', atByte: 900 }] };
  assert.equal(applyEffects(twice, [{ drops: [1] }]).files.length, 3);
  assert.equal(applyEffects(twice, [{ drops: [1] }, { drops: [2] }]).files.length, 2);
  const sheetGone = applyEffects(
    { ...page, references: [page.references[0], { from: 'style.css', to: 'img/0.gif', atByte: 1 }] },
    [{ drops: [0] }],
  );
  assert.equal(sheetGone.files.length, 1);
});

test('references move along as their file grows', () => {
  const { page } = makePage({ images: 1 });
  const half = applyEffects(page, [{ grows: [{ url: page.url, decodedBytes: -21_000 }] }]);
  assert.deepEqual(
    half.references.map(({ atByte }) => atByte),
    page.references.map(({ atByte }) => Math.floor(atByte / 2)),
  );
});

test('growth with one key counts once; a replaced body keeps its name', () => {
  const { page } = makePage({ images: 1 });
  const grow = { grows: [{ url: page.url, decodedBytes: 100, bytes: 40, key: '.nav' }] };
  assert.equal(applyEffects(page, [grow, grow]).files[0].bytes, page.files[0].bytes + 40);
  const [, , image] = applyEffects(page, [{ replaces: [{ url: 'img/0.gif', bytes: 77 }] }]).files;
  assert.deepEqual([image.url, image.bytes], ['img/0.gif', 77]);
});

test('a part of what a change writes leaves whole bytes, which the model takes', () => {
  const { page } = makePage({ images: 1 });
  const grown = applyEffects(page, [{ grows: [{ url: page.url, decodedBytes: 100 / 7, bytes: 40 / 7 }] }]);
  const [{ bytes, decodedBytes = 0 }] = grown.files;
  assert.ok(Number.isInteger(bytes) && Number.isInteger(decodedBytes));
  assert.ok(estimatePage(grown, conditions).estimate.ms > 0);
});

test('what a page carries is changed and names there what it changed and named before', () => {
  const { page } = makePage({ images: 1 });
  const references = [page.references[0], { from: 'style.css', to: 'img/0.gif', atByte: 1 }];
  const carry = { drops: [0], inlines: [{ url: 'style.css', into: page.url, atByte: 50 }] };
  const carried = applyEffects({ ...page, references }, [carry]);
  assert.deepEqual(
    carried.files.map(({ url }) => url),
    [page.url, 'img/0.gif'],
  );
  const image = { drops: [1], grows: [{ url: 'style.css', decodedBytes: 60, bytes: 60 }] };
  const alone = applyEffects({ ...page, references }, [carry, image]);
  assert.equal(alone.files.length, 1);
  assert.equal(alone.files[0].bytes, page.files[0].bytes + 60);
});

test('effects commute', () => {
  const { page, effects } = makePage({ images: 8 });
  fc.assert(
    fc.property(fc.shuffledSubarray(effects), (some) => {
      assert.deepEqual(
        applyEffects(page, some),
        applyEffects(
          page,
          some.toSorted((a, b) => a.drops?.[0] ?? 0 - (b.drops?.[0] ?? 0)),
        ),
      );
    }),
    { numRuns: 30 },
  );
});

test('shared files count once per visitor', () => {
  const lengths = listVisitLengths();
  assert.ok(Math.abs(lengths.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-9);
  const mean = meanPagesPerVisit();
  assert.ok(mean > 3.7 && mean < 4.1, String(mean));
  assert.equal(meanPagesPerVisit(0, 1), 1);
  assert.equal(meanPagesPerVisit(10, 3), 3);

  const { page, effects } = makePage({ images: 2, share: 1, imageBytes: () => 1000 });
  /** @param {number} pagesPerVisit */
  const saved = (pagesPerVisit) => {
    const { priceView, priceFirst, countView } = createPricer({ conditions, pagesPerVisit });
    const done = applyEffects(page, effects.slice(0, 1));
    assert.deepEqual(countView(page), { requests: priceView(page).requests, bytes: priceView(page).bytes });
    return {
      requests: priceView(page).requests - priceView(done).requests,
      ms: priceView(page).ms,
      firstMs: priceFirst(page).ms,
    };
  };
  assert.equal(saved(1).requests, 1);
  assert.equal(saved(4).requests, 0.25);
  assert.equal(saved(1).ms, saved(1).firstMs);
  assert.ok(saved(4).ms < saved(1).ms);

  // Only one page of two has it, so no other page has loaded it before.
  const { page: own } = makePage({ images: 2, share: 0.5 });
  assert.equal(createPricer({ conditions, pages: 2 }).priceView(own).requests, own.files.length);
});

test('paint waits for what blocks it', () => {
  const { page } = makePage();
  const { detail } = estimatePage(page, conditions);
  const sheet = detail.byResource.find(({ url }) => url === 'style.css');
  assert.equal(findPaintMs(page, detail.byResource), sheet?.doneMs);
});

test('a run of the model becomes the rows of a waterfall', () => {
  const { page } = makePage({ images: 4 });
  const { packets, rows } = tracePage(page, estimatePage(page, conditions));
  assert.deepEqual(rows.map(({ url }) => url).sort(), page.files.map(({ url }) => url).sort());
  assert.deepEqual(rows[0], { ...rows[0], url: 'index.html', type: 'html', bytes: page.files[0].bytes });
  for (const { foundMs, requestMs, firstByteMs, doneMs } of rows) {
    assert.ok(foundMs <= requestMs && requestMs < firstByteMs && firstByteMs <= doneMs);
  }
  assert.ok(packets.data > 0 && packets.syn > 0);
});

test('a page of 100 changes is priced in under a second', () => {
  const { page, effects } = makePage({ images: 100 });
  const pricer = createPricer({ conditions: { ...conditions, http: '2' } });
  pricer.priceView(makePage({ images: 5 }).page);
  // CPU time, because the machine may have other load.
  const start = process.cpuUsage();
  const { changes } = pricer.priceChanges(page, effects);
  const ms = process.cpuUsage(start).user / 1000;
  assert.equal(changes.length, 100);
  assert.ok(ms < 1000, `${Math.round(ms)} ms`);
});

test('pages of one shape are run once; their prices stay near the exact ones', () => {
  const options = { conditions, pagesPerVisit: 1 };
  const exact = createPricer(options);
  const rough = createPricer({ ...options, precision: 'shape' });
  let [exactMs, roughMs] = [0, 0];
  for (let index = 0; index < 60; index += 1) {
    const { page, effects } = makePage({ images: 6, htmlBytes: 20_000 + index * 37 });
    const [fine, coarse] = [exact.priceChanges(page, effects), rough.priceChanges(page, effects)];
    assert.equal(coarse.before.bytes, fine.before.bytes);
    assert.equal(coarse.changes[2].saves.bytes, fine.changes[2].saves.bytes);
    exactMs += fine.before.ms - fine.after.ms;
    roughMs += coarse.before.ms - coarse.after.ms;
  }
  assert.ok(rough.countRuns() * 4 < exact.countRuns(), `${rough.countRuns()} of ${exact.countRuns()}`);
  assert.ok(Math.abs(roughMs - exactMs) < 0.1 * Math.abs(exactMs), `${roughMs} against ${exactMs}`);
});
