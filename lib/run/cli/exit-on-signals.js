import { exact } from '../../base/exact.js';

/** Numbers that shells add to 128 for each signal. */
export const SIGNALS = exact([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
]);

/**
 * Ends the process at a signal, with its temporary files removed. Returns a function that stops that.
 * @returns {() => void}
 */
export function exitOnSignals() {
  const handlers = SIGNALS.map(([signal, number]) => {
    const exit = () => process.exit(128 + number);
    process.once(signal, exit);
    return () => process.removeListener(signal, exit);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}
