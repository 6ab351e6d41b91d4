/** @import { SitePath } from '../../site/types.ts' */
/** @import { Report } from '../types.ts' */
/** @import { Advisor } from './fix.js' */
/** @import { Comparison, Failure, FileGrowth, PageRow } from '../types.ts' */
/** @import { Baseline, Measure, PageFigures, Tolerance } from './types.ts' */

import { exact } from '../../base/exact.js';
import { makeBaseline } from './baseline.js';
import { openLastingNames, sumByName } from './lasting-names.js';
import { formatTolerance, limitOf } from './tolerance.js';
import { formatLimit } from './units.js';

/** @type {readonly Measure[]} */
const MEASURES = ['requests', 'bytes', 'packets', 'ms'];
/** Max files in a failure. The report lists all. */
const MAX_FILES = 3;

/**
 * Compares every page of a report with its figures in a baseline.
 * @param {Report} report
 * @param {Baseline} baseline
 * @param {{ tolerance: Tolerance, roundTripMs: number, advisor: Advisor }} how
 * @returns {{ comparison: Comparison, failures: Failure[] }}
 */
export function compareBaseline(report, baseline, { tolerance, roundTripMs, advisor }) {
  const now = makeBaseline(report);
  const isComparable = JSON.stringify(now.conditions) === JSON.stringify(baseline.conditions);
  const measures = isComparable ? MEASURES : MEASURES.slice(0, 2);
  const shared = [...now.pages.keys()].filter((path) => baseline.pages.has(path));
  const limits = { measures, tolerance, roundTripMs };
  const rows = shared.flatMap((path) => rowsOf(path, baseline.pages.get(path), now.pages.get(path), limits));
  const files = compareFiles(baseline.files, now.files);
  const over = Map.groupBy(
    rows.filter(({ isOver }) => isOver),
    ({ page }) => page,
  );
  return {
    comparison: {
      tolerance: formatTolerance(tolerance),
      isComparable,
      site: { was: baseline.site ?? sumPages(shared, baseline.pages), is: now.site ?? sumPages(shared, now.pages) },
      pages: shared.length,
      added: [...now.pages.keys()].filter((path) => !baseline.pages.has(path)),
      removed: [...baseline.pages.keys()].filter((path) => !now.pages.has(path)),
      rows: rows.sort(byWorst),
      files: [...new Set(files.values())].sort(byGrowth),
    },
    failures: [...over].map(([page, group]) => failureOf(page, group, files, advisor)),
  };
}

/**
 * @param {SitePath} page
 * @param {PageFigures | undefined} was
 * @param {PageFigures | undefined} is
 * @param {{ measures: readonly Measure[], tolerance: Tolerance, roundTripMs: number }} limits
 * @returns {PageRow[]} those that differ
 */
function rowsOf(page, was, is, { measures, tolerance, roundTripMs }) {
  const rows = measures.flatMap((measure) => {
    const [former, now] = [was?.[measure] ?? null, is?.[measure] ?? null];
    if (former === null || now === null || former === now) return [];
    const limit = limitOf(measure, former, tolerance, roundTripMs);
    return [{ page, measure, was: former, is: now, limit, isOver: now > limit }];
  });
  const isStrict = tolerance.percent === 0 && tolerance.bytes === 0;
  const hasGrown = rows.some(({ measure, isOver }) => isOver && (measure === 'requests' || measure === 'bytes'));
  // A few bytes in another order can take a tenth more packets. Packets alone are no fault; time is compared as well.
  return isStrict || hasGrown ? rows : rows.map((row) => (row.measure === 'packets' ? { ...row, isOver: false } : row));
}

/**
 * Returns the change of each file, by the name that it keeps between builds.
 * @param {ReadonlyMap<SitePath, number>} former
 * @param {ReadonlyMap<SitePath, number>} now
 * @returns {Map<SitePath, FileGrowth>} files whose size differs, by their current names
 */
function compareFiles(former, now) {
  const nameOf = openLastingNames(former.keys(), now.keys());
  const [before, after] = [sumByName(former, nameOf), sumByName(now, nameOf)];
  /** @type {Map<string, FileGrowth>} */
  const grown = new Map();
  for (const [name, is] of after) {
    const was = before.get(name) ?? null;
    if (was !== is) grown.set(name, { path: name, was, is });
  }
  return new Map(
    [...now.keys()].flatMap((path) => {
      const growth = grown.get(nameOf(path));
      return growth ? [exact([path, growth])] : [];
    }),
  );
}

/**
 * @param {SitePath} page
 * @param {readonly PageRow[]} rows over their limits
 * @param {ReadonlyMap<SitePath, FileGrowth>} files
 * @param {Advisor} advisor
 * @returns {Failure}
 */
function failureOf(page, rows, files, advisor) {
  const worst = rows.reduce((most, row) => (shareOf(row) > shareOf(most) ? row : most));
  const parts = rows.map(
    ({ measure, was, is, limit }) =>
      `${measure} ${formatLimit(measure, was)} → ${formatLimit(measure, is)} (${formatShare(was, is)}, limit ` +
      `${formatLimit(measure, Math.floor(limit))})`,
  );
  const own = advisor.listFiles(page);
  const grown = [...new Set(own.flatMap(({ path }) => files.get(path) ?? []))].filter(({ was, is }) => is > (was ?? 0));
  const largest = grown.sort(byGrowth).slice(0, MAX_FILES);
  const resource = own.find(({ path }) => files.get(path) === largest[0])?.path ?? null;
  return {
    kind: 'baseline',
    page,
    line: null,
    column: null,
    resource,
    measure: rows.map(({ measure }) => measure).join(', '),
    limit: worst.limit,
    actual: worst.is,
    message: `${page} costs more than the baseline allows: ${parts.join(', ')}.`,
    fix: [
      largest.length > 0 ? `Grew most: ${largest.map(describeGrowth).join(', ')}.` : '',
      advisor.suggestFix(page, worst.measure, null, resource),
      'To accept it: --update-baseline.',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** @param {FileGrowth} file */
function describeGrowth({ path, was, is }) {
  if (was === null) return `${path} is new (${formatLimit('bytes', is)})`;
  return `${path} ${formatLimit('bytes', was)} → ${formatLimit('bytes', is)}`;
}

/** @param {number} was @param {number} is */
function formatShare(was, is) {
  return `+${((100 * (is - was)) / Math.max(was, 1)).toFixed(1)} %`;
}

/** @param {Pick<PageRow, 'was' | 'is'>} row */
function shareOf({ was, is }) {
  return (is - was) / Math.max(was, 1);
}

/** @param {PageRow} a @param {PageRow} b */
function byWorst(a, b) {
  return Number(b.isOver) - Number(a.isOver) || shareOf(b) - shareOf(a) || (a.page < b.page ? -1 : 1);
}

/** @param {FileGrowth} a @param {FileGrowth} b */
function byGrowth(a, b) {
  return b.is - (b.was ?? 0) - (a.is - (a.was ?? 0)) || (a.path < b.path ? -1 : 1);
}

/** @param {readonly SitePath[]} paths @param {ReadonlyMap<SitePath, PageFigures>} pages */
function sumPages(paths, pages) {
  const figures = paths.flatMap((path) => pages.get(path) ?? []);
  return {
    requests: figures.reduce((sum, { requests }) => sum + requests, 0),
    bytes: figures.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
