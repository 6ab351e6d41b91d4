import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findInstalledBrowsers } from '../../../lib/visit/browser/find.js';
import { unwrapWoff } from '../../../lib/visit/browser/fonts.js';
import { openBrowser } from '../../../lib/visit/browser/open.js';
import { withTimeout } from '../../../lib/visit/browser/with-timeout.js';

/** @import { OpenBrowser } from '../../../lib/visit/browser/open.js' */
/** @import { Page } from 'puppeteer-core' */

/** @param {Page} page */
const readHello = async (page) => {
  await page.setContent('<p>hello</p>');
  return page.evaluate(() => document.body.textContent?.trim());
};

describe('openBrowser', () => {
  it('starts nothing when switched off, and says so', async () => {
    /** @type {string[]} */
    const reasons = [];
    assert.equal(await openBrowser({ browser: 'off', note: (reason) => reasons.push(reason) }), null);
    assert.deepEqual(reasons, ['the browser is switched off']);
  });

  it('says why a configured browser does not start, then takes another', async () => {
    /** @type {string[]} */
    const reasons = [];
    const browser = await openBrowser({ browser: '/no/such/browser', note: (reason) => reasons.push(reason) });
    await browser?.close();
    assert.match(reasons[0], /^\/no\/such\/browser does not start: /);
  });

  it('takes the bundled one, whatever is installed, where that is asked for', async () => {
    const { PATH, PAGETHRIFT_BROWSER } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'pagethrift-installed-'));
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const reasonsWith = async (/** @type {string} */ wanted) => {
      /** @type {string[]} */
      const reasons = [];
      process.env.PAGETHRIFT_BROWSER = wanted;
      const browser = await openBrowser({ note: (reason) => reasons.push(reason) });
      assert.ok(browser, `a browser starts with ${wanted}`);
      await browser.close();
      return reasons.join();
    };
    try {
      process.env.PATH = `${folder}:${PATH}`;
      assert.match(await reasonsWith('auto'), /chromium does not start/, 'auto tries an installed one first');
      assert.equal(await reasonsWith('bundled'), '');
    } finally {
      Object.assign(process.env, { PATH, PAGETHRIFT_BROWSER });
      rmSync(folder, { recursive: true });
    }
  });

  it('knows where browsers live', () => {
    assert.deepEqual(findInstalledBrowsers('darwin', { HOME: '/nowhere' }), []);
    assert.deepEqual(findInstalledBrowsers('win32', { PROGRAMFILES: 'C:\\nowhere' }), []);
    assert.deepEqual(findInstalledBrowsers('linux', { PATH: '/nowhere' }), []);
  });
});

describe('unwrapWoff', () => {
  it('gives back a font whose tables stand where its directory says', () => {
    const file = new URL(import.meta.resolve('@fontsource/arimo/files/arimo-latin-400-normal.woff'));
    const font = unwrapWoff(readFileSync(file));
    const tags = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const record = 12 + index * 16;
      assert.ok(font.readUInt32BE(record + 8) + font.readUInt32BE(record + 12) <= font.length);
      return font.toString('latin1', record, record + 4);
    });
    assert.equal(font.readUInt32BE(0), 0x00010000);
    for (const tag of ['cmap', 'glyf', 'head', 'hmtx']) assert.ok(tags.includes(tag), tag);
    const head = font.readUInt32BE(12 + tags.indexOf('head') * 16 + 8);
    assert.equal(font.readUInt32BE(head + 12), 0x5f0f3cf5);
  });
});

describe('the pool', { timeout: 60_000 }, () => {
  /** @type {OpenBrowser} */
  let browser;
  before(async () => {
    const opened = await openBrowser({ jobs: 2 });
    assert.ok(opened, 'a browser starts');
    browser = opened;
  });
  after(() => browser.close());

  it('runs as many pages at once as it has places, half as many more than cores', async () => {
    let running = 0;
    let most = 0;
    /** @type {(() => void) | null} */
    let waiting = null;
    // Each page waits for another one, so with a single slot none would finish.
    const meet = () =>
      new Promise((resolve) => {
        if (waiting) {
          waiting();
          waiting = null;
          resolve(null);
        } else waiting = () => resolve(null);
      });
    const work = async (/** @type {Page} */ page) => {
      running += 1;
      most = Math.max(most, running);
      await meet();
      const text = await readHello(page);
      running -= 1;
      return text;
    };
    const texts = await Promise.all(Array.from({ length: 4 }, () => browser.withPage(work)));
    assert.deepEqual(new Set(texts), new Set(['hello']));
    assert.equal(browser.jobs, 3);
    assert.ok(most > 1 && most <= browser.jobs, String(most));
  });

  it('gives up a page that hangs, and goes on', async () => {
    const hang = (/** @type {Page} */ page) => page.evaluate(() => new Promise(() => {}));
    await assert.rejects(browser.withPage(hang, { timeoutMs: 300, attempts: 1 }), /took longer than 300 ms/);
    assert.equal(await browser.withPage(readHello), 'hello');
  });

  it('tries again after a crash of the page', async () => {
    let attempts = 0;
    const crashOnce = async (/** @type {Page} */ page) => {
      attempts += 1;
      if (attempts === 1) await page.goto('chrome://crash');
      return readHello(page);
    };
    assert.equal(await browser.withPage(crashOnce), 'hello');
    assert.equal(attempts, 2);
  });

  it('opens several bare tabs at once', async () => {
    const opened = Array.from({ length: 8 }, () =>
      browser.withTab((session) => session.send('Runtime.evaluate', { expression: '6 * 7' })),
    );
    const answers = (await Promise.all(opened)).map(({ result }) => result.value);
    assert.deepEqual(answers, Array(8).fill(42));
    assert.equal(browser.restarts(), 0);
  });

  it('tries again after a crash of a bare tab', async () => {
    let attempts = 0;
    const title = await browser.withTab(async (session) => {
      attempts += 1;
      if (attempts === 1) await session.send('Page.navigate', { url: 'chrome://crash' });
      const { result } = await session.send('Runtime.evaluate', { expression: 'location.href' });
      return result.value;
    });
    assert.deepEqual([title, attempts], ['about:blank', 2]);
  });

  it('starts a killed browser again, at the cost of a retry', async () => {
    const restarts = browser.restarts();
    let attempts = 0;
    const killOnce = async (/** @type {Page} */ page) => {
      attempts += 1;
      if (attempts === 1) page.browser().process()?.kill('SIGKILL');
      return readHello(page);
    };
    const [first, second] = await Promise.all([browser.withPage(killOnce), browser.withPage(readHello)]);
    assert.deepEqual([first, second], ['hello', 'hello']);
    assert.equal(browser.restarts(), restarts + 1);
  });

  it('passes errors of the work on', async () => {
    await assert.rejects(
      browser.withPage(async () => Promise.reject(new Error('my own fault'))),
      /my own fault/,
    );
  });

  it('has the fonts of the package, on Linux', { skip: process.platform !== 'linux' }, async () => {
    const widths = await browser.withPage(async (page) => {
      await page.setContent('<span style="font:40px Arial">Width</span><br><span style="font:40px Arimo">Width</span>');
      return page.evaluate(() => [...document.querySelectorAll('span')].map((span) => span.offsetWidth));
    });
    assert.equal(widths[0], widths[1]);
  });

  it('runs without the rights of root and without what a build keeps secret', async () => {
    process.env.PAGETHRIFT_TEST_SECRET = 'secret';
    const other = await openBrowser();
    delete process.env.PAGETHRIFT_TEST_SECRET;
    assert.ok(other);
    const { pid, args } = await other.withPage(async (page) => {
      const { pid, spawnargs } = /** @type {import('node:child_process').ChildProcess} */ (page.browser().process());
      return { pid, args: spawnargs };
    });
    assert.equal(args.includes('--no-sandbox'), !other.isSandboxed);
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      assert.ok(!environment.includes('PAGETHRIFT_TEST_SECRET'), 'secrets stay with the build');
      assert.equal(
        /^Uid:\t0\b/m.test(status),
        process.getuid?.() === 0 && !other.isSandboxed,
        'as root only where it must',
      );
    }
    await other.close();
  });

  it('leaves no profile behind', async () => {
    const other = await openBrowser();
    assert.ok(other);
    const profile = await other.withPage(async (page) => {
      const args = page.browser().process()?.spawnargs ?? [];
      return args.find((arg) => arg.startsWith('--user-data-dir='))?.split('=')[1] ?? '';
    });
    assert.ok(existsSync(profile));
    await other.close();
    assert.ok(!existsSync(profile));
    await assert.rejects(other.newPage(), /closed/);
  });

  it('clears the clock of a time-out that was not needed', async () => {
    assert.equal(await withTimeout(Promise.resolve(1), 1_000_000, 'nothing'), 1);
  });
});

it('leaves no listener behind after a page', async () => {
  const browser = await openBrowser({ jobs: 1 });
  assert.ok(browser);
  try {
    const countListeners = () =>
      browser.withPage(async (page) => {
        await page.setContent('<p>text</p>');
        return page.browser().listenerCount('disconnected');
      });
    const counts = [];
    for (let visit = 0; visit < 5; visit += 1) counts.push(await countListeners());
    assert.deepEqual(new Set(counts).size, 1, `listeners of one visit after another: ${counts.join(', ')}`);
  } finally {
    await browser.close();
  }
});
