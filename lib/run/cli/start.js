/** @import { World } from './types.ts' */

import { superviseRun } from './supervise.js';

/** Commands that are over at once, or that end by themselves when they are told to. */
const UNSUPERVISED = new Set(['--help', '-h', 'help', '--version', '-V', 'init', 'rules', 'serve', 'worker']);

/**
 * Starts a command: what takes long runs in a thread of its own.
 * @param {World} world
 * @returns {Promise<number>} the exit code
 */
export async function start(world) {
  const [name] = world.argv;
  if (name === undefined || !UNSUPERVISED.has(name)) return superviseRun(world);
  const { main } = await import('./main.js');
  return main(world);
}
