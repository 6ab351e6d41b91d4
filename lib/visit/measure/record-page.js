/** @import { PageRecord } from '../types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */

import { hash } from 'node:crypto';
import { countTask } from '../../base/count-task.js';
import { documentOf } from '../../site/addresses.js';
import { recordFetches } from '../browser/record-fetches.js';
import { resolveFile } from '../browser/serve.js';

/**
 * The files of a visit, for a visit on another machine: the paths of the site, further ones, and those that the page
 * probably requests.
 * @typedef {{ names: readonly string[], more: readonly string[], likely: readonly string[] }} Listing
 *
 * @typedef {Parameters<typeof recordFetches>[1] & { listing?: () => Listing | null }} Visited `listing` is called for a
 *   visit on another machine
 *
 * Store of the records of pages. `version` names the code; `visit` loads a page, by default in this process.
 * @typedef {{ store: { get(key: string): Promise<Uint8Array | null>, put(key: string, bytes: Uint8Array):
 *   Promise<unknown> } | null, version: string, visit?: (browser: OpenBrowser, page: Visited) => ReturnType<typeof
 *   recordFetches> }} Memory
 *
 * A record with the hash of each file on which it depends, empty for a missing file, and `EXISTS` for one whose content
 * does not matter.
 * @typedef {{ record: PageRecord, hashes: readonly (readonly [path: string, hash: string])[] }} Kept
 */

/** Stands for the hash of a file that a page only prefetches for a later one. */
const EXISTS = 'exists';

/**
 * Loads a page and returns its record, or recalls an earlier one if the page and all requested files are unchanged.
 * @param {OpenBrowser} browser
 * @param {Visited} page
 * @param {Memory} memory
 * @returns {Promise<PageRecord>}
 */
export async function recordPage(browser, page, { store, version, visit = recordFetches }) {
  const { path, files, place, tour } = page;
  const hashAt = (/** @type {string} */ name) => hashOf(resolveFile(files, name, place ? { place } : {}));
  const document = hashAt(documentOf(path, place));
  const stamp = JSON.stringify([version, browser.name, browser.version, path, document, place, tour]);
  const slot = `${version}/${hash('sha256', stamp)}`;
  const known = await store?.get(slot);
  if (known) {
    /** @type {Kept} */
    const { record, hashes } = JSON.parse(Buffer.from(known).toString());
    if (hashes.every(([name, was]) => (was === EXISTS ? hashAt(name) !== '' : hashAt(name) === was))) {
      countTask('visit', true);
      return record;
    }
  }
  countTask('visit', false);
  const { asked, ahead, ...record } = await visit(browser, page);
  const isAhead = new Set(ahead);
  /** @type {Kept} */
  const kept = { record, hashes: asked.map((name) => [name, isAhead.has(name) ? EXISTS : hashAt(name)]) };
  await store?.put(slot, Buffer.from(JSON.stringify(kept)));
  return record;
}

/** @param {ReturnType<typeof resolveFile>} found */
function hashOf(found) {
  if (!found) return '';
  return 'redirect' in found ? found.redirect : hash('sha256', found.file.bytes);
}
