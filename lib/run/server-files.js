/** @import { OutputEntry } from '../output/write/types.ts' */
/** @import { Site, SitePath, Warning } from '../site/types.ts' */

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DICTIONARY_FILE } from '../output/dictionary/names.js';
import { codingOfCopy, planDelivery } from '../output/serve/delivery.js';
import { hintsOf } from '../output/servers/page-hints.js';
import { describePrefetch, linksOf, planPrefetch } from '../output/servers/plan-prefetch.js';
import { writeServers } from '../output/servers/write-servers.js';
import { diskPath } from '../site/text/disk-name.js';

/**
 * @typedef {object} Made
 * @property {ReadonlySet<SitePath>} own files that are named like a copy of another, and hold something else
 * @property {boolean} makesDictionary true if a dictionary among the files belongs to this build
 */

/** Names with a leading dot are hidden, except the public folder of RFC 8615: https://www.rfc-editor.org/rfc/rfc8615 */
const IS_HIDDEN = /(?:^|\/)\.(?!well-known(?:\/|$))/;
/** The file that the build writes into its output folder to mark it. */
const MARKER = '.pagethrift.json';
/** Endings of compressed copies that every browser accepts. */
const COPY_ENDINGS = Object.freeze(['.br', '.zst', '.gz']);

/**
 * Throws an input error if the paths cannot be written into a server file. Called before the build, which takes longer.
 * @param {{ out: string, servers: string | null }} where absolute paths
 */
export function checkServerPaths({ out, servers }) {
  if (servers !== null) writeServers([], { root: out, scripts: servers });
}

/**
 * Writes the server configurations of a site into a folder. Returns warnings of files that servers treat differently
 * than their names suggest.
 * @param {{ out: string, servers: string, isHinting?: boolean, isPrefetching?: boolean }} where absolute paths;
 *   `isHinting`: servers are told what each page preloads; `isPrefetching`: and which links browsers fetch ahead
 * @param {readonly OutputEntry[]} entries files that were written
 * @param {Site} site as it was read
 * @param {Made} made
 */
export async function writeServerFiles(where, entries, site, made) {
  const { out, servers, isHinting = false, isPrefetching = false } = where;
  const falseCopies = listFalseCopies(entries, site, made);
  const paths = new Set([...entries.map(({ path }) => path), ...(site.others ?? [])]);
  const pages = isHinting || isPrefetching ? await readPages(out, paths) : new Map();
  const hints = isHinting ? mapPages(pages, (page, html) => hintsOf(page, html, paths)) : new Map();
  const links = isPrefetching ? mapPages(pages, (page, html) => linksOf(page, html, paths)) : new Map();
  const prefetch = isPrefetching ? planPrefetch(links, await weighPages(out, paths, links.keys())) : null;
  await mkdir(servers, { recursive: true });
  for (const [name, text] of writeServers(paths, { root: out, scripts: servers }, falseCopies, hints, prefetch)) {
    await writeFile(join(servers, name), diskPath(text));
  }
  const cost = prefetch && { code: 'prefetch', message: describePrefetch(prefetch, links.size) };
  return [...warnOf(paths, falseCopies), ...(cost ? [cost] : [])];
}

/** Returns the text of each written page. @param {string} out @param {ReadonlySet<SitePath>} paths */
async function readPages(out, paths) {
  /** @type {Map<SitePath, string>} */
  const pages = new Map();
  for (const path of [...paths].filter((each) => /\.html?$/i.test(each)))
    pages.set(path, await readFile(join(out, diskPath(path).toString()), 'utf8'));
  return pages;
}

/**
 * @template Value
 * @param {ReadonlyMap<SitePath, string>} pages
 * @param {(page: SitePath, html: string) => Value} read
 */
function mapPages(pages, read) {
  return new Map([...pages].map(([page, html]) => [page, read(page, html)]));
}

/**
 * Returns the bytes that are sent for a page: those of its smallest copy.
 * @param {string} out @param {ReadonlySet<SitePath>} paths @param {Iterable<SitePath>} pages
 */
async function weighPages(out, paths, pages) {
  /** @type {Map<SitePath, number>} */
  const sizes = new Map();
  for (const page of pages) {
    const copies = [page, ...COPY_ENDINGS.map((ending) => page + ending)].filter((path) => paths.has(path));
    const found = await Promise.all(copies.map((path) => stat(join(out, diskPath(path).toString()))));
    sizes.set(page, Math.min(...found.map(({ size }) => size)));
  }
  return (/** @type {SitePath} */ page) => sizes.get(page) ?? 0;
}

/**
 * Lists the files that servers must not send as a copy or dictionary of this build: files of the input with other
 * content, or whose content the build cannot verify.
 * @param {readonly OutputEntry[]} entries
 * @param {Site} site
 * @param {Made} made
 * @returns {Set<SitePath>}
 */
function listFalseCopies(entries, site, { own, makesDictionary }) {
  const isBrought = (/** @type {OutputEntry} */ { path, like }) => like === undefined || like === path;
  const unknown = entries.filter(isBrought).filter(({ path }) => {
    if (DICTIONARY_FILE.test(path)) return !makesDictionary;
    return own.has(path) || /^dc[bz]$/.test(codingOfCopy(path)?.coding ?? '');
  });
  // A copy that was not chosen may contain an earlier version of its file.
  const standing = [...(site.others ?? [])].filter((path) => codingOfCopy(path) || DICTIONARY_FILE.test(path));
  return new Set([...unknown.map(({ path }) => path), ...standing]);
}

/**
 * @param {ReadonlySet<SitePath>} paths
 * @param {ReadonlySet<SitePath>} falseCopies
 * @returns {Warning[]}
 */
function warnOf(paths, falseCopies) {
  const hidden = [...paths].filter((path) => IS_HIDDEN.test(path) && path !== MARKER);
  const unused = [...falseCopies].filter((path) => paths.has(codingOfCopy(path)?.base ?? ''));
  return [
    ...planDelivery(paths, falseCopies).revalidated.map((path) => ({
      code: 'revalidated',
      page: path,
      message:
        `The name “${path}” contains characters that server rules cannot express, so browsers revalidate the ` +
        'file on each visit. Use only ASCII letters, digits and “.”, “_”, “@”, “~”, “-” in names with a digest.',
    })),
    ...unused.map((path) => ({
      code: 'unused-copy',
      page: path,
      message:
        `“${path}” is named like a compressed copy and was not made by this build, so servers send the file itself ` +
        'without this compression. Rename or delete it.',
    })),
    ...hidden.map((path) => ({
      code: 'hidden-file',
      page: path,
      message: `“${path}” has a name that begins with a dot, and servers send it. Exclude it with --exclude.`,
    })),
  ];
}
