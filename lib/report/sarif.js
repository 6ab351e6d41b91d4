/** @import { FullReport } from './types.ts' */

import { encodeName, encodePath } from '../text/disk-name.js';
import { escapeSarif, writeJson } from './escape.js';
import { locateInRepository } from './places.js';
import { compare, listOpen } from './summary.js';

/** Code scanning services show at most so many results of one run. */
const mostResults = 5000;

/**
 * @typedef {{ rule: string, level: 'error' | 'warning' | 'note', text: string, page: string | null, line: number |
 *   null, column: number | null, resource: string | null, fingerprint: string }} Finding
 */

/**
 * Writes a report as SARIF 2.1.0: gate failures as errors, warnings, then advice, the worst first.
 * @param {FullReport} report
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(report) {
  const findings = listFindings(report).slice(0, mostResults);
  const rules = [...new Set(findings.map((finding) => finding.rule))].sort(compare);
  const index = new Map(rules.map((id, position) => [id, position]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => writeResult(report, finding, index.get(finding.rule) ?? -1)),
      },
    ],
  };
  return `${writeJson(log, 1)}\n`;
}

/** @param {FullReport} report @returns {Finding[]} */
function listFindings(report) {
  const failures = (report.gate?.failures ?? []).map(
    ({ kind, page, line, column, resource, measure, message, fix }) => ({
      rule: `gate-${kind}`,
      level: /** @type {const} */ ('error'),
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
    level: /** @type {const} */ ('warning'),
    text: message,
    page: page ?? null,
    line: line ?? null,
    column: column ?? null,
    resource: resource ?? null,
    fingerprint: message,
  }));
  // What was done, or must not be done, is no finding: only advice is left.
  const advice = listOpen(report).map(({ rule, message, page, line, column, resource }) => ({
    rule,
    level: /** @type {const} */ ('note'),
    text: message,
    page,
    line,
    column,
    resource,
    fingerprint: '',
  }));
  return [...failures, ...warnings, ...advice];
}

/** @param {FullReport} report @param {Finding} finding @param {number} ruleIndex */
function writeResult(report, { rule, level, text, page, line, column, resource, fingerprint }, ruleIndex) {
  const file = page ?? resource;
  const region =
    line === null ? { startLine: 1 } : { startLine: line, ...(column === null ? {} : { startColumn: column }) };
  const location = { artifactLocation: { uri: writeUri(report, file ?? '') }, region };
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: escapeSarif(text) },
    locations: file === null ? [] : [{ physicalLocation: location }],
    partialFingerprints: { 'pagethrift/v1': [rule, page ?? '', resource ?? '', fingerprint].join(' | ') },
  };
}

/** @param {FullReport} report @param {string} path */
function writeUri(report, path) {
  const located = locateInRepository(report, path);
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(located) ? encodeName(located, encodeURI) : encodePath(located);
}
