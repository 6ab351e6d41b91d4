/** A local workflow runner that executes the real scripts of real steps, with replacements for third-party actions. */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @typedef {object} Machine
 * @property {string} workspace the checkout
 * @property {string} store folder for caches and artifacts that outlive a job
 * @property {Readonly<Record<string, string>>} env
 * @property {Readonly<Record<string, unknown>>} github the `github` context
 *
 * @typedef {{ id?: string, if?: string, uses?: string, with?: Record<string, unknown>, run?: string, env?:
 * Record<string,
 *   string> }} Step
 * @typedef {{ isFailed: boolean, log: string, steps: Record<string, { outputs: Record<string, string> }> }} Job
 */

/**
 * Runs the only job of a workflow.
 * @param {string} text
 * @param {Machine} machine
 */
export async function runWorkflow(text, machine) {
  const [job] = Object.values(parse(text).jobs);
  return runSteps(job.steps, machine, {});
}

/**
 * @param {readonly Step[]} steps
 * @param {Machine} machine
 * @param {Record<string, string>} inputs
 * @returns {Promise<Job>}
 */
async function runSteps(steps, machine, inputs) {
  /** @type {Job} */
  const job = { isFailed: false, log: '', steps: {} };
  const context = { github: machine.github, runner: { os: 'Linux' }, inputs, steps: job.steps };
  for (const step of steps) {
    const condition = step.if ?? 'success()';
    const isAlways = condition.includes('always()');
    if ((job.isFailed && !isAlways) || !decide(condition, context)) continue;
    const given = fill(step.with ?? {}, context);
    const done = step.run
      ? await runScript(step.run, { ...machine, env: { ...machine.env, ...fill(step.env ?? {}, context) } })
      : await useAction(String(step.uses), given, machine);
    job.log += done.log;
    if (step.id) job.steps[step.id] = { outputs: done.outputs };
    if (done.isFailed) job.isFailed = true;
  }
  return job;
}

/** @typedef {{ isFailed: boolean, log: string, outputs: Record<string, string> }} Done */

/** @param {string} name @param {Record<string, string>} given @param {Machine} machine @returns {Promise<Done>} */
async function useAction(name, given, machine) {
  const { workspace, store } = machine;
  const done = { isFailed: false, log: `${name}\n`, outputs: {} };
  const at = (/** @type {string} */ path) => join(workspace, path);
  const place = (/** @type {string} */ kind, /** @type {string} */ key) => join(store, kind, key);
  if (name.startsWith('pagethrift/pagethrift@')) return useOwnAction(given, machine);
  if (name.startsWith('actions/setup-node@')) return { ...done, isFailed: String(given['node-version']) !== '24' };
  if (name.startsWith('actions/checkout@')) return done;
  if (name.startsWith('actions/cache/save@')) {
    const target = place('cache', `${given.key}/${given.path.replaceAll('/', '_')}`);
    if (existsSync(at(given.path))) cpSync(at(given.path), target, { recursive: true });
    return done;
  }
  if (name.startsWith('actions/cache/restore@')) {
    const found = [given.key, ...(given['restore-keys'] ?? '').split('\n')].filter(Boolean).flatMap((key) => {
      const names = existsSync(join(store, 'cache')) ? readdirSync(join(store, 'cache')) : [];
      return names
        .filter((each) => each.startsWith(key))
        .map((each) => place('cache', `${each}/${given.path.replaceAll('/', '_')}`));
    });
    const [first] = found.filter((path) => existsSync(path));
    if (first) cpSync(first, at(given.path), { recursive: true });
    return { ...done, log: `${name}: ${first ? 'hit' : 'miss'}\n` };
  }
  if (name.startsWith('actions/upload-artifact@')) {
    // The action ignores files in hidden folders.
    const isHidden = given.path.split('/').some((part) => part.startsWith('.'));
    if (!isHidden && existsSync(at(given.path)))
      cpSync(at(given.path), place('artifact', given.name), { recursive: true });
    return done;
  }
  if (name.startsWith('actions/download-artifact@')) {
    const from = place('artifact', given.name);
    if (!existsSync(from)) return { ...done, isFailed: true };
    cpSync(from, at(given.path), { recursive: true });
    return done;
  }
  throw new Error(`the runner has no stand-in for ${name}`);
}

/** @param {Record<string, string>} given @param {Machine} machine @returns {Promise<Done>} */
async function useOwnAction(given, machine) {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
  const context = { github: machine.github };
  const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value]);
  const inputs = { ...fill(Object.fromEntries(defaults), context), ...given };
  const env = { ...machine.env, GITHUB_ACTION_PATH: ROOT };
  const job = await runSteps(action.runs.steps, { ...machine, env }, inputs);
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    evaluate(value, { steps: job.steps }),
  ]);
  return { isFailed: job.isFailed, log: job.log, outputs: Object.fromEntries(outputs) };
}

/** @param {string} script @param {Machine} machine @returns {Promise<Done>} */
export function runScript(script, { workspace, env }) {
  const output = join(env.RUNNER_TEMP, 'output');
  writeFileSync(output, '');
  const child = spawn('bash', ['-e', '-c', script], {
    cwd: workspace,
    env: { ...env, GITHUB_OUTPUT: output, GITHUB_WORKSPACE: workspace },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text));
  return new Promise((done) => {
    child.on('close', (status) => {
      const outputs = readFileSync(output, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('='));
      done({ isFailed: status !== 0, log, outputs: Object.fromEntries(outputs) });
    });
  });
}

/** @param {Record<string, unknown>} values @param {object} context @returns {Record<string, string>} */
function fill(values, context) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluate(String(value), context)]));
}

/** Replaces expressions that name a value of a context. @param {string} text @param {object} context */
function evaluate(text, context) {
  return text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, path) => {
    const value = path.split('.').reduce((/** @type {any} */ at, /** @type {string} */ key) => at?.[key], context);
    return value === undefined ? '' : String(value);
  });
}

/** Evaluates conditions of the form `a == 'b' && c != 'd'`. @param {string} condition @param {object} context */
function decide(condition, context) {
  return condition.split('&&').every((part) => {
    const [, path, sign, value] = /^\s*([\w.-]+)\s*(==|!=)\s*'([^']*)'\s*$/.exec(part) ?? [];
    if (path === undefined) return /^\s*(?:always|success)\(\)\s*$/.test(part);
    return (evaluate(`\${{ ${path} }}`, context) === value) === (sign === '==');
  });
}
