/** @import { Command, Flag } from './types.ts' */

import { VERSION } from '../version.js';
import { flagsOfCommand } from './arguments.js';

/** Returns the text of `pagethrift --help`. */
export function describeUsage() {
  return `pagethrift ${VERSION}: makes a built web site cheaper on the wire without a visible difference

  pagethrift                                   find the build output of this project and audit it
  pagethrift <folder>                          list the ten changes with the largest savings, and the next steps
  pagethrift build <folder> --out <folder>     optimise a built site into another folder
  pagethrift audit <folder|page|image|URL|HAR> estimate the saving of each change
  pagethrift check <folder|URL|HAR>            run the gate: budgets, baseline, rules at error
  pagethrift estimate <scenario|page|HAR>      estimate the cost of a page over links and HTTP versions
  pagethrift validate [paper …]                compare the network model with published tables
  pagethrift serve <folder>                    serve a folder with its compressed files
  pagethrift worker --queue <url>              run tasks of builds on other machines
  pagethrift merge <folder> --out <folder>     build a site from the parts that “build --shard” did
  pagethrift init                              write a config, npm scripts and a baseline
  pagethrift rules [id]                        list the rules, explain one
  pagethrift doctor                            check the requirements on this machine and in this project

“pagethrift <command> --help” describes a command. \
Exit codes: 0 success, 1 gate failed, 2 invalid input, 3 internal error.
`;
}

/**
 * Returns the text of `pagethrift <command> --help`.
 * @param {string} name
 * @param {Command} command
 */
export function describeCommand(name, command) {
  const { summary, usage, flags } = command;
  const common = Object.entries(flagsOfCommand(command)).filter(([flag]) => !Object.hasOwn(flags, flag));
  return (
    `pagethrift ${name} ${usage}\n${summary}\n${listFlags(flags)}\nFlags of every command:\n` +
    `${listFlags(Object.fromEntries(common))}`
  );
}

/** @param {Readonly<Record<string, Flag>>} flags */
function listFlags(flags) {
  return Object.entries(flags)
    .map(([name, { value, optional, help }]) => {
      const shown = value ? (optional ? ` [${value}]` : ` ${value}`) : '';
      return `  ${`--${name}${shown}`.padEnd(28)} ${help}\n`;
    })
    .join('');
}
