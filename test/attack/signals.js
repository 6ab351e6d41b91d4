/** @import { Row } from '../../bench/attack.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { COMMAND, inScratch, QUICK, runCommand } from './support/run.js';

const SIGNALS = Number(process.env.ATTACK_SIGNALS ?? 200);
const ONLY = process.env.ATTACK_SCENE;
/** The browser and its fonts, which are unpacked once for all runs. Unfinished ones have other names. */
const BROWSER = /^pagethrift-\w+\/(?:chromium-[\d.]+|fonts)-\d+$/;
/** Time limits for ending after a signal, in milliseconds. */
const LIMIT_MS = { SIGTERM: 5000, SIGINT: 2000 };
const MORPHOLOGY =
  '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f"><feMorphology operator="dilate" ' +
  'radius="500"/></filter><g filter="url(#f)"><rect width="2000" height="2000"/></g></svg>';

/** Activities of builds when the signal arrives, each with files and flags. */
const SCENES = {
  'all stages': { files: pages(), flags: QUICK },
  'with a browser': { files: pages(), flags: ['--quiet'] },
  'native code': {
    files: { 'site/index.html': '<!doctype html><img src=a.svg>', 'site/a.svg': MORPHOLOGY },
    flags: QUICK,
  },
  'a stuck thread': { files: { ...pages(), 'pagethrift.config.js': 'for (;;);' }, flags: QUICK },
};

/**
 * Ends builds at a random moment and checks that they end in time and leave nothing behind, and that the next one is
 * correct.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const rows = [];
  for (const [name, scene] of Object.entries(SCENES))
    if (ONLY === undefined || ONLY === name) rows.push(await inScratch((folder) => tryScene(folder, name, scene)));
  return rows;
}

/**
 * @param {string} folder @param {string} name @param {{ files: Record<string, string>, flags: string[] }} scene
 * @returns {Promise<Row>}
 */
async function tryScene(folder, name, { files, flags }) {
  mkdirSync(join(folder, 'site'), { recursive: true });
  mkdirSync(join(folder, 'tmp'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const argv = ['build', 'site', '--out', 'out', '--force', '--cache', 'off', ...flags];
  const faults = [];
  const tried = Math.ceil(SIGNALS / Object.keys(SCENES).length);
  let slowest = 0;
  for (let round = 1; round <= tried; round++) {
    const signal = round % 2 ? 'SIGTERM' : 'SIGINT';
    const ms = await endOne(folder, argv, signal, ((round * 0.618034) % 1) * 8000);
    slowest = Math.max(slowest, ms);
    if (ms > LIMIT_MS[signal]) faults.push(`round ${round}: ${Math.round(ms)} ms after ${signal}`);
    await setTimeout(300);
    const left = leftIn(join(folder, 'tmp'));
    const beside = readdirSync(folder).filter((file) => file.startsWith('.'));
    if (left.length + beside.length > 0) faults.push(`round ${round}: left behind ${[...left, ...beside].join(', ')}`);
  }
  if (!('pagethrift.config.js' in files)) {
    const { code, err } = await runCommand(argv, { cwd: folder });
    if (code !== 0 || !existsSync(join(folder, 'out/index.html'))) faults.push(`the next run: exit ${code}: ${err}`);
  }
  const result =
    faults.slice(0, 4).join('; ') || `each ended, the slowest in ${Math.round(slowest)} ms; nothing left behind`;
  return { what: `SIGTERM and SIGINT at a random moment: ${name}`, tried, failed: faults.length, result };
}

/**
 * @param {string} cwd @param {readonly string[]} argv @param {'SIGTERM' | 'SIGINT'} signal @param {number} afterMs
 * @returns {Promise<number>} time until the build ended, in milliseconds
 */
async function endOne(cwd, argv, signal, afterMs) {
  const env = { ...process.env, TMPDIR: join(cwd, 'tmp') };
  const child = spawn(process.execPath, [COMMAND, ...argv], { cwd, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const isOver = await Promise.race([ended.then(() => true), setTimeout(afterMs, false)]);
  if (isOver) return 0;
  const startMs = performance.now();
  child.kill(signal);
  await ended;
  return performance.now() - startMs;
}

/** Lists what a temporary folder contains, without a browser that is unpacked whole. @param {string} folder */
function leftIn(folder) {
  return readdirSync(folder)
    .flatMap((name) => {
      const isOfBrowsers = /^pagethrift-\w+$/.test(name);
      return isOfBrowsers ? readdirSync(join(folder, name)).map((inside) => `${name}/${inside}`) : [name];
    })
    .filter((path) => !BROWSER.test(path));
}

/** @returns {Record<string, string>} */
function pages() {
  const text = (/** @type {number} */ index) =>
    `<!DOCTYPE html>\n<TITLE>${index}</TITLE>\n<script src=a.js></script>${`<P>some   words\n`.repeat(60)}`;
  const names = Array.from({ length: 24 }, (_, index) => `site/${index === 0 ? 'index' : index}.html`);
  return {
    ...Object.fromEntries(names.map((name, index) => [name, text(index)])),
    'site/a.js': 'var a = 1;\n'.repeat(200),
  };
}
