/*
 * npm run bench -- stability [--runs N] [--load N] [--lighthouse FOLDER] [--write] NAME=FOLDER
 *
 * Runs the gate on one folder repeatedly, without a cache, and counts the different results. --load keeps this number
 * of processor cores busy meanwhile. --lighthouse names a folder with an installation of lighthouse, and runs that
 * instead. --write adds the row to bench/stability/results.json, from which npm run docs writes docs/stability.md.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openServer } from '../lib/output/serve/server.js';
import { findInstalledBrowsers } from '../lib/visit/browser/find.js';
import { unpackChromium } from '../lib/visit/browser/unpack.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '50' },
    load: { type: 'string', default: '0' },
    lighthouse: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [name = '', folder = ''] = (positionals[0] ?? '').split('=');
if (!folder) throw new Error('name a site: npm run bench -- stability NAME=FOLDER');
const results = new URL('stability/results.json', import.meta.url);
const bin = fileURLToPath(new URL('../bin/pagethrift.js', import.meta.url));
const busy = Array.from({ length: Number(values.load) }, () => spawn(process.execPath, ['-e', 'for(;;);']));

try {
  const { tool, answers } = values.lighthouse ? await askLighthouse(values.lighthouse) : await askGate();
  const row = { site: name, tool, load: busy.length, cores: cpus().length, answers };
  console.log(JSON.stringify(row));
  if (values.write) {
    const rows = JSON.parse(readFileSync(results, 'utf8'));
    writeFileSync(results, `${JSON.stringify([...rows, row], null, 1)}\n`);
  }
} finally {
  for (const each of busy) each.kill();
}

/** Returns results of the gate: the bytes and milliseconds of the site, and a digest of the whole report. */
async function askGate() {
  const answers = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const args = [bin, 'check', folder, '--cache', 'off', '--jobs', '1', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 }).catch((error) => error);
    const { timing, ...report } = JSON.parse(stdout);
    const digest = createHash('sha256').update(JSON.stringify(report)).digest('hex').slice(0, 12);
    const [{ before }] = report.pages[0].estimates;
    answers.push({ value: before.ms, digest });
  }
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return { tool: `pagethrift ${version}`, answers };
}

/** Returns performance scores of Lighthouse, with the settings of its command line. @param {string} home */
async function askLighthouse(home) {
  const require = createRequire(join(home, 'index.js'));
  const load = (/** @type {string} */ path) => import(pathToFileURL(require.resolve(path)).href);
  const [{ default: lighthouse }, { launch }] = [await load('lighthouse'), await load('chrome-launcher')];
  const { version } = require(/** @type {string} */ ('lighthouse/package.json'));
  const [installed] = findInstalledBrowsers();
  const chromium = installed ? { path: installed, libraries: '' } : await unpackChromium();
  const server = await openServer(folder, { port: 0 });
  const answers = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const chrome = await launch({
      chromePath: chromium.path,
      chromeFlags: ['--headless=new', '--no-sandbox'],
      envVars: { ...process.env, LD_LIBRARY_PATH: chromium.libraries },
    });
    const { lhr } = await lighthouse(server.url, { port: chrome.port, onlyCategories: ['performance'] });
    answers.push({ value: Math.round(lhr.categories.performance.score * 100), digest: '' });
    chrome.kill();
  }
  await server.close();
  return { tool: `Lighthouse ${version}`, answers };
}
