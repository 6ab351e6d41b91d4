/** @import { Finding } from './findings.js' */
/** @import { FullReport } from './types.ts' */

import { encodeName, encodePath } from '../site/text/disk-name.js';
import { escapeSarif, writeJson } from './escape.js';
import { listFindings, sayIdentity } from './findings.js';
import { addressOfRule, locateInRepository } from './places.js';
import { compare } from './summary.js';

/** Max results of one run that code scanning services show. */
const maxResults = 5000;

/**
 * Writes a report as SARIF 2.1.0: gate failures as errors, warnings, then advice, the worst first.
 * @param {FullReport} report
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(report) {
  const findings = listFindings(report).slice(0, maxResults);
  const rules = [...new Set(findings.map((finding) => finding.rule))].sort(compare);
  // Gates and warnings are no rules of the tool: they have no page.
  const advised = new Set(report.changes.map(({ rule }) => rule));
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
            rules: rules.map((id) => ({
              id,
              shortDescription: { text: id.replaceAll('-', ' ') },
              ...(advised.has(id) ? { helpUri: addressOfRule(id) } : {}),
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => writeResult(report, finding, index.get(finding.rule) ?? -1)),
      },
    ],
  };
  return `${writeJson(log, 1)}\n`;
}

/** @param {FullReport} report @param {Finding} finding @param {number} ruleIndex */
function writeResult(report, finding, ruleIndex) {
  const { rule, level, text, page, line, column, resource } = finding;
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
    partialFingerprints: { 'pagethrift/v1': sayIdentity(finding) },
  };
}

/** @param {FullReport} report @param {string} path */
function writeUri(report, path) {
  const located = locateInRepository(report, path);
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(located) ? encodeName(located, encodeURI) : encodePath(located);
}
