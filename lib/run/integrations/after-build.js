/** @import { BuiltSite, IntegrationOptions, Log } from './types.ts' */

import { relative, resolve } from 'node:path';
import { InputError } from '../../base/errors.js';
import { escapeLines } from '../../report/escape.js';
import { renderBrief } from '../../report/index.js';
import { buildSite } from '../build-site.js';
import { findBaseline, openGate } from '../hold.js';
import { openPace } from '../pace.js';
import { REPORT_FORMATS, writeReportFiles } from '../report-files.js';
import { settingsFor } from './settings-for.js';

/** Max faults. More would hide the framework's own last lines. */
const MAX_FAULTS = 10;

/**
 * Runs after the framework has written its site, for every integration: optimises it, logs the result, and fails if the
 * gate does.
 * @param {BuiltSite} built
 * @param {IntegrationOptions} options
 * @param {Log} log
 */
export async function runAfterBuild({ root, folder, url }, options, log) {
  const { out, baseline: file } = options;
  const files = Object.fromEntries(REPORT_FORMATS.map((format) => [format, options[format]]));
  const settings = await settingsFor(root, options);
  const gate = openGate({ ...settings, url: settings.url || url });
  const baseline = file ? findBaseline(root, file) : null;
  const isIllustrated = Boolean(files.html);
  const where = { folder, out: resolve(root, out ?? folder), inPlace: !out, force: false, isIllustrated };
  const { report, isSound, images } = await buildSite(
    where,
    gate.settings,
    openPace((line) => log.info(line)),
  );
  const verdict = gate.judge(report, baseline);
  writeReportFiles({ ...report, gate: verdict }, files, root, images);
  const [totals, counts] = renderBrief(report);
  log.info(`${relative(root, where.out) || '.'}: ${totals}`);
  log.info(counts);
  const faults = verdict.failures.map(({ message, fix }) => `${message}${fix ? `\n    ${fix}` : ''}`);
  if (settings.strict && !isSound) faults.push('strict: a visible change was rolled back; the report names it');
  if (faults.length > 0) throw new InputError('gate', escapeLines(describeFaults(faults)));
}

/** @param {readonly string[]} faults */
function describeFaults(faults) {
  const more = faults.length - MAX_FAULTS;
  return [
    `the gate failed: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`,
    ...faults.slice(0, MAX_FAULTS).map((fault) => `  ${fault}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n');
}
