/** @import { Command, Flag } from './types.ts' */

import { VERSION } from '../version.js';
import { flagsOfCommand } from './arguments.js';

/** Returns the text of `pagethrift --help`. */
export function describeUsage() {
  return `pagethrift ${VERSION}: makes a built web site cheaper on the wire without anyone seeing a difference

  pagethrift                                   find the build output of this project and audit it
  pagethrift <folder>                          the ten changes that would save most, and what to do next
  pagethrift build <folder> --out <folder>     optimise a built site into another folder
  pagethrift audit <folder|page|image|URL|HAR> say what each change would save
  pagethrift check <folder|URL|HAR>            the gate: budgets, baseline, rules at error
  pagethrift estimate <scenario|page|HAR>      what a page costs over links and HTTP versions
  pagethrift validate [paper …]                hold the network model against published tables
  pagethrift serve <folder>                    serve a folder with its compressed files
  pagethrift worker --queue <url>              do work for builds on other machines
  pagethrift init                              write a config, the npm scripts and a baseline
  pagethrift rules [id]                        list the rules, explain one
  pagethrift doctor                            list what is missing on this machine and in this project

“pagethrift <command> --help” says more. Exit codes: 0 done, 1 the gate failed, 2 wrong input, 3 a fault of the tool.
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
