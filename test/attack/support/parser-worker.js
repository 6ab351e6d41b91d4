/* Searches for the slowest short inputs of a parser, and feeds it a megabyte of each. */
import { parentPort, workerData } from 'node:worker_threads';
import { PARSERS } from './parsers.js';
import { writeInput } from './worst-inputs.js';

const { name, seeds, short, long, worst } = workerData;
const [file, exported] = name.split('#');
const { family, prepare } = PARSERS[name];
const parse = (await import(new URL(`../../../${file}`, import.meta.url).href))[exported];
const times = [];
for (let seed = 1; seed <= seeds; seed++) times.push({ seed, ms: await measure(seed, short) });
const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, worst);
for (const { seed } of slowest) {
  const ms = await measure(seed, long);
  parentPort?.postMessage({ seed, ms });
}

/** @param {number} seed @param {number} bytes */
async function measure(seed, bytes) {
  const input = prepare(writeInput(family, seed, bytes));
  parentPort?.postMessage({ seed, bytes });
  const before = process.threadCpuUsage();
  try {
    await parse(...input);
  } catch (error) {
    // A rejected input is fine. An error of JavaScript itself is a bug.
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
