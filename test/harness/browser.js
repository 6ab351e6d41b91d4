import assert from 'node:assert/strict';
import { after } from 'node:test';
import { openBrowser } from '../../lib/browser/open.js';

/** Starts the browser that all tests of a file share, and ends it after them. */
export async function openTestBrowser() {
  const browser = await openBrowser();
  assert.ok(browser, 'a browser starts');
  after(() => browser.close());
  return browser;
}
