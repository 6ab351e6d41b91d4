/** @import { HarEntry } from '../base/har-log.js' */
/** @import { Response } from './site-from-responses.js' */

import { InputError } from '../base/errors.js';
import { readHarLog, statusOf, textOf } from '../base/har-log.js';

/** HTTP status. */
const OK = 200;
/** HTTP status: the browser had the file cached, and the HAR can contain it. */
const NOT_MODIFIED = 304;

/**
 * Reads the page and its responses from a HAR file.
 * @param {string} text
 * @param {string} name
 * @returns {{ url: string, responses: Response[] }}
 */
export function readHar(text, name) {
  const responses = readHarLog(text, name)
    .entries.filter(({ request }) => /^https?:/i.test(request.url) && URL.canParse(request.url))
    .map(readResponse);
  const pages = responses.filter((response) => response.status === OK && isPage(response));
  if (pages.length === 0)
    throw new InputError('bad-har', `${name} contains no page: none of its ${responses.length} responses is HTML`);
  const page = pages.find(({ bytes }) => bytes !== null);
  if (!page) {
    throw new InputError(
      'bad-har',
      `${name} was saved without the content of its responses: save it “with content”, or use “pagethrift ` +
        `estimate”, which needs no content`,
    );
  }
  return { url: page.url, responses };
}

/**
 * @param {HarEntry} entry
 * @returns {Response}
 */
function readResponse({ request, response }) {
  const content = Object(response.content);
  const bytes = contentOf(content);
  const status = statusOf(response);
  return {
    url: request.url,
    // A file that a browser had cached and only revalidated exists all the same.
    status: status === NOT_MODIFIED && bytes !== null ? OK : status,
    contentType: textOf(content.mimeType),
    bytes,
    encodedBytes: Math.max(0, Number(response.bodySize) || 0),
  };
}

/**
 * Returns true if a response is a page. Safari and proxies can leave out the type, then the text decides.
 * @param {Response} response
 */
function isPage({ contentType, bytes }) {
  if (contentType !== '' && contentType !== 'x-unknown') return /html/i.test(contentType);
  return bytes !== null && /^\s*<(?:!doctype\s+html|html)\b/i.test(Buffer.from(bytes.subarray(0, 1024)).toString());
}

/**
 * @param {Record<string, unknown>} content
 * @returns {Uint8Array | null}
 */
function contentOf({ text, encoding }) {
  if (typeof text !== 'string' || text === '') return null;
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
}
