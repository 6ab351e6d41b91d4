/** @import { OpenBrowser } from './open.js' */

import { InputError } from '../errors.js';

/**
 * One response that a page's load brought, as the browser saw it.
 * @typedef {{ url: string, status: number, contentType: string, bytes: Uint8Array, requestHeaderBytes: number,
 *   responseHeaderBytes: number, encodedBytes: number }} RecordedResponse
 */

const LOAD_TIMEOUT_MS = 60_000;
const QUIET_MS = 500;

/** What the commonest refusals mean to the one who gave the URL. */
const REFUSALS = /** @type {const} */ ([
  [/ERR_CERT|ERR_SSL/, 'the host’s certificate is not trusted (self-signed, expired or for another name)'],
  [/ERR_TOO_MANY_REDIRECTS/, 'it redirects for ever'],
  [/ERR_CONNECTION_REFUSED/, 'the host refuses the connection'],
  [/ERR_NAME_NOT_RESOLVED/, 'there is no such host'],
  [/ERR_ABORTED/, 'it is no page: a browser would save it as a file'],
  [/ERR_TUNNEL|ERR_PROXY|ERR_INTERNET|ERR_ADDRESS/, 'the network does not let it through'],
  [/timeout|TimeoutError/i, `it did not load within ${LOAD_TIMEOUT_MS / 1000} seconds`],
]);

/**
 * Loads a URL in the browser and keeps every response of that page, each fetched once.
 * @param {OpenBrowser} browser
 * @param {string} url
 * @returns {Promise<{ url: string, responses: RecordedResponse[] }>}
 */
export async function recordPage(browser, url) {
  return browser.withPage(
    async (page) => {
      /** @type {Promise<RecordedResponse | null>[]} */
      const pending = [];
      page.on('dialog', (dialog) => dialog.dismiss().catch(() => null));
      page.on('response', (response) => pending.push(keepResponse(response)));
      await page.goto(url, { waitUntil: 'load', timeout: LOAD_TIMEOUT_MS }).catch((error) => {
        throw refusal(url, error);
      });
      await page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: LOAD_TIMEOUT_MS / 6 }).catch(() => null);
      const responses = (await Promise.all(pending)).filter((response) => response !== null);
      return { url: page.url(), responses };
    },
    { timeoutMs: LOAD_TIMEOUT_MS * 1.5, attempts: 1 },
  );
}

/**
 * @param {import('puppeteer-core').HTTPResponse} response
 * @returns {Promise<RecordedResponse | null>}
 */
async function keepResponse(response) {
  const url = response.url();
  if (!/^https?:/.test(url)) return null;
  const headers = response.headers();
  const isRedirect = response.status() >= 300 && response.status() < 400;
  const bytes = isRedirect ? new Uint8Array() : await response.content().catch(() => new Uint8Array());
  const declared = Number(headers['content-length']);
  return {
    url,
    status: response.status(),
    contentType: headers['content-type'] ?? '',
    bytes,
    requestHeaderBytes:
      sizeOf(response.request().headers()) +
      response.request().method().length +
      (URL.parse(url)?.pathname ?? '').length +
      12,
    responseHeaderBytes: sizeOf(headers) + 17,
    encodedBytes: Number.isFinite(declared) && declared > 0 ? declared : bytes.length,
  };
}

/** @param {Record<string, string>} headers */
function sizeOf(headers) {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

/**
 * @param {string} url
 * @param {unknown} error
 */
function refusal(url, error) {
  const text = error instanceof Error ? error.message : String(error);
  const known = REFUSALS.find(([pattern]) => pattern.test(text));
  return new InputError('unreachable', `${url} cannot be audited: ${known ? known[1] : text.split('\n')[0]}`);
}
