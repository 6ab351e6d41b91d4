/** @import { FullReport } from '../lib/report/types.ts' */
/** @import { PageReport } from '../lib/report/types.ts' */

import { modelError } from '../lib/plan/price/price-changes.js';
import { openLastingNames, sumByName } from '../lib/report/gate/lasting-names.js';

/**
 * @typedef {{ requests: number, bytes: number, ms: number }} Figures
 * @typedef {{ path: string, was: Figures | null, is: Figures | null, files: string[] }} PageChange `files`: new or
 * larger files
 * @typedef {{ name: string, by: number }} FileChange `by`: bytes more than before
 * @typedef {{ hasBase: boolean, isComparable: boolean, changed: PageChange[], files: FileChange[], same: number,
 *   before: Figures, after: Figures }} Comparison
 */

/**
 * Compares every page with the base, and sorts the pages by growth.
 * @param {FullReport | null} base
 * @param {FullReport} head
 * @returns {Comparison}
 */
export function compareReports(base, head) {
  const was = figuresByPage(base);
  const is = figuresByPage(head);
  const sizes = sizesByName(base, head);
  const grown = grownFiles(head, sizes);
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  const changes =
    base === null ? [] : paths.map((path) => compare(path, was, is, grown)).filter((each) => each !== null);
  return {
    hasBase: base !== null,
    isComparable: base === null || JSON.stringify(base.conditions) === JSON.stringify(head.conditions),
    changed: changes.sort((a, b) => growth(b) - growth(a) || (a.path < b.path ? -1 : 1)),
    files: base === null ? [] : changedFiles(sizes),
    same: is.size - changes.filter(({ is: now }) => now !== null).length,
    before: sum(was),
    after: sum(is),
  };
}

/** Returns a difference in time, or 0 if it is within the error of the model. @param {number} was @param {number} is */
export function timeDifference(was, is) {
  return Math.abs(is - was) <= modelError * Math.max(was, is) ? 0 : is - was;
}

/**
 * @param {string} path
 * @param {ReadonlyMap<string, Figures>} before
 * @param {ReadonlyMap<string, Figures>} after
 * @param {ReadonlyMap<string, string[]>} grown
 * @returns {PageChange | null}
 */
function compare(path, before, after, grown) {
  const was = before.get(path) ?? null;
  const is = after.get(path) ?? null;
  if (was && is && was.requests === is.requests && was.bytes === is.bytes) return null;
  return { path, was, is, files: grown.get(path) ?? [] };
}

/** @param {PageChange} change */
function growth({ was, is }) {
  return (is?.bytes ?? 0) - (was?.bytes ?? 0);
}

/** @param {FullReport | null} report */
function figuresByPage(report) {
  if (report === null) return new Map();
  const side = report.command === 'build' ? 'after' : 'before';
  return new Map(report.pages.map((page) => [page.path, figuresOf(page, side, report)]));
}

/** @param {PageReport} page @param {'before' | 'after'} side @param {FullReport} report @returns {Figures} */
function figuresOf(page, side, { conditions: { link, http, visit } }) {
  const estimate = page.estimates.find((each) => each.link === link && each.http === http && each.visit === visit);
  const { requests, bytes } = page[side];
  return { requests, bytes, ms: estimate?.[side].ms ?? 0 };
}

/**
 * Sizes of files by their names without digests.
 * @typedef {{ nameOf: (path: string) => string, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>
 *   }} Sizes
 *
 * @param {FullReport | null} base
 * @param {FullReport} head
 * @returns {Sizes}
 */
function sizesByName(base, head) {
  const sizesOf = (/** @type {FullReport | null} */ report) =>
    new Map(report?.resources.map(({ path, bytes, sent = bytes }) => [path, sent]));
  const [was, is] = [sizesOf(base), sizesOf(head)];
  const nameOf = openLastingNames(was.keys(), is.keys());
  return { nameOf, before: sumByName(was, nameOf), after: sumByName(is, nameOf) };
}

/** Returns the files that are new or larger, by page. @param {FullReport} head @param {Sizes} sizes */
function grownFiles(head, { nameOf, before, after }) {
  /** @type {Map<string, Set<string>>} */
  const byPage = new Map();
  for (const { path, usedBy } of head.resources) {
    const name = nameOf(path);
    if ((after.get(name) ?? 0) <= (before.get(name) ?? -1)) continue;
    for (const page of usedBy) byPage.set(page, (byPage.get(page) ?? new Set()).add(name));
  }
  return new Map([...byPage].map(([page, names]) => [page, [...names]]));
}

/** Returns all files of another size, the largest difference first. @param {Sizes} sizes @returns {FileChange[]} */
function changedFiles({ before, after }) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, by: (after.get(name) ?? 0) - (before.get(name) ?? 0) }))
    .filter(({ by }) => by !== 0)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by) || (a.name < b.name ? -1 : 1));
}

/** @param {ReadonlyMap<string, Figures>} pages @returns {Figures} */
function sum(pages) {
  const total = { requests: 0, bytes: 0, ms: 0 };
  for (const { requests, bytes, ms } of pages.values()) {
    total.requests += requests;
    total.bytes += bytes;
    total.ms += ms;
  }
  return total;
}
