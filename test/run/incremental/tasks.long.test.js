import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../../lib/index.js';
import { drawSite, writeSite } from './random-edits.js';

/** @import { Files } from './random-edits.js' */

const PAGE = 'part/page-4.html';
/**
 * With a fixed length of visits, plans do not depend on the number of pages. Without, this applies from 200 pages.
 */
const OPTIONS = {
  ...{ browser: 'off', verify: 'off', effort: 'fast', variants: ['gz'], jobs: 1, force: true },
  pagesPerVisit: 9,
};

/**
 * Builds a site and returns how many tasks of each stage were executed.
 * @param {Files} files @param {string} scratch
 */
async function countTasks(files, scratch) {
  const [folder, out, cache] = ['site', 'out', 'cache'].map((name) => join(scratch, name));
  writeSite(files, folder);
  /** @type {Record<string, number>} */
  const executed = {};
  const count = (/** @type {unknown} */ task) => {
    const { stage, isRecalled } = /** @type {{ stage: string, isRecalled: boolean }} */ (task);
    if (!isRecalled) executed[stage] = (executed[stage] ?? 0) + 1;
  };
  subscribe('pagethrift:task', count);
  await build(folder, { .../** @type {any} */ (OPTIONS), out, cache });
  unsubscribe('pagethrift:task', count);
  return executed;
}

test('after the text of a page was changed, only this page is read, planned, priced and packed again', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'tasks-test-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const files = drawSite(3);
  const cold = await countTasks(files, scratch);
  assert.ok(cold.plan > 1 && cold.price > cold.plan, JSON.stringify(cold));
  files.set(PAGE, String(files.get(PAGE)).replace('Some words', 'Some other words'));
  const { price, ...changed } = await countTasks(files, scratch);
  // It is read before and after its changes, and planned with and without the decisions about shared files.
  assert.deepEqual(changed, { read: 2, detect: 2, weigh: 1, plan: 2, pack: 2, report: 1 });
  assert.ok(price < cold.price / 2, `${price} prices, ${cold.price} of the whole site`);
  files.set(PAGE.replace('4', '44'), String(files.get(PAGE)).replace('Some other words', 'Words of a new page'));
  const added = await countTasks(files, scratch);
  assert.ok(added.price < cold.price / 2, `${added.price} prices after a page was added`);
  assert.ok(added.plan <= 2, `${added.plan} plans after a page was added`);
});
