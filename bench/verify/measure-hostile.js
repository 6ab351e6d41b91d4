import { renderPage } from '../../lib/visit/browser/render.js';
import { compareRenderings } from '../../lib/visit/verify/compare.js';
import { FULL_VIEWS } from '../../lib/visit/verify/views.js';
import { HOSTILE, toHostileLookup } from './hostile.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */

/**
 * Renders each hostile page twice: it must finish, report what was cut off, and give the same result both times.
 * @param {OpenBrowser} browser @param {string[]} names
 */
export async function measureHostile(browser, names) {
  for (const [name, html] of Object.entries(HOSTILE)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    const page = { path: 'index.html', files: toHostileLookup(html), views: FULL_VIEWS };
    const startedMs = performance.now();
    const outcome = await lookTwice(browser, page).catch((error) => `not rendered: ${error.message}`);
    console.log(`${name}: ${outcome}, ${((performance.now() - startedMs) / 1000).toFixed(1)} s for two looks`);
  }
  console.log(`hostile: the browser was started again ${browser.restarts()} times`);
}

/** @param {OpenBrowser} browser @param {Parameters<typeof renderPage>[1]} page */
async function lookTwice(browser, page) {
  const [first, second] = [await renderPage(browser, page), await renderPage(browser, page)];
  const differences = await compareRenderings(first, second, { changes: [] });
  const limits = [...new Set(first.flatMap((rendering) => rendering.limits))];
  const [{ dialogs, traffic }] = first;
  const noted = [
    ...limits,
    ...dialogs.slice(0, 3),
    ...traffic.navigations.map((url) => `stays, does not go to ${url}`),
  ];
  const verdict = differences.length === 0 ? 'same' : `DIFFERENT (${differences[0].message.slice(0, 80)})`;
  return [verdict, ...noted].join('; ');
}
