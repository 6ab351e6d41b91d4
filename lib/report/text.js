/** @import { Cell } from './text-table.js' */
/** @import { Summary, FullReport } from './types.ts' */

import { exact } from '../base/exact.js';
import { describeEmissions } from './emissions.js';
import { escapeAll, escapeTerminal } from './escape.js';
import {
  formatBytes,
  formatChange,
  formatCount,
  formatMs,
  formatNumber,
  formatSaving,
  formatTimeSaving,
  sayNoChange,
} from './format.js';
import { listImageCounts } from './image-counts.js';
import { describeProcessor } from './processor.js';
import { listSteps } from './steps.js';
import { addSaves, isSaving, summariseReport } from './summary.js';
import { checked, compared, verdict } from './text-gate.js';
import { countCell, heading, more, paint, table, wrap } from './text-table.js';
import { tabulateVisits } from './visits.js';
import { groupWarnings, placeOfWarning } from './warnings.js';

/** Max width. Longer lines are hard to read on a wide terminal. */
const widestLine = 110;
/** Max rows of rules, so that the report fits a screen or two. The files have all. */
const maxRules = 8;
/** Max steps. See `maxRules`. */
const maxSteps = 5;
/** Max changes. See `maxRules`. */
const maxChanges = 10;
/** Max files. See `maxRules`. */
const maxFiles = 5;
/** Max warnings. See `maxRules`. */
const maxWarnings = 6;

/**
 * Writes a report for a terminal, about one screen: totals, rules, best changes, largest files, warnings.
 * @param {FullReport} full
 * @param {{ columns?: number, colour?: boolean }} [options]
 */
export function renderText(full, { columns = 80, colour = false } = {}) {
  const width = Math.max(40, Math.min(columns, widestLine));
  const report = escapeAll(full, escapeTerminal);
  const summary = summariseReport(report);
  const sections = [
    title(report),
    totals(report, summary),
    levels(report, summary),
    processor(report),
    looks(report),
    visits(report),
    rules(summary, report.pages.length),
    steps(report),
    changes(summary),
    files(summary),
    accessibility(report),
    emissions(report, width),
    warnings(report, width),
    compared(report),
    verdict(report, width),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map((cells) => paint(cells, colour)).join('\n')}\n`)
    .join('\n');
}

/** @param {FullReport} report @returns {Cell[][]} */
function title(report) {
  const { link, http, visit, safety } = report.conditions;
  const conditions = `${link}, HTTP/${http}, ${visit} visit, ${safety}`;
  return [
    [
      { text: `${report.command} ${report.input.name}`, tint: 'bold' },
      { text: `   ${formatCount(report.pages.length, 'page')} · ${conditions}${spoken(report)}`, tint: 'dim' },
    ],
  ];
}

/** Writes the counts of images that assistive technology cannot read. @param {FullReport} report @returns {Cell[][]} */
function accessibility({ accessibility: counts }) {
  return listImageCounts(counts).map(({ label, before, after }, at) => [
    { text: `${at === 0 ? 'Accessibility' : ''}`.padEnd(16), tint: 'bold' },
    { text: `${label} ${formatNumber(before)} → ${formatNumber(after)}` },
  ]);
}

/** Writes the estimated emissions. @param {FullReport} report @param {number} width @returns {Cell[][]} */
function emissions(report, width) {
  const said = describeEmissions(report);
  return said === null ? [] : wrap(said, { width, first: '' });
}

/** Writes the HTTP version of a page's server. @param {FullReport} report */
function spoken({ input: { httpVersions = [] } }) {
  return httpVersions.length > 0 ? ` · the server speaks HTTP/${httpVersions.join(' and HTTP/')}` : '';
}

/** @param {FullReport} report @returns {Cell[][]} */
function visits({ visits: counted }) {
  if (!counted) return [];
  const { heads, rows } = tabulateVisits(counted);
  /** @param {readonly string[]} cells @param {Cell['tint']} [tint] @returns {Cell[]} */
  const line = (cells, tint) => cells.map((text, index) => ({ text, end: index > 0, tint }));
  return [heading('Visits'), ...table([line(heads, 'dim'), ...rows.map((row) => line(row))])];
}

/** @param {FullReport} report @param {Summary} summary @returns {Cell[][]} */
function totals(report, { before, after, cost }) {
  if (report.command === 'check') return checked(report, { before, cost });
  /** @type {[string, number, number, (value: number) => string][]} */
  const rows = [
    ['requests', before.requests, after.requests, formatNumber],
    ['bytes', before.bytes, after.bytes, formatBytes],
  ];
  if (cost.pages > 0) {
    const packets = cost.pages === 1 ? 'packets' : 'packets a page';
    rows.push([packets, cost.before.packets / cost.pages, cost.after.packets / cost.pages, formatNumber]);
    const share = cost.pages === 1 ? 'time' : 'time a page';
    rows.push([share, cost.before.ms / cost.pages, cost.after.ms / cost.pages, formatMs]);
  }
  if (report.pages.length === 0) return [[{ text: 'no page to load' }]];
  return table(
    rows.map(([name, from, to, format]) => {
      const isUnknown = format === formatMs && cost.isWithinError;
      return [
        { text: name },
        { text: format(from), end: true },
        { text: '→' },
        { text: format(to), end: true, tint: 'bold' },
        {
          text: isUnknown ? sayNoChange() : formatChange(from, to),
          end: true,
          tint: isUnknown || to === from ? 'dim' : to < from ? 'good' : 'bad',
        },
      ];
    }),
  );
}

/** @param {FullReport} report @returns {Cell[][]} */
function processor(report) {
  const said = describeProcessor(report);
  return said === null ? [] : [[{ text: said }]];
}

/** Writes the saving of the next level. @param {FullReport} report @param {Summary} summary @returns {Cell[][]} */
function levels({ levels: known = [] }, { before }) {
  return known.map(({ safety, bytes }) => [
    { text: `with --safety ${safety}, about: ${formatBytes(before.bytes)} → ${formatBytes(bytes)}` },
  ]);
}

/** @param {FullReport} report @returns {Cell[][]} */
function looks({ looks: seen }) {
  if (!seen) return [];
  const { full, boxes, alike, different, original } = seen;
  const rows = [
    [full, 'page', 'rendered before and after'],
    [boxes, 'page', 'compared by the boxes of all elements'],
    [alike, 'page', 'with the same changes as one of these'],
    [different, 'page', 'with a visible change, which was rolled back'],
    [original, 'page', 'shipped unchanged'],
  ];
  const lines = rows.flatMap(([count, noun, what]) =>
    Number(count) > 0 ? [[{ text: `  ${formatCount(Number(count), String(noun))} ${what}` }]] : [],
  );
  return lines.length > 0 ? [heading('Verified'), ...lines] : [];
}

/** @param {Summary} summary @param {number} pages @returns {Cell[][]} */
function rules(summary, pages) {
  const { rules: all, advice, isDone } = summary;
  if (all.length + advice.length === 0) return [];
  const shown = all.slice(0, maxRules);
  const heads = [
    'rule',
    isDone ? 'done' : 'possible',
    'advised',
    'not done',
    'requests',
    'bytes',
    pages === 1 ? 'time' : 'time a page',
  ];
  const ofRule = (/** @type {import('./types.ts').RuleRow} */ { rule, saves, ...count }) => [
    { text: rule },
    ...[count.applied, count.advised, count.rejected].map(countCell),
    ...savingCells(saves, pages),
  ];
  const left = all.slice(maxRules);
  const rest = left.map(({ saves }) => saves).reduce(addSaves, { requests: 0, bytes: 0, packets: 0, ms: 0 });
  const sums = [
    ...(left.length > 0 ? [sumRow(formatCount(left.length, 'more rule'), rest, pages)] : []),
    ...(isSaving(summary.shared) ? [sumRow('shared by rules', summary.shared, pages)] : []),
    ...(all.length > 0
      ? [sumRow('total', summary.total, pages).map((cell) => ({ ...cell, tint: exact('bold') }))]
      : []),
  ];
  const advised = advice.slice(0, maxRules).map(ofRule);
  const note = { text: 'advised only, not counted above', tint: exact('dim') };
  const lines = table([
    heads.map((text, index) => ({ text, end: index > 0, tint: exact('dim') })),
    ...shown.map(ofRule),
    ...sums,
    ...advised,
  ]);
  const split = lines.length - advised.length;
  return [
    heading(isDone ? 'By rule' : 'Savings by rule, if applied'),
    ...lines.slice(0, split),
    ...(advised.length > 0 ? [[{ ...note, text: `  ${note.text}` }], ...lines.slice(split)] : []),
  ];
}

/** @param {string} text @param {import('./types.ts').Saves} saves @param {number} pages @returns {Cell[]} */
function sumRow(text, saves, pages) {
  return [{ text }, { text: '' }, { text: '' }, { text: '' }, ...savingCells(saves, pages)];
}

/** @param {import('./types.ts').Saves} saves @param {number} pages @returns {Cell[]} */
function savingCells(saves, pages) {
  return [
    { text: formatSaving(saves.requests, formatNumber), end: true },
    { text: formatSaving(saves.bytes, formatBytes), end: true },
    // The whole sentence would not fit a narrow table.
    { text: saves.isWithinError ? 'not measurable' : formatTimeSaving(saves, pages), end: true },
  ];
}

/** @param {FullReport} report @returns {Cell[][]} */
function steps(report) {
  const rows = listSteps(report, maxSteps).map(({ step, requests, bytes, ms, isEnd }) => [
    { text: step },
    { text: formatNumber(requests), end: true },
    { text: formatBytes(bytes), end: true },
    { text: isEnd ? formatMs(ms) : '', end: true },
  ]);
  if (rows.length === 0) return [];
  const heads = ['the mean page after', 'requests', 'bytes', 'time'];
  const head = heads.map((text, index) => ({ text, end: index > 0, tint: exact('dim') }));
  return [heading('From before to after'), ...table([head, ...rows])];
}

/** @param {Summary} summary @returns {Cell[][]} */
function changes({ best, isDone }) {
  const worth = best.filter(({ saves }) => saves.bytes > 0 || saves.requests > 0);
  if (worth.length === 0) return [];
  const shown = worth.slice(0, maxChanges);
  const lines = table(
    shown.map(({ change, pages, saves }) => [
      { text: formatSaving(saves.bytes, formatBytes), end: true, tint: 'good' },
      { text: formatTimeSaving(saves), end: true, tint: 'dim' },
      { text: change.rule, tint: 'dim' },
      { text: placeOf(change, pages.size) },
    ]),
  );
  const head = isDone ? 'Best changes' : 'Best changes to make';
  return [heading(head), ...lines, ...more(worth.length - shown.length, 'change')];
}

/** @param {Summary} summary @returns {Cell[][]} */
function files({ biggest }) {
  if (biggest.length === 0) return [];
  const lines = table(
    biggest
      .slice(0, maxFiles)
      .map(({ path, bytes, sent = bytes, usedBy }) => [
        { text: formatBytes(sent), end: true },
        { text: `on ${formatCount(usedBy.length, 'page')}`, tint: 'dim' },
        { text: path },
      ]),
  );
  return [heading('Biggest files'), ...lines];
}

/** @param {FullReport} report @param {number} width @returns {Cell[][]} */
function warnings({ warnings: all }, width) {
  if (all.length === 0) return [];
  const groups = groupWarnings(all);
  const lines = groups.slice(0, maxWarnings).flatMap(({ warning, times }) => {
    const place = placeOfWarning(warning);
    return wrap(`${place}${place && '  '}${warning.message}${times}`, { width, rest: '    ' });
  });
  const left = groups.slice(maxWarnings).reduce((sum, { count }) => sum + count, 0);
  return [heading(formatCount(all.length, 'warning')), ...lines, ...more(left, 'warning')];
}

/**
 * Names the place of a change: its file, otherwise its page and line.
 * @param {import('./types.ts').ChangeReport} change
 * @param {number} pages
 */
function placeOf({ resource, page, line }, pages) {
  const place = resource ?? (line === null ? page : `${page}:${line}`);
  return pages > 1 ? `${place} (${formatNumber(pages)} pages)` : place;
}
