/*
 * npm run bench -- frameworks [--projects FOLDER] [--out FOLDER] [--only NAME,…] [--steps LIST] [--write]
 *
 * Creates a site with each framework's own starter, adds the integration as in docs/integrations.md, and compares the
 * results. Builds are kept in FOLDER/NAME-plain and FOLDER/NAME-ours of --out, and results next to the projects.
 * --write updates the table in docs/frameworks.md from all results. Needs the npm registry and 4 GB of disk space.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECTS } from './frameworks/projects.js';
import { STEPS } from './frameworks/steps.js';
import { renderFrameworks } from './frameworks/table.js';

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: join(tmpdir(), 'pagethrift-frameworks') },
    out: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean' },
    steps: { type: 'string', default: Object.keys(STEPS).join(',') },
  },
});
const projects = resolve(values.projects);
const out = resolve(values.out ?? join(projects, 'built'));
const results = join(projects, 'results');
mkdirSync(results, { recursive: true });
mkdirSync(out, { recursive: true });
for (const project of PROJECTS) {
  const { name } = project;
  if (values.only && !values.only.split(',').includes(name)) continue;
  const places = { folder: join(projects, name), plain: join(out, `${name}-plain`), ours: join(out, `${name}-ours`) };
  for (const step of values.steps.split(',')) {
    try {
      const found = await STEPS[step](project, places);
      console.error(`${name}, ${step}: ${JSON.stringify(found)}`);
      writeResult(name, { ...readResult(name), ...found });
    } catch (error) {
      console.error(`${name}, ${step}: ${error instanceof Error ? error.stack : error}`);
      process.exitCode = 1;
    }
  }
}
if (values.write) {
  const found = PROJECTS.map(({ name }) => readResult(name)).filter(({ versions }) => versions);
  const text = renderFrameworks(found, new Date().toISOString().slice(0, 10));
  writeFileSync(new URL('../docs/frameworks.md', import.meta.url), text);
}

/** @param {string} name */
function readResult(name) {
  const at = join(results, `${name}.json`);
  return existsSync(at) ? JSON.parse(readFileSync(at, 'utf8')) : { name };
}

/** @param {string} name @param {object} result */
function writeResult(name, result) {
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
