import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { pageClock } from '../../../lib/visit/browser/appearance.js';
import { loadPage, prepareTab } from '../../../lib/visit/browser/tab.js';
import { openTestBrowser } from '../../harness/browser.js';

const FIRST_MS = Date.UTC(2024, 0, 1);
const LAST_MS = Date.UTC(2040, 0, 1);
const anyMoment = fc.integer({ min: FIRST_MS, max: LAST_MS });

test('the clock of pages is ahead of any build, and the same all month', () => {
  const property = fc.property(anyMoment, (now) => {
    const clock = pageClock({ now });
    assert.ok(clock > now);
    const start = new Date(now);
    assert.equal(clock, pageClock({ now: Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), 1) }));
    assert.ok(clock - now < 32 * 86_400_000, 'and at most a month ahead');
  });
  fc.assert(property);
});

test('SOURCE_DATE_EPOCH names the day', () => {
  const property = fc.property(anyMoment, anyMoment, (now, day) => {
    const clock = pageClock({ now, epoch: String(Math.floor(day / 1000)) });
    assert.equal(new Date(clock).toISOString().slice(0, 10), new Date(day).toISOString().slice(0, 10));
  });
  fc.assert(property);
});

describe('a page in the browser', async () => {
  const browser = await openTestBrowser();
  after(() => browser.close());

  test('sees neither a program nor a headless browser nor an address of tests', async () => {
    const page = Buffer.from(`<!doctype html><title>a</title><body><script>
      const code = 'postMessage(navigator.userAgent)';
      new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => (document.body.className = data);
    </script>`);
    const said = await browser.withTab(async (session) => {
      const tab = await prepareTab(session);
      const traffic = tab.server.expectPage((path) => (path === 'index.html' ? { bytes: page } : null), undefined);
      await loadPage(tab, 'https://www.site.example.com/', { traffic });
      const expression = `JSON.stringify([navigator.userAgent, navigator.userAgentData, navigator.webdriver,
        document.body.className, location.href, new Date().toISOString(), document.lastModified])`;
      const { result } = await session.send('Runtime.evaluate', { expression });
      return String(result.value);
    });
    assert.match(said, /Chrome\/\d+\.0\.0\.0 Safari/);
    assert.match(said, /Google Chrome/);
    assert.doesNotMatch(said, /headless|invalid|localhost|true/i);
    assert.ok(!said.includes('2020'));
  });
});
