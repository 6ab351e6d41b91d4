import assert from 'node:assert/strict';
import { after } from 'node:test';
import { openBrowser } from '../../lib/visit/browser/open.js';

/**
 * Starts the browser that all tests of a file share, and closes it after them.
 * @param {{ jobs?: number }} [options] `jobs`: max number of concurrent pages
 */
export async function openTestBrowser({ jobs = 1 } = {}) {
  const browser = await openBrowser({ jobs });
  assert.ok(browser, 'a browser starts');
  after(() => browser.close());
  return browser;
}
