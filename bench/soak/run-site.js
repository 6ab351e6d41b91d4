/** @import { Site } from './describe-site.js' */
/** @import { PageFinding } from './judge-site.js' */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { listChanged } from './compare-files.js';
import { describeSite } from './describe-site.js';
import { judgeSite } from './judge-site.js';
import { runLimited } from './limit.js';

const COMMAND = fileURLToPath(new URL('../../bin/pagethrift.js', import.meta.url));
const MEGABYTE = 1e6;
/** Max memory of a build, in megabytes, within the limit of 2 GiB. */
const MAX_MEGABYTES = 1500;
const SHOWN = 5;

/**
 * The row of a site at one level.
 * @typedef {object} Row
 * @property {string} name
 * @property {string} level
 * @property {string} generator
 * @property {string[]} languages
 * @property {number} pages number of judged pages
 * @property {number} changes number of applied changes
 * @property {number} rejected number of rejected changes
 * @property {number[]} requests before and after, from the report
 * @property {number[]} bytes
 * @property {number} seconds
 * @property {number} cpuSeconds
 * @property {number} megabytes max memory of all processes
 * @property {PageFinding[]} findings
 * @property {string[]} unsteady pages that differ from themselves
 * @property {string[]} warnings codes from the report
 */

/**
 * Builds a site at a level, builds the result again, and judges it.
 * @param {{ name: string, folder: string, level: string, scratch: string, jobs: string, maxPages: number }} what
 * @returns {Promise<{ row: Row, verdict: import('./judge-site.js').Verdict | null }>}
 */
export async function runSite({ name, folder, level, scratch, jobs, maxPages }) {
  mkdirSync(scratch, { recursive: true });
  const site = describeSite(folder, maxPages);
  const [once, twice] = [join(scratch, 'once'), join(scratch, 'twice')];
  const build = (/** @type {string} */ from, /** @type {string} */ step) => {
    const flags = ['--safety', level, '--jobs', jobs, '--browser', 'bundled', '--quiet', '--json', `${step}.json`];
    const command = [execPath, COMMAND, 'build', from, '--out', step, '--cache', 'cache', ...flags];
    return runOnce(join(scratch, `${step}.ran.json`), () => runLimited(command, { cwd: scratch }));
  };
  const first = await build(folder, 'once');
  const row = startRow({ name, level, site, first });
  if (first.code !== 0) return { row: { ...row, findings: [faultOf(first, 'crash')] }, verdict: null };
  Object.assign(row, readReport(join(scratch, 'once.json')));
  const second = await build(once, 'twice');
  if (second.code !== 0) row.findings.push(faultOf(second, 'second run'));
  else {
    const changed = listChanged(once, twice);
    if (changed.length > 0)
      row.findings.push({
        page: '',
        kind: 'second run',
        detail: `${changed.length}: ${changed.slice(0, SHOWN).join(', ')}`,
      });
  }
  if (row.megabytes > MAX_MEGABYTES) row.findings.push({ page: '', kind: 'memory', detail: `${row.megabytes} MB` });
  const verdict = await judgeSite({ before: folder, after: once, base: site.base, pages: site.pages, level });
  row.findings.push(...verdict.findings);
  row.unsteady = verdict.unsteady;
  return { row, verdict };
}

/**
 * Stores the cost of a command, so that an interrupted run can continue after it.
 * @param {string} file @param {() => Promise<import('./limit.js').Ran>} run
 * @returns {Promise<import('./limit.js').Ran>}
 */
async function runOnce(file, run) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const ran = await run();
  writeFileSync(file, JSON.stringify(ran));
  return ran;
}

/**
 * @param {{ name: string, level: string, site: Site, first: import('./limit.js').Ran }} run
 * @returns {Row}
 */
function startRow({ name, level, site, first }) {
  return {
    ...{ name, level, generator: site.generator, languages: site.languages, pages: site.pages.length },
    ...{ changes: 0, rejected: 0, requests: [], bytes: [], findings: [], unsteady: [], warnings: [] },
    seconds: Math.round(first.seconds),
    cpuSeconds: Math.round(first.cpuSeconds),
    megabytes: Math.round(first.peakBytes / MEGABYTE),
  };
}

/** @param {import('./limit.js').Ran} ran @param {string} kind @returns {PageFinding} */
function faultOf({ code, isLate, said }, kind) {
  const why = isLate ? 'did not end within the time limit' : `exit code ${code}`;
  return { page: '', kind, detail: `${why}: ${said.trim().slice(-600)}` };
}

/** @param {string} file */
function readReport(file) {
  const { site, changes, warnings } = JSON.parse(readFileSync(file, 'utf8'));
  const count = (/** @type {string} */ status) =>
    changes.filter((/** @type {{ status: string }} */ each) => each.status === status).length;
  return {
    changes: count('applied'),
    rejected: count('rejected'),
    requests: [site.before.requests, site.after.requests],
    bytes: [site.before.bytes, site.after.bytes],
    warnings: [...new Set(warnings.map((/** @type {{ code: string }} */ { code }) => code))],
  };
}
