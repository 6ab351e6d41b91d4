/** @import { ChildProcess } from 'node:child_process' */
/** @import { Limit } from './limits.js' */
/** @import { Answer } from './process-main.js' */
/** @import { TaskRunner } from './types.ts' */

import { fork } from 'node:child_process';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { OverLimitError } from '../../base/errors.js';
import { publishHeld } from '../../base/held.js';
import { present } from '../../base/present.js';
import { charge } from '../../base/spans.js';
import { describeExcess, limitOf } from './limits.js';

const PROGRAM = fileURLToPath(new URL('./process-main.js', import.meta.url));
/** Idle time after which a process is ended. */
const IDLE_MS = 5000;
/**
 * Flags for a small heap. Pixels, compressed bytes and parsed pages are outside of the nursery or die young, so a large
 * one only keeps them longer. The heap is limited together with native memory, by the limit of each task.
 */
const FLAGS = Object.freeze(['--max-semi-space-size=4', '--max-old-space-size=600']);
/**
 * Settings of the allocator of glibc. With an arena per thread, freed pixels stay in the arena of the thread that held
 * them, so one arena for all threads takes less memory.
 */
const MEMORY_SETTINGS = Object.freeze({ MALLOC_ARENA_MAX: '1' });
/** Signals by which V8 ends a process with a full heap. */
const OUT_OF_HEAP = Object.freeze(['SIGABRT', 'SIGTRAP', 'SIGILL']);

/**
 * A task that waits for a process, or has one.
 * @typedef {object} Pending
 * @property {string} kind
 * @property {object} task
 * @property {Limit} limit
 * @property {(answer: Answer) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {boolean} needsNewProcess true after a process ended for what may not be its fault: it exceeded its memory
 *   where other tasks had run, or ended by itself
 *
 * @typedef {object} TaskProcess
 * @property {ChildProcess} child
 * @property {Pending | null} pending
 * @property {boolean} hasRun true if it ran a task before: some of that task's memory may still be held
 * @property {string} excess the exceeded limit, or an empty string
 * @property {NodeJS.Timeout | undefined} timer ends the process: after its task's max elapsed time, or when idle
 */

/**
 * Runs tasks in separate processes, each under a limit. A task that exceeds it rejects with `OverLimitError`, and its
 * process is ended: a thread in native code cannot be ended. A task whose process ends by itself is run once more.
 * @implements {TaskRunner}
 */
export class TaskProcesses {
  /** @type {Set<TaskProcess>} */
  #all = new Set();
  /** @type {TaskProcess[]} */
  #idle = [];
  /** @type {Pending[]} */
  #waiting = [];
  #isClosed = false;
  #limitOf;

  /**
   * @param {number} atOnce max processes
   * @param {typeof limitOf} [limit] returns the limits of a task
   */
  constructor(atOnce, limit = limitOf) {
    this.atOnce = atOnce;
    this.#limitOf = limit;
  }

  /**
   * @template T
   * @param {string} kind
   * @param {object} task
   * @returns {Promise<T>}
   */
  async run(kind, task) {
    const startMs = performance.now();
    const limit = this.#limitOf(kind, task);
    /** @type {Answer} */
    const answer = await new Promise((resolve, reject) => {
      this.#waiting.push({ kind, task, limit, resolve, reject, needsNewProcess: false });
      this.#startNext();
    });
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), { name: answer.error.name });
    charge({ cpuMs: answer.cpuMs, waitMs: performance.now() - startMs - answer.tookMs });
    return /** @type {T} */ (answer.done);
  }

  /** Ends all processes. Waiting and running tasks are rejected. */
  async close() {
    this.#isClosed = true;
    const closed = new Error('the run has ended');
    for (const { reject } of this.#waiting.splice(0)) reject(closed);
    const ends = [...this.#all].map(({ child }) => new Promise((resolve) => child.once('close', resolve)));
    for (const { child } of this.#all) child.kill('SIGKILL');
    await Promise.all(ends);
  }

  #startNext() {
    while (this.#waiting.length > 0) {
      const { needsNewProcess } = this.#waiting[0];
      const idle = needsNewProcess ? undefined : this.#idle.pop();
      const free = idle ?? (this.#all.size < this.atOnce ? this.#open() : null);
      if (!free && this.#idle.length > 0) this.#retire(this.#idle[0]);
      if (!free) return;
      this.#give(free, present(this.#waiting.shift()));
    }
  }

  /** @param {TaskProcess} process @param {Pending} pending */
  #give(process, pending) {
    const { kind, task, limit } = pending;
    process.pending = pending;
    clearTimeout(process.timer);
    process.timer = setTimeout(() => this.#end(process, 'wallMs'), limit.wallMs);
    process.child.send({ kind, task, limit });
  }

  /** @param {TaskProcess} process @param {string} excess */
  #end(process, excess) {
    process.excess = excess;
    process.child.kill('SIGKILL');
  }

  #open() {
    const child = fork(PROGRAM, [], {
      serialization: 'advanced',
      execArgv: [...FLAGS],
      env: { ...env, ...MEMORY_SETTINGS },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    /** @type {TaskProcess} */
    const process = { child, pending: null, hasRun: false, excess: '', timer: undefined };
    this.#all.add(process);
    publishHeld({ kind: 'process', id: Number(child.pid), isHeld: true });
    child.stdio[4]?.on('data', (reason) => (process.excess += reason));
    child.on('message', (answer) => this.#settle(process, /** @type {Answer} */ (answer)));
    child.on('error', () => child.kill('SIGKILL'));
    child.on('close', (code, signal) => this.#bury(process, signal ?? `code ${code}`));
    return process;
  }

  /** @param {TaskProcess} process @param {Answer} answer */
  #settle(process, answer) {
    const { pending } = process;
    process.pending = null;
    process.hasRun = true;
    clearTimeout(process.timer);
    process.timer = setTimeout(() => this.#retire(process), IDLE_MS);
    process.timer.unref();
    this.#idle.push(process);
    pending?.resolve(answer);
    this.#startNext();
  }

  /** @param {TaskProcess} process */
  #retire(process) {
    this.#idle.splice(this.#idle.indexOf(process), 1);
    process.child.kill('SIGKILL');
  }

  /** @param {TaskProcess} process @param {string} end the signal or the exit code */
  #bury(process, end) {
    const { pending, excess } = process;
    clearTimeout(process.timer);
    this.#all.delete(process);
    publishHeld({ kind: 'process', id: Number(process.child.pid), isHeld: false });
    this.#idle = this.#idle.filter((one) => one !== process);
    const resource = excess || (OUT_OF_HEAP.includes(end) ? 'megabytes' : '');
    const isBlameless = resource === '' || (resource === 'megabytes' && process.hasRun);
    if (pending && isBlameless && !pending.needsNewProcess && !this.#isClosed)
      this.#waiting.unshift({ ...pending, needsNewProcess: true });
    else pending?.reject(errorOf(pending.limit, resource, end));
    this.#startNext();
  }
}

/** @param {Limit} limit @param {string} excess @param {string} end */
function errorOf(limit, excess, end) {
  if (excess === '') return new Error(`its process ended by itself (${end})`);
  // Time depends on what else the machine does, memory does not.
  const isLasting = excess === 'megabytes';
  return new OverLimitError(describeExcess(/** @type {keyof Limit} */ (excess), limit), { isLasting });
}
