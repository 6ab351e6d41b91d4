/** @import { Response } from './site-from-responses.js' */

import { InputError } from '../errors.js';

/**
 * The page and its responses that a HAR file holds.
 * @param {string} text
 * @param {string} name
 * @returns {{ url: string, responses: Response[] }}
 */
export function readHar(text, name) {
  const entries = entriesOf(text, name);
  const responses = entries.map(({ request, response }) => ({
    url: String(request?.url ?? ''),
    status: Number(response?.status ?? 0),
    contentType: String(response?.content?.mimeType ?? ''),
    bytes: contentOf(response?.content),
    encodedBytes: Math.max(0, Number(response?.bodySize ?? 0)),
  }));
  const page = responses.find(({ status, contentType }) => status === 200 && /html/i.test(contentType));
  if (!page)
    throw new InputError('bad-har', `${name} holds no page: none of its ${responses.length} responses is HTML`);
  if (page.bytes === null) {
    throw new InputError(
      'bad-har',
      `${name} was saved without the content of its responses: save it “with content”, or estimate it instead`,
    );
  }
  return { url: page.url, responses };
}

/**
 * @param {string} text
 * @param {string} name
 * @returns {any[]}
 */
function entriesOf(text, name) {
  try {
    const entries = JSON.parse(text)?.log?.entries;
    if (Array.isArray(entries)) return entries;
  } catch (error) {
    throw new InputError('bad-har', `${name} is no HAR file: ${error instanceof Error ? error.message : error}`);
  }
  throw new InputError('bad-har', `${name} is no HAR file: it has no log.entries`);
}

/**
 * @param {{ text?: unknown, encoding?: unknown } | undefined} content
 * @returns {Uint8Array | null}
 */
function contentOf(content) {
  if (typeof content?.text !== 'string') return null;
  return Buffer.from(content.text, content.encoding === 'base64' ? 'base64' : 'utf8');
}
