/** @import { Cost, Report } from '../types.ts' */
/** @import { Advisor } from './fix.js' */
/** @import { Failure } from '../types.ts' */
/** @import { Baseline, Measure, PageFigures } from './types.ts' */

import { InputError } from '../../base/errors.js';
import { exact } from '../../base/exact.js';
import { nameOfPage } from '../../base/name-of-page.js';
import { createAdvisor } from './fix.js';
import { shippedSide } from './shipped.js';
import { formatLimit } from './units.js';

const schema = 'pagethrift/baseline@1';
/** @type {readonly Measure[]} */
const measures = ['requests', 'bytes', 'packets', 'ms'];

/**
 * Takes from a report what later runs are compared with, and what it accepts though it is over a budget.
 * @param {Report} report
 * @param {readonly Failure[]} [failures]
 * @returns {Baseline}
 */
export function makeBaseline(report, failures = []) {
  const { link, http, visit } = report.conditions;
  const side = shippedSide(report);
  const figures = report.pages.map((page) => {
    const estimate = page.estimates.find((each) => each.link === link && each.http === http && each.visit === visit);
    return exact([nameOfPage(page), figuresOf(page[side], estimate?.[side])]);
  });
  const files = report.resources.map(({ path, bytes }) => exact([path, bytes]));
  const over = Map.groupBy(
    failures.filter(({ kind }) => kind === 'budget'),
    ({ page }) => page ?? '',
  );
  const accepted = [...over].map(([page, group]) =>
    exact([page, Object.fromEntries(group.map(({ measure, actual }) => [measure, Number(actual)]))]),
  );
  return {
    conditions: { link, http, visit },
    pages: new Map(figures),
    files: new Map(files),
    accepted: new Map(accepted),
  };
}

/**
 * Whether a baseline accepted that a page is as far over its budget as it is.
 * @param {Baseline} baseline
 * @param {Failure} failure
 * @param {number} tolerance in percent
 */
export function isAccepted({ accepted }, { page, measure, actual }, tolerance) {
  const limit = accepted.get(page ?? '')?.[measure];
  return limit !== undefined && actual !== null && actual <= limit * (1 + tolerance / 100);
}

/** Writes a baseline for version control: sorted, a line for each page and file. @param {Baseline} baseline */
export function renderBaseline({ conditions, pages, files, accepted }) {
  const lines = [
    '{',
    ` "schema": ${JSON.stringify(schema)},`,
    ` "conditions": ${JSON.stringify(conditions)},`,
    ' "pages": {',
    sortedLines(pages, ({ requests, bytes, packets, ms }) => [requests, bytes, packets, ms]),
    ' },',
    ' "files": {',
    sortedLines(files, (bytes) => bytes),
    ...(accepted.size > 0 ? [' },', ' "accepted": {', sortedLines(accepted, sortKeys)] : []),
    ' }',
    '}',
    '',
  ];
  return lines.join('\n');
}

/**
 * Reads a baseline, or a whole former report, from its text.
 * @param {string} text
 * @param {string} name the file, for messages
 * @returns {Baseline}
 */
export function parseBaseline(text, name) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new InputError('bad-baseline', `${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  try {
    if (data.schema === 'pagethrift/report@1') return makeBaseline(data);
    if (data.schema === schema) return readBaseline(data);
  } catch {
    throw new InputError('bad-baseline', `${name} is damaged: write it again with --update-baseline`);
  }
  throw new InputError('bad-baseline', `${name} is neither a baseline nor a report: write one with --update-baseline`);
}

/**
 * Finds the pages that cost more than they did, beyond the tolerance.
 * @param {Report} report
 * @param {Baseline} baseline
 * @param {number} tolerance in percent
 * @param {Advisor} [advisor]
 * @returns {Failure[]}
 */
export function compareBaseline(report, baseline, tolerance, advisor = createAdvisor(report)) {
  const now = makeBaseline(report);
  const comparable = JSON.stringify(now.conditions) === JSON.stringify(baseline.conditions);
  const grown = describeGrowth(now, baseline);
  return [...now.pages].flatMap(([path, figures]) => {
    const former = baseline.pages.get(path);
    if (!former) return [];
    const worse = measures.flatMap((measure) => {
      const [was, is] = [former[measure], figures[measure]];
      const counts = measure === 'requests' || measure === 'bytes' || comparable;
      if (!counts || was === null || is === null || is <= was * (1 + tolerance / 100)) return [];
      return [{ measure, was, is, share: (is - was) / Math.max(was, 1) }];
    });
    if (worse.length === 0) return [];
    const worst = worse.reduce((most, each) => (each.share > most.share ? each : most));
    const parts = worse.map(
      ({ measure, was, is, share }) =>
        `${measure} ${formatLimit(measure, was)} → ${formatLimit(measure, is)} (+${(100 * share).toFixed(1)} %)`,
    );
    const files = advisor.listFiles(path).filter(({ path: file }) => grown.has(file));
    const why = files.map(({ path: file }) => grown.get(file));
    const beyond = tolerance > 0 ? `, beyond the tolerance of ${tolerance} %` : '';
    return [
      {
        kind: exact('baseline'),
        page: path,
        line: null,
        column: null,
        resource: files[0]?.path ?? null,
        measure: worse.map(({ measure }) => measure).join(', '),
        limit: worst.was * (1 + tolerance / 100),
        actual: worst.is,
        message: `${path} got worse than the baseline: ${parts.join(', ')}${beyond}`,
        fix: [
          why.length > 0 ? `${why.join(', ')}.` : '',
          advisor.suggestFix(path, worst.measure, null),
          'To accept it: --update-baseline.',
        ]
          .filter(Boolean)
          .join(' '),
      },
    ];
  });
}

/**
 * Says of each file that is new or larger what it was and is.
 * @param {Baseline} now
 * @param {Baseline} former
 * @returns {Map<string, string>}
 */
function describeGrowth(now, former) {
  const grown = [...now.files].flatMap(([path, bytes]) => {
    const was = former.files.get(path);
    if (was === undefined) return [{ path, by: bytes, text: `${path} is new (${formatLimit('bytes', bytes)})` }];
    if (bytes <= was) return [];
    return [
      {
        path,
        by: bytes - was,
        text: `${path} grew from ${formatLimit('bytes', was)} to ${formatLimit('bytes', bytes)}`,
      },
    ];
  });
  return new Map(grown.sort((a, b) => b.by - a.by).map(({ path, text }) => [path, text]));
}

/** @param {{ requests: number, bytes: number }} totals @param {Cost | undefined} cost @returns {PageFigures} */
function figuresOf({ requests, bytes }, cost) {
  return { requests, bytes, packets: cost ? cost.packets : null, ms: cost ? Math.round(cost.ms) : null };
}

/** @param {any} data @returns {Baseline} */
function readBaseline({ conditions, pages, files, accepted = {} }) {
  const figures = Object.entries(pages).map(([path, [requests, bytes, packets, ms]]) => {
    return exact([path, { requests, bytes, packets, ms }]);
  });
  return {
    conditions,
    pages: new Map(figures),
    files: new Map(Object.entries(files)),
    accepted: new Map(Object.entries(accepted)),
  };
}

/** @template Value @param {ReadonlyMap<string, Value>} map @param {(value: Value) => unknown} shape */
function sortedLines(map, shape) {
  return [...map]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(shape(value))}`)
    .join(',\n');
}

/** @param {Readonly<Record<string, number>>} record */
function sortKeys(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
