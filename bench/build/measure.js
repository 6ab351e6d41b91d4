import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ seconds: number, cpuSeconds: number, peakMegabytes: number, output: string }} Measured */

/** Ticks per second of Linux CPU time, the same on all machines: `man 5 proc`, `sysconf(_SC_CLK_TCK)`. */
const TICKS_A_SECOND = 100;

/**
 * Runs a program and measures its wall time, its CPU time and its peak memory, as counted by Linux.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<Measured>}
 */
export function measure(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let last = { cpuSeconds: 0, peakMegabytes: 0 };
    const watch = setInterval(() => {
      last = readCounters(child.pid ?? 0) ?? last;
    }, 20);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(watch);
      const seconds = (performance.now() - start) / 1000;
      if (code === 0) resolve({ seconds, ...last, output });
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-2000)}`));
    });
  });
}

/**
 * Reads the counters of a process. Returns null after its end, or if there is no /proc.
 * @param {number} pid
 */
function readCounters(pid) {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return peak ? { cpuSeconds: ticks / TICKS_A_SECOND, peakMegabytes: Number(peak) / 1024 } : null;
  } catch {
    return null;
  }
}
