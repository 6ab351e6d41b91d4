/** @import { Summary, FullReport } from './types.ts' */

import { exact } from '../base/exact.js';
import { escapeAll, escapeTerminal } from './escape.js';
import { formatBytes, formatChange, formatCount, formatMs, formatNumber, formatSaving, shorten } from './format.js';
import { listSteps } from './steps.js';
import { tabulateComparison } from './comparison.js';
import { addSaves, isSaving, summariseReport } from './summary.js';
import { tabulateVisits } from './visits.js';
import { groupWarnings } from './warnings.js';

/** Wider lines are hard to read on a wide terminal. */
const widestLine = 110;
/** Rows of each list, so that the report fits a screen or two; the files hold all. */
const mostRules = 8;
/** See `mostRules`. */
const mostSteps = 5;
/** See `mostRules`. */
const mostChanges = 10;
/** See `mostRules`. */
const mostFiles = 5;
/** See `mostRules`. */
const mostWarnings = 3;
/** See `mostRules`. */
const mostFailures = 10;

/** @typedef {{ text: string, end?: boolean, tint?: Tint }} Cell */
/** @typedef {'bold' | 'dim' | 'good' | 'bad'} Tint */

/** SGR codes of the sixteen colours every terminal has. */
const codes = { bold: [1, 22], dim: [2, 22], good: [32, 39], bad: [31, 39] };

/**
 * Writes a report as one screen for a terminal: totals, rules, best changes, biggest files, warnings.
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
    looks(report),
    visits(report),
    rules(summary, report.pages.length, width),
    steps(report),
    changes(summary, width),
    files(summary, width),
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

/** What the server of a page speaks. @param {FullReport} report */
function spoken({ input: { httpVersions = [] } }) {
  return httpVersions.length > 0 ? ` · the server speaks HTTP/${httpVersions.join(' and HTTP/')}` : '';
}

/** @param {FullReport} report @returns {Cell[][]} */
function visits({ visits: counted }) {
  if (!counted) return [];
  const { heads, rows } = tabulateVisits(counted);
  /** @param {readonly string[]} cells @param {Tint} [tint] @returns {Cell[]} */
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
    rows.map(([name, from, to, format]) => [
      { text: name },
      { text: format(from), end: true },
      { text: '→' },
      { text: format(to), end: true, tint: 'bold' },
      { text: formatChange(from, to), end: true, tint: to < from ? 'good' : to > from ? 'bad' : 'dim' },
    ]),
  );
}

/**
 * Writes what a checked site costs: nothing was made, so there is no after.
 * @param {FullReport} report
 * @param {Pick<Summary, 'before' | 'cost'>} now
 * @returns {Cell[][]}
 */
function checked({ pages, gate }, { before, cost }) {
  if (pages.length === 0) return [[{ text: 'There is no page to load.' }]];
  const { was } = gate?.comparison?.site ?? { was: null };
  /** @type {[string, number | null, number, (value: number) => string][]} */
  const rows = [
    ['requests', was && was.requests, before.requests, formatNumber],
    ['bytes', was && was.bytes, before.bytes, formatBytes],
  ];
  if (cost.pages > 0) {
    const share = cost.pages === 1 ? '' : ' a page';
    rows.push([`packets${share}`, null, cost.before.packets / cost.pages, formatNumber]);
    rows.push([`time${share}`, null, cost.before.ms / cost.pages, formatMs]);
  }
  const head = was ? ['', 'baseline', '', 'now', ''] : ['', 'now'];
  return table([
    head.map((text) => ({ text, end: text !== '', tint: exact('dim') })),
    ...rows.map(([name, from, to, format]) => {
      const now = { text: format(to), end: true, tint: exact('bold') };
      if (!was) return [{ text: name }, now];
      if (from === null) return [{ text: name }, { text: '', end: true }, { text: ' ' }, now, { text: '' }];
      const tint = exact(to > from ? 'bad' : to < from ? 'good' : 'dim');
      return [
        { text: name },
        { text: format(from), end: true },
        { text: '→' },
        now,
        { text: formatChange(from, to), end: true, tint },
      ];
    }),
  ]);
}

/** Writes pages next to their baseline and their limit. @param {FullReport} report @returns {Cell[][]} */
function compared({ gate }) {
  if (!gate?.comparison) return [];
  const { heads, rows, notes } = tabulateComparison(gate.comparison);
  const lines = rows.map(({ cells, isOver }) =>
    cells.map((text, index) => ({ text, end: index > 1, ...(isOver ? { tint: exact('bad') } : {}) })),
  );
  const head = heads.map((text, index) => ({ text, end: index > 1, tint: exact('dim') }));
  return [
    heading(`Against the baseline (allowed: ${gate.comparison.tolerance}; no request more)`),
    ...(rows.length > 0 ? table([head, ...lines]) : []),
    ...notes.map((text) => [{ text: `  ${text}`, tint: exact('dim') }]),
  ];
}

/** What the next level would save. @param {FullReport} report @param {Summary} summary @returns {Cell[][]} */
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
    [boxes, 'page', 'compared by the places of everything on it'],
    [alike, 'page', 'changed like one of these'],
    [different, 'page', 'on which a change showed: it was taken back'],
    [original, 'page', 'shipped as it was'],
  ];
  const lines = rows.flatMap(([count, noun, what]) =>
    Number(count) > 0 ? [[{ text: `  ${formatCount(Number(count), String(noun))} ${what}` }]] : [],
  );
  return lines.length > 0 ? [heading('Looked at'), ...lines] : [];
}

/** @param {Summary} summary @param {number} pages @param {number} width @returns {Cell[][]} */
function rules(summary, pages, width) {
  const { rules: all, advice, isDone } = summary;
  if (all.length + advice.length === 0) return [];
  const shown = all.slice(0, mostRules);
  const room = Math.max(12, width - 58);
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
    { text: shorten(rule, room) },
    ...[count.applied, count.advised, count.rejected].map(countCell),
    ...savingCells(saves, pages),
  ];
  const left = all.slice(mostRules);
  const rest = left.map(({ saves }) => saves).reduce(addSaves, { requests: 0, bytes: 0, packets: 0, ms: 0 });
  const sums = [
    ...(left.length > 0 ? [sumRow(formatCount(left.length, 'more rule'), rest, pages)] : []),
    ...(isSaving(summary.shared) ? [sumRow('shared by several', summary.shared, pages)] : []),
    ...(all.length > 0 ? [sumRow('together', summary.total, pages).map((cell) => ({ ...cell, tint: exact('bold') }))] : []),
  ];
  const advised = advice.slice(0, mostRules).map(ofRule);
  const note = { text: 'advised only, not counted above', tint: exact('dim') };
  const lines = table([
    heads.map((text, index) => ({ text, end: index > 0, tint: exact('dim') })),
    ...shown.map(ofRule),
    ...sums,
    ...advised,
  ]);
  const split = lines.length - advised.length;
  return [
    heading(isDone ? 'By rule' : 'What each rule would save'),
    ...lines.slice(0, split),
    ...(advised.length > 0 ? [[{ ...note, text: `  ${note.text}` }], ...lines.slice(split)] : []),
  ];
}

/** @param {string} text @param {import('./types.ts').Saves} saves @param {number} pages @returns {Cell[]} */
function sumRow(text, saves, pages) {
  return [{ text }, { text: '' }, { text: '' }, { text: '' }, ...savingCells(saves, pages)];
}

/** @param {import('./types.ts').Saves} saves @param {number} pages @returns {Cell[]} */
function savingCells({ requests, bytes, ms }, pages) {
  return [
    { text: formatSaving(requests, formatNumber), end: true },
    { text: formatSaving(bytes, formatBytes), end: true },
    { text: formatSaving(ms / Math.max(1, pages), formatMs), end: true },
  ];
}

/** @param {FullReport} report @returns {Cell[][]} */
function steps(report) {
  const rows = listSteps(report, mostSteps).map(({ step, requests, bytes, ms }) => [
    { text: step },
    { text: formatNumber(requests), end: true },
    { text: formatBytes(bytes), end: true },
    { text: formatMs(ms), end: true },
  ]);
  if (rows.length === 0) return [];
  const heads = ['the mean page after', 'requests', 'bytes', 'time'];
  const head = heads.map((text, index) => ({ text, end: index > 0, tint: exact('dim') }));
  return [heading('From before to after'), ...table([head, ...rows])];
}

/** @param {Summary} summary @param {number} width @returns {Cell[][]} */
function changes({ best, isDone }, width) {
  const worth = best.filter(({ saves }) => saves.bytes > 0 || saves.requests > 0);
  if (worth.length === 0) return [];
  const shown = worth.slice(0, mostChanges);
  const room = Math.max(20, width - 30);
  const lines = table(
    shown.map(({ change, pages, saves }) => [
      { text: formatSaving(saves.bytes, formatBytes), end: true, tint: 'good' },
      { text: saves.isWithinError ? 'about 0' : formatSaving(saves.ms, formatMs), end: true, tint: 'dim' },
      { text: shorten(placeOf(change, pages.size), Math.floor(room / 2)) },
      { text: change.rule, tint: 'dim' },
    ]),
  );
  const head = isDone ? 'Best changes' : 'Best changes to make';
  return [heading(head), ...lines, ...more(worth.length - shown.length, 'change')];
}

/** @param {Summary} summary @param {number} width @returns {Cell[][]} */
function files({ biggest }, width) {
  if (biggest.length === 0) return [];
  const lines = table(
    biggest
      .slice(0, mostFiles)
      .map(({ path, bytes, sent = bytes, usedBy }) => [
        { text: formatBytes(sent), end: true },
        { text: shorten(path, width - 30) },
        { text: `on ${formatCount(usedBy.length, 'page')}`, tint: 'dim' },
      ]),
  );
  return [heading('Biggest files'), ...lines];
}

/** @param {FullReport} report @param {number} width @returns {Cell[][]} */
function warnings({ warnings: all }, width) {
  if (all.length === 0) return [];
  const groups = groupWarnings(all);
  const lines = groups.slice(0, mostWarnings).map(({ warning: { page, line, column, message }, times }) => {
    const place = page ? `${[page, line, column].filter((part) => part !== undefined).join(':')}  ` : '';
    const room = Math.max(20, width - 2 - Math.min(40, place.length) - times.length);
    return [{ text: `  ${shorten(place, 40)}${shorten(message, room)}${times}` }];
  });
  const left = groups.slice(mostWarnings).reduce((sum, { count }) => sum + count, 0);
  return [heading(formatCount(all.length, 'warning')), ...lines, ...more(left, 'warning')];
}

/** @param {FullReport} report @param {number} width @returns {Cell[][]} */
function verdict({ gate }, width) {
  if (!gate) return [];
  if (gate.passed && gate.against.length === 0)
    return [[{ text: 'There is nothing to compare with yet, so nothing was judged.', tint: 'bold' }]];
  if (gate.passed) return [[{ text: `The gate is passed: ${gate.against.join(', ')}.`, tint: 'good' }]];
  const lines = gate.failures
    .slice(0, mostFailures)
    .flatMap(({ message, fix }) => [
      [{ text: `  ${message}`, tint: exact('bad') }],
      ...(fix ? [[{ text: `    ${shorten(fix, width * 2)}` }]] : []),
    ]);
  return [
    heading(`The gate failed: ${formatCount(gate.failures.length, 'fault')}`),
    ...lines,
    ...more(gate.failures.length - mostFailures, 'fault'),
  ];
}

/**
 * Names where a change is: its file, else its page and line.
 * @param {import('./types.ts').ChangeReport} change
 * @param {number} pages
 */
function placeOf({ resource, page, line }, pages) {
  const place = resource ?? (line === null ? page : `${page}:${line}`);
  return pages > 1 ? `${place} (${formatNumber(pages)} pages)` : place;
}

/** @param {number} count @returns {Cell} */
function countCell(count) {
  return { text: count === 0 ? '–' : formatNumber(count), end: true };
}

/** @param {string} text @returns {Cell[]} */
function heading(text) {
  return [{ text, tint: 'bold' }];
}

/** @param {number} count @param {string} noun @returns {Cell[][]} */
function more(count, noun) {
  return count > 0 ? [[{ text: `  … and ${formatCount(count, `more ${noun}`)}`, tint: 'dim' }]] : [];
}

/** Pads cells so that columns stand under each other. @param {Cell[][]} rows @returns {Cell[][]} */
function table(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.text.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      const last = column === row.length - 1 && !cell.end;
      const text = cell.end ? cell.text.padStart(width) : last ? cell.text : cell.text.padEnd(width);
      return { ...cell, text: `  ${text}` };
    }),
  );
}

/** @param {Cell[]} cells @param {boolean} colour */
function paint(cells, colour) {
  return cells
    .map(({ text, tint }) => {
      if (!colour || !tint) return text;
      const [on, off] = codes[tint];
      return `\u001b[${on}m${text}\u001b[${off}m`;
    })
    .join('')
    .trimEnd();
}
