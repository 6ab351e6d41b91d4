/*
 * npm run bench -- soak FOLDER [--out FOLDER] [--level LIST] [--only PATTERN] [--minutes N] [--jobs N] [--pages N]
 * [--write]
 *
 * Builds every site of a folder at each safety level, as in a container of 2 GiB without a network, builds the result
 * again, and judges both with an independent program: requests, bytes, failures, script errors, text, links, boxes,
 * screenshots at three widths, in print and in dark mode, hovering, clicks, feeds, manifests, service workers.
 *
 * --out stores a row per site and level and a page per finding. Sites with a row are not run again. --minutes starts no
 * site after that time, so that a long run can be split. --pages is the number of judged pages per site. --write adds
 * the rows to those of other sites, for the summary in docs/reliability.md, which “npm run docs” writes. A file
 * sites.json in FOLDER may contain the origin of each site: { NAME: { repository, commit, isSeen } }, with `isSeen` if
 * the tool was tuned on it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { addRows, keepRow, readSources } from './soak/keep-rows.js';
import { runSite } from './soak/run-site.js';
import { renderSoak } from './soak/table.js';
import { writeFindings } from './soak/write-findings.js';

const MS_PER_MINUTE = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(tmpdir(), 'pagethrift-soak') },
    level: { type: 'string', default: 'visual,safe,lossy' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '2' },
    pages: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const rows = join(out, 'rows');
mkdirSync(rows, { recursive: true });
const end = performance.now() + Number(values.minutes) * MS_PER_MINUTE;
for (const folder of positionals) await soak(resolve(folder));
const all = readdirSync(rows).map((file) => JSON.parse(readFileSync(join(rows, file), 'utf8')));
const summary = renderSoak(all);
writeFileSync(join(out, 'summary.md'), summary);
process.stdout.write(summary);
if (values.write) {
  const sources = readSources(positionals.map((folder) => resolve(folder)));
  const stored = new URL('soak/results.json', import.meta.url);
  const known = JSON.parse(readFileSync(stored, 'utf8'));
  const kept = addRows(
    known,
    all.map((row) => keepRow(row, sources[row.name])),
  );
  writeFileSync(stored, `${JSON.stringify(kept, null, 2)}\n`);
}

/** Runs the sites without a row. @param {string} folder */
async function soak(folder) {
  const only = new RegExp(values.only);
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && only.test(entry.name),
  );
  for (const level of values.level.split(',')) {
    for (const { name } of names) {
      const file = join(rows, `${name}.${level}.json`);
      if (existsSync(file) || performance.now() > end) continue;
      const scratch = join(out, 'work', `${name}.${level}`);
      const { row, verdict } = await runSite({
        ...{ name, folder: join(folder, name), level, scratch },
        ...{ jobs: values.jobs, maxPages: Number(values.pages) },
      });
      if (verdict) await writeFindings(join(out, 'findings'), row, verdict);
      writeFileSync(file, JSON.stringify(row, null, 2));
      process.stderr.write(
        `${name} ${level}: ${row.findings.length} findings, ${row.cpuSeconds} s, ${row.megabytes} MB\n`,
      );
      if (row.findings.length === 0) rmSync(scratch, { recursive: true });
    }
  }
}
