/*
 * npm run bench -- speed [--scratch FOLDER] [--warm] [--only NAME] [--effort LEVEL] FOLDER PAGES …
 *
 * Multiplies the pages of a site, with other words, and measures what a build costs: cold, unchanged, and after each
 * kind of edit with the results of the build before. Nothing is rendered: --verify off, --browser off. --warm uses the
 * cache and the output folder that an earlier run left in the scratch folder instead of a cold build. --only measures
 * one build, such as “cold” or “a page added”; it can be given several times. Writes bench/speed/results.json and
 * docs/speed.md. On a machine with other load, only CPU time is meaningful.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chooseFiles, EDITS } from './speed/edits.js';
import { multiplySite } from './speed/site.js';
import { writeSpeed } from './speed/write-page.js';
import { measure } from './time/measure.js';

/** @typedef {import('./speed/table.js').SpeedResults} SpeedResults */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scratch: { type: 'string', default: join(tmpdir(), 'pagethrift-speed') },
    code: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    effort: { type: 'string', default: 'balanced' },
    warm: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: ['cold', 'unchanged', ...Object.keys(EDITS)] },
  },
});
const [folder, ...counts] = positionals;
const file = new URL('speed/results.json', import.meta.url);

for (const pages of counts.map(Number)) {
  const site = join(resolve(values.scratch), `site-${pages}`);
  multiplySite(resolve(folder), site, pages);
  const files = chooseFiles(site);
  if (!values.warm) {
    rmSync(join(values.scratch, `cache-${pages}`), { recursive: true, force: true });
    rmSync(join(values.scratch, `out-${pages}`), { recursive: true, force: true });
    await run('cold', pages);
  }
  // The first build with a cache notes the files that the one before wrote.
  await run(null, pages);
  if (values.only.includes('unchanged')) await run('unchanged', pages);
  for (const [name, edit] of Object.entries(EDITS).filter(([each]) => values.only.includes(each))) {
    const undo = edit(site, files);
    await run(name, pages).finally(undo);
    await run(null, pages);
  }
}
writeSpeed();

/**
 * Builds the site once, and stores the cost under a name.
 * @param {string | null} name null: only to restore the state before
 * @param {number} pages
 */
async function run(name, pages) {
  const at = (/** @type {string} */ part) => join(resolve(values.scratch), `${part}-${pages}`);
  const trace = at('trace');
  const flags = ['--browser', 'off', '--verify', 'off', '--effort', values.effort, '--quiet'];
  const where = [at('site'), '--out', at('out'), '--cache', at('cache'), '--timings', trace];
  const command = [execPath, join(values.code, 'bin/pagethrift.js'), 'build', ...where, ...flags];
  const took = await measure(command, { trace });
  if (name === null) return;
  const { tasks } = JSON.parse(readFileSync(trace, 'utf8')).otherData;
  const sum = (/** @type {'executed' | 'recalled'} */ which) =>
    tasks.reduce((/** @type {number} */ all, /** @type {any} */ task) => all + task[which], 0);
  const known = /** @type {SpeedResults} */ (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  const key = values.effort === 'balanced' ? String(pages) : `${pages} ${values.effort}`;
  known[key] = { ...known[key], [name]: { ...took, executed: sum('executed'), recalled: sum('recalled') } };
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
  console.error(key, name, JSON.stringify(known[key][name]));
}
