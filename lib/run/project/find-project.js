/** @import { Generator, Manifest, Output, Project } from './types.ts' */
/** @import { ScriptBuild } from './script-output.js' */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { GENERATORS } from './generators.js';
import { commandsOf, readManifest } from './manifest.js';
import { readPlainKey } from './plain-config.js';
import { runProbe } from './run-probe.js';
import { findBuildScript } from './script-output.js';

/** Folders that builds write, the likeliest first. The last is the project itself. */
const USUAL_OUTPUTS = Object.freeze(['dist', 'build', 'out', '_site', 'public', 'www', 'site', '.']);
/** Typical folders of documentation and sites inside of a larger project. */
const INNER_FOLDERS = Object.freeze(['docs', 'site', 'website']);
/** Max depth below a build output at which a page is searched. */
const MAX_PAGE_DEPTH = 3;
/** Max time for Hugo. It prints its own config in less. */
const MAX_HUGO_MS = 10_000;

/**
 * Finds the generator of a project and its output folder, from the generator's own settings: the npm script that calls
 * it, its config, its usual folder.
 * @param {string} folder
 * @returns {Promise<Project>}
 */
export async function findProject(folder) {
  const manifest = readManifest(folder);
  const generator = recogniseGenerator(folder, manifest);
  if (!generator) return describePlain(folder, manifest);
  const { inner, ...found } = generator;
  const script = manifest && findBuildScript(found, manifest);
  const { output, notes } = await findOutput(folder, inner, found, script);
  return {
    folder,
    name: manifest?.name ?? null,
    generator: { name: found.name, entry: found.entry ?? null },
    output,
    isBuilt: output !== null && hasPage(join(folder, output.folder)),
    buildCommand: describeBuild(folder, found, script, manifest !== null),
    notes,
  };
}

/**
 * Returns the generator of a project. A framework's config can be inside its bundler's, so dependencies are checked
 * first.
 * @param {string} folder
 * @param {Manifest | null} manifest
 * @returns {(Generator & { inner: string }) | null} `inner`: the folder with its config, relative to the project
 */
function recogniseGenerator(folder, manifest) {
  const isUsed = (/** @type {Generator} */ { dependency }) => dependency && manifest?.dependencies.has(dependency);
  const used = GENERATORS.find((each) => isUsed(each));
  const places = ['.', ...INNER_FOLDERS].filter((inner) => existsSync(join(folder, inner)));
  const placeOf = (/** @type {Generator} */ generator) =>
    places.find((inner) => hasConfig(join(folder, inner), generator));
  if (used) return { ...used, inner: placeOf(used) ?? '.' };
  for (const inner of places) {
    const own = GENERATORS.find(
      (each) => hasConfig(join(folder, inner), each) && isPlausible(join(folder, inner), each),
    );
    if (own) return { ...own, inner };
  }
  return null;
}

/** @param {string} folder @param {Generator} generator */
function hasConfig(folder, { config }) {
  return readdirSync(folder).some((name) => config.test(name));
}

/**
 * Returns true if a config file by its common name is that of the generator.
 * @param {string} folder
 * @param {Generator} generator
 */
function isPlausible(folder, { name }) {
  // `config.toml` and `conf.py` are also names of other programs, and Jekyll has the config of Hexo.
  if (name === 'Hexo') return false;
  if (name === 'Hugo')
    return existsSync(join(folder, 'content')) || readdirSync(folder).some((each) => /^hugo\./.test(each));
  return name !== 'Sphinx' || /^(?:extensions|project)\s*=/m.test(readFileSync(join(folder, 'conf.py'), 'utf8'));
}

/**
 * @param {string} folder
 * @param {string} inner
 * @param {Generator} generator
 * @param {ScriptBuild | null} script
 * @returns {Promise<{ output: Output | null, notes: string[] }>}
 */
async function findOutput(folder, inner, generator, script) {
  const root = script?.root ?? (inner === '.' ? null : inner);
  const within = (/** @type {string} */ path) => relative(folder, resolve(folder, root ?? '.', path)) || '.';
  /** @param {string} path @param {string} source @param {string[]} [notes] */
  const say = (path, source, notes = []) => ({ output: { folder: path.replaceAll('\\', '/'), source }, notes });
  if (script?.output) return say(within(script.output), `the script “${script.script}” of package.json`);
  const written = readOutputKey(join(folder, root ?? '.'), generator);
  if (written) return say(within(written.value), `${generator.outputKey} of ${written.file}`);
  if (!generator.loader) return say(within(generator.output), `the folder that ${generator.name} writes by default`);
  const config = script?.config ?? null;
  const { output, source, note, isFailed = false } = await runProbe(generator.loader, { folder, root, config });
  if (output !== null) return say(output, source);
  const notes = note ? [note] : [];
  if (!isFailed) return { output: null, notes };
  return say(within(generator.output), `the folder that ${generator.name} writes by default`, notes);
}

/**
 * Reads the output folder from a config file that is no program.
 * @param {string} folder
 * @param {Generator} generator
 * @returns {{ value: string, file: string } | null}
 */
function readOutputKey(folder, { name, config, outputKey }) {
  if (!outputKey || !existsSync(folder)) return null;
  if (name === 'Hugo') {
    const asked = spawnSync('hugo', ['config'], { cwd: folder, encoding: 'utf8', timeout: MAX_HUGO_MS });
    const value = asked.status === 0 ? readPlainKey(asked.stdout, outputKey) : null;
    if (value) return { value, file: 'the Hugo config' };
  }
  const file = readdirSync(folder).find((each) => config.test(each));
  const value = file ? readPlainKey(readFileSync(join(folder, file), 'utf8'), outputKey) : null;
  return file && value ? { value, file } : null;
}

/**
 * Describes a project without a known generator: its site is in one of the usual folders, or is the project itself.
 * @param {string} folder
 * @param {Manifest | null} manifest
 * @returns {Project}
 */
function describePlain(folder, manifest) {
  const script = ['build', 'generate', 'export'].find((name) => manifest?.scripts[name]);
  const usual = USUAL_OUTPUTS.find((name) => existsSync(join(folder, name, 'index.html')));
  // Sources of an application also contain a page. If there is a build, the project itself is not the site.
  const found = usual === '.' && script ? undefined : usual;
  const source = found === '.' ? 'it contains index.html, and the project has no build' : 'it contains index.html';
  return {
    folder,
    name: manifest?.name ?? null,
    generator: null,
    output: found ? { folder: found, source } : null,
    isBuilt: found !== undefined,
    buildCommand: script ? `${commandsOf(folder).script} ${script}` : null,
    notes: [],
  };
}

/**
 * @param {string} folder
 * @param {Generator} generator
 * @param {ScriptBuild | null} script
 * @param {boolean} hasManifest
 */
function describeBuild(folder, { binary, buildArguments, dependency }, script, hasManifest) {
  const commands = commandsOf(folder);
  if (script) return `${commands.script} ${script.script}`;
  const words = [binary, ...buildArguments].join(' ');
  return dependency && hasManifest ? `${commands.binary} ${words}` : words;
}

/**
 * Returns true if a folder contains a page, also below folders.
 * @param {string} folder
 * @param {number} [depth]
 * @returns {boolean}
 */
export function hasPage(folder, depth = MAX_PAGE_DEPTH) {
  if (!existsSync(folder)) return false;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && /\.html?$/i.test(entry.name))) return true;
  const inner = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules');
  return depth > 0 && inner.some((entry) => hasPage(join(folder, entry.name), depth - 1));
}
