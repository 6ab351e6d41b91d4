/** @import { Command, World } from './types.ts' */

import { InputError } from '../errors.js';
import { isTooOld, OLDEST_NODE, VERSION } from '../run/version.js';
import { parseArguments } from './arguments.js';
import { describeCommand, describeUsage } from './help.js';
import { keepMemoryLow } from './keep-memory-low.js';

/** @type {Readonly<Record<string, () => Promise<{ command: Command }>>>} */
const COMMANDS = {
  build: () => import('./commands/build.js'),
  audit: () => import('./commands/audit.js'),
  check: () => import('./commands/check.js'),
  estimate: () => import('./commands/estimate.js'),
  validate: () => import('./commands/validate.js'),
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
    if (isTooOld(process.versions.node)) {
      const remedy = 'install a later one, or put one beside it with “npm install --save-dev node@24”';
      throw new InputError(
        'old-node',
        `this is Node.js ${process.versions.node}, and ${OLDEST_NODE} is needed: ${remedy}`,
      );
    }
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
    if (!load)
      throw new InputError(
        'unknown-command',
        `there is no command “${name}”; one of ${Object.keys(COMMANDS).join(', ')}`,
      );
    const { command } = await load();
    const { values, positionals } = parseArguments(name, command, argv.slice(1));
    if (values.help) {
      stdout.write(describeCommand(name, command));
      return 0;
    }
    keepMemoryLow();
    return await command.run({ world, values, positionals });
  } catch (error) {
    const isOurs = !(error instanceof InputError);
    stderr.write(`pagethrift: ${error instanceof Error ? error.message : error}\n`);
    if (isOurs && !verbose)
      stderr.write('This is a fault of pagethrift itself: run it again with --verbose and report what it prints.\n');
    if (verbose && error instanceof Error) stderr.write(`${error.stack}\n`);
    return isOurs ? 3 : 2;
  }
}
