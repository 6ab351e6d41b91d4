import { digestOf } from '../../base/digest.js';
import { urlOfPage } from '../../site/addresses.js';
import { openBudgets } from '../browser/budget.js';
import { takeScreenshot } from '../browser/screenshot.js';
import { callInPage, loadPage, passTime, prepareTab } from '../browser/tab.js';
import { ANSWER_VIRTUAL_MS, setWindow } from '../browser/window.js';
import { readStyles } from './read-styles.js';

/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { CDPSession } from 'puppeteer-core' */
/** @import { Budget } from '../browser/budget.js' */
/** @import { FileLookup, Traffic } from '../browser/serve.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { StyleSnapshot } from './read-styles.js' */

/** Height of a usual window, in CSS pixels. */
const WINDOW_HEIGHT = 900;
/** Rows of a page that are compared by pixels, a third of the largest screenshot that Chromium takes reliably. */
const MAX_ROWS = 12_000;

/**
 * Loads a page once, reads its styles and captures screenshots in windows of several widths.
 * @param {OpenBrowser} browser
 * @param {{ path: string, files: FileLookup, widths: readonly number[], place?: SiteAddress, budget?: Budget }} page
 * @returns {Promise<{ snapshots: StyleSnapshot[], pictures: string[], traffic: Traffic[] }>} one snapshot and the
 *   digest of one screenshot for each width
 */
export function snapshotStyles(browser, { path, files, widths, place, budget = openBudgets().of(path) }) {
  const work = async (/** @type {CDPSession} */ session) => {
    const tab = await prepareTab(session);
    const traffic = tab.server.expectPage(files, place);
    await setWindow(session, { width: widths[0], height: WINDOW_HEIGHT });
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
    const { context } = await loadPage(tab, urlOfPage(path, place), { traffic });
    /** @type {StyleSnapshot[]} */
    const snapshots = [];
    const pictures = [];
    for (const width of widths) {
      await setWindow(session, { width, height: WINDOW_HEIGHT });
      await passTime(session, context, ANSWER_VIRTUAL_MS);
      snapshots.push(JSON.parse(await callInPage(session, context, readStyles)));
      pictures.push(await takePicture(session, { width, traffic }));
    }
    return { snapshots, pictures, traffic: [traffic] };
  };
  return browser.withTab(work, { budget, look: { by: 'styles', path } });
}

/**
 * Returns a digest of the pixels of a page.
 * @param {CDPSession} session @param {{ width: number, traffic: Traffic }} window
 */
async function takePicture(session, { width, traffic }) {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const height = Math.min(MAX_ROWS, Math.max(WINDOW_HEIGHT, Math.ceil(cssContentSize.height)));
  const area = { width, height, scale: 1, viewportHeight: WINDOW_HEIGHT, isCut: false };
  const slices = await takeScreenshot(session, area, { traffic, bands: [{ y: 0, height }] });
  return digestOf(slices);
}
