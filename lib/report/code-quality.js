/** @import { FullReport } from './types.ts' */

import { hash } from 'node:crypto';
import { escapeSarif, writeJson } from './escape.js';
import { listFindings, sayIdentity } from './findings.js';
import { locateInRepository } from './places.js';

const SEVERITIES = Object.freeze({ error: 'major', warning: 'minor', note: 'info' });

/**
 * Writes a report in GitLab's format for the “code quality” of a merge request.
 * @param {FullReport} report
 * @see https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function renderCodeQuality(report) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  const issues = listFindings(report).map((finding) => {
    const identity = sayIdentity(finding);
    const times = seen.get(identity) ?? 0;
    seen.set(identity, times + 1);
    const { rule, level, text, page, line, resource } = finding;
    return {
      description: escapeSarif(text),
      check_name: rule,
      // GitLab treats two issues with one fingerprint as the same.
      fingerprint: hash('sha256', `${identity} | ${times}`),
      severity: SEVERITIES[level],
      location: { path: locateInRepository(report, page ?? resource ?? ''), lines: { begin: line ?? 1 } },
    };
  });
  return `${writeJson(issues, 1)}\n`;
}
