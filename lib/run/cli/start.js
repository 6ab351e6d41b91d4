/** @import { World } from './types.ts' */

import { superviseRun } from './supervise.js';

/** Commands that end at once, or by themselves when asked. */
const UNSUPERVISED = new Set(['--help', '-h', 'help', '--version', '-V', 'init', 'rules', 'serve', 'worker']);

/**
 * Starts a command. Long ones run in their own thread.
 * @param {World} world
 * @returns {Promise<number>} the exit code
 */
export async function start(world) {
  const [name] = world.argv;
  if (name === undefined || !UNSUPERVISED.has(name)) return superviseRun(world);
  const { main } = await import('./main.js');
  return main(world);
}
