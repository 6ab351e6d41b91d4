/** @import { FullReport } from './types.ts' */

import { exact } from '../base/exact.js';
import { escapeGithub, escapeGithubProperty } from './escape.js';
import { locateInRepository } from './places.js';
import { listOpen } from './summary.js';

/** Max annotations that GitHub shows for one run. */
const maxAnnotations = 50;

/**
 * @typedef {{ level: 'error' | 'warning' | 'notice', page: string | null, line: number | null, column: number | null,
 *   title: string, message: string }} Annotation
 */

/**
 * Writes a report as workflow commands, at most fifty, the worst first.
 * @param {FullReport} report
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function renderGithub(report) {
  const annotations = listAnnotations(report);
  return annotations
    .slice(0, maxAnnotations)
    .map((annotation) => `${writeCommand(report, annotation)}\n`)
    .join('');
}

/** @param {FullReport} report @returns {Annotation[]} */
function listAnnotations(report) {
  const failures = (report.gate?.failures ?? []).map(({ page, line, column, measure, message, fix }) => ({
    level: exact('error'),
    page,
    line,
    column,
    title: `over the limit: ${measure}`,
    message: fix ? `${message}\n${fix}` : message,
  }));
  const warnings = report.warnings.map(({ page, line, column, code, message }) => ({
    level: exact('warning'),
    page: page ?? null,
    line: line ?? null,
    column: column ?? null,
    title: code,
    message,
  }));
  const advice = listOpen(report).map(({ page, line, column, rule, message }) => ({
    level: exact('notice'),
    page,
    line,
    column,
    title: rule,
    message,
  }));
  return [...failures, ...warnings, ...advice];
}

/** @param {FullReport} report @param {Annotation} annotation */
function writeCommand(report, { level, page, line, column, title, message }) {
  const properties = [
    page === null ? null : `file=${escapeGithubProperty(locateInRepository(report, page))}`,
    page === null || line === null ? null : `line=${line}`,
    page === null || line === null || column === null ? null : `col=${column}`,
    `title=${escapeGithubProperty(title)}`,
  ].filter((property) => property !== null);
  return `::${level} ${properties.join(',')}::${escapeGithub(message)}`;
}
