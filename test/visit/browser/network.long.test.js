import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { UNCONFINED } from '../../../lib/visit/browser/confine.js';
import { findInstalledBrowsers } from '../../../lib/visit/browser/find.js';
import { launchBrowser } from '../../../lib/visit/browser/launch.js';
import { openBrowser } from '../../../lib/visit/browser/open.js';
import { createPool } from '../../../lib/visit/browser/pool.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { unpackChromium } from '../../../lib/visit/browser/unpack.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openCanary } from '../../attack/network/canary.js';
import { startOpenBrowser } from '../../attack/network/open-browser.js';
import { ATTACKS, aim, aimTogether } from '../../attack/network/pages.js';

/** @import { Canary } from '../../attack/network/canary.js' */
/** @import { OpenBrowser } from '../../../lib/visit/browser/open.js' */

const PORTS = 30;
const LATE_MS = 1500;
/** Min number of ports that an unrestricted browser reaches, which is nearly all of the targets. */
const MIN_REACHED = 20;

describe('a page has no way out', { timeout: 120_000 }, () => {
  /** @type {Canary} */
  let canary;
  before(async () => {
    canary = await openCanary(PORTS);
  });
  after(() => canary.close());

  const hostOf = (/** @type {number} */ index) => `127.0.0.1:${canary.ports[index % PORTS]}`;

  /**
   * Renders attacks in a browser.
   * @param {OpenBrowser | null} browser
   * @param {readonly Record<string, string>[]} sites
   */
  async function attack(browser, sites) {
    assert.ok(browser, 'a browser starts');
    const heardBefore = canary.visits().length;
    for (const site of sites) {
      const files = (/** @type {string} */ path) => (path in site ? { bytes: Buffer.from(site[path]) } : null);
      const [{ seen }] = await renderPage(browser, { path: 'index.html', files, views: [FULL_VIEWS[1]] });
      assert.ok(seen.elements.length > 1, 'the page itself is shown');
    }
    await wait(LATE_MS);
    await browser.close();
    assert.deepEqual(canary.visits().slice(heardBefore), [], 'nothing reaches the canary');
  }

  it('through an open browser, which shows that the attacks work', async () => {
    const browser = await startOpenBrowser();
    await browser.show(aimTogether(hostOf), LATE_MS);
    await browser.close();
    const reached = new Set(canary.visits().map(({ port }) => port));
    assert.ok(reached.size >= MIN_REACHED, `${reached.size} of ${PORTS} ports are reached`);
    assert.ok(
      canary.visits().some(({ protocol }) => protocol === 'udp'),
      'UDP too',
    );
  });

  it('of a browser that is started as a run starts it', async () => {
    const alone = Object.values(ATTACKS).filter((each) => each.alone);
    await attack(await openBrowser(), [aimTogether(hostOf), ...alone.map((each, index) => aim(each, hostOf(index)))]);
  });

  it('of a browser that nothing but its flags confines', async () => {
    const [installed] = findInstalledBrowsers();
    const { path, libraries } = installed ? { path: installed, libraries: undefined } : await unpackChromium();
    const launched = await launchBrowser(path, libraries, UNCONFINED);
    await attack(await createPool({ ...launched, jobs: 1 }), [aimTogether(hostOf)]);
  });
});
