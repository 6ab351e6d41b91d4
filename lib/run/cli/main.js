/** @import { Command, World } from './types.ts' */

import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../../base/closest-name.js';
import { InputError } from '../../base/errors.js';
import { escapeLines } from '../../report/escape.js';
import { explainMissing } from '../project/locate-site.js';
import { explainFault } from '../system-fault.js';
import { VERSION } from '../version.js';
import { parseArguments } from './arguments.js';
import { exitOnSignals } from './exit-on-signals.js';
import { describeCommand, describeUsage } from './help.js';
import { keepMemoryLow } from './keep-memory-low.js';
import { withTimings } from './with-timings.js';

/** @type {Readonly<Record<string, () => Promise<{ command: Command }>>>} */
const COMMANDS = {
  build: () => import('./commands/build.js'),
  merge: () => import('./commands/merge.js'),
  audit: () => import('./commands/audit.js'),
  check: () => import('./commands/check.js'),
  estimate: () => import('./commands/estimate.js'),
  validate: () => import('./commands/validate.js'),
  worker: () => import('./commands/worker.js'),
  serve: () => import('./commands/serve.js'),
  init: () => import('./commands/init.js'),
  rules: () => import('./commands/rules.js'),
  doctor: () => import('./commands/doctor.js'),
};

/**
 * Runs the command of the arguments.
 * @param {World} world
 * @returns {Promise<number>} 0 done, 1 the gate failed, 2 wrong input, 3 an internal error
 */
export async function main(world) {
  const { argv, stdout, stderr } = world;
  const verbose = argv.includes('--verbose');
  try {
    const [name] = argv;
    if (name === '--help' || name === '-h' || name === 'help') {
      stdout.write(describeUsage());
      return 0;
    }
    if (name === '--version' || name === '-V') {
      stdout.write(`${VERSION}\n`);
      return 0;
    }
    const called = await nameCommand(world);
    const { command } = await COMMANDS[called]();
    const { values, positionals } = parseArguments(called, command, called === name ? argv.slice(1) : argv);
    if (values.help) {
      stdout.write(describeCommand(called, command));
      return 0;
    }
    keepMemoryLow();
    const release = command.ownsSignals ? () => {} : exitOnSignals();
    const call = { world, values, positionals };
    return await withTimings(call, () => command.run(call)).finally(release);
  } catch (fault) {
    const error = explainFault(fault);
    const isOurs = !(error instanceof InputError);
    stderr.write(`pagethrift: ${escapeLines(error instanceof Error ? error.message : String(error))}\n`);
    if (isOurs && !verbose)
      stderr.write('This is a bug in pagethrift. Run it again with --verbose and report the output.\n');
    if (verbose && error instanceof Error) stderr.write(`${escapeLines(framesOf(error))}\n`);
    return isOurs ? 3 : 2;
  }
}

/**
 * Returns the command that is called. Without arguments, or with a folder, a file or an address, it is an audit.
 * @param {World} world
 */
async function nameCommand({ argv, cwd }) {
  const [name] = argv;
  if (name === undefined || name.startsWith('-')) return 'audit';
  // Docusaurus and SvelteKit write a folder of this name. The command alone would have no target.
  const isFolder = name === 'build' && argv.length === 1 && existsSync(resolve(cwd, name));
  if (Object.hasOwn(COMMANDS, name) && !isFolder) return name;
  if (/^https?:\/\//i.test(name) || existsSync(resolve(cwd, name))) return 'audit';
  const guess = didYouMean(name, [...Object.keys(COMMANDS), ...readdirSync(cwd)]);
  if (guess) throw new InputError('unknown-command', `There is no command, folder or file “${name}”.${guess}`);
  throw new InputError('no-input', await explainMissing(cwd, name));
}

/** Returns the stack of an error without its message, which is shown already. @param {Error} error */
function framesOf({ stack = '' }) {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
