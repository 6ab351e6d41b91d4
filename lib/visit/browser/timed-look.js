import { charge, spans, timed } from '../../base/spans.js';

/** @import { CDPSession } from 'puppeteer-core' */

/** Chromium reports task times in seconds. */
const MS_PER_SECOND = 1000;

/**
 * Does work on a tab, and publishes its time if there is a subscriber: elapsed time, and processor time of the page's
 * own thread, in which scripts and layout run.
 * @template T
 * @param {CDPSession} session
 * @param {{ by: string, path: string }} look
 * @param {(session: CDPSession) => Promise<T>} work
 * @returns {Promise<T>}
 */
export function timedLook(session, { by, path }, work) {
  if (!spans.hasSubscribers) return work(session);
  return timed({ kind: 'page', by, name: path }, async () => {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const result = await work(session);
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    charge({ cpuMs: seconds * MS_PER_SECOND });
    return result;
  });
}
