/*
 * npm run bench -- commits [--scratch FOLDER] [--code FOLDER] [--count NUMBER] [--effort LEVEL] GIT_DIR
 *
 * Builds the last 20 commits of a site’s first parents, one after the other, with one cache and one output folder. As
 * in CI, each commit is checked out again, so that all files have new times. Then builds the last one without a cache
 * and compares every byte. Nothing is rendered: --verify off, --browser off. Writes bench/speed/commits.json and
 * docs/speed.md.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSpeed } from './speed/write-page.js';
import { measure } from './time/measure.js';

/** @typedef {import('./speed/commits-table.js').CommitCost} CommitCost */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scratch: { type: 'string', default: join(tmpdir(), 'pagethrift-commits') },
    code: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
    count: { type: 'string', default: '20' },
    effort: { type: 'string', default: 'balanced' },
  },
});
const [gitDir] = positionals.map((path) => resolve(path));
const scratch = resolve(values.scratch);
const site = join(scratch, 'site');
const PAGE = /\.html?$/i;

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const hashes = git('log', '--first-parent', '--format=%H', '-n', values.count, 'HEAD').trim().split('\n').reverse();
/** @type {CommitCost[]} */
const commits = [];
for (const [index, hash] of hashes.entries()) {
  checkOut(hash);
  const cost = await build('out', ['--cache', join(scratch, 'cache')]);
  const changed = index === 0 ? [] : namesIn('diff', '--name-only', hashes[index - 1], hash);
  const pages = namesIn('ls-tree', '-r', '--name-only', hash).filter((path) => PAGE.test(path)).length;
  commits.push({ hash: hash.slice(0, 8), pages, changed: changed.length, ...cost });
  console.error(JSON.stringify(commits.at(-1)));
}
const cold = await build('cold', ['--cache', 'off']);
execFileSync('diff', ['-r', join(scratch, 'out'), join(scratch, 'cold')], { stdio: 'inherit' });
const name = basename(dirname(gitDir)).replace(/^.*\+/, '');
const file = new URL('speed/commits.json', import.meta.url);
writeFileSync(file, `${JSON.stringify({ name, effort: values.effort, commits, cold }, null, 2)}\n`);
writeSpeed();

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 });
}

/** @param {...string} args */
function namesIn(...args) {
  return git(...args)
    .split('\n')
    .filter((path) => path !== '');
}

/** Replaces the site by that of a commit. @param {string} hash */
function checkOut(hash) {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site);
  const archive = join(scratch, 'site.tar');
  git('archive', '--output', archive, hash);
  execFileSync('tar', ['--extract', '--touch', '--file', archive, '--directory', site]);
}

/**
 * Builds the site and returns the cost.
 * @param {string} into @param {readonly string[]} more
 */
async function build(into, more) {
  const trace = join(scratch, 'trace');
  const plain = ['--browser', 'off', '--verify', 'off', '--effort', values.effort, '--quiet'];
  const flags = [...plain, '--timings', trace, ...more];
  const program = join(values.code, 'bin/pagethrift.js');
  const took = await measure([execPath, program, 'build', site, '--out', join(scratch, into), ...flags], { trace });
  const { tasks } = JSON.parse(readFileSync(trace, 'utf8')).otherData;
  const sum = (/** @type {'executed' | 'recalled'} */ which) =>
    tasks.reduce((/** @type {number} */ all, /** @type {any} */ task) => all + task[which], 0);
  return { ...took, executed: sum('executed'), recalled: sum('recalled') };
}
