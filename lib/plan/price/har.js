/** @import { ContentType, FileInput, PageInput, ReferenceInput } from './types.ts' */

import { InputError } from '../../base/errors.js';
import { readHarLog, statusOf, textOf } from '../../base/har-log.js';
import { listHeaderBytes, sizeBody } from './har-sizes.js';

/**
 * A page of a HAR file, with the entries that were skipped.
 * @typedef {PageInput & { title: string, skipped: readonly string[] }} HarPage
 */
/** @typedef {import('../../base/har-log.js').HarEntry} Entry */

/** Max characters of a document that are searched for references, because it may contain one for each of many files. */
const MAX_SEARCHED_CHARACTERS = 1_000_000;

/**
 * Reads the pages of a HAR file of any browser or proxy.
 * @param {unknown} har text, or the value it stands for
 * @param {string} [name] the file, for messages
 * @returns {HarPage[]}
 */
export function parseHar(har, name = 'the HAR file') {
  const groups = groupEntries(readHarLog(har, name));
  const pages = groups.map(({ title, entries }) => readPage(title, entries)).filter((page) => page !== null);
  if (pages.length === 0) {
    throw new InputError(
      'empty-har',
      `“${name}” contains no request with a response. Record a page load with the network tab open, and save it again.`,
    );
  }
  return pages;
}

/**
 * Groups entries by page. Entries without a page belong to the first one.
 * @param {ReturnType<typeof readHarLog>} log
 */
function groupEntries({ pages, entries }) {
  const titles = new Map(pages.map((page) => [page.id, textOf(page.title) || textOf(page.id)]));
  const groups = Map.groupBy(entries, (entry) => (titles.has(entry.pageref) ? entry.pageref : (pages[0]?.id ?? '')));
  return [...groups].map(([id, group]) => ({ title: titles.get(id) ?? '', entries: group }));
}

/** @param {string} title @param {Entry[]} entries @returns {HarPage | null} */
function readPage(title, entries) {
  /** @type {string[]} */
  const skipped = [];
  const inOrder = entries
    .map((entry, index) => ({ entry, index, at: Date.parse(textOf(entry.startedDateTime)) || 0 }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ entry }) => entry);
  const fetched = inOrder.filter((entry) => {
    const why = reasonToSkip(entry);
    if (why) skipped.push(`${entry.request.url}: ${why}`);
    return why === null;
  });
  const root = findRoot(fetched);
  if (!root) return null;
  const kept = [root, ...fetched.filter((entry) => entry !== root)];
  const urls = nameUniquely(kept);
  const files = kept.map((entry, index) => readFile(entry, urls[index]));
  return { url: urls[0], title, files, references: linkEntries(kept, files), skipped };
}

/** Returns the page itself: the first document, or the redirect to it. @param {Entry[]} entries */
function findRoot(entries) {
  const isPage = (/** @type {Entry} */ entry) => classify(entry) === 'html';
  const first = entries.find((entry) => isPage(entry) || isRedirect(entry)) ?? entries[0];
  return first;
}

/** @param {Entry} entry @returns {string | null} */
function reasonToSkip({ request, response, _resourceType }) {
  if (!/^https?:/i.test(request.url)) return 'not fetched over HTTP';
  if (_resourceType === 'websocket' || statusOf(response) === 101) return 'a socket, not a file';
  if (!(statusOf(response) >= 100)) return `not answered${textOf(response._error) ? ` (${response._error})` : ''}`;
  return null;
}

/** @param {Entry} entry */
function isRedirect({ response }) {
  const status = statusOf(response);
  return status >= 300 && status < 400 && status !== 304;
}

/** Makes URLs unique, because a URL that is fetched again is another exchange. @param {Entry[]} entries */
function nameUniquely(entries) {
  /** @type {Map<string, number>} */
  const times = new Map();
  return entries.map(({ request }) => {
    const count = (times.get(request.url) ?? 0) + 1;
    times.set(request.url, count);
    return count === 1 ? request.url : `${request.url}#fetched-${count}`;
  });
}

/** @param {Entry} entry @param {string} url @returns {FileInput} */
function readFile(entry, url) {
  return { url, type: classify(entry), ...sizeBody(entry), ...listHeaderBytes(entry) };
}

/**
 * Returns for each file the reference that caused its request, with its position.
 * @param {Entry[]} entries
 * @param {FileInput[]} files
 * @returns {ReferenceInput[]}
 */
function linkEntries(entries, files) {
  const byUrl = new Map(files.map((file, index) => [file.url, index]));
  const redirects = listRedirects(entries);
  const firstDocument = files.findIndex(({ type }) => type === 'html');
  return files.slice(1).map((file, position) => {
    const index = position + 1;
    const redirect = redirects.get(file.url) ?? index;
    const named = redirect < index ? redirect : byUrl.get(readInitiator(entries[index]) ?? '');
    // A file that was fetched later cannot be the cause.
    const isBefore = (/** @type {number | undefined} */ at = -1) => at >= 0 && at < index;
    const from = [named, firstDocument].find(isBefore) ?? 0;
    const size = files[from].decodedBytes ?? files[from].bytes;
    const spread = Math.floor((size * index) / files.length);
    const atByte = findOffset(entries[from], file.url, size) ?? spread;
    return { from: files[from].url, to: file.url, atByte, ...(isDeferred(entries[index]) ? { deferred: true } : {}) };
  });
}

/** Chromium gives a script for which the page does not wait the priority of an image. @param {Entry} entry */
const isDeferred = (entry) => classify(entry) === 'script' && /^(?:very)?low$/i.test(textOf(entry._priority));

/** Returns the first redirect to each address. @param {readonly Entry[]} entries */
function listRedirects(entries) {
  /** @type {Map<string, number>} */
  const redirects = new Map();
  for (const [index, entry] of entries.entries()) {
    const target = isRedirect(entry) ? targetOf(entry) : undefined;
    if (target !== undefined && !redirects.has(target)) redirects.set(target, index);
  }
  return redirects;
}

/** Returns the address that a redirect leads to. @param {Entry} entry */
function targetOf({ request, response }) {
  const header = listOf(response.headers).find(({ name }) => textOf(name).toLowerCase() === 'location');
  const target = textOf(response.redirectURL) || textOf(header?.value);
  return target === '' ? undefined : URL.parse(target, request.url)?.href;
}

/** @param {Entry} entry @returns {string | undefined} */
function readInitiator({ request, _initiator }) {
  // WebPageTest writes the initiator as text, browsers as an object.
  if (textOf(_initiator)) return _initiator;
  if (typeof _initiator === 'object' && _initiator !== null) {
    const frame = _initiator.stack?.callFrames?.[0]?.url;
    const named = textOf(_initiator.url) || textOf(frame);
    if (named) return named;
  }
  return listOf(request.headers).find(({ name }) => textOf(name).toLowerCase() === 'referer')?.value;
}

/**
 * Returns the offset of a file's name in the text that references it, or null.
 * @param {Entry} entry
 * @param {string} url
 * @param {number} size
 */
function findOffset({ response }, url, size) {
  const { text, encoding } = response.content ?? {};
  if (typeof text !== 'string' || encoding === 'base64') return null;
  const name = URL.parse(url)?.pathname.split('/').at(-1);
  const at = name ? text.slice(0, MAX_SEARCHED_CHARACTERS).indexOf(name) : -1;
  return at < 0 ? null : Math.min(size, Buffer.byteLength(text.slice(0, at)));
}

/** @param {Entry} entry @returns {ContentType} */
function classify({ request, response, _resourceType }) {
  const mime = textOf(response.content?.mimeType).toLowerCase();
  const path = URL.parse(request.url)?.pathname.toLowerCase() ?? '';
  if (_resourceType === 'document' || mime.includes('html')) return 'html';
  if (mime.includes('css') || (!mime && path.endsWith('.css'))) return 'css';
  if (/javascript|ecmascript/.test(mime) || (!mime && /\.m?js$/.test(path))) return 'script';
  if (mime.startsWith('image/') || (!mime && /\.(?:png|jpe?g|gif|webp|avif|jxl|svg|ico)$/.test(path))) return 'image';
  if (mime.includes('font') || /\.(?:woff2?|ttf|otf)$/.test(path)) return 'font';
  return mime.startsWith('text/') || mime.includes('json') || mime.includes('xml') ? 'text' : 'other';
}

/** @param {unknown} value @returns {Entry[]} */
function listOf(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}
