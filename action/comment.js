/** @import { FullReport } from '../lib/report/types.ts' */
/** @import { Comparison, Figures, PageChange } from './compare.js' */

import { escapeMarkdown, writeCode } from '../lib/report/escape.js';
import { formatBytes, formatChange, formatCount, formatMs, formatNumber, shorten } from '../lib/report/format.js';
import { timeDifference } from './compare.js';

/** Max characters, below GitHub's limits of 65,536 characters of a comment and 1 MiB of a summary. */
export const MAX_OF_COMMENT = 60_000;
export const MAX_OF_SUMMARY = 900_000;
const LONGEST_NAME = 120;
const MAX_FILES = 3;
/** Max points of a trend: more bars do not fit on a line of a phone. */
const MAX_POINTS = 20;
/** A stored trend. Other text is not from this action. */
const TREND = /<!-- pagethrift-trend:(\d{1,15}(?:,\d{1,15})*) -->/;
/** Bars of a trend, from the smallest site to the largest. */
const BARS = '▁▂▃▄▅▆▇█';

/**
 * Returns the bytes of the site after each push of a pull request that changed them, which its comment stores.
 * @param {string} former text of the comment before this push, empty for the first
 * @param {number} bytes after this push
 */
export function continueTrend(former, bytes) {
  const earlier = TREND.exec(former)?.[1].split(',').map(Number) ?? [];
  const now = Math.round(bytes);
  return earlier.at(-1) === now ? earlier : [...earlier, now].slice(-MAX_POINTS);
}

/** Returns the marker of the comment that is updated in place. @param {string} folder */
export function markerOf(folder) {
  return `<!-- pagethrift:${encodeURIComponent(folder)} -->`;
}

/**
 * Renders the effect of a pull request on the site as Markdown, cut at a max length.
 * @param {FullReport} report
 * @param {Comparison} comparison
 * @param {{ folder: string, most: number, trend?: readonly number[] }} options `trend`: see `continueTrend`
 */
export function renderComment(report, comparison, { folder, most, trend = [] }) {
  const head = [
    markerOf(folder),
    `### pagethrift: ${verdict(report, comparison)}`,
    ...gate(report),
    ...totals(comparison),
    ...largest(comparison),
    ...pushes(comparison, trend),
    ...limits(report),
  ];
  const rows = comparison.changed.map(row);
  const table = ['| page | requests | bytes | time | by |', '|---|--:|--:|--:|---|'];
  const foot = comparison.hasBase && comparison.same > 0 ? [`${formatCount(comparison.same, 'page')} unchanged.`] : [];
  const start = head.join('\n\n');
  const room = most - start.length - foot.join('').length - table.join('\n').length - LONGEST_NAME;
  let length = 0;
  const shown = rows.filter((text) => {
    length += text.length + 1;
    return length <= room;
  });
  if (rows.length > shown.length) {
    foot.unshift(`… and ${formatCount(rows.length - shown.length, 'more page')}: report.json has them all.`);
  }
  const body = shown.length > 0 ? [[...table, ...shown].join('\n')] : [];
  return `${[start, ...body, ...foot].join('\n\n')}\n`.slice(0, most);
}

/** @param {FullReport} report @param {Comparison} comparison */
function verdict({ gate: result }, { hasBase, isComparable, changed, before, after }) {
  if (result && !result.passed) return `the gate failed, ${formatCount(result.failures.length, 'fault')}`;
  if (!hasBase) return 'nothing to compare with yet';
  if (!isComparable) return 'the base was measured under other conditions';
  if (changed.length === 0) return 'no change';
  const by = after.bytes - before.bytes;
  return `${formatCount(changed.length, 'page')} changed, ${by > 0 ? '+' : ''}${formatBytes(by)} in all`;
}

/** @param {FullReport} report */
function gate({ gate: result }) {
  return (result?.failures ?? [])
    .slice(0, MAX_FILES * MAX_FILES)
    .map(({ message, fix }) => `- ${escapeMarkdown(shorten(`${message} ${fix}`.trim(), LONGEST_NAME * MAX_FILES))}`);
}

/** Renders the limits that apply to the pages. @param {FullReport} report */
function limits({ gate: result }) {
  if (!result?.comparison) return [];
  return [`Allowed for a page: ${result.comparison.tolerance}; no request more.`];
}

/** @param {Comparison} comparison */
function totals({ hasBase, before, after }) {
  if (!hasBase)
    return [`The site: ${formatNumber(after.requests)} requests, ${formatBytes(after.bytes)}, page by page.`];
  return [
    `All pages: ${formatNumber(before.requests)} → ${formatNumber(after.requests)} requests, ` +
      `${formatBytes(before.bytes)} → ${formatBytes(after.bytes)} (${formatChange(before.bytes, after.bytes)}).`,
  ];
}

/** Renders the files with the largest differences. @param {Comparison} comparison */
function largest({ files }) {
  if (files.length === 0) return [];
  const named = files
    .slice(0, MAX_FILES)
    .map(({ name, by }) => `${writeCode(shorten(name, LONGEST_NAME))} ${by > 0 ? '+' : ''}${formatBytes(by)}`);
  const more = files.length > MAX_FILES ? ` and ${formatCount(files.length - MAX_FILES, 'more file')}` : '';
  return [`Largest differences: ${named.join(', ')}${more}.`];
}

/** Renders the bytes after each push as bars. @param {Comparison} comparison @param {readonly number[]} trend */
function pushes({ hasBase, before }, trend) {
  if (trend.length === 0) return [];
  const stored = `<!-- pagethrift-trend:${trend.join(',')} -->`;
  if (trend.length < 2) return [stored];
  const all = hasBase ? [before.bytes, ...trend] : trend;
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const bars = all.map((bytes) => BARS[Math.round(((bytes - least) / Math.max(1, most - least)) * (BARS.length - 1))]);
  return [`Trend of this pull request${hasBase ? ', from its base' : ''}: ${bars.join('')}${stored}`];
}

/** @param {PageChange} change */
function row({ path, was, is, files }) {
  const name = writeCode(shorten(path, LONGEST_NAME));
  if (!is) return `| ${name} | | | | gone |`;
  const by = files.slice(0, MAX_FILES).map((file) => writeCode(shorten(file, LONGEST_NAME)));
  if (files.length > MAX_FILES) by.push(`${files.length - MAX_FILES} more`);
  if (!was) return `| ${name} | ${formatNumber(is.requests)} | ${formatBytes(is.bytes)} | ${formatMs(is.ms)} | new |`;
  return (
    `| ${name} | ${formatNumber(was.requests)} → ${formatNumber(is.requests)} | ${formatBytes(was.bytes)} → ` +
    `${formatBytes(is.bytes)} | ${time(was, is)} | ${by.join(', ')} |`
  );
}

/** @param {Figures} was @param {Figures} is */
function time(was, is) {
  const by = timeDifference(was.ms, is.ms);
  return by === 0 ? 'about 0' : `${by > 0 ? '+' : ''}${formatMs(by)}`;
}
