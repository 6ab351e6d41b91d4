import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { workOn } from './working-on.js';

/**
 * The duration of a piece of work.
 * @typedef {object} Span
 * @property {string} kind of work: `rule`, `file`, `page`
 * @property {string} by the component that did it: a rule, a maker, a visit
 * @property {string} name of the item it was done on, empty for all
 * @property {number} startMs
 * @property {number} endMs
 * @property {number} cpuMs processor time that was measured for it
 * @property {number} waitMs time in the queue
 *
 * @typedef {{ stage: string, atMs: number }} StageStart
 */

/** The channel of finished pieces of work. Nothing is measured unless a subscriber is attached. */
export const spans = channel('pagethrift:span');
export const stages = channel('pagethrift:stage');
export const tasks = channel('pagethrift:task');

/** @type {AsyncLocalStorage<Span>} the current piece of work, to which work in other threads is charged */
const current = new AsyncLocalStorage();

/**
 * Runs a function and publishes its duration.
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
 * Charges time that was spent in a thread or another process to the current piece of work.
 * @param {{ cpuMs: number, waitMs?: number }} spent
 */
export function charge({ cpuMs, waitMs = 0 }) {
  const span = current.getStore();
  if (!span) return;
  span.cpuMs += cpuMs;
  span.waitMs += waitMs;
}

/** Publishes the start of a stage, which ends the one before. @param {string} stage */
export function enterStage(stage) {
  workOn('');
  if (stages.hasSubscribers) stages.publish({ stage, atMs: performance.now() });
}
