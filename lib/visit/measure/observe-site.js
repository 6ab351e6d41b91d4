/** @import { Site, SitePath, Warning } from '../../site/types.ts' */
/** @import { PageRecord } from '../types.ts' */
/** @import { Tour } from '../browser/record-fetches.js' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Verifier } from '../../run/optimize/verify-site.js' */
/** @import { Memory } from './record-page.js' */

import { sniffImage } from '../../images/codecs/sniff.js';
import { linkSite } from '../../site/graph/build-graph.js';
import { findRoutes, MAX_ROUTES } from './find-routes.js';
import { openListings } from './list-files.js';
import { recordPage } from './record-page.js';
import { sortByDigest } from './sort-by-digest.js';

/**
 * Max pages that are all visited. Of more, some of each group with the same sheets and scripts are visited. A visit
 * takes about a quarter of a second.
 */
const MAX_PAGES = 150;
/** Visited pages of each group. Fonts depend on the template, and three compensate for an unusual page. */
const MAX_OF_A_GROUP = 3;

/**
 * Sizes of background images that may contain the text of an element, in pixels. On 105 old sites, 45 pages are only
 * visited because of them, in addition to 1,157.
 */
const LABEL = Object.freeze({ minWidth: 20, maxWidth: 820, minHeight: 7, maxHeight: 400 });

/**
 * Adds the requests of a browser to those of the markup, for pages with scripts, frames, fonts of the site, or
 * background images that may be shown in place of text.
 * @param {Site} site
 * @param {Linked} linked
 * @param {Memory & { openVerifier: () => Promise<Verifier | null>, routes: readonly string[], isOwn?: ((page: SitePath)
 *   => boolean) | null }} tools `isOwn`: pages that this machine visits, null: all; `openVerifier`: null without a
 *   browser; `routes`: addresses that the configuration names
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Linked>}
 */
export async function observeSite(site, linked, { openVerifier, routes, isOwn = null, ...memory }, tick) {
  const all = choosePages(site, linked);
  const pages = all.filter((page) => isOwn?.(page) ?? true);
  if (pages.length === 0 && routes.length === 0) return linked;
  const verifier = await openVerifier();
  if (!verifier) return withWarning(linked, site.warnings.length, unseen(pages.length));
  const recording = { ...verifier, memory, listingOf: openListings(site, linked) };
  const leading = choosePagesToLeave(site, linked, all);
  const toVisit = pages.map((path) => ({ path, tour: { followsLinks: leading.has(path) } }));
  const { records, warnings } = await recordPages(site, toVisit, recording, tick);
  const { browser } = verifier;
  /** @type {import('./find-routes.js').VisitAddress} */
  const visit = async (path, tour) => (await recordPages(site, [{ path, tour }], recording)).records.get(path) ?? null;
  const found = await findRoutes(site, {
    records,
    named: routes.filter((route) => isOwn?.(route) ?? true),
    visit,
    jobs: browser.jobs,
  });
  for (const [address, record] of found.records) records.set(address, record);
  if (found.left.length > 0) warnings.push(leftOut(found.left));
  if (found.unanswered.length > 0) warnings.push(takenForBroken(found.unanswered));
  return linkSite(warnOf(site, warnings), { before: linked, seen: { records, files: site.files, scripted: null } });
}

/**
 * @param {Site} site
 * @param {readonly { path: SitePath, tour: Tour }[]} pages
 * @param {Pick<Verifier, 'browser' | 'budgets'> & { memory: Memory, listingOf: ReturnType<typeof openListings> }}
 *   recording
 * @param {(done: number, of: number) => void} [tick]
 */
async function recordPages({ files, place }, pages, { browser, budgets, memory, listingOf }, tick = () => {}) {
  /** @type {Map<SitePath, PageRecord>} */
  const records = new Map();
  /** @type {Warning[]} */
  const warnings = [];
  let done = 0;
  const look = async (/** @type {typeof pages[number]} */ { path, tour }) => {
    try {
      const visited = { listing: () => listingOf(path), ...(place ? { place } : {}) };
      const page = { path, files: (/** @type {string} */ name) => files.get(name), budget: budgets.of(path), tour };
      records.set(path, await recordPage(browser, { ...page, ...visited }, memory));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `“${path}” could not be loaded (${why}), so requests of its scripts are not counted.`;
      warnings.push({ code: 'not-recorded', page: path, message });
    }
    tick(++done, pages.length);
  };
  await Promise.all(pages.map(look));
  return { records, warnings: warnings.sort((a, b) => (a.message < b.message ? -1 : 1)) };
}

/** @param {readonly string[]} addresses @returns {Warning} */
function leftOut(addresses) {
  const message =
    `${addresses.length} routes without a file were not visited, beyond the first ${MAX_ROUTES}: ` +
    `${addresses.slice(0, 3).join(', ')} …`;
  return { code: 'routes-left-out', message };
}

/** @param {readonly string[]} addresses @returns {Warning} */
function takenForBroken(addresses) {
  const message =
    `${addresses.length} addresses without a file were not visited, because similar ones render the page for ` +
    `unknown addresses: ${addresses.slice(0, 3).join(', ')} …`;
  return { code: 'routes-left-out', message };
}

/** @param {number} count @returns {Warning} */
function unseen(count) {
  const pages = count === 1 ? 'One page runs scripts or has' : `${count} pages run scripts or have`;
  const message =
    `${pages} fonts of ${count === 1 ? 'its' : 'their'} own, and no browser was available, so requests that only ` +
    `scripts make are not counted.`;
  return { code: 'not-recorded', message };
}

/**
 * Returns the same links with a warning behind those of reading the site.
 * @param {Linked} linked @param {number} at @param {Warning} warning @returns {Linked}
 */
function withWarning(linked, at, warning) {
  const { graph } = linked;
  return { ...linked, graph: Object.freeze({ ...graph, warnings: graph.warnings.toSpliced(at, 0, warning) }) };
}

/** @param {Site} site @param {readonly Warning[]} warnings @returns {Site} */
function warnOf(site, warnings) {
  return { ...site, warnings: [...site.warnings, ...warnings] };
}

/**
 * Returns the pages whose markup does not contain all requests, or whose style sheets may show images in place of text.
 * @param {Site} site
 * @param {Linked} linked
 * @returns {SitePath[]}
 */
function choosePages({ files }, { graph, reads }) {
  const typeAt = (/** @type {SitePath} */ path) => files.get(path)?.type;
  const labels = listLabels(files, graph);
  const asks = [...graph.fetches].filter(([page, fetched]) => {
    const { tags } = reads.get(page)?.vocabulary ?? {};
    const isActive = tags?.includes('script') || tags?.includes('iframe');
    const isDrawn = (/** @type {SitePath} */ path) => typeAt(path) === 'script' || typeAt(path) === 'font';
    return isActive || fetched.some((path) => isDrawn(path) || labels.has(path));
  });
  if (asks.length <= MAX_PAGES) return asks.map(([page]) => page);
  const groups = Map.groupBy(asks, ([, fetched]) =>
    fetched.filter((path) => typeAt(path) === 'css' || typeAt(path) === 'script').join('\n'),
  );
  return [...groups.values()].flatMap((group) => group.slice(0, MAX_OF_A_GROUP).map(([page]) => page));
}

/**
 * Lists the background images of style sheets that may be shown in place of text, by their size.
 * @param {Site['files']} files @param {Linked['graph']} graph
 * @returns {Set<SitePath>}
 */
function listLabels(files, graph) {
  const shown = [...graph.references.values()].flatMap((references) =>
    references.flatMap(({ role, attribute, target }) =>
      role === 'background' && attribute !== 'background' && target.kind === 'file' ? target.path : [],
    ),
  );
  return new Set([...new Set(shown)].filter((path) => mayBeLabel(files.get(path)?.bytes ?? new Uint8Array())));
}

/** @param {Uint8Array} bytes */
function mayBeLabel(bytes) {
  const { format, width, height } = sniffImage(bytes);
  const isWide = width >= LABEL.minWidth && width <= LABEL.maxWidth;
  return format !== 'svg' && isWide && height >= LABEL.minHeight && height <= LABEL.maxHeight;
}

/**
 * Chooses one page of each template, on which a tour follows links: the router is the same on all of them. Pages share
 * a template if they link the same of those sheets and scripts that several pages link. The choice does not depend on
 * the content of pages, so that a changed text chooses no other page.
 * @param {Site} site @param {Linked} linked @param {readonly SitePath[]} pages
 * @returns {Set<SitePath>}
 */
function choosePagesToLeave({ files }, { graph }, pages) {
  const typeAt = (/** @type {SitePath} */ path) => files.get(path)?.type;
  const linkedBy = (/** @type {SitePath} */ page) =>
    (graph.fetches.get(page) ?? []).filter((path) => typeAt(path) === 'css' || typeAt(path) === 'script');
  const uses = Map.groupBy(pages.flatMap(linkedBy), (path) => path);
  const templates = Map.groupBy(pages, (page) =>
    linkedBy(page)
      .filter((path) => (uses.get(path)?.length ?? 0) > 1)
      .join('\n'),
  );
  return new Set([...templates.values()].map((group) => sortByDigest(group)[0]));
}
