/** @import { Change } from './types.ts' */
/** @import { Site, SitePath } from '../site/types.ts' */
/** @import { Linked } from '../site/graph/build-graph.js' */
/** @import { PageInput } from './price/types.ts' */

import { deflateRawSync } from 'node:zlib';
import { applyPlan } from './apply/apply-plan.js';
import { pickEvenly } from './decide-shared.js';
import { REQUEST_BYTES } from './price/combine-effects.js';

/** Pages of a visit within which a style sheet of the site must pay for itself. */
const TOUR_PAGES = 5;

/**
 * @typedef {{ taken: ReadonlySet<Change>, left: ReadonlyMap<Change, string> }} Decided `left`: the reason as text
 */

/**
 * Decides changes that pages only make together, for the site as a whole: they are made if a visit of several pages
 * sends fewer bytes, with each new file and its request counted once. The texts themselves are compressed, because
 * repeated parts cost much less than their share of the page.
 * @param {readonly Change[]} changes
 * @param {{ site: Site, linked: Linked, inputOf: (path: SitePath) => PageInput }} context
 * @returns {Decided}
 */
export function decideTogether(changes, { site, linked, inputOf }) {
  const together = changes.filter(({ group }) => group?.take === 'together');
  /** @type {Set<Change>} */
  const taken = new Set();
  /** @type {Map<Change, string>} */
  const left = new Map();
  for (const group of Map.groupBy(together, (change) => change.group?.id).values()) {
    const tour = pickTour([...linked.graph.fetches.keys()]);
    const { before, after } = weighTour(tour, group, { site, linked, inputOf });
    const least = (before * (group[0].group?.minPercent ?? 0)) / 100;
    if (before - after > least) for (const change of group) taken.add(change);
    else for (const change of group) left.set(change, describeCost(tour.length, before, after));
  }
  return { taken, left };
}

/** @param {number} pages @param {number} before @param {number} after */
function describeCost(pages, before, after) {
  const [saved, visit] = [before - after, `a visit to ${pages} pages, which takes ${before} bytes of HTML`];
  return saved > 0
    ? `It saves ${saved} bytes of ${visit}: less than minSavingPercent asks for.`
    : `It costs ${-saved} bytes more on ${visit}, with the style sheet and its request.`;
}

/**
 * Selects the pages of a visit: the first page of the site and others spread over it.
 * @param {readonly SitePath[]} pages
 */
function pickTour(pages) {
  const inOrder = pages.toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const entry = inOrder.find((path) => /^index\.\w+$/i.test(path)) ?? inOrder[0];
  const others = inOrder.filter((path) => path !== entry);
  return [entry, ...pickEvenly(others, Math.min(TOUR_PAGES - 1, others.length))];
}

/**
 * Returns the compressed size of the pages of a visit, before and after the change.
 * @param {readonly SitePath[]} tour
 * @param {readonly Change[]} group
 * @param {Parameters<typeof decideTogether>[1]} context
 */
function weighTour(tour, group, { site, linked, inputOf }) {
  const own = group.filter(({ proposal }) => tour.includes(proposal.page));
  const { files } = applyPlan(site, own, linked);
  const added = [...files.keys()].filter((path) => !site.files.has(path));
  const sizeOf = (/** @type {SitePath} */ page, /** @type {Uint8Array | undefined} */ bytes) =>
    bytes ? (isCompressed(inputOf(page), page) ? deflateRawSync(bytes).length : bytes.length) : 0;
  const before = tour.map((page) => sizeOf(page, site.files.get(page)?.bytes));
  const after = [
    ...tour.map((page) => sizeOf(page, (files.get(page) ?? site.files.get(page))?.bytes)),
    ...added.map((path) => sizeOf(tour[0], files.get(path)?.bytes) + REQUEST_BYTES),
  ];
  return { before: sum(before), after: sum(after) };
}

/** @param {PageInput} input @param {SitePath} page */
function isCompressed({ files }, page) {
  const file = files.find(({ url }) => url === page);
  return file?.decodedBytes !== undefined && file.bytes < file.decodedBytes;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
