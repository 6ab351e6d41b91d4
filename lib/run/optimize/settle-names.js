/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Fingerprinted } from '../../output/fingerprint/types.ts' */
/** @import { FileLookup } from '../../visit/browser/serve.js' */
/** @import { PageRecord } from '../../visit/types.ts' */
/** @import { Integrity } from './integrity.js' */
/** @import { Packed } from './pack-site.js' */

import { readFileSync } from 'node:fs';
import { mapMany } from '../../base/at-once.js';
import { followLinks } from '../../site/text/follow-links.js';
import { restateShipped } from './restate-shipped.js';

/** Tries after which pages that still request former names keep the names of all files that they load. */
const MAX_TRIES = 2;
const BY_FORMER_NAME = 'a page requests it by its original name after its scripts have run';

/**
 * @typedef {(path: SitePath, followsLinks: boolean, files: FileLookup) => Promise<PageRecord>} Visit
 *
 * @typedef {object} Naming
 * @property {ReadonlyMap<SitePath, Packed>} packed
 * @property {Pick<Integrity, 'restate' | 'statements'>} integrity
 * @property {ReadonlyMap<SitePath, PageRecord>} records of visits before any change
 * @property {Site} site
 * @property {(except: ReadonlyMap<SitePath, string>) => Promise<Fingerprinted | null>} nameFiles `except`: files that
 *   keep their names, with the reason
 * @property {() => Promise<Visit | null>} openVisit null: there is no browser
 */

/**
 * Names the files of a packed site, and visits one page of each template under the new names. Files that pages still
 * request by their original names keep these, because browsers would load them twice or not at all: scripts of pages
 * create images again, or compare attributes with their own.
 * @param {Naming} naming
 * @returns {Promise<{ named: Fingerprinted | null, restated: Fingerprinted | null }>} `restated`: with the digests of
 *   named files in other files
 */
export async function settleNames({ packed, integrity, records, site, nameFiles, openVisit }) {
  /** @type {Map<SitePath, string>} */
  const except = new Map();
  for (let tries = 1; ; tries += 1) {
    const named = await nameFiles(except);
    const restated = await restateShipped(packed, named, integrity);
    if (!restated || restated.names.size === 0 || tries > MAX_TRIES) return { named, restated };
    const visit = await openVisit();
    if (!visit) return { named, restated };
    const files = openShipped(packed, restated, site.links);
    const isLastTry = tries === MAX_TRIES;
    const found = await findFormerNames(restated, records, { visit, files, isLastTry });
    if (found.size === 0) return { named, restated };
    for (const [path, reason] of found) except.set(path, reason);
  }
}

/**
 * Returns the renamed files that pages request by their original names, with the reason for which they keep them. If
 * one page of a template does so, all pages are visited, because each has images of its own.
 * @param {Fingerprinted} named
 * @param {ReadonlyMap<SitePath, PageRecord>} records
 * @param {{ visit: Visit, files: FileLookup, isLastTry: boolean }} tools
 * @returns {Promise<Map<SitePath, string>>}
 */
async function findFormerNames(named, records, { visit, files, isLastTry }) {
  /** @type {Map<SitePath, string>} */
  const found = new Map();
  const formerOf = new Map([...named.names].map(([former, name]) => [name, former]));
  const look = async (/** @type {readonly [SitePath, PageRecord]} */ [page, before]) => {
    try {
      const after = await visit(page, before.followsLinks, files);
      for (const path of listAsked(before, after, { names: named.names, formerOf, isLastTry }))
        found.set(path, BY_FORMER_NAME);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      for (const { path } of before.fetched)
        if (named.names.has(path)) found.set(path, `“${page}” could not be loaded under new names (${why})`);
    }
  };
  const [first, others] = [true, false].map((is) => [...records].filter(([, record]) => record.followsLinks === is));
  await mapMany(first, look);
  if (found.size > 0) await mapMany(others, look);
  return found;
}

/**
 * Returns the files that a page requests by original names. Returns all of its renamed files if it requests others that
 * do not exist, and on the last try.
 * @param {PageRecord} before @param {PageRecord} after
 * @param {{ names: Fingerprinted['names'], formerOf: ReadonlyMap<SitePath, SitePath>, isLastTry: boolean }} naming
 * @returns {SitePath[]}
 */
function listAsked(before, after, { names, formerOf, isLastTry }) {
  const missing = after.missing.filter((path) => !before.missing.includes(path));
  const fetched = after.fetched.map(({ path }) => path);
  const icon = before.icon ?? '';
  const icons = after.icon === names.get(icon) ? [] : [icon];
  const asked = [...missing, ...fetched, ...icons].filter((path) => names.has(path));
  const isLost = missing.some((path) => !names.has(path)) || (isLastTry && asked.length > 0);
  return isLost ? [...asked, ...fetched.flatMap((path) => formerOf.get(path) ?? [])] : asked;
}

/**
 * Creates the lookup of files as they will be shipped.
 * @param {ReadonlyMap<SitePath, Packed>} packed @param {Fingerprinted} named
 * @param {ReadonlyMap<string, string>} [links]
 * @returns {FileLookup}
 */
function openShipped(packed, { changed, gone }, links = new Map()) {
  const left = new Set(gone);
  /** @type {Map<SitePath, { bytes: Uint8Array } | null>} */
  const known = new Map();
  const read = (/** @type {SitePath} */ path) => {
    const file = changed.get(path);
    if (file) return { bytes: file.bytes };
    const [entry] = (left.has(path) ? null : packed.get(path)?.entries) ?? [];
    return entry ? { bytes: entry.bytes ?? readFileSync(String(entry.linkFrom)) } : null;
  };
  return (path) => {
    const meant = packed.has(path) || changed.has(path) ? path : followLinks(path, links);
    if (!known.has(meant)) known.set(meant, read(meant));
    return known.get(meant);
  };
}
