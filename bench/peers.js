/*
 * npm run bench -- peers [--pages N] [--most N] [--scratch FOLDER] [--out FILE] [--cache FOLDER] FOLDER …
 *
 * Runs this tool and others on the same folders and writes the results to docs/peers.md or FILE. A folder may be named
 * NAME=FOLDER. Without folders, uses those in PAGETHRIFT_SITES and fixtures/microscape/site. Results of other sites in
 * the file are kept if they were measured with the same versions. The peers are installed from the npm registry into
 * the scratch folder. With a cache, an interrupted run continues quickly, but reports no time for pagethrift. Sites
 * with more than --most pages are reduced to a part, of which --pages are rendered.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { VERSION } from '../lib/run/version.js';
import { readSite } from '../lib/site/read-site.js';
import { openBrowser } from '../lib/visit/browser/open.js';
import { openEyes, weigh } from './peers/measure.js';
import { pickEvenly, takePart } from './peers/part.js';
import { keepSections, renderPeers, renderSite } from './peers/table.js';
import { openTools } from './peers/tools.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '10' },
    most: { type: 'string', default: '60' },
    scratch: { type: 'string', default: join(tmpdir(), 'pagethrift-peers') },
    out: { type: 'string' },
    cache: { type: 'string' },
  },
});
const scratch = resolve(values.scratch);
const fixture = fileURLToPath(new URL('../fixtures/microscape/site', import.meta.url));
const known = [fixture, ...(process.env.PAGETHRIFT_SITES ?? '').split(delimiter).filter(Boolean)];
const tools = openTools(scratch, values.cache ? resolve(values.cache) : 'off');
const browser = await openBrowser({ jobs: 1, note: (reason) => console.error(reason) });

const out = values.out ? resolve(values.out) : new URL('../docs/peers.md', import.meta.url);
const date = new Date().toISOString().slice(0, 10);
const run = { version: VERSION, node: process.version, threads: availableParallelism() };
/** @type {ReadonlyMap<string, string>} results by site, as text */
let sections = existsSync(out) ? keepSections(readFileSync(out, 'utf8'), run) : new Map();
for (const named of positionals.length > 0 ? positionals : known) {
  const [name, folder] = named.includes('=') ? named.split('=') : [basename(resolve(named)), named];
  const section = renderSite(await compareOn(name, resolve(folder)), date);
  console.error(section);
  sections = new Map([...sections, [name, section]]);
  // Results are written after each site, because long runs may be interrupted.
  writeFileSync(out, renderPeers(run, [...sections.values()]));
}
await browser?.close();

/**
 * Runs every tool on a copy of one site.
 * @param {string} name
 * @param {string} folder
 */
async function compareOn(name, folder) {
  const whole = await readSite(folder);
  const site = takePart(whole, Number(values.most));
  const original = join(scratch, 'sites', name, 'original');
  writeCopy(site, original);
  const { pages } = await weigh(original);
  const looked = pickEvenly(pages, Number(values.pages));
  const eyes = browser && (await openEyes(browser, original, looked));
  const rows = [];
  for (const [index, { name: tool, safety, isTimed = true, run }] of tools.entries()) {
    const copy = join(scratch, 'sites', name, String(index));
    writeCopy(site, copy);
    const start = performance.now();
    await run(copy, original);
    const took = isTimed ? (performance.now() - start) / 1000 : null;
    const { requests, bytes, packets, seconds } = await weigh(copy);
    const different = eyes && (await eyes.listDifferent(copy));
    for (const line of different ?? []) console.error(`${name}, ${tool} ${safety}: ${line}`);
    rows.push({ tool, safety, requests, bytes, packets, seconds, took, different });
  }
  return { name, pages: pages.length, isPart: site !== whole, looked: looked.length, rows };
}

/**
 * Writes a site without its links, through which a tool that works in place would change the original.
 * @param {import('../lib/site/types.ts').Site} site
 * @param {string} folder
 */
function writeCopy({ files }, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, bytes } of files.values()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
