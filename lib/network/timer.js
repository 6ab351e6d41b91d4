/** @import { Engine, Event } from './engine.js' */
import { cancel } from './engine.js';

/**
 * A timer that is set far more often than it fires. It keeps one event in the heap and checks its deadline when that
 * event runs.
 * @typedef {{ engine: Engine, deadline: number, event: Event | null, run: (subject: any) => void, subject: any }} Timer
 */

/**
 * @param {Engine} engine @param {(subject: any) => void} run @param {any} subject
 * @returns {Timer}
 */
export const createTimer = (engine, run, subject) => ({
  engine,
  deadline: Number.POSITIVE_INFINITY,
  event: null,
  run,
  subject,
});

/** @param {Timer} timer */
export const isSet = (timer) => timer.deadline !== Number.POSITIVE_INFINITY;

/** @param {Timer} timer */
function look(timer) {
  timer.event = null;
  if (!isSet(timer)) return;
  if (timer.engine.now < timer.deadline) {
    timer.event = timer.engine.at(timer.deadline, look, timer, null);
    return;
  }
  timer.deadline = Number.POSITIVE_INFINITY;
  timer.run(timer.subject);
}

/** @param {Timer} timer @param {number} time */
export function setAt(timer, time) {
  timer.deadline = time;
  if (timer.event !== null) {
    if (timer.event.time <= time) return;
    cancel(timer.event);
  }
  timer.event = timer.engine.at(time, look, timer, null);
}

/** @param {Timer} timer */
export function clear(timer) {
  timer.deadline = Number.POSITIVE_INFINITY;
}
