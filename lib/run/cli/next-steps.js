import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { trimEndOf } from '../../base/trim.js';
import { BASELINE_FILE } from '../hold.js';
import { CONFIG_NAMES } from '../settings.js';

/** A command to type next, and its effect. @typedef {readonly [command: string, does: string]} Step */

/**
 * Returns the last lines of a command: the next commands.
 * @param {readonly Step[]} steps
 */
export function describeSteps(steps) {
  const width = Math.max(...steps.map(([command]) => command.length));
  return `\nNext\n${steps.map(([command, does]) => `  ${command.padEnd(width)}  ${does}\n`).join('')}`;
}

/**
 * Returns the next step towards a gate: a baseline, unless the project has one.
 * @param {string} folder @param {string} cwd @returns {Step[]}
 */
export function stepsToGate(folder, cwd) {
  if (existsSync(join(cwd, BASELINE_FILE))) return [];
  return [[`npx pagethrift check ${quoteName(folder)} --update-baseline`, 'writes a baseline for the gate']];
}

/** Returns true if `pagethrift init` has run in a project. @param {string} cwd */
export function hasConfig(cwd) {
  return CONFIG_NAMES.some((name) => existsSync(join(cwd, name)));
}

/**
 * Returns the name of a folder in the notation of a shell.
 * @param {string} folder as written
 */
export function quoteName(folder) {
  const plain = folder.slice(0, 1) + trimEndOf(folder.slice(1), /[/\\]/);
  if (/^[\w./@-]+$/.test(plain)) return plain;
  // Quotes and control characters in a name would need more than quotes.
  return /^[^"'`$\\\p{Cc}]+$/u.test(plain) ? `"${plain}"` : '<folder>';
}

/**
 * Returns the folder that is proposed for the optimised copy of a site: next to the site, also if that is the project.
 * @param {string} folder @param {string} cwd
 */
export function leanFolder(folder, cwd) {
  return folder === '.' ? `../${basename(cwd)}-lean` : `${trimEndOf(folder, /[/\\]/)}-lean`;
}
