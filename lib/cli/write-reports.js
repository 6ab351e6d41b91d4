/** @import { FullReport } from '../report/types.ts' */
/** @import { Values, World } from './types.ts' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { renderGithub, renderHtml, renderJunit, renderMarkdown, renderSarif, renderText } from '../report/index.js';

/** @type {Readonly<Record<string, (report: FullReport) => string>>} */
const FILES = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  html: (report) => renderHtml(report),
  markdown: renderMarkdown,
  sarif: renderSarif,
  junit: renderJunit,
};

/**
 * Writes the reports that were asked for, and the table for people.
 * @param {FullReport} report
 * @param {{ world: World, values: Values }} call
 */
export function writeReports(report, { world, values }) {
  const { stdout, stderr, env, cwd } = world;
  for (const [name, render] of Object.entries(FILES)) {
    const file = values[name];
    if (typeof file !== 'string' || file === '') continue;
    const path = resolve(cwd, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, render(report));
  }
  const isJsonOut = values.json === '';
  if (isJsonOut) stdout.write(FILES.json(report));
  const output = isJsonOut ? stderr : stdout;
  if (values.github) output.write(renderGithub(report));
  if (values.quiet) return;
  const colour = Boolean(output.isTTY) && values['no-color'] !== true && !env.NO_COLOR;
  output.write(renderText(report, { columns: output.columns ?? 100, colour }));
}
