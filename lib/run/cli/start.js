/** @import { World } from './types.ts' */

import { explainOldNode } from '../version.js';

/** Commands that end at once, or by themselves when asked. */
const UNSUPERVISED = new Set(['--help', '-h', 'help', '--version', '-V', 'init', 'rules', 'serve', 'worker']);

/**
 * Starts a command. Long ones run in their own thread. Other modules are imported after the check of Node.js, because
 * they fail to load in an old version.
 * @param {World} world
 * @param {string} [node] the version of Node.js
 * @returns {Promise<number>} the exit code
 */
export async function start(world, node = process.versions.node) {
  const fault = explainOldNode(node);
  if (fault !== null) {
    world.stderr.write(`pagethrift: ${fault}\n`);
    return 2;
  }
  const [name] = world.argv;
  if (name !== undefined && UNSUPERVISED.has(name)) return (await import('./main.js')).main(world);
  return (await import('./supervise.js')).superviseRun(world);
}
