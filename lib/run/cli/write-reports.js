/** @import { FullReport, ImagePair } from '../../report/types.ts' */
/** @import { Values, World } from './types.ts' */

import { renderGithub, renderText } from '../../report/index.js';
import { REPORT_FORMATS, renderJson, writeReportFiles } from '../report-files.js';

/**
 * Writes the requested reports, and the table for people.
 * @param {FullReport} report
 * @param {{ world: World, values: Values }} call
 * @param {ReadonlyMap<string, ImagePair>} [images] replaced images, for the HTML report
 */
export function writeReports(report, { world, values }, images = new Map()) {
  const { stdout, stderr, env, cwd } = world;
  const files = Object.fromEntries(REPORT_FORMATS.map((format) => [format, String(values[format] ?? '')]));
  writeReportFiles(report, files, cwd, images);
  const isJsonOut = values.json === '';
  if (isJsonOut) stdout.write(renderJson(report));
  const output = isJsonOut ? stderr : stdout;
  if (values.github) output.write(renderGithub(report));
  if (values.quiet) return;
  const colour = Boolean(output.isTTY) && values['no-color'] !== true && !env.NO_COLOR;
  output.write(renderText(report, { columns: output.columns ?? 100, colour }));
}
