/** @import { Row } from '../../bench/attack.js' */

import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flavours } from '../run/cli/har-flavours.js';
import { inScratch, runCommand } from './support/run.js';

const COMMANDS = ['audit', 'check', 'estimate'];
const [FIRST] = Object.values(flavours);

/** Malformed HAR files. @type {Readonly<Record<string, unknown>>} */
const ODD = {
  'an empty file': '',
  'no JSON': '<!doctype html>',
  'cut off in the middle': JSON.stringify(FIRST).slice(0, 700),
  null: 'null',
  'a list': '[]',
  'a log of nothing': { log: null },
  'entries that are no list': { log: { entries: { length: 3 } } },
  'entries of nothing': { log: { entries: [null, 1, 'a', [], {}] } },
  'a request without a URL': changed((entry) => ({ ...entry, request: {} })),
  'a URL of another kind': changed((entry) => ({ ...entry, request: { method: 'GET', url: 'file:///etc/passwd' } })),
  'a URL that is none': changed((entry) => ({ ...entry, request: { method: 'GET', url: 'http://[' } })),
  'sizes below zero and beyond all': changed((entry, at) => ({
    ...entry,
    response: { ...entry.response, bodySize: at ? -9e99 : 1e308, headersSize: 1e308, _transferSize: 'x' },
  })),
  'content that is no text': changed((entry) => ({
    ...entry,
    response: { ...entry.response, content: { text: [1] } },
  })),
  'base64 that is none': changed((entry) => ({
    ...entry,
    response: { ...entry.response, content: { mimeType: 'text/html', encoding: 'base64', text: '\0\ud800***' } },
  })),
  'names of prototypes': JSON.stringify(FIRST).replaceAll('"url"', '"__proto__"'),
  'a hundred thousand brackets': '['.repeat(100_000),
};

/**
 * @param {(entry: any, index: number) => unknown} change
 */
function changed(change) {
  const { log } = /** @type {any} */ (structuredClone(FIRST));
  return { log: { ...log, entries: log.entries.map(change) } };
}

/** Checks that every HAR file is priced, or rejected with a message. @returns {Promise<Row[]>} */
export async function run() {
  return inScratch(async (folder) => {
    const faults = [];
    for (const [name, content] of Object.entries(ODD)) {
      writeFileSync(join(folder, 'odd.har'), typeof content === 'string' ? content : JSON.stringify(content));
      faults.push(...(await tryAll(folder, name)));
    }
    writeFileSync(join(folder, 'odd.har'), '{"log":{"entries":[');
    truncateSync(join(folder, 'odd.har'), 1_100_000_000);
    const large = await tryAll(folder, '1.1 GB');
    const say = (/** @type {string[]} */ list) => list.slice(0, 5).join('; ') || 'priced, or exit 2 in a sentence';
    const tried = Object.keys(ODD).length * COMMANDS.length;
    return [
      { what: 'HAR files as no program should write them', tried, failed: faults.length, result: say(faults) },
      { what: 'a HAR file of 1.1 GB', tried: COMMANDS.length, failed: large.length, result: say(large) },
    ];
  });
}

/** @param {string} cwd @param {string} name */
async function tryAll(cwd, name) {
  const faults = [];
  for (const command of COMMANDS) {
    const looks = command === 'estimate' ? [] : ['--verify', 'off'];
    const argv = [command, 'odd.har', '--browser', 'off', ...looks, '--cache', 'off', '--quiet'];
    const { code, err } = await runCommand(argv, { cwd });
    if (code !== 0 && code !== 2) faults.push(`${command} of ${name}: exit ${code}: ${err.trim().slice(0, 150)}`);
  }
  return faults;
}
