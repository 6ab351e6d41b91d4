/**
 * Pages that try to reach a canary on many ports over TCP and UDP: from an unrestricted browser, from one restricted by
 * flags only, from one started as in a run, and from complete runs of `build`, `audit` and `check`.
 */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UNCONFINED } from '../../lib/visit/browser/confine.js';
import { findInstalledBrowsers } from '../../lib/visit/browser/find.js';
import { launchBrowser } from '../../lib/visit/browser/launch.js';
import { openBrowser } from '../../lib/visit/browser/open.js';
import { createPool } from '../../lib/visit/browser/pool.js';
import { renderPage } from '../../lib/visit/browser/render.js';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';
import { FULL_VIEWS } from '../../lib/visit/verify/views.js';
import { openCanary } from './network/canary.js';
import { startOpenBrowser } from './network/open-browser.js';
import { ATTACKS, aim } from './network/pages.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */
/** @import { Canary, Visit } from './network/canary.js' */

/** @typedef {{ what: string, tried: number, failed: number, result: string }} Row */

const PORTS = 30;
/** Time for delayed activity of a page after its rendering, in milliseconds. */
const LATE_MS = 3000;
const OPEN_LATE_MS = 1500;
/** Min number of attacks that work in an unrestricted browser. Some are blocked in any headless browser. */
const MIN_REAL = 35;
const VIEWS = [FULL_VIEWS[1]];

const runFile = promisify(execFile);
const command = fileURLToPath(new URL('../../bin/pagethrift.js', import.meta.url));

/** @returns {Promise<Row[]>} */
export async function run() {
  const canary = await openCanary(PORTS);
  const rows = [
    await tryOpenBrowser(canary),
    await tryRendering('pages in a browser that only its flags close', canary, await openUnconfined()),
    await tryRendering(
      'pages in a browser as a run starts it',
      canary,
      await openBrowser({ jobs: 2, note: console.error }),
    ),
    ...(await tryCommands(canary)),
  ];
  await canary.close();
  return rows;
}

/** Returns every page, each aimed at a port and at a host in turn. @param {Canary} canary */
function aimAll({ ports }) {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4');
  const hosts = ['127.0.0.1', 'localhost', '[::1]', outside?.address ?? '0.0.0.0'];
  return Object.entries(ATTACKS).flatMap(([name, attack], index) =>
    hosts.map((host, at) => {
      const port = ports[(index * hosts.length + at) % ports.length];
      return { name: `${name}, ${host}`, attack: name, files: aim(attack, `${host}:${port}`) };
    }),
  );
}

/**
 * Checks that the attacks work in an unrestricted browser.
 * @param {Canary} canary
 * @returns {Promise<Row>}
 */
async function tryOpenBrowser(canary) {
  const browser = await startOpenBrowser();
  const through = new Set();
  const pages = aimAll(canary).filter(({ name }) => name.endsWith(', 127.0.0.1'));
  for (const { attack, files } of pages) {
    const before = canary.visits().length;
    await browser.show(files, OPEN_LATE_MS);
    if (canary.visits().length > before) through.add(attack);
  }
  await browser.close();
  const result = `${through.size} kinds of pages reach the canary without protection, so the attacks are real`;
  const failed = through.size < MIN_REAL ? 1 : 0;
  return { what: 'pages in an open browser, for comparison', tried: pages.length, failed, result };
}

/** Opens a browser as on a system without namespaces. */
async function openUnconfined() {
  const [installed] = findInstalledBrowsers();
  const { path, libraries } = installed ? { path: installed, libraries: undefined } : await unpackChromium();
  return createPool({ ...(await launchBrowser(path, libraries, UNCONFINED)), jobs: 2 });
}

/** @param {string} what @param {Canary} canary @param {OpenBrowser | null} browser @returns {Promise<Row>} */
async function tryRendering(what, canary, browser) {
  if (!browser) throw new Error('no browser starts: install Chrome, or @sparticuz/chromium');
  const before = canary.visits().length;
  const pages = aimAll(canary);
  const queue = pages.values();
  const unseen = new Set();
  const work = async () => {
    for (const { name, files } of queue) {
      const lookup = (/** @type {string} */ path) =>
        files[path] === undefined ? null : { bytes: Buffer.from(files[path]) };
      await renderPage(browser, { path: 'index.html', files: lookup, views: VIEWS }).catch(() => unseen.add(name));
    }
  };
  await Promise.all([work(), work()]);
  await wait(LATE_MS);
  await browser.close();
  const shut = unseen.size > 0 ? `, ${unseen.size} could not be rendered (${[...unseen].join('; ')})` : '';
  const visits = canary.visits().slice(before);
  return { what, tried: pages.length, failed: visits.length + unseen.size, result: describe(visits) + shut };
}

/** @param {Canary} canary @returns {Promise<Row[]>} */
async function tryCommands(canary) {
  const folder = mkdtempSync(join(tmpdir(), 'pagethrift-attack-'));
  const site = join(folder, 'site');
  const pages = aimAll(canary);
  pages.forEach(({ files }, index) => {
    mkdirSync(join(site, `${index}`), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(site, `${index}`, name), text);
  });
  const rows = [];
  for (const args of [
    ['build', site, '--out', join(folder, 'out')],
    ['audit', site],
    ['check', site],
  ]) {
    const before = canary.visits().length;
    const options = { maxBuffer: 2 ** 28, cwd: folder };
    const flags = ['--verify', 'all', '--cache', 'off', '--json', join(folder, 'report.json'), '--quiet'];
    const failure = await runFile(process.execPath, [command, ...args, ...flags], options).then(
      () => '',
      (error) => `, exit code ${error.code}: ${error.stderr.slice(0, 200)}`,
    );
    await wait(LATE_MS);
    const visits = canary.visits().slice(before);
    const failed = visits.length + Number(failure !== '');
    rows.push({ what: `pages in ${args[0]}`, tried: pages.length, failed, result: describe(visits) + failure });
  }
  rmSync(folder, { recursive: true });
  return rows;
}

/** @param {readonly Visit[]} visits */
function describe(visits) {
  const seen = visits.slice(0, 5).map(({ protocol, port, beginning }) => `${protocol} ${port} ${beginning}`);
  return visits.length === 0 ? 'nothing came through' : `${visits.length} connections: ${seen.join('; ')}`;
}
