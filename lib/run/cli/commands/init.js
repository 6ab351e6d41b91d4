/** @import { Command, World } from '../types.ts' */
/** @import { Project } from '../../project/types.ts' */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsAddress } from '../../../base/docs-address.js';
import { InputError } from '../../../base/errors.js';
import { BASELINE_FILE } from '../../hold.js';
import { findProject, hasPage } from '../../project/find-project.js';
import { checkTarget, locateSite } from '../../project/locate-site.js';
import { commandsOf } from '../../project/manifest.js';
import { CONFIG_NAMES } from '../../settings.js';
import { CONFIG_FILE, configText } from '../config-text.js';
import { leanFolder, stepsToGate } from '../next-steps.js';
import { command as check } from './check.js';

const REPORT_FILE = 'pagethrift-report.html';

/** @type {Command} */
export const command = {
  takes: ['browser', 'cache', 'jobs', 'verify'],
  summary: 'Writes a commented config, npm scripts and, if the site is built, a baseline for the gate.',
  usage: '[folder the build writes]',
  flags: { force: { type: 'boolean', help: 'replace an existing config' } },
  async run({ world, values, positionals: [named] }) {
    const { cwd, stdout } = world;
    const project = await findProject(cwd);
    const folder = named ?? (await outputOf(cwd, project));
    const existing = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
    if (existing && !values.force) throw new InputError('exists', explainExisting(existing, folder, cwd));
    stdout.write(describeFound(project, folder, named !== undefined));
    writeFileSync(join(cwd, CONFIG_FILE), configText());
    stdout.write(`Wrote ${CONFIG_FILE}.\n`);
    const scripts = scriptsFor(folder, cwd);
    const added = addScripts(join(cwd, 'package.json'), scripts);
    if (added === null) stdout.write(describeCommands(scripts));
    else if (added.length > 0) stdout.write(`Added to package.json: ${added.join(', ')}.\n`);
    const ignored = ignoreResults(join(cwd, '.gitignore'), [leanFolder(folder, cwd), REPORT_FILE]);
    if (ignored.length > 0) stdout.write(`Added to .gitignore: ${ignored.join(', ')}.\n`);
    const isGated = await writeBaseline(world, folder);
    stdout.write(describeNext({ project, folder, isGated, hasManifest: added !== null, cwd }));
    return 0;
  },
};

/**
 * Returns the folder that the build writes, also before the first build.
 * @param {string} cwd
 * @param {Project} project
 */
async function outputOf(cwd, { output }) {
  // Errors are explained in the same words as by the command without arguments.
  return output ? output.folder : (await locateSite(cwd).catch(addFolder)).target;
}

/**
 * Adds the folder to run this command in, if there are several sites.
 * @param {unknown} error
 * @returns {never}
 */
function addFolder(error) {
  if (!(error instanceof InputError) || error.code !== 'workspaces') throw error;
  throw new InputError(error.code, `${error.message}\nRun “npx pagethrift init” in the folder of each.`);
}

/** @param {string} existing @param {string} folder @param {string} cwd */
function explainExisting(existing, folder, cwd) {
  const [gate] = stepsToGate(folder, cwd);
  const baseline = gate ? ` The gate has no baseline yet: run “${gate[0]}”.` : '';
  return `${existing} exists already. To write a new ${CONFIG_FILE}, use --force.${baseline}`;
}

/** @param {Project} project @param {string} folder @param {boolean} isNamed */
function describeFound({ generator, output, isBuilt, notes }, folder, isNamed) {
  const lines = [...notes];
  if (isNamed) lines.push(`The build output is ${folder}, as specified.`);
  else if (folder === '.') lines.push('This folder is the site: it contains index.html, and the project has no build.');
  else {
    const subject = generator ? `This is a site of ${generator.name}. Its build output is` : 'The build output is';
    lines.push(`${subject} ${folder}${output ? ` (${output.source})` : ''}.`);
  }
  if (!isNamed && !isBuilt) lines.push(`${folder} contains no page yet.`);
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} folder
 * @param {string} cwd
 * @returns {Readonly<Record<string, string>>}
 */
function scriptsFor(folder, cwd) {
  return {
    lean: `pagethrift build ${folder} --out ${leanFolder(folder, cwd)}`,
    'lean:audit': `pagethrift audit ${folder} --html ${REPORT_FILE}`,
    'lean:check': `pagethrift check ${folder}`,
    'lean:baseline': `pagethrift check ${folder} --update-baseline`,
  };
}

/**
 * Adds scripts that package.json does not have yet.
 * @param {string} manifest
 * @param {Readonly<Record<string, string>>} scripts
 * @returns {string[] | null} their names, null if there is no package.json
 */
function addScripts(manifest, scripts) {
  if (!existsSync(manifest)) return null;
  const text = readFileSync(manifest, 'utf8');
  const json = JSON.parse(text);
  const added = Object.entries(scripts).filter(([name]) => json.scripts?.[name] === undefined);
  if (added.length === 0) return [];
  json.scripts = { ...json.scripts, ...Object.fromEntries(added) };
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  writeFileSync(manifest, `${JSON.stringify(json, null, indent)}\n`);
  return added.map(([name]) => name);
}

/**
 * Adds what the scripts write to the names that git ignores. Generators that read the whole project, such as Eleventy,
 * leave these names out, too.
 * @param {string} list @param {readonly string[]} names
 * @returns {string[]} added names
 */
function ignoreResults(list, names) {
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  const known = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, '')));
  const added = names.filter((name) => !name.startsWith('..') && !known.has(name));
  if (added.length > 0) writeFileSync(list, `${text}${/(?:^|\n)$/.test(text) ? '' : '\n'}${added.join('\n')}\n`);
  return added;
}

/** @param {Readonly<Record<string, string>>} scripts */
function describeCommands(scripts) {
  const lines = Object.values(scripts).map((script) => `  npx ${script}\n`);
  return `There is no package.json for scripts. Run these commands yourself:\n${lines.join('')}`;
}

/**
 * Writes the first baseline, so that the gate can fail from now on.
 * @param {World} world
 * @param {string} folder
 * @returns {Promise<boolean>} false if the site is not built yet
 */
async function writeBaseline(world, folder) {
  const { cwd, stdout } = world;
  if (existsSync(join(cwd, BASELINE_FILE))) return true;
  if (!hasPage(join(cwd, folder))) return false;
  await checkTarget(cwd, folder, []);
  const values = { 'update-baseline': true, quiet: true };
  await check.run({ world, values, positionals: [folder] });
  stdout.write(`Wrote ${BASELINE_FILE}, a baseline with the present cost of the site.\n`);
  return true;
}

/**
 * @param {{ project: Project, folder: string, isGated: boolean, hasManifest: boolean, cwd: string }} written
 */
function describeNext({ project: { generator, buildCommand }, folder, isGated, hasManifest, cwd }) {
  const run = (/** @type {string} */ script) =>
    hasManifest ? `${commandsOf(cwd).script} ${script}` : `npx ${scriptsFor(folder, cwd)[script]}`;
  const lines = ['', 'Next'];
  if (!isGated) {
    const build = buildCommand ?? 'the build';
    lines.push(
      `  Run “${build}”, then “${run('lean:baseline')}”: without a baseline the gate has nothing to compare with.`,
    );
  }
  lines.push(`  Commit ${CONFIG_FILE}${isGated ? ` and ${BASELINE_FILE}` : ''}.`);
  lines.push(`  “${run('lean:check')}” is the gate: it fails if a page costs more than in the baseline.`);
  lines.push(`  “${run('lean')}” writes the optimised site to ${leanFolder(folder, cwd)}.`);
  if (generator?.entry) lines.push(`  ${generator.name} can run it after each build: ${docsAddress('integrations')}.`);
  lines.push(`  Recipes for CI: ${docsAddress('action')}.`);
  return `${lines.join('\n')}\n`;
}
