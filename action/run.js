/** @import { FullReport } from '../lib/report/types.ts' */

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { appendFile, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { annotate } from './annotate.js';
import { MOST_OF_COMMENT, MOST_OF_SUMMARY, markerOf, renderComment } from './comment.js';
import { compareReports } from './compare.js';
import { openGithub } from './github.js';

/**
 * What the action touches of the world, so that a test can stand in for it.
 * @typedef {object} World
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {typeof fetch} fetch
 * @property {(line: string) => void} say
 * @property {(command: string, args: readonly string[], cwd: string) => { status: number | null, stdout: string }}
 *   spawn without a shell
 * @property {(script: string, cwd: string) => number | null} shell for the build command alone, which the workflow
 *   wrote
 *
 * @typedef {{ folder: string, build: string, base: string, mode: string, out: string, token: string }} Inputs
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
    say(`::error title=pagethrift::there is no report in ${inputs.out}; what went wrong stands above`);
    return 1;
  }
  const comparison = compareReports(readReport(join(out, 'base.json')), head);
  if (inputs.mode !== 'comment') {
    const tracked = world.spawn('git', ['ls-files', '-z'], workspace).stdout.split('\0').filter(Boolean);
    for (const line of annotate(head, tracked)) say(line);
    const summary = renderComment(head, comparison, { folder: inputs.folder, most: MOST_OF_SUMMARY });
    if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, summary);
    if (env.GITHUB_OUTPUT) await appendFile(env.GITHUB_OUTPUT, `report=${inputs.out}\npassed=${isPassed(head)}\n`);
  }
  if (inputs.mode !== 'measure') {
    const text = renderComment(head, comparison, { folder: inputs.folder, most: MOST_OF_COMMENT });
    await post(world, inputs, event, text);
  }
  return inputs.mode === 'comment' || isPassed(head) ? 0 : 1;
}

/** @param {World['env']} env @returns {Inputs} */
function readInputs(env) {
  const input = (/** @type {string} */ name) => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
  const inputs = { folder: input('folder'), build: input('build'), base: input('base'), mode: input('mode') || 'full' };
  if (!['full', 'measure', 'comment'].includes(inputs.mode))
    throw new Error(`mode: ${inputs.mode} is none of full, measure, comment`);
  if (!inputs.folder) throw new Error('folder: say where the built site is');
  return { ...inputs, out: input('out') || '.pagethrift', token: input('github-token') };
}

/**
 * Builds where asked, checks the site, and finds the report of the base.
 * @param {World} world @param {string} workspace @param {string} out @param {Inputs} inputs @param {any} event
 */
async function measure(world, workspace, out, { folder, build, base }, event) {
  if (build && world.shell(build, workspace) !== 0) throw new Error(`the build failed: ${build}`);
  check(world, workspace, folder, out, 'report');
  const restored = base && resolve(workspace, base);
  if (restored && existsSync(restored)) await copyFile(restored, join(out, 'base.json'));
  else if (build && event.pull_request) measureBase(world, workspace, out, { folder, build }, event);
}

/**
 * Builds the commit that the branch started from beside the checkout; without it there is nothing to compare with,
 * which is no fault.
 * @param {World} world
 * @param {string} workspace
 * @param {string} out
 * @param {{ folder: string, build: string }} inputs
 * @param {any} event
 */
function measureBase(world, workspace, out, { folder, build }, event) {
  const { base, head } = event.pull_request;
  const tree = join(out, 'base-tree');
  const git = (/** @type {readonly string[]} */ ...args) => world.spawn('git', args, workspace);
  git('fetch', '--no-tags', '--depth=200', 'origin', base.sha, head.sha);
  const common = git('merge-base', base.sha, head.sha).stdout.trim() || base.sha;
  if (!/^[0-9a-f]{40,64}$/.test(common) || git('worktree', 'add', '--detach', '--force', tree, common).status !== 0) {
    world.say('::notice title=pagethrift::the base branch could not be checked out: nothing is compared');
    return;
  }
  try {
    if (world.shell(build, tree) === 0) check(world, tree, folder, out, 'base');
    else world.say('::notice title=pagethrift::the base branch does not build: nothing is compared');
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

/** @param {World} world @param {string} cwd @param {string} folder @param {string} out @param {string} name */
function check(world, cwd, folder, out, name) {
  const others = name === 'report' ? ['--html', join(out, 'report.html'), '--junit', join(out, 'junit.xml')] : [];
  const args = ['--yes', 'pagethrift', 'check', folder, '--quiet', '--json', join(out, `${name}.json`), ...others];
  const { status } = world.spawn('npx', args, cwd);
  if (status !== 0 && status !== 1)
    throw new Error(`pagethrift check ended with ${status}; what went wrong stands above`);
}

/** @param {World} world @param {Inputs} inputs @param {any} event @param {string} text */
async function post({ env, fetch, say }, { folder, token }, event, text) {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository = '' } = env;
  const github = openGithub({ fetch, api, repository, token });
  try {
    // What another job measured may come from a fork: the pull request is looked up by the commit that GitHub names.
    const pull = event.workflow_run ? await github.findPull(event.workflow_run.head_sha) : event.pull_request?.number;
    if (!pull) return;
    await github.comment(pull, markerOf(folder), text);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    say(
      `::warning title=pagethrift::no comment: ${why}. A fork's job has no right to write; docs/action.md has ` +
        `two jobs for that.`,
    );
  }
}

/** @param {string} path @returns {FullReport | null} */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** @param {FullReport} report */
function isPassed({ gate }) {
  return gate?.passed !== false;
}
