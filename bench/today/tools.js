import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compressCommand } from '../peers/compress.js';
import { runLimited } from '../soak/limit.js';

/** The compared packages, each with its version. */
const PACKAGES = {
  '@divriots/jampack': '0.34.1',
  beasties: '0.5.4',
  lightningcss: '1.33.0',
  purgecss: '8.0.0',
  subfont: '7.3.0',
};

const command = fileURLToPath(new URL('../../bin/pagethrift.js', import.meta.url));

/**
 * The cost of a tool that runs as a command; null for one that runs in this process. `compressSeconds`: the CPU time of
 * compressing its result, if it leaves that to its user.
 * @typedef {import('../soak/limit.js').Ran & { compressSeconds?: number } | null} Cost
 */
/** @typedef {{ name: string, run: (folder: string, original: string) => Promise<Cost> }} Tool works on a copy */

/**
 * Returns the unchanged site, this tool, and others configured as in their manuals.
 * @param {string} scratch folder in which the peers are installed
 * @returns {Tool[]}
 */
export function openTools(scratch) {
  const load = installPeers(scratch);
  const program = (/** @type {string} */ name) => join(scratch, 'node_modules/.bin', name);
  const own =
    (/** @type {readonly string[]} */ flags) => (/** @type {string} */ folder, /** @type {string} */ original) => {
      const out = ['--out', folder, '--force', '--browser', 'bundled', '--cache', 'off', '--quiet', ...flags];
      return run([process.execPath, command, 'build', original, ...out], scratch);
    };
  return [
    { name: 'untouched', run: async () => null },
    { name: 'pagethrift', run: own([]) },
    { name: 'pagethrift, `safety=safe`', run: own(['--safety', 'safe']) },
    { name: 'pagethrift, `safety=lossy`', run: own(['--safety', 'lossy']) },
    {
      name: `jampack ${PACKAGES['@divriots/jampack']}`,
      run: async (folder) => {
        // Cached images of a former run would be used otherwise.
        rmSync(join(scratch, '.jampack'), { recursive: true, force: true });
        const packed = await run([program('jampack'), 'pack', folder], scratch);
        return { ...packed, compressSeconds: (await run(compressCommand(folder), scratch)).cpuSeconds };
      },
    },
    {
      name: `subfont ${PACKAGES.subfont}`,
      run: (folder) =>
        run([program('subfont'), '-i', '-r', '-s', '--root', folder, join(folder, 'index.html')], scratch),
    },
    {
      name: `PurgeCSS ${PACKAGES.purgecss} and lightningcss ${PACKAGES.lightningcss}`,
      run: async (folder) => purge(folder, await load('purgecss'), await load('lightningcss')),
    },
    { name: `beasties ${PACKAGES.beasties}`, run: async (folder) => inlineCritical(folder, await load('beasties')) },
  ];
}

/** @param {string} scratch @returns {(name: string) => Promise<any>} */
function installPeers(scratch) {
  mkdirSync(scratch, { recursive: true });
  // On a busy machine, a page takes longer.
  writeFileSync(join(scratch, 'pagethrift.config.json'), JSON.stringify({ limits: { pageSeconds: 400 } }));
  const manifest = join(scratch, 'package.json');
  writeFileSync(manifest, JSON.stringify({ private: true, dependencies: PACKAGES }));
  const isThere = Object.keys(PACKAGES).every((name) => existsSync(join(scratch, 'node_modules', name)));
  if (!isThere) execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: scratch, stdio: 'inherit' });
  const { resolve } = createRequire(manifest);
  return (name) => import(pathToFileURL(resolve(name)).href);
}

/** Runs a command within the limits of a small container. @param {readonly string[]} words @param {string} cwd */
async function run(words, cwd) {
  const ran = await runLimited(words, { cwd });
  if (ran.code === 0) return ran;
  throw new Error(ran.isLate ? 'it did not end in time' : `exit code ${ran.code}: ${ran.said.trim().slice(-600)}`);
}

/** @param {string} folder @param {RegExp} wanted */
function listFiles(folder, wanted) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** @param {string} folder @param {any} purgecss @param {any} lightningcss */
async function purge(folder, { PurgeCSS }, { transform }) {
  const content = listFiles(folder, /\.(?:html|m?js)$/i);
  const results = await new PurgeCSS().purge({ content, css: listFiles(folder, /\.css$/i) });
  for (const { css, file } of results) {
    const { code } = transform({ filename: file, code: Buffer.from(css), minify: true, errorRecovery: true });
    writeFileSync(file, code);
  }
  return null;
}

/** @param {string} folder @param {any} beasties */
async function inlineCritical(folder, { default: Beasties }) {
  const tool = new Beasties({ path: folder, logLevel: 'silent' });
  for (const path of listFiles(folder, /\.html$/i)) writeFileSync(path, await tool.process(readFileSync(path, 'utf8')));
  return null;
}
