/** The log of a HAR file from any browser or proxy. */

import { InputError } from './errors.js';

/**
 * One exchange of a HAR, unchanged. Only a URL and a response are guaranteed.
 * @typedef {Record<string, any>} HarEntry
 */

/**
 * Reads the pages and exchanges of a HAR file.
 * @param {unknown} har text, or the parsed value
 * @param {string} name the file, for messages
 * @returns {{ pages: Record<string, any>[], entries: HarEntry[] }}
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function readHarLog(har, name) {
  const log = Object(typeof har === 'string' ? parseText(har, name) : har).log;
  if (!isRecord(log)) {
    throw new InputError(
      'bad-har',
      `“${name}” is not a HAR file, because it has no "log.entries". Save it as “HAR” from the browser's network tab.`,
    );
  }
  if (!Array.isArray(log.entries))
    throw new InputError('bad-har', `“${name}” is not a HAR file, because "log.entries" is not a list.`);
  const wrong = log.entries.findIndex((entry) => !isExchange(entry));
  if (wrong >= 0)
    throw new InputError('bad-har', `“${name}” is damaged: log.entries[${wrong}] has no request URL or no response.`);
  return { pages: Array.isArray(log.pages) ? log.pages.filter(isRecord) : [], entries: log.entries };
}

/** @param {string} text @param {string} name @returns {unknown} */
function parseText(text, name) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new InputError('bad-har', `“${name}” is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} entry */
function isExchange(entry) {
  return isRecord(entry) && typeof entry.request?.url === 'string' && isRecord(entry.response);
}

/** Returns the status of a response, 0 if there is none. @param {Record<string, any>} response */
export function statusOf({ status }) {
  return typeof status === 'number' ? status : 0;
}

/** Returns a text unchanged, and an empty string for any other value. @param {unknown} value */
export function textOf(value) {
  return typeof value === 'string' ? value : '';
}
