/** @import { Project } from './projects.js' */
/** @typedef {{ readonly folder: string, readonly plain: string, readonly ours: string }} Places */

import { appendFileSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { weigh } from '../peers/measure.js';
import { hashFolder } from './folder.js';
import { compareActs, compareLooks } from './look.js';
import { editFiles, makeProject, readVersions } from './make.js';
import { run, runBeside } from './run.js';

const MARKER = '.pagethrift.json';
const CACHE = '.cache/pagethrift';
const CONFIG = 'pagethrift.config.mjs';
/** Max time for a dev server to answer, in milliseconds. The slowest one compiles its first page in 30 seconds. */
const DEV_MS = 90_000;

/**
 * The steps for each project, in order.
 * @type {Readonly<Record<string, (project: Project, places: Places) => object>>}
 */
export const STEPS = Object.freeze({
  async make(project, { folder, plain }) {
    await makeProject(project, folder);
    await run(project.build, folder);
    keep(folder, project, plain);
    // Some frameworks give every build other file names.
    await run(project.build, folder);
    const ownChanged = countChanged(plain, join(folder, project.output));
    const pages = readdirSync(plain, { recursive: true }).filter((name) => String(name).endsWith('.html')).length;
    return { name: project.name, versions: readVersions(project, folder), pages, ownChanged };
  },

  async build(project, { folder, ours }) {
    const lines = existsSync(join(folder, '.added')) ? {} : { lines: editFiles(folder, project.add) };
    writeFileSync(join(folder, '.added'), '');
    // The first build starts without a cache.
    rmSync(join(folder, CACHE), { recursive: true, force: true });
    const { seconds } = await run(project.build, folder);
    keep(folder, project, ours);
    return { ...lines, isOptimized: existsSync(join(ours, MARKER)), buildSeconds: seconds };
  },

  async weigh(_, { plain, ours }) {
    const [before, after] = [await weigh(plain), await weigh(ours)].map(({ requests, bytes }) => ({
      requests,
      bytes: bytes.gzip,
    }));
    return { before, after };
  },

  async again(project, { folder, ours }) {
    const { seconds } = await run(project.build, folder);
    return { againSeconds: seconds, againChanged: countChanged(ours, join(folder, project.output)) };
  },

  async dev(project, { folder }) {
    if (!project.dev) return {};
    const output = join(folder, project.output);
    rmSync(output, { recursive: true, force: true });
    const port = await freePort();
    const command = [...project.dev, String(port)];
    const { result, log } = await runBeside(command, folder, /./, async () => ask(`http://localhost:${port}/`));
    return { dev: result, devSays: countMentions(log), devTouches: existsSync(join(output, MARKER)) };
  },

  async watch({ watch, touch, output }, { folder }) {
    if (!watch || !touch) return {};
    rmSync(join(folder, output), { recursive: true, force: true });
    const { log } = await runBeside(watch, folder, /watch|built|compiled/i, async (settle) => {
      await settle();
      appendFileSync(join(folder, touch), '\n');
      await settle();
    });
    return { watchSays: countMentions(log), watchTouches: existsSync(join(folder, output, MARKER)) };
  },

  async errors(project, { folder }) {
    const config = join(folder, CONFIG);
    const kinds = {
      gate: "export default { budgets: [{ pages: '**', bytes: 1 }] };\n",
      key: "export default { saftey: 'safe' };\n",
    };
    /** @type {Record<string, { code: number | null, frames: number, said: string[] }>} */
    const errors = {};
    for (const [kind, text] of Object.entries(kinds)) {
      writeFileSync(config, text);
      // “pagethrift build” does not enforce a gate. Projects with a script call “pagethrift check”.
      const isCheck = kind === 'gate' && !project.dev;
      const command = isCheck ? ['pagethrift', 'check', project.output] : project.build;
      const { code, log } = await run(command, folder, { mayFail: true });
      const lines = log.split('\n');
      const frames = lines.filter((line) => /^\s+at .*(?:pagethrift|lib\/)/.test(line)).length;
      errors[kind] = { code, frames, said: lines.filter((line) => /gate failed|saftey/.test(line)).slice(0, 3) };
    }
    rmSync(config);
    return { errors };
  },

  look: (_, { plain, ours }) => compareLooks(plain, ours),
  act: ({ acts }, { plain, ours }) => compareActs(plain, ours, acts),
});

/** @param {string} folder @param {Project} project @param {string} place */
function keep(folder, { output }, place) {
  rmSync(place, { recursive: true, force: true });
  cpSync(join(folder, output), place, { recursive: true });
}

/** Counts the files of one folder that differ in another. @param {string} one @param {string} other */
function countChanged(one, other) {
  const [first, second] = [one, other].map(hashFolder);
  return [...first.keys()].filter((name) => second.get(name) !== first.get(name)).length;
}

/** Retries until a server answers: a dev server compiles first. @param {string} url */
async function ask(url) {
  const until = Date.now() + DEV_MS;
  for (;;) {
    try {
      const response = await fetch(url, { headers: { accept: 'text/html' } });
      const text = await response.text();
      if (response.ok && text.includes('<')) return response.status;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    if (Date.now() > until) throw new Error(`${url} did not answer in time`);
    await wait(500);
  }
}

/** @param {string} log */
function countMentions(log) {
  return log.split('\n').filter((line) => /pagethrift:/.test(line)).length;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
