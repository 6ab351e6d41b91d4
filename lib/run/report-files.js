/** @import { FullReport, ImagePair } from '../report/types.ts' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keysOf } from '../base/keys-of.js';
import { renderCodeQuality, renderHtml, renderJunit, renderMarkdown, renderSarif, writeJson } from '../report/index.js';

/** Writers of reports, by the name of their flag and option. */
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

/** Writes the report as JSON text. */
export const renderJson = FORMATS.json;

/** The available formats of a report. */
export const REPORT_FORMATS = keysOf(FORMATS);

/**
 * Writes the requested reports.
 * @param {FullReport} report
 * @param {ReportFiles} files
 * @param {string} cwd base of relative file names
 * @param {ReadonlyMap<string, ImagePair>} images replaced images, for the HTML report
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
