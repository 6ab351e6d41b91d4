import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { workOn } from './working-on.js';

/**
 * How long a piece of work took.
 * @typedef {object} Span
 * @property {string} kind what was done: `rule`, `file`, `page`
 * @property {string} by who did it: a rule, a maker, a look
 * @property {string} name of what it was done to, empty for all
 * @property {number} startMs
 * @property {number} endMs
 * @property {number} cpuMs processor time that is known to be spent on it
 * @property {number} waitMs that it waited for its turn
 *
 * @typedef {{ stage: string, atMs: number }} StageStart
 */

/** Nobody listens but who wants to know where the time goes; nothing is measured otherwise. */
export const spans = channel('pagethrift:span');
export const stages = channel('pagethrift:stage');

/** @type {AsyncLocalStorage<Span>} the work that is going on, so that what it has done elsewhere is charged to it */
const current = new AsyncLocalStorage();

/**
 * Does a piece of work; what it takes is told when it is done.
 * @template T
 * @param {Pick<Span, 'kind' | 'by' | 'name'>} what
 * @param {() => T} work
 * @returns {T}
 */
export function timed(what, work) {
  if (!spans.hasSubscribers) return work();
  const span = { ...what, startMs: performance.now(), endMs: 0, cpuMs: 0, waitMs: 0 };
  const end = () => {
    span.endMs = performance.now();
    spans.publish(span);
  };
  const result = current.run(span, work);
  if (result instanceof Promise) return /** @type {T} */ (result.finally(end));
  span.cpuMs += performance.now() - span.startMs;
  end();
  return result;
}

/**
 * Charges what was spent in a thread or another process to the work that asked for it.
 * @param {{ cpuMs: number, waitMs?: number }} spent
 */
export function charge({ cpuMs, waitMs = 0 }) {
  const span = current.getStore();
  if (!span) return;
  span.cpuMs += cpuMs;
  span.waitMs += waitMs;
}

/** Says that a stage begins, which ends the one before. @param {string} stage */
export function enterStage(stage) {
  workOn('');
  if (stages.hasSubscribers) stages.publish({ stage, atMs: performance.now() });
}
