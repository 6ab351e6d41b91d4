import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOAD_FAULTS, LOOK_FAULTS } from '../../../bench/verify/visit-faults.js';
import { exact } from '../../../lib/base/exact.js';
import { NO_MEMO } from '../../../lib/base/memo.js';
import { present } from '../../../lib/base/present.js';
import { observeLoads } from '../../../lib/run/optimize/observe-loads.js';
import { findConventions } from '../../../lib/site/addresses.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { recordPage } from '../../../lib/visit/measure/record-page.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { openTestBrowser } from '../../harness/browser.js';
import { makeChange } from '../../harness/make-change.js';

/** @import { VisitFault } from '../../../bench/verify/visit-faults.js' */

const browser = await openTestBrowser();
const NO_MEMORY = { store: null, version: '' };

const fileOf = (/** @type {readonly [string, string]} */ [path, text]) =>
  exact([path, makeFile(path, Buffer.from(text, 'latin1'))]);

/** @param {VisitFault} fault */
function openFault({ before, edit: [from, to], document = 'index.html', page, files = {}, resource, folder = '' }) {
  const all = new Map(Object.entries(before).map(fileOf));
  const place = { origin: null, folder, ...findConventions(all, folder) };
  const site = { root: '', name: 'test', files: all, place, warnings: [] };
  const text = before[document];
  const start = text.indexOf(from);
  const range = { start, end: start + from.length };
  const change = makeChange({
    proposal: { page: document, range, resource: resource ?? null },
    edits: [{ range, text: to }],
    files: Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content, 'latin1') })),
  });
  const after = new Map([...all, ...Object.entries(files).map(fileOf), fileOf([document, text.replace(from, to)])]);
  const lookup = (/** @type {typeof all} */ side) => (/** @type {string} */ path) =>
    side.get(path.startsWith('/') ? (place.fallback?.path ?? '') : path);
  return { site, place, page, change, sides: { before: lookup(all), after: lookup(after) } };
}

for (const [name, fault] of Object.entries(LOOK_FAULTS)) {
  test(`a page is verified at its public address: ${name}`, async () => {
    const { place, page, sides } = openFault(fault);
    const info = /** @type {const} */ ({ id: '0', rule: 'test', cause: 'test', kind: 'same' });
    const [verdict] = await verifyPages({
      pages: [{ path: page, changes: [info] }],
      before: sides.before,
      build: (_, ids) => (ids.length > 0 ? sides.after : sides.before),
      browser,
      place,
    });
    assert.equal(verdict.status, 'different', JSON.stringify(verdict.differences));
    assert.deepEqual(verdict.accepted, []);
  });
}

for (const [name, fault] of Object.entries(LOAD_FAULTS)) {
  test(`what a page loads and how it answers is observed: ${name}`, async () => {
    const { site, place, page, change, sides } = openFault(fault);
    const visit = (
      /** @type {{ path: string, followsLinks: boolean }} */ { path, followsLinks },
      /** @type {import('../../../lib/visit/browser/serve.js').FileLookup} */ files,
    ) => {
      const budget = openBudgets().of(path);
      return recordPage(browser, { path, files, place, budget, tour: { followsLinks } }, NO_MEMORY);
    };
    const records = new Map([[page, await visit({ path: page, followsLinks: true }, sides.before)]]);
    const linked = linkSite(site, { seen: { records, files: site.files, scripted: null } });
    const plan = { original: site, site, linked, accepted: [change], onPage: new Map([[page, [change]]]) };
    const { failing, visits } = await observeLoads(
      { ...plan, memo: NO_MEMO, isOthers: () => false, isPassedOver: () => false },
      {
        build: async (_, ids) => (ids.length > 0 ? sides.after : sides.before),
        idsOf: () => ['0'],
        visit,
      },
    );
    const reason = name.includes('menu') ? 'behaves-differently' : 'no-saving';
    assert.deepEqual(
      failing.map(({ path, rejected }) => [path, rejected.map((one) => one.reason)]),
      [[page, [reason]]],
      JSON.stringify(visits.get(page)),
    );
  });
}

/**
 * Observes a page with one change, whose visits load a further image by chance.
 * @param {(how: string | undefined, visits: number) => boolean} isLate
 */
async function observeLate(isLate) {
  const [, fault] = present(Object.entries(LOAD_FAULTS).find(([name]) => name.includes('menu')));
  const { site, place, page, change, sides } = openFault(fault);
  const order = { path: page, place, files: sides.before, budget: openBudgets().of(page) };
  const record = await recordPage(browser, { ...order, tour: { followsLinks: true } }, NO_MEMORY);
  const extra = makeFile('extra.png', Buffer.alloc(9000));
  const late = { ...record, fetched: [...record.fetched, { path: extra.path, by: page }] };
  const files = new Map([...site.files, [extra.path, extra]]);
  const whole = { ...site, files };
  const linked = linkSite(whole, { seen: { records: new Map([[page, record]]), files, scripted: null } });
  /** @type {(string | undefined)[]} */
  const visited = [];
  const { failing, visits } = await observeLoads(
    {
      ...{ original: whole, site: whole, linked, accepted: [change], onPage: new Map([[page, [change]]]) },
      ...{ memo: NO_MEMO, isOthers: () => false, isPassedOver: () => false },
    },
    {
      build: async () => (path) => (path === extra.path ? extra : sides.before(path)),
      idsOf: () => ['0'],
      visit: async (_, __, how) => (isLate(how, visited.push(how)) ? late : record),
    },
  );
  return { failing, visited, isLighter: visits.get(page) === record };
}

test('a page that once loads more by chance keeps its changes, and the record of the other visit', async () => {
  const { failing, visited, isLighter } = await observeLate((_, count) => count === 1);
  assert.deepEqual(failing, []);
  assert.deepEqual(visited, [undefined, 'replace']);
  assert.ok(isLighter);
});

test('a page that also loads more without its changes keeps them', async () => {
  const { failing } = await observeLate((how, count) => how !== 'again' || count === 4);
  assert.deepEqual(failing, []);
});

test('a page that loads more with its changes only does not keep them', async () => {
  const { failing } = await observeLate((how) => how !== 'again');
  assert.deepEqual(
    failing.map(({ reason }) => reason),
    ['no-saving'],
  );
});

/**
 * Observes a page that a similar one represents, or that ships unchanged, with a sheet that names another image.
 * @param {{ isPassedOver: boolean, named: string }} how
 */
async function observeShared({ isPassedOver, named }) {
  const page = 'index.html';
  const text = '<!doctype html><title>t</title><link rel=stylesheet href=a.css><p>words <img src=old.png alt="">';
  const sheetOf = (/** @type {string} */ name) => `p { background: url(${name}) }`;
  const [old, other] = [5000, 4000].map((size) => 'x'.repeat(size));
  const files = new Map(Object.entries({ [page]: text, 'a.css': sheetOf('old.png'), 'old.png': old }).map(fileOf));
  const place = { origin: null, folder: '', ...findConventions(files, '') };
  const site = { root: '', name: 'test', files, place, warnings: [] };
  const start = sheetOf('').indexOf(')');
  const range = { start, end: start + 'old.png'.length };
  const change = makeChange({
    proposal: { page: 'a.css', range, resource: 'old.png' },
    edits: [{ range, text: named, document: 'a.css' }],
    files: [{ path: 'new.png', bytes: Buffer.from(other) }],
  });
  const after = new Map([...files, fileOf(['a.css', sheetOf(named)]), fileOf(['new.png', other])]);
  const order = { path: page, place, budget: openBudgets().of(page), tour: { followsLinks: true } };
  const visit = (/** @type {typeof files} */ side) =>
    recordPage(browser, { ...order, files: (path) => side.get(path) }, NO_MEMORY);
  const records = new Map([[page, await visit(files)]]);
  const linked = linkSite(site, { seen: { records, files, scripted: null } });
  let visits = 0;
  const { failing } = await observeLoads(
    {
      ...{ original: site, site, linked, accepted: [change], onPage: new Map([[page, [change]]]) },
      ...{ memo: NO_MEMO, isOthers: () => false, isPassedOver: () => isPassedOver },
    },
    {
      build: async (_, ids) => (path) => (ids.length > 0 ? after : files).get(path),
      idsOf: () => ['0'],
      visit: async (_, served) => {
        visits += 1;
        return visit(served('new.png') ? after : files);
      },
    },
  );
  return { failing: failing.map(({ path, reason }) => [path, reason]), visits };
}

test('a page that another represents is visited by itself if a shared sheet makes it load more', async () => {
  assert.deepEqual(await observeShared({ isPassedOver: true, named: 'old.png' }), { failing: [], visits: 0 });
  const { failing, visits } = await observeShared({ isPassedOver: true, named: 'new.png' });
  assert.deepEqual(failing, [['index.html', 'no-saving']]);
  assert.ok(visits > 0);
});

/**
 * Observes a page with forty changes.
 * @param {(isChanged: boolean, visits: number) => string[]} behaviourOf
 */
async function observeChance(behaviourOf) {
  const fault = present(Object.entries(LOAD_FAULTS).find(([name]) => name.includes('menu')))[1];
  const { site, place, page, change, sides } = openFault(fault);
  const order = {
    path: page,
    place,
    files: sides.before,
    tour: { followsLinks: true },
    budget: openBudgets().of(page),
  };
  const record = { ...(await recordPage(browser, order, NO_MEMORY)), behaviour: behaviourOf(false, 0) };
  const linked = linkSite(site, { seen: { records: new Map([[page, record]]), files: site.files, scripted: null } });
  const changes = Array.from({ length: 40 }, () => change);
  const plan = { original: site, site, linked, accepted: [change], onPage: new Map([[page, changes]]) };
  let visits = 0;
  const { failing } = await observeLoads(
    { ...plan, memo: NO_MEMO, isOthers: () => false, isPassedOver: () => false },
    {
      build: async (_, ids) => (ids.includes('3') ? sides.after : sides.before),
      idsOf: () => changes.map((_, at) => String(at)),
      visit: async (_, files) => ({ ...record, behaviour: behaviourOf(files === sides.after, ++visits) }),
    },
  );
  return { failing, visits };
}

test('a page that behaves differently by chance keeps its changes, after few visits', async () => {
  const { failing, visits } = await observeChance((_, count) => [`message ${count % 3}`, 'menu opens']);
  assert.deepEqual(failing, []);
  assert.ok(visits <= 4, `${visits} visits`);
});

test('a change that breaks a menu is found on a page that also differs by chance', async () => {
  const { failing } = await observeChance((isChanged, count) => [
    `message ${count % 3}`,
    isChanged ? 'menu stays closed' : 'menu opens',
  ]);
  assert.deepEqual(
    failing.map(({ rejected }) => rejected.map(({ reason }) => reason)),
    [['behaves-differently']],
  );
});

test('a page that a similar one represents loads no new file that the similar one does not load', async () => {
  const rule = '@media (min-resolution: 2x) { p { background: url(boat-2x.png) } }';
  const page = '<!doctype html><link rel=stylesheet href=style.css><title>a</title><p>words</p>';
  const sources = { 'a.html': page, 'b.html': page, 'style.css': rule, 'boat-2x.png': 'PNG' };
  const files = new Map(Object.entries(sources).map(fileOf));
  const place = { origin: null, folder: '', ...findConventions(files, '') };
  const site = { root: '', name: 'test', files, place, warnings: [] };
  const recordOf = async (/** @type {string} */ path) =>
    recordPage(browser, { path, place, files: (name) => files.get(name), budget: openBudgets().of(path) }, NO_MEMORY);
  const records = new Map([
    ['a.html', await recordOf('a.html')],
    ['b.html', await recordOf('b.html')],
  ]);
  const linked = linkSite(site, { seen: { records, files, scripted: null } });
  const start = rule.indexOf('boat-2x.png');
  const range = { start, end: start + 'boat-2x.png'.length };
  const change = makeChange({
    proposal: { page: 'style.css', range },
    edits: [{ range, text: 'boat-2x.webp' }],
    files: [{ path: 'boat-2x.webp', bytes: Buffer.from('WEBP') }],
  });
  const onPage = new Map([...records.keys()].map((path) => exact([path, [change]])));
  const plan = { original: site, site, linked, accepted: [change], onPage, memo: NO_MEMO };
  const { visits } = await observeLoads(
    { ...plan, isOthers: () => false, isPassedOver: (path) => path === 'b.html' },
    {
      build: async () => (path) => files.get(path),
      idsOf: () => ['0'],
      visit: async ({ path }) => present(records.get(path)),
    },
  );
  assert.deepEqual(
    ['a.html', 'b.html'].map((path) => visits.get(path)?.fetched.map((file) => file.path)),
    [['style.css'], ['style.css']],
  );
});
