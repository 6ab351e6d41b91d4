/** @import { FullReport } from './types.ts' */

import { exact } from '../base/exact.js';
import { listOpen } from './summary.js';

/**
 * @typedef {{ rule: string, level: 'error' | 'warning' | 'note', text: string, page: string | null, line: number |
 *   null, column: number | null, resource: string | null, fingerprint: string }} Finding
 */

/**
 * Lists the findings of a report: gate failures as errors, warnings, then advice, the worst first.
 * @param {FullReport} report
 * @returns {Finding[]}
 */
export function listFindings(report) {
  const failures = (report.gate?.failures ?? []).map(
    ({ kind, page, line, column, resource, measure, message, fix }) => ({
      rule: `gate-${kind}`,
      level: exact('error'),
      text: fix ? `${message} ${fix}` : message,
      page,
      line,
      column,
      resource,
      fingerprint: `${measure}`,
    }),
  );
  const warnings = report.warnings.map(({ code, message, page, line, column, resource }) => ({
    rule: code,
    level: exact('warning'),
    text: message,
    page: page ?? null,
    line: line ?? null,
    column: column ?? null,
    resource: resource ?? null,
    fingerprint: message,
  }));
  // Changes that were made or rejected are no findings: only advice is left.
  const advice = listOpen(report).map(({ rule, message, page, line, column, resource }) => ({
    rule,
    level: exact('note'),
    text: message,
    page,
    line,
    column,
    resource,
    fingerprint: '',
  }));
  return [...failures, ...warnings, ...advice];
}

/** Returns the identity of a finding, which is the same in the next run. @param {Finding} finding */
export function sayIdentity({ rule, page, resource, fingerprint }) {
  return [rule, page ?? '', resource ?? '', fingerprint].join(' | ');
}
