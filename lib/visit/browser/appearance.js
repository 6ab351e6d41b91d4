/** @import { CDPSession } from 'puppeteer-core' */

/*
 * The identity that the browser presents to pages and servers. Some pages behave differently in a headless browser, so
 * it identifies as the browser that visitors use.
 */

/** Milliseconds of a second. */
const MS_PER_SECOND = 1000;
/** Visits start at noon, so that every time zone has the same date. */
const START_HOUR = 12;

/**
 * Returns the time at which the clock of every page starts, in milliseconds: noon of the first day of next month, so
 * that it is the same for all runs of a month and later than any date on which the site was built. The environment
 * variable SOURCE_DATE_EPOCH names another day, as for other tools (https://reproducible-builds.org).
 * @param {{ now: number, epoch?: string }} options `now` in milliseconds, `epoch` in seconds
 */
export function pageClock({ now, epoch = '' }) {
  const named = /^\d+$/.test(epoch) ? new Date(Number(epoch) * MS_PER_SECOND) : null;
  if (named) return Date.UTC(named.getUTCFullYear(), named.getUTCMonth(), named.getUTCDate(), START_HOUR);
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1, START_HOUR);
}

/** The clock of this process. It is part of the cache key of renderings. */
export const CLOCK_MS = pageClock({ now: Date.now(), epoch: process.env.SOURCE_DATE_EPOCH });

/**
 * Makes a tab identify itself as the browser with a window of the same version.
 * @param {CDPSession} session
 */
export async function hideHeadless(session) {
  const { product, userAgent } = await session.send('Browser.getVersion');
  const full = product.slice(product.lastIndexOf('/') + 1);
  const [version] = full.split('.');
  const brands = ['Chromium', 'Google Chrome'];
  const list = (/** @type {string} */ each) => brands.map((brand) => ({ brand, version: each }));
  await session.send('Emulation.setUserAgentOverride', {
    // A browser with a window names the major version alone.
    userAgent: userAgent.replace('HeadlessChrome', 'Chrome').replace(/(Chrome\/\d+)[\d.]*/, '$1.0.0.0'),
    userAgentMetadata: {
      brands: [{ brand: 'Not.A/Brand', version: '8' }, ...list(version)],
      fullVersionList: [{ brand: 'Not.A/Brand', version: '8.0.0.0' }, ...list(full)],
      platform: 'Linux',
      platformVersion: '',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  });
}
