/*
 * npm run bench -- numbers [STAGE…] [--out FOLDER]
 *
 * Changes each constant of a stage's files by a fifth in both directions, runs the stage's quick bench for each in its
 * own process, and prints a table of the results or writes it to STAGE.md in FOLDER. A constant without an effect is
 * part of a protocol, a limit that no case of the bench reaches, or redundant.
 */
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { listNumbers } from './numbers/list-numbers.js';
import { renderNumbers } from './numbers/render.js';
import { STAGES } from './numbers/stages.js';

/** @import { Figures, Tried, TunedNumber } from './numbers/types.ts' */

const root = new URL('../', import.meta.url);
/** Relative change in each direction, a common choice for sensitivity analysis. */
const SHARE = 0.2;
/**
 * Max time per run, in milliseconds. Some changed constants, such as timer slots, cause an endless loop. A bench takes
 * a few seconds.
 */
const MAX_MS = 15_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const run = promisify(execFile);

/**
 * Runs the bench with a changed constant. Returns the reason if it ends without a result.
 * @param {string} stage @param {{ url: string, start: number, end: number, text: string } | null} turn
 * @returns {Promise<Figures | string>}
 */
async function measure(stage, turn) {
  const files = ['./bench/numbers/turn.js', './bench/numbers/measure.js'];
  try {
    const { stdout } = await run(process.execPath, ['--import', files[0], files[1], stage], {
      cwd: fileURLToPath(root),
      env: { ...process.env, PAGETHRIFT_TURN: JSON.stringify(turn) },
      timeout: MAX_MS,
    });
    return JSON.parse(stdout);
  } catch (error) {
    return Object(error).killed ? 'does not end' : 'fails';
  }
}

/** @param {number} value @param {number} side 1 or -1 */
function turned(value, side) {
  const next = value * (1 + side * SHARE);
  if (!Number.isInteger(value)) return Number(next.toPrecision(6));
  return Math.round(next) === value ? value + side : Math.round(next);
}

/** @param {string} stage @param {TunedNumber} number @returns {Promise<Tried>} */
async function tryNumber(stage, number) {
  const { path, start, end, value } = number;
  const url = pathToFileURL(fileURLToPath(new URL(path, root))).href;
  const sides = [];
  for (const side of [-1, 1]) {
    const text = String(turned(value, side));
    sides.push({ text, figures: await measure(stage, { url, start, end, text }) });
  }
  return { ...number, sides };
}

/** @param {string} stage */
async function measureStage(stage) {
  const { files, title, units } = STAGES[stage];
  const now = await measure(stage, null);
  if (typeof now === 'string') throw new Error(`the bench of ${stage} ${now}: is what it measures there?`);
  const numbers = globSync(files, { cwd: root })
    .sort()
    .flatMap((path) => listNumbers(path, readFileSync(new URL(path, root), 'utf8')));
  const tried = [];
  for (const number of numbers) {
    tried.push(await tryNumber(stage, number));
    process.stderr.write(`${stage}: ${tried.length} of ${numbers.length}\r`);
  }
  return renderNumbers({ stage, title, units, now, tried });
}

const stages = positionals.length > 0 ? positionals : Object.keys(STAGES);
for (const stage of stages) {
  const page = await measureStage(stage);
  if (values.out) writeFileSync(join(values.out, `${stage}.md`), page);
  else process.stdout.write(page);
}
