import assert, { fail } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { OutOfBudgetError, openBudgets } from '../../../lib/visit/browser/budget.js';
import { openBrowser } from '../../../lib/visit/browser/open.js';
import { openPace } from '../../../lib/visit/browser/pace.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { withTimeout } from '../../../lib/visit/browser/with-timeout.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { FULL_VIEWS, GEOMETRY_VIEWS } from '../../../lib/visit/verify/views.js';

/** @param {string} html */
const serve = (html) => (/** @type {string} */ path) => (path === 'index.html' ? { bytes: Buffer.from(html) } : null);
/** A page that takes 600 MB and keeps them until it is closed. */
const HOG =
  '<p>a</p><script>var kept = []; for (;;) if (kept.length < 30) kept.push(new Uint8Array(2e7).fill(1))</script>';
const ENDLESS = '<p>a</p><script>for (;;) {}</script>';

describe('the budget of a page', () => {
  it('is one for all looks at the page, and each page has its own', async () => {
    const budgets = openBudgets({ pageSeconds: 0.05 });
    assert.equal(budgets.of('a'), budgets.of('a'), 'the same page has the same budget');
    await budgets.of('a').spend(() => wait(60));
    assert.equal(budgets.of('a').leftMs(), 0, 'a look is charged');
    await assert.rejects(
      budgets.of('a').spend(async () => 1),
      OutOfBudgetError,
      'nothing is left',
    );
    assert.equal(await budgets.of('b').spend(async () => 1), 1, 'another page has all of its own');
  });

  it('does not go by while the page waits for a processor', async () => {
    const budget = openBudgets({ pageSeconds: 1 }).of('a');
    let ms = 0;
    await budget.spend(
      async () => {
        ms += 400;
        assert.equal(budget.leftMs(), 600, 'work that runs is charged by the clock that it is given');
      },
      () => ms,
    );
    assert.equal(budget.leftMs(), 600);
  });

  it('ends with the run', async () => {
    const budgets = openBudgets({ runMinutes: 0.001 });
    assert.equal(budgets.isRunOver(), false);
    await wait(80);
    assert.equal(budgets.isRunOver(), true);
    await assert.rejects(
      budgets.of('a').spend(async () => 1),
      /limits\.runMinutes/,
    );
  });

  it('passes errors on that are not its own', async () => {
    await assert.rejects(
      openBudgets()
        .of('a')
        .spend(() => Promise.reject(new Error('my own fault'))),
      /my own fault/,
    );
  });
});

describe('the pace of a browser', () => {
  /**
   * Simulates half a second in which the processes of a page ran and waited for these times.
   * @param {number} ran @param {number} waited
   */
  const passHalfASecond = (ran, waited) => {
    const ends = [
      { ran: 7, waited: 9 },
      { ran: 7 + ran, waited: 9 + waited },
    ];
    let ms = 1000;
    const pace = openPace(() => 1, {
      read: () => new Map([[2, ends.shift() ?? { ran: 0, waited: 0 }]]),
      readMs: () => ms,
    });
    pace.look();
    const from = pace.now();
    ms += 500;
    pace.look();
    return pace.now() - from;
  };

  it('is that of the clock where nothing waits for a processor', () => {
    assert.equal(passHalfASecond(1e8, 0), 500);
    assert.equal(passHalfASecond(0, 0), 500);
  });

  it('is slower where processes have to share one, and never stands still', () => {
    assert.equal(passHalfASecond(2e8, 2e8), 250);
    assert.equal(passHalfASecond(1e6, 5e9), 125);
  });

  it('never goes back, so that a page that was ended at its limit is said to have reached it', async () => {
    const ends = [
      { ran: 0, waited: 0 },
      { ran: 1e8, waited: 3e8 },
    ];
    let ms = 0;
    const pace = openPace(() => 1, { read: () => new Map([[2, ends.shift() ?? fail()]]), readMs: () => ms });
    pace.look();
    const budget = openBudgets({ pageSeconds: 1 }).of('a');
    const work = budget.spend(async () => {
      ms += 1000;
      assert.equal(budget.leftMs(), 0);
      pace.look();
      throw new Error('ended at its limit');
    }, pace.now);
    await assert.rejects(work, OutOfBudgetError);
  });

  it('gives work more time on the clock', async () => {
    let asked = 0;
    const left = () => [20, 20, 0][asked++];
    await assert.rejects(withTimeout(wait(2000, null, { ref: false }), left, 'work'), /took longer/);
    assert.equal(asked, 3);
  });
});

describe('a page that asks for too much', { timeout: 60_000 }, () => {
  it('is ended when its memory is too large, and others go on', async (t) => {
    const browser = await openBrowser({ jobs: 2, pageMegabytes: 300 });
    assert.ok(browser, 'a browser starts');
    t.after(() => browser.close());
    const look = (/** @type {string} */ html) =>
      renderPage(browser, { path: 'index.html', files: serve(html), views: GEOMETRY_VIEWS });
    const hog = assert.rejects(look(HOG), /takes more than 300 MB/);
    const [others] = await Promise.all([Promise.all([look('<p>b'), look('<p>c')]), hog]);
    assert.deepEqual(
      others.map(([{ accessibilityText }]) => accessibilityText),
      [['b'], ['c']],
      'other pages are seen',
    );
    assert.equal(browser.restarts(), 0, 'the browser itself stays');
  });

  it('ships as it was when its time is over, and is named', async (t) => {
    const browser = await openBrowser();
    assert.ok(browser, 'a browser starts');
    t.after(() => browser.close());
    const change = { id: '1', rule: 'r', cause: 'r', kind: /** @type {const} */ ('same') };
    const [verdict] = await verifyPages({
      pages: [{ path: 'index.html', changes: [change] }],
      before: serve(ENDLESS),
      build: () => serve(ENDLESS),
      browser,
      views: [FULL_VIEWS[0]],
      budgets: openBudgets({ pageSeconds: 2 }),
    });
    assert.deepEqual([verdict.status, verdict.reason, verdict.original], ['unseen', 'out-of-budget', true]);
    assert.deepEqual(verdict.accepted, [], 'no change of it ships');
    assert.match(verdict.notes[0], /takes more than 2 s/);
  });

  it('stands for no other page when it could not be seen', async (t) => {
    const browser = await openBrowser();
    assert.ok(browser, 'a browser starts');
    t.after(() => browser.close());
    const [long, short] = [openBudgets(), openBudgets({ pageSeconds: 0.001 })];
    const describePage = (/** @type {string} */ path, /** @type {string[]} */ contexts) => ({
      ...{ path, template: 't', contexts },
      changes: contexts.map((id) => ({ id, rule: 'r', cause: id, kind: /** @type {const} */ ('same') })),
    });
    const pages = [describePage('index.html', ['p', 'q']), describePage('other.html', ['p'])];
    const before = (/** @type {string} */ path) => serve('<p>a')(path === 'other.html' ? 'index.html' : path);
    const look = (/** @type {string[]} */ hurried) =>
      verifyPages({
        ...{ pages, before, browser, build: () => before, views: [FULL_VIEWS[0]] },
        budgets: { ...long, of: (path) => (hurried.includes(path) ? short : long).of(path) },
      });
    const depthsOf = (/** @type {Awaited<ReturnType<typeof look>>} */ verdicts) => verdicts.map(({ depth }) => depth);
    assert.deepEqual(depthsOf(await look([])), ['full', 'geometry']);
    const verdicts = await look(['index.html']);
    assert.deepEqual(
      verdicts.map(({ status }) => status),
      ['unseen', 'same'],
    );
    assert.deepEqual(depthsOf(verdicts), ['full', 'full']);
  });
});
