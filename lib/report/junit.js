/** @import { Failure, FullReport } from './types.ts' */

import { nameOfPage } from '../base/name-of-page.js';
import { escapeXml } from './escape.js';

/** Writes a report as JUnit XML: a test case per page, failed where the gate failed. @param {FullReport} report */
export function renderJunit(report) {
  const failures = report.gate?.failures ?? [];
  const known = new Set(report.pages.map(nameOfPage));
  const onPage = Map.groupBy(failures, (failure) =>
    failure.page !== null && known.has(failure.page) ? failure.page : '',
  );
  const cases = [
    writeCase('whole site', report.input.name, onPage.get('') ?? []),
    ...report.pages.map(nameOfPage).map((name) => writeCase(name, report.input.name, onPage.get(name) ?? [])),
  ];
  const failed = cases.filter((text) => text.includes('<failure ')).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${report.tool.name}" ${counts}>`,
    `  <testsuite name="${escapeXml(`${report.command} ${report.input.name}`)}" ${counts} skipped="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** @param {string} name @param {string} site @param {readonly Failure[]} failures */
function writeCase(name, site, failures) {
  const head = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(`pagethrift.${site}`)}"`;
  if (failures.length === 0) return `${head}/>`;
  // One <failure> per test case, because many readers keep only the first.
  const summary = failures.map((failure) => failure.message).join('; ');
  const detail = failures.map(({ message, fix, line, column, page }) => {
    const place = page === null ? '' : `${[page, line, column].filter((part) => part !== null).join(':')}: `;
    return `${place}${message}${fix ? `\n  ${fix}` : ''}`;
  });
  const kinds = [...new Set(failures.map((failure) => failure.kind))].join(' ');
  return [
    `${head}>`,
    `      <failure message="${escapeXml(summary)}" type="${kinds}">${escapeXml(detail.join('\n'))}</failure>`,
    '    </testcase>',
  ].join('\n');
}
