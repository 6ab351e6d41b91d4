/*
 * Runs in a separate process in the folder of a project. Loads the project's config as its generator does, and sends
 * the output folder. Node.js receives the text of this file on the command line, so that packages are resolved in the
 * project. Therefore it imports nothing of this package.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const cwd = process.cwd();
const [loader, root = '', config = ''] = process.argv.slice(1);
const home = resolve(cwd, root);

/** Loads a package of the project. @param {string} name @returns {Promise<any>} */
const load = (name) => import(name);

/** Returns the path of the first config file with one of these names. @param {RegExp} pattern */
function findConfig(pattern) {
  if (config) return resolve(cwd, config);
  const name = readdirSync(home).find((each) => pattern.test(each));
  return name ? join(home, name) : null;
}

/** Loads a config file as a module. @param {string | null} file @returns {Promise<any>} */
async function loadFile(file) {
  if (file === null) return {};
  const loaded = /\.json$/.test(file) ? JSON.parse(readFileSync(file, 'utf8')) : await import(pathToFileURL(file).href);
  const value = loaded.default ?? loaded;
  return value?.default ?? value;
}

/** @param {string} folder @param {string} source */
const said = (folder, source) => ({ output: folder, source });

/** @type {Record<string, () => Promise<{ output: string | null, source: string, note?: string }>>} */
const LOADERS = {
  async vite() {
    const { resolveConfig } = await load('vite');
    const inline = { root: home, logLevel: 'silent', ...(config ? { configFile: resolve(cwd, config) } : {}) };
    const resolved = await resolveConfig(inline, 'build', 'production', 'production');
    const { outDir } = resolved.environments?.client?.build ?? resolved.build;
    return said(resolve(resolved.root, outDir), `build.outDir of ${resolved.configFile ?? 'Vite'}`);
  },
  async vitepress() {
    const { resolveConfig } = await load('vitepress');
    const { outDir } = await resolveConfig(home, 'build', 'production');
    return said(outDir, 'outDir of the VitePress config');
  },
  async astro() {
    const file = findConfig(/^astro\.config\./);
    const { outDir = 'dist', adapter, root: inner = '.' } = await loadFile(file);
    const folder = resolve(home, String(inner), String(outDir));
    const isSplit = adapter && existsSync(join(folder, 'client'));
    return said(isSplit ? join(folder, 'client') : folder, `outDir of ${file ?? 'Astro'}`);
  },
  async next() {
    const file = findConfig(/^next\.config\./);
    const exported = await loadFile(file);
    const { output, distDir = '.next' } =
      typeof exported === 'function' ? await exported('phase-production-build', { defaultConfig: {} }) : exported;
    if (output === 'export')
      return said(resolve(home, distDir === '.next' ? 'out' : distDir), `the static export of ${file}`);
    const note = 'Next.js writes no folder of pages. For a static export, set “output: ‘export’” in next.config.';
    return { output: null, source: '', note };
  },
  async nuxt() {
    Object.assign(globalThis, { defineNuxtConfig: (/** @type {unknown} */ value) => value });
    const file = findConfig(/^nuxt\.config\./);
    const { nitro = {} } = await loadNuxt(file);
    const { dir = '.output', publicDir } = nitro.output ?? {};
    const whole = (/** @type {string} */ path) =>
      path.replace('{{ output.dir }}', dir).replace(/^\{\{ rootDir \}\}\//, '');
    return said(resolve(home, publicDir ? whole(publicDir) : join(whole(dir), 'public')), `nitro.output of ${file}`);
  },
  async sveltekit() {
    const adapter = await findAdapter();
    if (!adapter) return { output: null, source: '', note: 'The SvelteKit config names no adapter.' };
    const { pages, fault } = await recordAdapter(adapter);
    if (pages) return said(resolve(home, pages), `the pages folder of ${adapter.name}`);
    const why = fault === null ? '' : ` (${fault instanceof Error ? fault.message : fault})`;
    const note = `${adapter.name} writes no folder of pages${why}. @sveltejs/adapter-static does.`;
    return { output: null, source: '', note };
  },
  async eleventy() {
    const { default: Eleventy } = await load('@11ty/eleventy');
    const eleventy = new Eleventy(undefined, undefined, { quietMode: true, ...(config ? { configPath: config } : {}) });
    await eleventy.initializeConfig();
    const settled = eleventy.eleventyConfig?.getConfig?.() ?? eleventy.config;
    return said(resolve(home, settled.dir.output), 'dir.output of the Eleventy config');
  },
  async vueCli() {
    const file = findConfig(/^vue\.config\./);
    const { outputDir = 'dist' } = await loadFile(file);
    return said(resolve(home, outputDir), `outputDir of ${file ?? 'Vue CLI'}`);
  },
  async angular() {
    const { projects = {}, defaultProject } = await loadFile(findConfig(/^angular\.json$/));
    const [name] = defaultProject ? [defaultProject] : Object.keys(projects);
    const options = projects[name]?.architect?.build?.options ?? {};
    const path = options.outputPath?.base ?? options.outputPath ?? `dist/${name}`;
    const browser = join(home, path, options.outputPath?.browser ?? 'browser');
    return said(existsSync(browser) ? browser : resolve(home, path), 'outputPath of angular.json');
  },
  webpack: () => loadBundler(/^webpack\.config\./),
  rspack: () => loadBundler(/^rspack\.config\./),
};

/** @param {string | null} file */
async function loadNuxt(file) {
  try {
    const { loadNuxtConfig } = await load('@nuxt/kit');
    return await loadNuxtConfig({ cwd: home });
  } catch (error) {
    // Package managers with strict installation hide the kit from the project. Then the config file itself is read.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return loadFile(file);
  }
}

/** Returns the adapter of the SvelteKit config, in any file. @returns {Promise<any>} */
async function findAdapter() {
  const file = findConfig(/^svelte\.config\./);
  const own = file ? (await loadFile(file)).kit?.adapter : null;
  if (own) return own;
  const { resolveConfig } = await load('vite');
  const { plugins } = await resolveConfig({ root: home, logLevel: 'silent' }, 'build', 'production', 'production');
  const options = plugins.map((/** @type {any} */ { api }) => api?.options?.kit?.adapter ?? api?.config?.kit?.adapter);
  return options.find(Boolean) ?? null;
}

const returnNothing = () => [];
const SILENT_LOG = Object.assign(() => [], {
  minor: returnNothing,
  warn: returnNothing,
  error: returnNothing,
  success: returnNothing,
  info: returnNothing,
});

/**
 * Runs an adapter with a builder that only records the folder of pages.
 * @param {{ name: string, adapt(builder: unknown): unknown }} adapter
 * @returns {Promise<{ pages: string | null, fault: unknown }>} `fault`: the error that ended it, null if none did
 */
async function recordAdapter(adapter) {
  /** @type {string | null} */
  let pages = null;
  const known = {
    log: SILENT_LOG,
    routes: [],
    prerendered: { pages: new Map(), paths: [], assets: new Map(), redirects: new Map() },
    config: { kit: { appDir: '_app', paths: { base: '' }, prerender: {}, files: {} } },
    writePrerendered: (/** @type {string} */ folder) => {
      pages ??= folder;
      return [];
    },
  };
  const builder = new Proxy(known, { get: (target, key) => Reflect.get(target, key) ?? returnNothing });
  try {
    await adapter.adapt(builder);
  } catch (fault) {
    // The adapter needed something that only a real build has. What it wrote before is recorded.
    return { pages, fault };
  }
  return { pages, fault: null };
}

/** @param {RegExp} pattern */
async function loadBundler(pattern) {
  const file = findConfig(pattern);
  const exported = await loadFile(file);
  const [first] = [exported].flat();
  const { output = {} } = typeof first === 'function' ? await first({}, { mode: 'production' }) : (first ?? {});
  return said(resolve(home, output.path ?? 'dist'), `output.path of ${file}`);
}

/** @param {object} message */
const send = (message) => new Promise((done) => process.send?.(message, done));

try {
  const { output, source, note } = await LOADERS[loader]();
  const shown = source.split(cwd).join('').replace(' /', ' ').replace(' \\', ' ');
  await send({ output: output && (relative(cwd, output).replaceAll('\\', '/') || '.'), source: shown, note });
} catch (error) {
  await send({ error: error instanceof Error ? error.message : String(error) });
}
process.exit(0);
