/** @import { FullReport } from '../lib/report/types.ts' */
/** @import { Comparison, Figures, PageChange } from './compare.js' */

import { escapeMarkdown, writeCode } from '../lib/report/escape.js';
import { formatBytes, formatChange, formatCount, formatMs, formatNumber, shorten } from '../lib/report/format.js';
import { timeDifference } from './compare.js';

/** Max characters, below GitHub's limits of 65,536 characters of a comment and 1 MiB of a summary. */
export const MOST_OF_COMMENT = 60_000;
export const MOST_OF_SUMMARY = 900_000;
const LONGEST_NAME = 120;
const MOST_FILES = 3;

/** Returns the marker of the comment that is updated in place. @param {string} folder */
export function markerOf(folder) {
  return `<!-- pagethrift:${encodeURIComponent(folder)} -->`;
}

/**
 * Renders the effect of a pull request on the site as Markdown, cut at a max length.
 * @param {FullReport} report
 * @param {Comparison} comparison
 * @param {{ folder: string, most: number }} options
 */
export function renderComment(report, comparison, { folder, most }) {
  const head = [
    markerOf(folder),
    `### pagethrift: ${verdict(report, comparison)}`,
    ...gate(report),
    ...totals(comparison),
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
    .slice(0, MOST_FILES * MOST_FILES)
    .map(({ message, fix }) => `- ${escapeMarkdown(shorten(`${message} ${fix}`.trim(), LONGEST_NAME * MOST_FILES))}`);
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

/** @param {PageChange} change */
function row({ path, was, is, files }) {
  const name = writeCode(shorten(path, LONGEST_NAME));
  if (!is) return `| ${name} | | | | gone |`;
  const by = files.slice(0, MOST_FILES).map((file) => writeCode(shorten(file, LONGEST_NAME)));
  if (files.length > MOST_FILES) by.push(`${files.length - MOST_FILES} more`);
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
