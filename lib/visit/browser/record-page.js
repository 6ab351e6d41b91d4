import { codeOf, InputError } from '../../base/errors.js';
import { exact } from '../../base/exact.js';
import { OutOfBudgetError } from './budget.js';
import { openOrigin } from './fetch-origin.js';
import { loadPage, prepareTab } from './tab.js';

/** @import { Budget } from './budget.js' */
/** @import { OpenBrowser } from './open.js' */

/**
 * One response of a page load.
 * @typedef {{ url: string, status: number, contentType: string, bytes: Uint8Array, requestHeaderBytes: number,
 *   responseHeaderBytes: number, encodedBytes: number, httpVersion: string, headers: Readonly<Record<string,
 *   string>> }} RecordedResponse
 */

const WINDOW = { width: 800, height: 900, deviceScaleFactor: 1, mobile: false };

/** Explanations of the most frequent error statuses for the user. */
const REFUSALS = exact([
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|SSL|EPROTO/i,
    'the host’s certificate is not trusted (self-signed, expired or for another name)',
  ],
  [/redirects for ever|ERR_TOO_MANY_REDIRECTS/, 'it redirects for ever'],
  [/redirects to (?!https?:)|ERR_UNSAFE_REDIRECT/, 'it redirects to what is no web address'],
  [/ECONNREFUSED/, 'the host refuses the connection'],
  [/ENOTFOUND|EAI_AGAIN/, 'there is no such host'],
  [/body too large/, 'it is too large for a page'],
  [/ERR_ABORTED/, 'it is no page: a browser would save it as a file'],
  [/timeout|aborted|took longer|ETIMEDOUT/i, 'it did not load in time'],
]);

/**
 * Loads a URL in the browser and keeps every response of its own origin, each fetched once. Other hosts are not
 * requested.
 * @param {OpenBrowser} browser
 * @param {string} url
 * @param {Budget} budget
 * @returns {Promise<{ url: string, responses: readonly RecordedResponse[], httpVersions: readonly string[], external:
 *   readonly string[], cutOff: readonly string[] }>} `cutOff`: URLs that were not fetched completely because of a limit
 */
export async function recordPage(browser, url, budget) {
  const origin = openOrigin(url);
  try {
    return await browser.withTab(
      async (session) => {
        const tab = await prepareTab(session);
        const traffic = tab.server.expectOrigin(origin);
        await Promise.all([
          session.send('Emulation.setDeviceMetricsOverride', WINDOW),
          session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
        ]);
        await loadPage(tab, new URL(url).href, { traffic });
        const httpVersions = await origin.httpVersions();
        const { responses } = origin;
        return { url: origin.pageUrl(), responses, httpVersions, external: traffic.external, cutOff: origin.cutOff() };
      },
      { budget, attempts: 1 },
    );
  } catch (error) {
    throw refusal(url, origin.failure() ?? (await excessOf(budget)) ?? error);
  } finally {
    origin.close();
  }
}

/**
 * Returns the error of a budget that is used up, or null if time is left. The page's own time-out can come first.
 * @param {Budget} budget
 * @returns {Promise<unknown>}
 */
function excessOf(budget) {
  return budget.spend(async () => null).catch((error) => error);
}

/**
 * @param {string} url
 * @param {unknown} error
 */
function refusal(url, error) {
  if (error instanceof OutOfBudgetError)
    return new InputError('unreachable', `${url} cannot be audited: it ${error.message}`);
  const message = error instanceof Error ? error.message : String(error);
  const known = REFUSALS.find(([pattern]) => pattern.test(`${codeOf(error)} ${message}`));
  const elsewhere = /^redirects to (.*)/.exec(message)?.[1];
  const why = known?.[1] ?? (elsewhere ? `it redirects to ${elsewhere}: name that address` : message.split('\n')[0]);
  return new InputError('unreachable', `${url} cannot be audited: ${why}`);
}
