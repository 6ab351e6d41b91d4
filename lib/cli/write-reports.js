/** @import { FullReport, ImagePair } from '../report/types.ts' */
/** @import { Values, World } from './types.ts' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { renderGithub, renderHtml, renderJunit, renderMarkdown, renderSarif, renderText } from '../report/index.js';

/** @type {Readonly<Record<string, (report: FullReport, images: ReadonlyMap<string, ImagePair>) => string>>} */
const FILES = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  html: (report, images) => renderHtml(report, { images }),
  markdown: (report) => renderMarkdown(report),
  sarif: (report) => renderSarif(report),
  junit: (report) => renderJunit(report),
};

/**
 * Writes the reports that were asked for, and the table for people.
 * @param {FullReport} report
 * @param {{ world: World, values: Values }} call
 * @param {ReadonlyMap<string, ImagePair>} [images] replaced pictures, for the HTML report
 */
export function writeReports(report, { world, values }, images = new Map()) {
  const { stdout, stderr, env, cwd } = world;
  for (const [name, render] of Object.entries(FILES)) {
    const file = values[name];
    if (typeof file !== 'string' || file === '') continue;
    const path = resolve(cwd, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, render(report, images));
  }
  const isJsonOut = values.json === '';
  if (isJsonOut) stdout.write(FILES.json(report, images));
  const output = isJsonOut ? stderr : stdout;
  if (values.github) output.write(renderGithub(report));
  if (values.quiet) return;
  const colour = Boolean(output.isTTY) && values['no-color'] !== true && !env.NO_COLOR;
  output.write(renderText(report, { columns: output.columns ?? 100, colour }));
}
