/** @import { Row } from '../../bench/attack.js' */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { KINDS, MAX_BYTES, readSeeds } from './support/readers.js';

/**
 * Jazzer.js is maintained, prebuilt, and instruments modules. It is fetched here, so that other installations do not
 * contain it.
 */
const FUZZER = '@jazzer.js/core@4.0.0';
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 60);
/** Its binary needs glibc 2.38. On an older system, this is a newer loader with its library folder. */
const LOADER = process.env.ATTACK_LOADER?.split(' ') ?? [];
const FOLDER = join(tmpdir(), 'pagethrift-guided');
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = fileURLToPath(new URL('support/guided-target.js', import.meta.url));
/** Time limit per input, in seconds. Instrumented modules are several times slower. */
const HANG_SECONDS = 20;

/**
 * Runs a coverage-guided fuzzer that starts with fixtures.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(join(FOLDER, 'node_modules/.bin/jazzer')))
    spawnSync('npm', ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', FUZZER], { stdio: 'inherit' });
  const seeds = readSeeds();
  /** @type {Row[]} */
  const rows = [];
  for (const kind of KINDS) rows.push(await runKind(kind, seeds[kind]));
  return rows;
}

/** @param {typeof KINDS[number]} kind @param {readonly Buffer[]} seeds @returns {Promise<Row>} */
async function runKind(kind, seeds) {
  const corpus = join(FOLDER, 'corpus', kind);
  mkdirSync(corpus, { recursive: true });
  for (const [index, bytes] of seeds.entries()) writeFileSync(join(corpus, `seed-${index}`), bytes);
  const [command, ...args] = [...LOADER, execPath, join(FOLDER, 'node_modules/.bin/jazzer')];
  const own = [TARGET, corpus, '-i', join(ROOT, 'lib'), '--sync=false', `--timeout=${HANG_SECONDS * 1000}`, '--'];
  const limits = [`-max_total_time=${SECONDS}`, `-max_len=${MAX_BYTES}`];
  const child = spawn(command, [...args, ...own, ...limits], {
    cwd: ROOT,
    env: { ...process.env, GUIDED_KIND: kind },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-1_000_000);
  });
  const [code] = await once(child, 'exit');
  const tried = Math.max(0, ...[...said.matchAll(/^#(\d+)/gm)].map(([, count]) => Number(count)));
  const reached = [...said.matchAll(/cov: (\d+)/g)].at(-1)?.[1] ?? '?';
  const fault =
    code === 0 && tried > 0 ? '' : (said.split('\n').find((line) => /Error|timeout|==/.test(line)) ?? `exit ${code}`);
  return {
    what: `guided ${kind}`,
    tried,
    failed: code === 0 && tried > 0 ? 0 : 1,
    result: fault || `read or refused; ${reached} branches reached, ${readdirSync(corpus).length} kept`,
  };
}
