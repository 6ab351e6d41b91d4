import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { OutOfBudgetError, openBudgets } from '../../lib/browser/budget.js';
import { openBrowser } from '../../lib/browser/open.js';
import { renderPage } from '../../lib/browser/render.js';
import { verifyPages } from '../../lib/verify/verify.js';
import { FULL_VIEWS, GEOMETRY_VIEWS } from '../../lib/verify/views.js';

/** @param {string} html */
const serve = (html) => (/** @type {string} */ path) => (path === 'index.html' ? { bytes: Buffer.from(html) } : null);
/** Takes 600 MB, and keeps them until it is ended. */
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
    assert.deepEqual([verdict.status, verdict.isOutOfBudget, verdict.original], ['unseen', true, true]);
    assert.deepEqual(verdict.accepted, [], 'no change of it ships');
    assert.match(verdict.notes[0], /takes more than 2 s/);
  });
});
