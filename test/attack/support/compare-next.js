import { join } from 'node:path';
import { contentsOf, differencesOf } from './look.js';
import { runCommand } from './run.js';

/**
 * Runs another build and returns its differences from an undisturbed one.
 * @param {string} folder @param {readonly string[]} argv
 * @param {{ calm: ReadonlyMap<string, string>, what: string }} expected
 */
export async function compareNext(folder, argv, { calm, what }) {
  const next = await runCommand(argv, { cwd: folder });
  if (next.code !== 0) return [`${what}: the next run: exit ${next.code}: ${next.err.trim()}`];
  const others = differencesOf(calm, contentsOf(join(folder, 'out')));
  return others.length === 0 ? [] : [`${what}: the next run differs in ${others.slice(0, 3).join(', ')}`];
}
