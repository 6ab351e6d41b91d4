/** @import { Command, World } from './types.ts' */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../base/errors.js';
import { escapeLines, escapeTerminal } from '../../report/escape.js';
import { explainFault } from '../system-fault.js';
import { requireNode, VERSION } from '../version.js';
import { parseArguments } from './arguments.js';
import { exitOnSignals } from './exit-on-signals.js';
import { describeCommand, describeUsage } from './help.js';
import { keepMemoryLow } from './keep-memory-low.js';
import { withTimings } from './with-timings.js';

/** @type {Readonly<Record<string, () => Promise<{ command: Command }>>>} */
const COMMANDS = {
  build: () => import('./commands/build.js'),
  audit: () => import('./commands/audit.js'),
  check: () => import('./commands/check.js'),
  estimate: () => import('./commands/estimate.js'),
  validate: () => import('./commands/validate.js'),
  worker: () => import('./commands/worker.js'),
  serve: () => import('./commands/serve.js'),
  init: () => import('./commands/init.js'),
  rules: () => import('./commands/rules.js'),
};

/**
 * The whole command line: runs what the arguments ask for.
 * @param {World} world
 * @returns {Promise<number>} 0 done, 1 the gate failed, 2 wrong input, 3 a fault of the tool itself
 */
export async function main(world) {
  const { argv, stdout, stderr } = world;
  const verbose = argv.includes('--verbose');
  try {
    const [name] = argv;
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      stdout.write(describeUsage());
      return name === undefined ? 2 : 0;
    }
    if (name === '--version' || name === '-V') {
      stdout.write(`${VERSION}\n`);
      return 0;
    }
    requireNode();
    const called = nameCommand(world);
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
    stderr.write(`pagethrift: ${escapeTerminal(error instanceof Error ? error.message : String(error))}\n`);
    if (isOurs && !verbose)
      stderr.write('This is a fault of pagethrift itself: run it again with --verbose and report what it prints.\n');
    if (verbose && error instanceof Error) stderr.write(`${escapeLines(framesOf(error))}\n`);
    return isOurs ? 3 : 2;
  }
}

/**
 * The command that is called: what is no command but a folder, a file or an address is to be audited.
 * @param {World} world
 */
function nameCommand({ argv, cwd }) {
  const [name] = argv;
  // Docusaurus and SvelteKit write a folder of this name; the command alone would name nothing to build.
  const isFolder = name === 'build' && argv.length === 1 && existsSync(resolve(cwd, name));
  if (Object.hasOwn(COMMANDS, name) && !isFolder) return name;
  if (name.startsWith('-') || /^https?:\/\//i.test(name) || existsSync(resolve(cwd, name))) return 'audit';
  const known = Object.keys(COMMANDS).join(', ');
  throw new InputError('unknown-command', `“${name}” is neither a folder nor a file nor a command; one of ${known}`);
}

/** Where an error came from, without its message, which is said already. @param {Error} error */
function framesOf({ stack = '' }) {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
