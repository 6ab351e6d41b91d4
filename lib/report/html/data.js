/** @import { SitePath } from '../../site/types.ts' */
/**
 * @import { FullReport, HtmlChange, HtmlData, HtmlTraceSide, ImagePair, JoinedChange, TraceSide } from '../types.ts'
 */

import { CONTENT_KINDS } from '../../base/content-kinds.js';
import { exact } from '../../base/exact.js';
import { nameOfPage } from '../../base/name-of-page.js';
import { compare, joinChanges } from '../summary.js';

/**
 * Reduces a report to the data that the HTML report's script shows.
 * @param {FullReport} report
 * @param {ReadonlyMap<SitePath, ImagePair>} images
 * @returns {HtmlData}
 */
export function shapeData(report, images) {
  /** @type {Map<string, number>} */
  const names = new Map();
  const pageIndex = new Map(report.pages.map((page, index) => [nameOfPage(page), index]));
  const texts = new Map(report.resources.map(({ path, image }) => [path, image?.text ?? null]));
  return {
    conditions: nameConditions(report.conditions),
    types: CONTENT_KINDS,
    changes: joinChanges(report.changes).map(shapeChange),
    isDone: report.command === 'build',
    pages: report.pages.map(({ path, address, before, after, estimates }) => ({
      path: path ?? address,
      before: { requests: before.requests, bytes: before.bytes },
      after: { requests: after.requests, bytes: after.bytes },
      estimates: estimates.map((each) => ({
        name: nameConditions(each),
        before: { ms: each.before.ms, packetsUp: each.before.packetsUp, packetsDown: each.before.packetsDown },
        after: { ms: each.after.ms, packetsUp: each.after.packetsUp, packetsDown: each.after.packetsDown },
      })),
    })),
    traces: (report.traces ?? []).flatMap((trace) => {
      const page = pageIndex.get(trace.page);
      if (page === undefined) return [];
      const [before, after] = [shapeSide(trace.before, names), shapeSide(trace.after, names)];
      return [{ page, name: nameConditions(trace), before, after }];
    }),
    names: [...names.keys()],
    files: report.resources
      .filter(({ usedBy }) => usedBy.length > 0)
      .map(({ path, type, bytes, usedBy }) => ({ path, type: typeIndex(type), bytes, pages: usedBy.length }))
      .sort((a, b) => b.bytes - a.bytes || compare(a.path, b.path)),
    images: [...images].map(([path, pair]) => ({ path, text: texts.get(path) ?? null, ...pair })),
  };
}

/**
 * Names a set of conditions for readers.
 * @param {{ link: string, http: string, visit: string }} conditions
 */
export function nameConditions({ link, http, visit }) {
  return `${link} · HTTP/${http} · ${visit === 'first' ? 'first visit' : 'revisit'}`;
}

/** @param {JoinedChange} joined @returns {HtmlChange} */
function shapeChange({ change, pages, saves }) {
  const { rule, status, reason, page, line, resource, message } = change;
  const place = resource ?? (line === null ? page : `${page}:${line}`);
  const [requests, bytes, packets, ms] = [saves.requests, saves.bytes, saves.packets, saves.ms].map(round);
  return {
    rule,
    status,
    reason,
    place,
    pages: pages.size,
    message,
    requests,
    bytes,
    packets,
    ms,
    isWithinError: saves.isWithinError,
  };
}

/** @param {TraceSide} side @param {Map<string, number>} names @returns {HtmlTraceSide} */
function shapeSide({ packets, rows }, names) {
  return {
    packets,
    rows: rows.map(({ url, type, bytes, foundMs, requestMs, firstByteMs, doneMs }) => {
      if (!names.has(url)) names.set(url, names.size);
      return exact([
        names.get(url) ?? 0,
        typeIndex(type),
        bytes,
        round(foundMs),
        round(requestMs),
        round(firstByteMs),
        round(doneMs),
      ]);
    }),
  };
}

/** @param {string} type */
function typeIndex(type) {
  const index = /** @type {readonly string[]} */ (CONTENT_KINDS).indexOf(type);
  return index < 0 ? CONTENT_KINDS.indexOf('other') : index;
}

/** Rounds to a tenth. More digits would only make the file larger. @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
