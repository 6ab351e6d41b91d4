/** @import { CDPSession } from 'puppeteer-core' */

/** Virtual time for scripts that react to a new width. */
export const ANSWER_VIRTUAL_MS = 50;
/** Time-out of measuring one page, for a slow machine. */
export const MEASURE_TIMEOUT_MS = 60_000;

/** @param {CDPSession} session @param {{ width: number, height: number }} window in CSS pixels */
export function setWindow(session, { width, height }) {
  return session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
}
