import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConventions } from '../../../lib/site/addresses.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { observeSite } from '../../../lib/visit/measure/observe-site.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { Verifier } from '../../../lib/run/optimize/verify-site.js' */

const browser = await openTestBrowser();

/**
 * Observes a site. Returns the records and warnings, and the addresses that were visited.
 * @param {Record<string, string>} texts
 */
async function observe(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const place = { origin: null, folder: '', ...findConventions(files, '') };
  const site = { root: '', name: 'test', files, place, warnings: [] };
  /** @type {string[]} */
  const visited = [];
  const counting = {
    ...browser,
    withTab: (/** @type {Parameters<typeof browser.withTab>} */ ...asked) => {
      visited.push(asked[1]?.look?.path ?? '');
      return browser.withTab(...asked);
    },
  };
  const verifier = /** @type {Verifier} */ (/** @type {unknown} */ ({ browser: counting, budgets: openBudgets() }));
  const memory = { store: null, version: '1' };
  const linked = await observeSite(
    site,
    linkSite(site),
    { openVerifier: async () => verifier, routes: [], ...memory },
    () => {},
  );
  return { records: linked.seen.records, visited, warnings: linked.graph.warnings };
}

const ROUTER = `
  const show = () => { document.querySelector('main').textContent = 'page ' + location.pathname; };
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    show();
  });
  addEventListener('popstate', show);`;
/** @param {string} own */
const pageOf = (own) =>
  `<script type=module src=/router.js></script><script type=module src=/${own}.js></script>` +
  '<main></main><a href=/a.html>a</a> <a href=/b.html>b</a>';

test('a tour follows links on one page of a template', async () => {
  const pages = ['a', 'b', 'c', 'd'];
  const { records } = await observe({
    'router.js': ROUTER,
    ...Object.fromEntries(
      pages.flatMap((name) => [
        [`${name}.html`, pageOf(name)],
        [`${name}.js`, `'${name}'`],
      ]),
    ),
    'other.html': '<script src=other.js></script><a href=/a.html>a</a>',
    'other.js': '1',
  });
  const following = [...records].filter(([, { followsLinks }]) => followsLinks).map(([page]) => page);
  assert.equal(following.length, 2, 'one of the four, and the page without the router');
  assert.ok(following.includes('other.html'));
  for (const [page, { followsLinks, behaviour }] of records)
    assert.equal(
      behaviour.some((line) => line.startsWith('links')),
      followsLinks,
      page,
    );
});

const BROKEN = Array.from({ length: 16 }, (_, index) => `<a href=/missing/page-${index}>${index}</a>`).join('');

test('of many links that lead nowhere, some are visited', async () => {
  const { records, visited, warnings } = await observe({
    'index.html': `<script>1</script>${BROKEN}`,
    '404.html': '<script>document.title = "gone"</script><p>There is no such page.',
  });
  assert.deepEqual([...records.keys()].sort(), ['404.html', 'index.html']);
  assert.equal(visited.filter((path) => path.startsWith('/missing/')).length, 4);
  const told = warnings.filter(({ code }) => code === 'routes-left-out').map(({ message }) => message);
  assert.match(told.join(), /^12 addresses without a file were not visited/);
});

test('links that a router answers are all visited', async () => {
  const { records, warnings } = await observe({
    'index.html': `<script>1</script>${BROKEN}`,
    '404.html': '<p></p><script>document.querySelector("p").textContent = location.pathname</script>',
  });
  assert.equal([...records.keys()].filter((path) => path.startsWith('/missing/')).length, 16);
  assert.deepEqual(
    warnings.filter(({ code }) => code === 'routes-left-out'),
    [],
  );
});
