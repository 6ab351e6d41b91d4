/** @import { FullReport } from '../lib/report/types.ts' */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { docsAddress } from '../lib/base/docs-address.js';
import { annotate } from './annotate.js';
import { continueTrend, MAX_OF_COMMENT, MAX_OF_SUMMARY, markerOf, renderComment } from './comment.js';
import { compareReports } from './compare.js';
import { openGithub } from './github.js';

/** The version of this action, and of the package that it runs. @type {string} */
const VERSION = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/**
 * The external effects of the action, which a test can replace.
 * @typedef {object} World
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {typeof fetch} fetch
 * @property {(line: string) => void} say
 * @property {(command: string, args: readonly string[], cwd: string) => { status: number | null, stdout: string }}
 *   spawn without a shell
 * @property {(script: string, cwd: string) => number | null} shell for the build command only, which comes from the
 * workflow
 *
 * @typedef {{ folder: string, build: string, base: string, tolerance: string, mode: string, out: string, cache: string,
 *   version: string, token: string }} Inputs
 */

/** @param {World} world @returns {Promise<number>} the exit code */
export async function runAction(world) {
  const { env, say } = world;
  const workspace = env.GITHUB_WORKSPACE ?? process.cwd();
  const inputs = readInputs(env);
  const event = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {};
  const out = resolve(workspace, inputs.out);
  mkdirSync(out, { recursive: true });
  if (inputs.mode !== 'comment') await measure(world, workspace, out, inputs, event);
  const head = readReport(join(out, 'report.json'));
  if (head === null) {
    say(`::error title=pagethrift::There is no report in ${inputs.out}. The reason stands above.`);
    return 1;
  }
  const comparison = compareReports(readReport(join(out, 'base.json')), head);
  if (inputs.mode !== 'comment') {
    const tracked = world.spawn('git', ['ls-files', '-z'], workspace).stdout.split('\0').filter(Boolean);
    for (const line of annotate(head, tracked)) say(line);
    const summary = renderComment(head, comparison, { folder: inputs.folder, most: MAX_OF_SUMMARY });
    if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, summary);
    if (env.GITHUB_OUTPUT) await appendFile(env.GITHUB_OUTPUT, `report=${inputs.out}\npassed=${verdictOf(head)}\n`);
  }
  if (inputs.mode !== 'measure') {
    const options = { folder: inputs.folder, most: MAX_OF_COMMENT };
    await post(world, inputs, event, (former) =>
      renderComment(head, comparison, { ...options, trend: continueTrend(former, comparison.after.bytes) }),
    );
  }
  return inputs.mode === 'comment' || isPassed(head) ? 0 : 1;
}

/** @param {World['env']} env @returns {Inputs} */
function readInputs(env) {
  const input = (/** @type {string} */ name) => (env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim();
  const mode = input('mode') || 'full';
  if (!['full', 'measure', 'comment'].includes(mode))
    throw new Error(`The input “mode” is “${mode}”. It must be full, measure or comment.`);
  if (!input('folder')) throw new Error('The input “folder” is missing. Name the folder with the built site.');
  return {
    folder: input('folder'),
    build: input('build'),
    base: input('base'),
    tolerance: input('tolerance'),
    mode,
    out: input('out') || 'pagethrift-report',
    cache: input('cache-folder') || '.cache/pagethrift',
    version: input('version'),
    token: input('github-token'),
  };
}

/**
 * Builds the site if requested, measures the base, and compares the site with it.
 * @param {World} world @param {string} workspace @param {string} out @param {Inputs} inputs @param {any} event
 */
async function measure(world, workspace, out, inputs, event) {
  const { build, base, folder, tolerance } = inputs;
  // A reused machine may contain the reports of a former job.
  for (const name of ['report.json', 'base.json', 'baseline.json']) rmSync(join(out, name), { force: true });
  if (build && world.shell(build, workspace) !== 0) throw new Error(`The build failed: ${build}`);
  const program = programOf(workspace, inputs);
  const restored = base && resolve(workspace, base);
  if (restored && existsSync(restored)) await copyFile(restored, join(out, 'base.json'));
  else if (build && event.pull_request) measureBase(world, workspace, out, { ...inputs, program }, event);
  // A baseline lists failures that already existed. A restored report has no such list.
  const baseline = ['baseline.json', 'base.json'].map((name) => join(out, name)).find((path) => existsSync(path));
  check(world, workspace, program, [
    folder,
    ...['--json', join(out, 'report.json'), '--html', join(out, 'report.html'), '--junit', join(out, 'junit.xml')],
    ...(baseline ? ['--baseline', baseline] : ['--first-run']),
    ...(baseline && tolerance ? ['--tolerance', tolerance] : []),
  ]);
}

/**
 * The command that runs pagethrift: the project's own copy, which its lock file pins, or the version of this action.
 * @typedef {{ command: string, args: readonly string[] }} Program
 *
 * @param {string} workspace
 * @param {Pick<Inputs, 'version' | 'cache'>} inputs
 * @returns {Program}
 */
function programOf(workspace, { version, cache }) {
  const common = ['check', '--quiet', '--cache', resolve(workspace, cache)];
  const own = join(workspace, 'node_modules/pagethrift/bin/pagethrift.js');
  if (!version && existsSync(own)) return { command: process.execPath, args: [own, ...common] };
  return { command: 'npx', args: ['--yes', `pagethrift@${version || VERSION}`, ...common] };
}

/**
 * Builds and measures the commit from which the branch started, next to the checkout. Without that commit there is no
 * comparison, which is not an error.
 * @param {World} world
 * @param {string} workspace
 * @param {string} out
 * @param {Inputs & { program: Program }} inputs
 * @param {any} event
 */
function measureBase(world, workspace, out, { folder, build, program }, event) {
  const { base, head } = event.pull_request;
  const tree = join(out, 'base-tree');
  const git = (/** @type {readonly string[]} */ ...args) => world.spawn('git', args, workspace);
  git('fetch', '--no-tags', '--depth=200', 'origin', base.sha, head.sha);
  const common = git('merge-base', base.sha, head.sha).stdout.trim() || base.sha;
  if (!/^[0-9a-f]{40,64}$/.test(common) || git('worktree', 'add', '--detach', '--force', tree, common).status !== 0) {
    world.say('::notice title=pagethrift::The base branch could not be checked out, so nothing is compared.');
    return;
  }
  try {
    const files = ['--json', join(out, 'base.json'), '--baseline', join(out, 'baseline.json'), '--update-baseline'];
    if (world.shell(build, tree) === 0) check(world, tree, program, [folder, ...files]);
    else world.say('::notice title=pagethrift::The base branch does not build, so nothing is compared.');
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

/** @param {World} world @param {string} cwd @param {Program} program @param {readonly string[]} more */
function check(world, cwd, { command, args }, more) {
  const { status } = world.spawn(command, [...args, ...more], cwd);
  if (status !== 0 && status !== 1)
    throw new Error(`“pagethrift check” ended with ${status}. The reason stands above.`);
}

/**
 * @param {World} world @param {Inputs} inputs @param {any} event
 * @param {(former: string) => string} write returns the comment from its former text
 */
async function post({ env, fetch, say }, { folder, token }, event, write) {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = env;
  const github = openGithub({ fetch, api, repository, token });
  try {
    // Measurements of another job may come from a fork, so the pull request is looked up by the commit that GitHub
    // reports.
    const pull = event.workflow_run ? await github.findPull(event.workflow_run.head_sha) : event.pull_request?.number;
    if (!pull) return;
    await github.comment(pull, markerOf(folder), write);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    say(
      `::warning title=pagethrift::There is no comment: ${why}. The job of a fork may not write. See ` +
        docsAddress('action', 'forks'),
    );
  }
}

/** @param {string} path @returns {FullReport | null} */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Returns the value of the output “passed”. @param {FullReport} report */
function verdictOf(report) {
  return report.gate && report.gate.against.length === 0 ? 'unknown' : String(isPassed(report));
}

/** @param {FullReport} report */
function isPassed({ gate }) {
  return gate?.passed !== false;
}
