/** @import { Held } from '../../base/held.js' */
/** @import { World } from './types.ts' */

import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../../base/errors.js';
import { createNote, readNote } from '../../base/working-on.js';
import { escapeTerminal } from '../../report/escape.js';
import { SIGNALS } from './exit-on-signals.js';

/*
 * A run works in its own thread. This thread only listens for signals and checks the time, so that it can end a
 * run stuck in a loop or in native code.
 */

/**
 * @typedef {{ isTTY: boolean, columns: number }} Terminal
 *
 * The data for the thread of a run.
 * @typedef {{ argv: readonly string[], cwd: string, terminals: Record<'stdout' | 'stderr', Terminal>, pagethriftNote:
 *   SharedArrayBuffer }} RunData
 *
 * A message of a run: text for an output, a resource that must be released when the run ends, or its time limit.
 * @typedef {{ name: 'stdout' | 'stderr', text: string } | { held: Held } | { runMinutes: number }} RunMessage
 */

const PROGRAM = new URL('./run-thread.js', import.meta.url);
/** Time after a signal at which a run that does not end is ended. */
const GRACE_MS = 1000;
/** Interval of the supervisor's checks. */
const WATCH_MS = 250;
/** Max processor time of a run without a sign of life: the largest real page takes a tenth of it. */
const MAX_STUCK_CPU_MS = 30_000;
/** Time beyond limits.runMinutes in which a run can write its results: a tenth, and this. */
const RUN_SLACK_MS = 30_000;
/**
 * Max size of the heap for new objects. V8 would let it grow to twice this size, which takes 90 MB and saves no time on
 * large sites.
 */
const MAX_YOUNG_MB = 48;
/** Bytes of a mebibyte. */
const MEBIBYTE = 2 ** 20;
/** Limits of a run are in minutes. */
const MS_PER_MINUTE = 60_000;

/**
 * Runs a command in its own thread.
 * @param {World} world
 * @param {number} [maxStuckCpuMs]
 * @returns {Promise<number>} the exit code
 */
export function superviseRun(world, maxStuckCpuMs = MAX_STUCK_CPU_MS) {
  return new Promise((resolve) => new Supervisor(world, maxStuckCpuMs, resolve));
}

class Supervisor {
  #world;
  #maxStuckCpuMs;
  #resolve;
  #note = createNote();
  /** @type {Map<string | number, Held>} */
  #held = new Map();
  #alive = { count: 0, cpuMs: readCpuMs() };
  /** @type {NodeJS.Timeout | undefined} */
  #runTimer;
  #isAsked = false;
  #thread;
  #watch;
  #removeHandlers;

  /** @param {World} world @param {number} maxStuckCpuMs @param {(exitCode: number) => void} resolve */
  constructor(world, maxStuckCpuMs, resolve) {
    this.#world = world;
    this.#maxStuckCpuMs = maxStuckCpuMs;
    this.#resolve = resolve;
    const { argv, cwd } = world;
    const terminals = { stdout: terminalOf(world.stdout), stderr: terminalOf(world.stderr) };
    this.#thread = new Worker(PROGRAM, {
      workerData: { argv, cwd, terminals, pagethriftNote: this.#note },
      resourceLimits: {
        maxYoungGenerationSizeMb: MAX_YOUNG_MB,
        maxOldGenerationSizeMb: getHeapStatistics().heap_size_limit / MEBIBYTE,
      },
    });
    this.#thread.on('message', (message) => this.#hear(message));
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', (code) => this.#end(code));
    this.#watch = setInterval(() => this.#look(), WATCH_MS);
    this.#removeHandlers = onSignals((signal, exitCode) => this.#stop(signal, exitCode));
  }

  /** @param {RunMessage} message */
  #hear(message) {
    if ('text' in message) this.#world[message.name].write(message.text);
    else if ('runMinutes' in message) this.#limitRun(message.runMinutes);
    else if (message.held.isHeld) this.#held.set(message.held.id, message.held);
    else this.#held.delete(message.held.id);
  }

  /**
   * Asks the run to end. The second time, or after a while, ends it.
   * @param {NodeJS.Signals} signal @param {number} exitCode
   */
  #stop(signal, exitCode) {
    if (this.#isAsked) return this.#kill(signal);
    this.#isAsked = true;
    this.#thread.postMessage({ exitCode });
    setTimeout(() => this.#kill(signal), GRACE_MS).unref();
  }

  /** Ends this process by a signal, even if a thread is busy. @param {NodeJS.Signals} signal */
  #kill(signal) {
    this.#giveBack();
    this.#removeHandlers();
    process.kill(process.pid, signal);
  }

  /** Ends the run if it hangs. */
  #look() {
    const { count, name } = readNote(this.#note);
    const cpuMs = readCpuMs();
    if (count !== this.#alive.count) this.#alive = { count, cpuMs };
    if (cpuMs - this.#alive.cpuMs < this.#maxStuckCpuMs) return;
    const where = name === '' ? 'The run' : `“${name}”`;
    const advice = name === '' ? '' : ` Exclude the file with --exclude "${name}".`;
    void this.#abort(`${where} takes more than ${this.#maxStuckCpuMs / 1000} s to read: nothing was written.${advice}`);
  }

  /** @param {number} minutes */
  #limitRun(minutes) {
    clearTimeout(this.#runTimer);
    const message = `The run takes more than ${minutes} minutes (limits.runMinutes): nothing was written.`;
    this.#runTimer = setTimeout(() => void this.#abort(message), minutes * MS_PER_MINUTE * 1.1 + RUN_SLACK_MS);
    this.#runTimer.unref();
  }

  /** Ends the run with a message. @param {string} message */
  async #abort(message) {
    clearInterval(this.#watch);
    this.#thread.removeAllListeners('exit');
    this.#say(message);
    this.#giveBack();
    const isEnded = await Promise.race([this.#thread.terminate().then(() => true), wait(GRACE_MS, false)]);
    // Node.js waits for a thread in native code without limit.
    if (!isEnded) process.kill(process.pid, 'SIGKILL');
    this.#end(2);
  }

  /** @param {Error & { code?: string }} error */
  #fail({ code, message, stack = '' }) {
    this.#thread.removeAllListeners('exit');
    const { name } = readNote(this.#note);
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const place = name === '' ? '' : ` at “${name}”`;
      this.#say(`The run needs more memory than Node.js is permitted to use${place}: nothing was written.`);
      this.#end(2);
    } else {
      this.#say(`${message}\n${stack}`);
      this.#end(3);
    }
  }

  /** @param {string} text */
  #say(text) {
    this.#world.stderr.write(`pagethrift: ${escapeTerminal(text)}\n`);
  }

  /** @param {number} exitCode */
  #end(exitCode) {
    clearInterval(this.#watch);
    clearTimeout(this.#runTimer);
    this.#removeHandlers();
    this.#giveBack();
    this.#resolve(exitCode);
  }

  /** Ends the remaining processes and removes the remaining folders of the run. */
  #giveBack() {
    const all = [...this.#held.values()];
    this.#held.clear();
    for (const { kind, id } of all) if (kind === 'process') endProcess(id);
    for (const { kind, id } of all) if (kind === 'folder') rmSync(id, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {import('./types.ts').Output} output @returns {Terminal} */
function terminalOf({ isTTY = false, columns = 80 }) {
  return { isTTY, columns };
}

/**
 * Listens for the signals that end a process.
 * @param {(signal: NodeJS.Signals, exitCode: number) => void} hear
 * @returns {() => void} a function that stops listening
 */
function onSignals(hear) {
  const handlers = SIGNALS.map(([signal, number]) => {
    const handle = () => hear(signal, 128 + number);
    process.on(signal, handle);
    return () => process.removeListener(signal, handle);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}

/** @param {number} pid */
function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** Returns the processor time of all threads of this process so far. */
function readCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
