/** @import { Page, SiteAddress, SiteFile, Warning } from '../types.ts' */

import { workOn } from '../../base/working-on.js';
import { decodeHtml } from '../text/encoding.js';
import { isTooDeep, movePage, parsePage, TooManyElements } from './parse-page.js';

/** Max size of a page. Larger ones are data, and parsed trees take some thirty times their source. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/**
 * Reads a page from its file. Returns the reason if it is left unchanged.
 * @param {SiteFile} file
 * @param {SiteAddress} [place] at which the site is served
 * @returns {{ page: Page, warning: null } | { page: null, warning: Warning }}
 */
export function readPage(file, place) {
  const { path, bytes, size } = file;
  if (size > MAX_PAGE_BYTES) {
    const megabytes = Math.round(size / 1048576);
    return refuse(
      path,
      'page-too-large',
      `“${path}” has ${megabytes} MB, more than the ${MAX_PAGE_BYTES / 1048576} MB that are analysed, so it ` +
        `ships unchanged`,
    );
  }
  if (bytes.length > 0 && bytes.every((byte) => byte === 0)) {
    return refuse(path, 'no-text', `“${path}” contains only NUL bytes, so it ships unchanged`);
  }
  const decoded = decodeHtml(bytes);
  if (!decoded) {
    return refuse(
      path,
      'undecodable',
      `“${path}” is not valid in its declared encoding, so it ships unchanged. Save and declare it as UTF-8.`,
    );
  }
  if (isTooDeep(decoded.text)) {
    return refuse(path, 'too-deep', `“${path}” nests thousands of elements, so it ships unchanged`);
  }
  try {
    return { page: parsePage(path, decoded.text, decoded.encoding, place), warning: null };
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    const message = `“${path}” leaves so many elements open that its tree is many times larger, so it ships unchanged`;
    return refuse(path, 'too-deep', message);
  }
}

/**
 * Reads pages one after the other. Of identical pages only the first is parsed, because sites in several languages have
 * many of them.
 * @param {Iterable<SiteFile>} files
 * @param {SiteAddress | undefined} place at which the site is served
 * @param {(file: SiteFile, read: ReturnType<typeof readPage>) => void} take
 */
export function readPages(files, place, take) {
  let hash = '';
  /** @type {ReturnType<typeof readPage> | null} */
  let read = null;
  for (const file of [...files].sort((a, b) => (a.hash < b.hash ? -1 : 1))) {
    workOn(file.path);
    if (read?.page && hash === file.hash) take(file, { page: movePage(read.page, file.path, place), warning: null });
    else {
      read = readPage(file, place);
      hash = file.hash;
      take(file, read);
    }
  }
}

/**
 * @param {string} page
 * @param {string} code
 * @param {string} message
 * @returns {{ page: null, warning: Warning }}
 */
function refuse(page, code, message) {
  return { page: null, warning: Object.freeze({ code, page, message }) };
}
