/** @import { Site, SiteFile, SitePath, Warning } from './types.ts' */

import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { InputError } from '../base/errors.js';
import { exact } from '../base/exact.js';
import { FileStamps } from '../base/file-stamps.js';
import { findConventions } from './addresses.js';
import { findPlace } from './find-place.js';
import { describeUnreadable, listFolder } from './list-folder.js';
import { readSiteFile } from './read-file.js';
import { warnOfUnmatched } from './unmatched-globs.js';

export { makeFile } from './read-file.js';

/** Max files that are open at a time, far below the limit of any system. */
const READS_AT_ONCE = 32;
/** Bytes of a megabyte. */
const MEGABYTE = 1 << 20;

/** The file that this tool writes into its own out folders. It is no part of a site. */
const OURS = '.pagethrift.json';

/**
 * Reads a folder with all its files.
 * @param {string} folder
 * @param {{ include?: readonly string[], exclude?: readonly string[], sources?: readonly string[], url?:
 *   string }} [settings] `sources`: files of the project next to its site
 * @param {{ withOthers?: boolean, withExcluded?: boolean, stamps?: FileStamps }} [options] files outside of the
 *   selection that are read because they name others: `withOthers`: those that `include` does not match;
 *   `withExcluded`: also those of `exclude`; `stamps`: files that are known from an earlier run
 * @returns {Promise<Site>}
 */
export async function readSite(
  folder,
  { include = [], exclude = [], sources = [], url = '' } = {},
  { withOthers = false, withExcluded = false, stamps = new FileStamps() } = {},
) {
  const root = resolve(folder);
  const kind = await stat(root).catch(() => null);
  if (!kind)
    throw new InputError(
      'no-folder',
      `${folder}: This folder does not exist. Build the site first, or name the folder that the build writes.`,
    );
  if (!kind.isDirectory())
    throw new InputError('not-a-folder', `${folder} is a file. Name the folder of the built site.`);
  const leftOut = [...exclude, ...sources];
  const isExcluded = leftOut.length > 0 ? picomatch(leftOut, { dot: true }) : () => false;
  const isIncluded = include.length > 0 ? picomatch([...include], { dot: true }) : () => true;
  const isChosen = (/** @type {SitePath} */ path) => isIncluded(path) && !isExcluded(path);
  /** @type {Set<SitePath>} */
  const unlisted = new Set();
  const listing = await listFolder(root, (path) => {
    unlisted.add(path);
    return isExcluded(path);
  });
  const present = [...listing.files, ...unlisted];
  const isRead = (/** @type {SitePath} */ path) => isChosen(path) || (isExcluded(path) ? withExcluded : withOthers);
  const listed = listing.files.filter((path) => path !== OURS && isRead(path));
  // A link to a file outside of the selection would change with it, so it is outside, too.
  const isOther = (/** @type {SitePath} */ path) => !isChosen(path) || !isChosen(listing.links.get(path) ?? path);
  const others = new Set(withOthers || withExcluded ? listed.filter(isOther) : []);
  const { files, warnings } = await readFiles(root, listed, { others, stamps });
  if (files.size === others.size) {
    throw new InputError('empty', `${folder} contains no included file that can be read. Build the site first.`);
  }
  const place = findPlace(files, url);
  return Object.freeze({
    root,
    name: basename(root),
    files,
    place: Object.freeze({ ...place, ...findConventions(files, place.folder) }),
    links: new Map([...listing.links].filter(([path]) => (withExcluded ? isChosen(path) : isRead(path)))),
    others,
    excluded: new Set(withExcluded ? [] : listing.files.filter((path) => isExcluded(path))),
    warnings: Object.freeze([
      ...warnOfUnmatched('include', include, present),
      ...warnOfUnmatched('exclude', exclude, present),
      ...[...listing.warnings, ...warnings].sort((a, b) => (String(a.page) < String(b.page) ? -1 : 1)),
    ]),
  });
}

/**
 * @param {string} root
 * @param {readonly SitePath[]} listed
 * @param {{ others: ReadonlySet<SitePath>, stamps: FileStamps }} known
 */
async function readFiles(root, listed, { others, stamps }) {
  /** @type {Map<SitePath, SiteFile | null>} */
  const slots = new Map(listed.map((path) => [path, null]));
  /** @type {Warning[]} */
  const warnings = [];
  const queue = listed.values();
  const readNext = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const path = next.value;
      try {
        const { file, isPassedOver } = await readSiteFile(join(root, path), path, stamps);
        slots.set(path, file);
        if (isPassedOver) {
          const message = `“${path}” has ${Math.round(file.size / MEGABYTE)} MB, so it ships unchanged`;
          warnings.push({ code: 'too-large', page: path, message });
        }
      } catch (error) {
        const code = others.has(path) ? 'unread-other' : 'unreadable';
        warnings.push({ code, page: path, message: describeUnreadable(path, error) });
      }
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readNext));
  const files = new Map([...slots].flatMap(([path, file]) => (file ? [exact([path, file])] : [])));
  return { files, warnings };
}

/**
 * Creates a function that keeps the bytes of equal files once: sites in several languages contain the same page many
 * times.
 * @returns {(file: SiteFile) => SiteFile}
 */
export function shareBytes() {
  /** @type {Map<string, Uint8Array>} */
  const known = new Map();
  return (file) => {
    const bytes = known.get(file.hash);
    if (bytes) return Object.freeze({ ...file, bytes });
    known.set(file.hash, file.bytes);
    return file;
  };
}
