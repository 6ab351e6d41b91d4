/** @import { Command } from '../types.ts' */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../errors.js';
import { estimate, estimateCases, LINKS } from '../../network/index.js';

/** @type {Command} */
export const command = {
  summary: `Says what a page costs. Links by name: ${Object.keys(LINKS).join(', ')}.`,
  usage: '<scenario.json | page.html | file.har>',
  flags: {},
  async run({ world, values, positionals: [path] }) {
    if (!path) throw new InputError('usage', 'name a scenario, a page or a HAR file: pagethrift estimate <file>');
    const text = readText(resolve(world.cwd, path), path);
    const scenario = parseJson(text, path);
    const result = runScenario(scenario, path);
    const out = values.json !== undefined ? JSON.stringify(result, null, 2) : describe(result);
    world.stdout.write(`${out}\n`);
    return 0;
  },
};

/** @param {Record<string, any>} scenario @param {string} path */
function runScenario(scenario, path) {
  try {
    return 'cases' in scenario ? estimateCases(/** @type {any} */ (scenario)) : estimate(/** @type {any} */ (scenario));
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw error;
    throw new InputError('bad-scenario', `${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} path @param {string} name */
function readText(path, name) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError('unreadable', `${name} cannot be read (${/** @type {any} */ (error).code})`);
  }
}

/** @param {string} text @param {string} path */
function parseJson(text, path) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError('bad-json', `${path} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {any} result */
function describe(result) {
  if (result.cases)
    return result.cases.map((/** @type {any} */ entry) => `${entry.name}: ${costLine(entry.estimate)}`).join('\n');
  return costLine(result.estimate);
}

/** @param {import('../../types.ts').Cost} cost */
function costLine({ requests, connections, packets, packetsUp, packetsDown, bytesUp, bytesDown, overheadPercent, ms }) {
  return `${requests} requests on ${connections} connections, ${packets} packets (${packetsUp} up, ${packetsDown} down), ${bytesUp + bytesDown} bytes, ${overheadPercent.toFixed(1)} % overhead, ${Math.round(ms)} ms`;
}
