/** @import { Cost, Report } from '../types.ts' */
/** @import { Failure } from '../types.ts' */
/** @import { Baseline, PageFigures, Tolerance } from './types.ts' */

import { InputError } from '../../base/errors.js';
import { exact } from '../../base/exact.js';
import { nameOfPage } from '../../base/name-of-page.js';
import { shippedSide } from './shipped.js';
import { limitOf } from './tolerance.js';

const SCHEMA = 'pagethrift/baseline@2';
/** The first schema lists sizes on the disk, which are not comparable with transferred sizes. */
const FIRST_SCHEMA = 'pagethrift/baseline@1';

/**
 * Creates a baseline from a report: the figures for later runs, and the failures that it accepts.
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
  const files = report.resources.map(({ path, bytes, sent = bytes }) => exact([path, sent]));
  const { requests, bytes } = report.site[side];
  const over = Map.groupBy(
    failures.filter(({ kind }) => kind === 'budget'),
    ({ page }) => page ?? '',
  );
  const accepted = [...over].map(([page, group]) =>
    exact([page, Object.fromEntries(group.map(({ measure, actual }) => [measure, Number(actual)]))]),
  );
  return {
    conditions: { link, http, visit },
    site: { requests, bytes },
    pages: new Map(figures),
    files: new Map(files),
    accepted: new Map(accepted),
  };
}

/**
 * Returns true if a baseline accepted the same or a larger excess of the page.
 * @param {Baseline} baseline
 * @param {Failure} failure
 * @param {Tolerance} tolerance
 */
export function isAccepted({ accepted }, { page, measure, actual }, tolerance) {
  const limit = accepted.get(page ?? '')?.[measure];
  return limit !== undefined && actual !== null && actual <= limitOf(measureIn(measure), limit, tolerance, 0);
}

/**
 * Returns the measure in the label of a budget's limit: `image bytes`, `ms on 3g over HTTP/2`.
 * @param {string} label
 */
function measureIn(label) {
  const known = exact(['requests', 'packets', 'ms']).find((measure) => label.split(' ')[0] === measure);
  return known ?? 'bytes';
}

/** Writes a baseline for version control: sorted, with a line for each page and file. @param {Baseline} baseline */
export function renderBaseline({ conditions, site, pages, files, accepted }) {
  const lines = [
    '{',
    ` "schema": ${JSON.stringify(SCHEMA)},`,
    ` "conditions": ${JSON.stringify(conditions)},`,
    ...(site ? [` "site": ${JSON.stringify([site.requests, site.bytes])},`] : []),
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
 * Reads a baseline, or a complete former report, from its text.
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
    throw new InputError('bad-baseline', `“${name}” is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
  try {
    if (/^pagethrift\/report@\d+$/.test(data.schema)) return makeBaseline(data);
    if (data.schema === SCHEMA) return readBaseline(data);
    if (data.schema === FIRST_SCHEMA) return { ...readBaseline(data), files: new Map() };
  } catch (cause) {
    throw new InputError('bad-baseline', `“${name}” is damaged. Write it again with --update-baseline.`, { cause });
  }
  throw new InputError(
    'bad-baseline',
    `“${name}” is neither a baseline nor a report. Write one with --update-baseline.`,
  );
}

/** @param {{ requests: number, bytes: number }} totals @param {Cost | undefined} cost @returns {PageFigures} */
function figuresOf({ requests, bytes }, cost) {
  return { requests, bytes, packets: cost ? cost.packets : null, ms: cost ? Math.round(cost.ms) : null };
}

/** @param {any} data @returns {Baseline} */
function readBaseline({ conditions, site = null, pages, files, accepted = {} }) {
  const figures = Object.entries(pages).map(([path, [requests, bytes, packets, ms]]) => {
    return exact([path, { requests, bytes, packets, ms }]);
  });
  return {
    conditions,
    site: site && { requests: site[0], bytes: site[1] },
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
