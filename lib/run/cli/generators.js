import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A site generator: how it is known, where it writes, and the entry of this package that it can load by itself.
 * @typedef {{ name: string, config: RegExp, dependency?: string, output: string, entry?: string }} Generator
 */

/** Those whose output folder differs from their bundler's come before it. @type {readonly Generator[]} */
const GENERATORS = Object.freeze([
  { name: 'VitePress', config: /^\.vitepress$/, dependency: 'vitepress', output: '.vitepress/dist' },
  {
    name: 'Docusaurus',
    config: /^docusaurus\.config\./,
    dependency: '@docusaurus/core',
    output: 'build',
    entry: 'docusaurus',
  },
  { name: 'Next.js', config: /^next\.config\./, dependency: 'next', output: 'out', entry: 'next' },
  { name: 'Nuxt', config: /^nuxt\.config\./, dependency: 'nuxt', output: '.output/public' },
  { name: 'SvelteKit', config: /^svelte\.config\./, dependency: '@sveltejs/kit', output: 'build' },
  { name: 'Gatsby', config: /^gatsby-config\./, dependency: 'gatsby', output: 'public' },
  { name: 'Astro', config: /^astro\.config\./, dependency: 'astro', output: 'dist', entry: 'astro' },
  {
    name: 'Eleventy',
    config: /^(?:\.eleventy|eleventy\.config)\./,
    dependency: '@11ty/eleventy',
    output: '_site',
    entry: 'eleventy',
  },
  { name: 'Hexo', config: /^_config\.ya?ml$/, dependency: 'hexo', output: 'public' },
  { name: 'Jekyll', config: /^_config\.ya?ml$/, output: '_site' },
  { name: 'Hugo', config: /^hugo\.(?:toml|ya?ml|json)$/, output: 'public' },
  { name: 'MkDocs', config: /^mkdocs\.ya?ml$/, output: 'site' },
  { name: 'Sphinx', config: /^conf\.py$/, output: '_build/html' },
  { name: 'Vite', config: /^vite\.config\./, dependency: 'vite', output: 'dist', entry: 'vite' },
  { name: 'webpack', config: /^webpack\.config\./, dependency: 'webpack', output: 'dist', entry: 'webpack' },
]);

/** Where the sources of documentation often lie. */
const DOCS = 'docs';
/** Folders that other site builds write, the likeliest first. */
const OUTPUTS = ['dist', 'build', 'out', '_site', 'public', 'www', 'site'];

/**
 * Finds out what builds the site of a project, by config files and package.json, and where it writes.
 * @param {string} cwd
 * @returns {{ name: string | null, folder: string, entry: string | null }}
 */
export function recogniseGenerator(cwd) {
  const dependencies = dependenciesOf(cwd);
  const [here, docs] = [cwd, join(cwd, DOCS)].map((place) => (existsSync(place) ? readdirSync(place) : []));
  const isIn = (/** @type {string[]} */ names, /** @type {Generator} */ { config }) =>
    names.some((name) => config.test(name));
  // A framework's config may stand in its bundler's (SvelteKit's is in that of Vite), so what is depended on counts.
  const known = GENERATORS.find((each) => (each.dependency ? dependencies.has(each.dependency) : isIn(here, each)));
  const found = known ?? GENERATORS.find((each) => isIn(docs, each));
  if (found) {
    const prefix = isIn(docs, found) && !isIn(here, found) ? `${DOCS}/` : '';
    return { name: found.name, folder: prefix + found.output, entry: found.entry ?? null };
  }
  const folder = OUTPUTS.find((name) => existsSync(join(cwd, name, 'index.html'))) ?? 'dist';
  return { name: null, folder, entry: null };
}

/** @param {string} cwd @returns {Set<string>} */
function dependenciesOf(cwd) {
  const manifest = join(cwd, 'package.json');
  if (!existsSync(manifest)) return new Set();
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return new Set(Object.keys({ ...dependencies, ...devDependencies }));
}
