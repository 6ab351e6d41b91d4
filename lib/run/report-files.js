/** @import { FullReport, ImagePair } from '../report/types.ts' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keysOf } from '../base/keys-of.js';
import { renderCodeQuality, renderHtml, renderJunit, renderMarkdown, renderSarif, writeJson } from '../report/index.js';

/** How a report is written, by the name of its flag and option. */
const FORMATS = Object.freeze({
  json: (/** @type {FullReport} */ report) => `${writeJson(report, 2)}\n`,
  html: (/** @type {FullReport} */ report, /** @type {ReadonlyMap<string, ImagePair>} */ images) =>
    renderHtml(report, { images }),
  markdown: renderMarkdown,
  sarif: renderSarif,
  junit: renderJunit,
  codequality: renderCodeQuality,
});

/** @typedef {Partial<Record<keyof typeof FORMATS, string>>} ReportFiles file names by format */

/** The report as JSON text. */
export const renderJson = FORMATS.json;

/** The formats that a report can be written in. */
export const REPORT_FORMATS = keysOf(FORMATS);

/**
 * Writes the reports that were asked for.
 * @param {FullReport} report
 * @param {ReportFiles} files
 * @param {string} cwd that file names are relative to
 * @param {ReadonlyMap<string, ImagePair>} images replaced pictures, for the HTML report
 */
export function writeReportFiles(report, files, cwd, images) {
  for (const format of REPORT_FORMATS) {
    const file = files[format];
    if (!file) continue;
    const path = resolve(cwd, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, FORMATS[format](report, images));
  }
}
