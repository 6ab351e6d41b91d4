/** @import { Row } from '../../bench/attack.js' */
/** @import { TextFamily } from './support/shapes.js' */

import { Worker } from 'node:worker_threads';
import { drawShape, TEXT_FAMILIES, writeShape } from './support/shapes.js';

/**
 * The CPU time of main-thread stages for a text, in milliseconds. `late` names the stage that did not end, `error` is
 * its exception.
 * @typedef {{ took?: Record<string, number>, late?: string, error?: string }} Answer
 */

/** Number of shapes per family. */
const SHAPES = Number(process.env.ATTACK_FILES ?? 40);
const FIRST = Number(process.env.ATTACK_SEED ?? 1);
const ONLY = process.env.ATTACK_FAMILY;
/** Length of the smallest text in characters, and the factors of the longer ones. */
const LEAST = 16_384;
const TIMES = [1, 2, 4, 8];
const LARGEST = 1_048_576;
/**
 * Max growth for eightfold input: linear time grows eightfold and n log n tenfold. The rest is noise of a busy machine.
 */
const MAX_GROWTH = 16;
/** Times below this are noise, in milliseconds. */
const NOISE_MS = 20;
/** Limit of CPU time per text, in milliseconds. */
const LIMIT_MS = 60_000;
/** Interval at which the CPU time is checked. */
const WATCH_MS = 500;
const MEMORY_MEGABYTES = 1500;

/**
 * Searches for texts with superlinear time: with 1, 2, 4 and 8 times the length, and those that grow most also with 1
 * MB.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  /** @type {Row[]} */
  const rows = [];
  for (const family of TEXT_FAMILIES) if (ONLY === undefined || ONLY === family) rows.push(await tryFamily(family));
  return rows;
}

/** @param {TextFamily} family @returns {Promise<Row>} */
async function tryFamily(family) {
  const reader = openReader();
  await reader.read(family, writeShape(family, drawShape(family, 0), LEAST));
  /** @type {{ seed: number, growth: number, ms: number }[]} */
  const curves = [];
  const faults = [];
  for (let seed = FIRST; seed < FIRST + SHAPES; seed++) {
    const { fault, growth, ms } = await measure(reader, family, seed);
    if (fault) faults.push(`shape ${seed}: ${fault}`);
    curves.push({ seed, growth, ms });
  }
  const steepest = curves.toSorted((a, b) => b.growth - a.growth).slice(0, 3);
  for (const { seed } of steepest) {
    const answer = await reader.read(family, writeShape(family, drawShape(family, seed), LARGEST));
    if (!answer.took) faults.push(`shape ${seed} at 1 MB: ${answer.late ?? answer.error}`);
  }
  await reader.close();
  const [{ growth, ms }] = steepest;
  const fine = `the steepest grows ${growth.toFixed(1)} times from 16 to 128 kB, to ${Math.round(ms)} ms`;
  const result = faults.slice(0, 6).join('; ') || fine;
  return { what: `growth: ${family}`, tried: SHAPES, failed: faults.length, result };
}

/** @param {ReturnType<typeof openReader>} reader @param {TextFamily} family @param {number} seed */
async function measure(reader, family, seed) {
  const shape = drawShape(family, seed);
  const totals = [];
  for (const times of TIMES) {
    const answer = await reader.read(family, writeShape(family, shape, LEAST * times));
    if (!answer.took)
      return { fault: `${times} times: ${answer.late ?? answer.error}`, growth: Infinity, ms: LIMIT_MS };
    totals.push(Object.values(answer.took).reduce((sum, each) => sum + each, 0));
  }
  const [first, last] = [Math.max(totals[0], NOISE_MS), totals[TIMES.length - 1]];
  const growth = last / first;
  return { fault: growth > MAX_GROWTH ? `${totals.map(Math.round).join(', ')} ms` : '', growth, ms: last };
}

/** Starts a thread that reads texts one after the other. Replaces it if it had to be ended. */
function openReader() {
  let worker = start();
  return {
    read: async (/** @type {TextFamily} */ family, /** @type {string} */ text) => {
      const answer = await ask(worker, { family, text });
      if (answer.took || answer.error?.startsWith('caught ')) return answer;
      await worker.terminate();
      worker = start();
      return answer;
    },
    close: () => worker.terminate(),
  };
}

function start() {
  const limits = { maxOldGenerationSizeMb: MEMORY_MEGABYTES };
  return new Worker(new URL('support/growth-worker.js', import.meta.url), { resourceLimits: limits });
}

/** @param {Worker} worker @param {{ family: TextFamily, text: string }} task @returns {Promise<Answer>} */
function ask(worker, task) {
  return new Promise((resolve) => {
    let stage = 'start';
    const before = process.cpuUsage();
    const end = (/** @type {Answer} */ answer) => {
      clearInterval(watch);
      // removeAllListeners() would also remove listeners of Node.js that the next message needs.
      worker.off('message', hear).off('error', fail);
      resolve(answer);
    };
    const hear = (/** @type {Answer & { stage?: string }} */ message) => {
      if (message.stage) stage = message.stage;
      else end(message);
    };
    const fail = (/** @type {Error} */ error) => end({ error: `${stage}: ${error.message}` });
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system > LIMIT_MS * 1000) end({ late: `${stage} did not end` });
    }, WATCH_MS);
    worker.on('message', hear).on('error', fail);
    worker.postMessage(task);
  });
}
