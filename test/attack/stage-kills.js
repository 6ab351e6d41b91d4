/** @import { Row } from '../../bench/attack.js' */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareNext } from './support/compare-next.js';
import { contentsOf, differencesOf } from './support/look.js';
import { inScratch, runCommand } from './support/run.js';
import { writeShownSite } from './support/shown-site.js';

/** Kills in each stage. */
const KILLS = Number(process.env.ATTACK_KILLS ?? 200);
/** The name of a single stage, because a stage takes minutes. */
const ONLY = process.env.ATTACK_SCENE;
/** Kills after which the build ends, and the next one starts from nothing. */
const IN_A_ROW = 4;
/** Fraction of the golden ratio: its multiples are spread evenly over a stage. */
const GOLDEN = 0.618034;
const VISIBLE = ['--browser', 'bundled', '--quiet'];
const killer = fileURLToPath(new URL('support/kill-in-stage.js', import.meta.url));

/**
 * Kills builds in each of their stages, each time earlier or later in it. The output folder is absent or complete
 * after each kill, and the build that follows gives the bytes of an undisturbed one.
 * @returns {Promise<Row[]>}
 */
export function run() {
  return inScratch(async (folder) => {
    await writeShownSite(join(folder, 'site'));
    const argv = ['build', 'site', '--out', 'calm', '--cache', 'off', '--timings', 'trace.json', ...VISIBLE];
    const first = await runCommand(argv, { cwd: folder });
    if (first.code !== 0) throw new Error(`an undisturbed build ends with ${first.code}: ${first.err.trim()}`);
    const calm = contentsOf(join(folder, 'calm'));
    const rows = [];
    for (const [stage, ms] of listStages(join(folder, 'trace.json')))
      if (ONLY === undefined || stage === ONLY) rows.push(await killInStage(folder, { stage, ms, calm }));
    return rows;
  });
}

/** Returns the stages of a run with their durations. @param {string} trace @returns {[string, number][]} */
function listStages(trace) {
  /** @type {{ traceEvents: { name: string, cat?: string, dur: number }[] }} */
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8'));
  const stages = traceEvents.filter(({ cat }) => cat === 'stage');
  // The first stage ends before its start can be heard.
  return stages.slice(1).map(({ name, dur }) => [name, dur / 1000]);
}

/**
 * @param {string} folder @param {{ stage: string, ms: number, calm: ReadonlyMap<string, string> }} stage
 * @returns {Promise<Row>}
 */
async function killInStage(folder, { stage, ms, calm }) {
  const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', ...VISIBLE];
  /** @type {string[]} */
  const faults = [];
  let killed = 0;
  for (let round = 1; round <= KILLS; round++) {
    if (round % IN_A_ROW === 1)
      for (const name of ['out', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
    const after = ((round * GOLDEN) % 1) * ms;
    const env = { NODE_OPTIONS: `--import=${killer}`, KILL_STAGE: stage, KILL_AFTER_MS: String(after) };
    const ended = await runCommand(argv, { cwd: folder, env });
    if (ended.signal) killed += 1;
    else if (ended.code !== 0) faults.push(`round ${round}: exit ${ended.code}: ${ended.err.trim()}`);
    if (existsSync(join(folder, 'out')) && differencesOf(calm, contentsOf(join(folder, 'out'))).length > 0)
      faults.push(`round ${round}: half an out folder`);
    if (round % IN_A_ROW === 0)
      faults.push(...(await compareNext(folder, argv, { calm, what: `after round ${round}` })));
  }
  const result = faults[0] ?? `${killed} were killed in it; each next run gave the same bytes`;
  return { what: `SIGKILL at a random moment of the stage “${stage}”`, tried: KILLS, failed: faults.length, result };
}
