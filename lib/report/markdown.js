/** @import { Summary, FullReport } from './types.ts' */

import { nameOfPage } from '../base/name-of-page.js';
import { tabulateComparison } from './comparison.js';
import { describeEmissions } from './emissions.js';
import { escapeMarkdown, writeCode } from './escape.js';
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
import { groupFailures } from './group-failures.js';
import { listImageCounts } from './image-counts.js';
import { addressOfRule } from './places.js';
import { describeProcessor } from './processor.js';
import { listSteps } from './steps.js';
import { compare, isSaving, summariseReport } from './summary.js';
import { describePassed } from './text-gate.js';
import { tabulateVisits } from './visits.js';
import { groupWarnings, placeOfWarning } from './warnings.js';

/** Max characters. GitHub rejects a comment of 65,536 characters, and this leaves room for the user's own heading. */
const maxCharacters = 59_000;
/** Max rows of pages, because a comment on GitHub holds 65,536 characters. */
const mostPages = 50;
/** Max steps. The other rules are joined to one line. */
const MAX_STEPS = 8;

/**
 * Writes a report for a pull request, the worst first, cut to a length that can be posted.
 * @param {FullReport} report
 */
export function renderMarkdown(report) {
  const summary = summariseReport(report);
  const parts = [
    ...head(report),
    ...gate(report),
    ...totals(report, summary),
    ...processor(report),
    ...visits(report),
    ...rules(summary, report.pages.length),
    ...steps(report),
    ...pages(report),
    ...changes(summary),
    ...accessibility(report),
    ...emissions(report),
    ...warnings(report),
    ...rejected(report),
  ];
  return fit(parts);
}

/** @param {FullReport} report */
function accessibility(report) {
  const rows = listImageCounts(report.accessibility).map(
    ({ label, before, after }) => `| ${label} | ${formatNumber(before)} | ${formatNumber(after)} |`,
  );
  return rows.length === 0 ? [] : ['### Accessibility', ['| | before | after |', '|---|--:|--:|', ...rows].join('\n')];
}

/** @param {FullReport} report */
function emissions(report) {
  const said = describeEmissions(report);
  return said === null ? [] : [said];
}

/** @param {FullReport} report */
function head({ command, input, conditions, pages: all }) {
  const { link, http, visit, safety } = conditions;
  return [
    `## pagethrift ${escapeMarkdown(command)}: ${escapeMarkdown(input.name)}`,
    `${formatCount(all.length, 'page')} · ${escapeMarkdown(link)}, HTTP/${escapeMarkdown(http)}, ${visit} ` +
      `visit, safety ${safety}`,
  ];
}

/** @param {FullReport} report */
function gate({ gate: result }) {
  if (!result) return [];
  const compared = result.comparison ? comparisonTable(result.comparison) : [];
  if (result.passed && result.against.length === 0) return ['**The gate checked nothing.**'];
  if (result.passed) return [`**The gate passed: ${describePassed(result)}.**`, ...compared];
  return [
    `### The gate failed: ${formatCount(result.failures.length, 'fault')}`,
    ...groupFailures(result.failures).map(
      ({ failure: { message, fix }, others }) =>
        `- ${escapeMarkdown([message, others].filter(Boolean).join(' '))}${fix ? ` — ${escapeMarkdown(fix)}` : ''}`,
    ),
    ...compared,
  ];
}

/** @param {import('./types.ts').Comparison} comparison */
export function comparisonTable(comparison) {
  const { heads, rows, notes } = tabulateComparison(comparison);
  const { was, is } = comparison.site;
  const lines = rows.map(
    ({ cells: [page, ...figures], isOver }) =>
      `| ${isOver ? '❌ ' : ''}${writeCode(page)} | ${figures.map(escapeMarkdown).join(' | ')} |`,
  );
  const site =
    `All pages: ${formatNumber(was.requests)} → ${formatNumber(is.requests)} requests, ${formatBytes(was.bytes)} → ` +
    `${formatBytes(is.bytes)} (${formatChange(was.bytes, is.bytes)}). Allowed for a page: ` +
    `${comparison.tolerance}; no ` +
    'request more.';
  const table =
    lines.length > 0 ? [[`| ${heads.join(' | ')} |`, '|---|---|--:|--:|--:|--:|', ...lines].join('\n')] : [];
  return [site, ...table, ...(notes.length > 0 ? [`${notes.join('; ')}.`] : [])];
}

/** @param {FullReport} report @param {Summary} summary */
function totals({ command, pages: all }, { before, after, cost }) {
  if (all.length === 0) return [];
  // Nothing was made, so there is no after. A baseline is in the table of the gate.
  if (command === 'check')
    return [`The site: ${formatCount(before.requests, 'request')}, ${formatBytes(before.bytes)}.`];
  /** @type {[string, number, number, (value: number) => string][]} */
  const rows = [
    ['requests', before.requests, after.requests, formatNumber],
    ['bytes', before.bytes, after.bytes, formatBytes],
  ];
  if (cost.pages > 0) {
    rows.push(['packets a page', cost.before.packets / cost.pages, cost.after.packets / cost.pages, formatNumber]);
    rows.push(['time a page', cost.before.ms / cost.pages, cost.after.ms / cost.pages, formatMs]);
  }
  const lines = rows.map(
    ([name, from, to, format]) =>
      `| ${name} | ${format(from)} | **${format(to)}** | ` +
      `${format === formatMs && cost.isWithinError ? sayNoChange() : formatChange(from, to)} |`,
  );
  return [['| | before | after | |', '|---|--:|--:|--:|', ...lines].join('\n')];
}

/** @param {FullReport} report */
function processor(report) {
  const said = describeProcessor(report);
  return said === null ? [] : [said];
}

/** @param {FullReport} report */
function visits({ visits: counted }) {
  if (!counted) return [];
  const { heads, rows } = tabulateVisits(counted);
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return ['### Visits', [line(heads), `|---|${'--:|'.repeat(heads.length - 1)}`, ...rows.map(line)].join('\n')];
}

/** @param {Summary} summary @param {number} count of pages */
function rules({ rules: all, advice, shared, total, isDone }, count) {
  if (all.length + advice.length === 0) return [];
  const saved = (/** @type {import('./types.ts').Saves} */ saves) =>
    `${formatSaving(saves.requests, formatNumber)} | ${formatSaving(saves.bytes, formatBytes)} | ` +
    `${formatSaving(saves.packets / Math.max(1, count), formatNumber)} | ` +
    `${formatTimeSaving(saves, count)} |`;
  const line = (/** @type {import('./types.ts').RuleRow} */ { rule, applied, advised, rejected: refused, saves }) =>
    `| [${writeCode(rule)}](${addressOfRule(rule)}) | ${applied} | ${advised} | ${refused} | ${saved(saves)}`;
  const sums = all.length > 0 ? [`| **total** | | | | ${saved(total)}`] : [];
  const lines = [
    ...all.map(line),
    ...(isSaving(shared) ? [`| shared by rules | | | | ${saved(shared)}`] : []),
    ...sums,
    ...(advice.length > 0 ? ['| *advised only, not counted above* | | | | | | | |', ...advice.map(line)] : []),
  ];
  const heads =
    `| rule | ${isDone ? 'done' : 'possible'} | advised | not done | requests | bytes | packets a page | time a ` +
    `page |`;
  return ['### Savings by rule', [heads, '|---|--:|--:|--:|--:|--:|--:|--:|', ...lines].join('\n')];
}

/** @param {FullReport} report */
function steps(report) {
  const rows = listSteps(report, MAX_STEPS).map(
    ({ step, requests, bytes, ms, isEnd }) =>
      `| ${escapeMarkdown(step)} | ${formatNumber(requests)} | ${formatBytes(bytes)} | ${isEnd ? formatMs(ms) : ''} |`,
  );
  if (rows.length === 0) return [];
  const heads = '| the mean page after | requests | bytes | time |\n|---|--:|--:|--:|';
  return ['### From before to after', [heads, ...rows].join('\n')];
}

/** @param {FullReport} report */
function pages({ pages: all }) {
  if (all.length < 2) return [];
  const heaviest = all
    .toSorted((a, b) => b.after.bytes - a.after.bytes || compare(nameOfPage(a), nameOfPage(b)))
    .slice(0, mostPages)
    .map(
      ({ path, address, before, after }) =>
        `| ${writeCode(path ?? address)} | ${formatNumber(before.requests)} → ${formatNumber(after.requests)} | ` +
        `${formatBytes(before.bytes)} → ${formatBytes(after.bytes)} | ` +
        `${formatChange(before.bytes, after.bytes)} |`,
    );
  return [
    '### Heaviest pages',
    ['| page | requests | bytes | |', '|---|--:|--:|--:|', ...heaviest].join('\n'),
    ...(all.length > mostPages ? [`… and ${formatCount(all.length - mostPages, 'more page')}`] : []),
  ];
}

/** @param {Summary} summary */
function changes({ best, isDone }) {
  if (best.length === 0) return [];
  return [
    `### ${isDone ? 'Changes' : 'Changes to make'}, largest saving first`,
    ...best.map(({ change, saves, pages: on }) => {
      const place = change.line === null ? change.page : `${change.page}:${change.line}`;
      const many = on.size > 1 ? ` and ${formatCount(on.size - 1, 'more page')}` : '';
      return (
        `- **${formatSaving(saves.bytes, formatBytes)}**, ${formatCount(-saves.requests, 'request')}, ` +
        `${saves.isWithinError ? `${sayNoChange()} in time` : `${formatMs(-saves.ms)} a page`} · ` +
        `${writeCode(change.rule)} ` +
        `${writeCode(place)}${many}: ${escapeMarkdown(change.message)}`
      );
    }),
  ];
}

/** @param {FullReport} report */
function warnings({ warnings: all }) {
  if (all.length === 0) return [];
  return [
    `### ${formatCount(all.length, 'warning')}`,
    ...groupWarnings(all).map(({ warning, times }) => {
      const place = placeOfWarning(warning);
      return `- ${place && `${writeCode(place)} `}${escapeMarkdown(warning.message)}${times}`;
    }),
  ];
}

/** @param {FullReport} report */
function rejected({ changes: all }) {
  const refused = all.filter((change) => change.status === 'rejected');
  if (refused.length === 0) return [];
  const reasons = [...Map.groupBy(refused, ({ rule, reason }) => `| ${writeCode(rule)} | ${reason} |`)]
    .sort(([a, one], [b, two]) => two.length - one.length || compare(a, b))
    .map(([row, each]) => `${row} ${formatNumber(each.length)} |`);
  return ['### Not done, with reasons', ['| rule | reason | times |', '|---|---|--:|', ...reasons].join('\n')];
}

/** Joins parts that fit and adds the count of lines that were left out. @param {string[]} parts */
function fit(parts) {
  let text = '';
  for (const [index, part] of parts.entries()) {
    const joint = text === '' ? '' : part.startsWith('- ') && parts[index - 1]?.startsWith('- ') ? '\n' : '\n\n';
    if (text.length + joint.length + part.length > maxCharacters) {
      return (
        `${text}\n\n… ${formatCount(parts.length - index, 'more line')} left out; the JSON and HTML reports have ` +
        `them all.\n`
      );
    }
    text += joint + part;
  }
  return `${text}\n`;
}
