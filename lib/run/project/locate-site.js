/** @import { Project } from './types.ts' */

import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { docsAddress } from '../../base/docs-address.js';
import { InputError } from '../../base/errors.js';
import { findProject } from './find-project.js';
import { readManifest } from './manifest.js';
import { listWorkspaces, MAX_WORKSPACES } from './workspaces.js';

/** Files in the root of a project that are no part of its site. */
export const ROOT_EXCLUDES = Object.freeze([
  '**/node_modules/**',
  '.!(well-known)/**',
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'pagethrift.config.*',
  'pagethrift-baseline.json',
]);

/**
 * A target folder. `exclude`: globs of files outside of the site; `says`: how it was found, as text for users.
 * @typedef {{ target: string, exclude: readonly string[], says: string }} Located
 */

/**
 * Finds the build output of the project in a folder.
 * @param {string} cwd
 * @returns {Promise<Located>}
 */
export async function locateSite(cwd) {
  const project = await findProject(cwd);
  const { output } = project;
  if (output && project.isBuilt) return located(project, output.folder, output.source);
  if (!project.generator) {
    const workspaces = await listSites(cwd);
    if (workspaces.length > 0) throw new InputError('workspaces', describeWorkspaces(workspaces));
  }
  throw new InputError('not-built', describeMissing(project));
}

/**
 * Checks a given folder. It is rejected if it contains the sources of a project instead of a site.
 * @param {string} cwd
 * @param {string} target
 * @param {readonly string[]} exclude
 * @returns {Promise<Located>}
 */
export async function checkTarget(cwd, target, exclude) {
  const folder = resolve(cwd, target);
  const plain = { target, exclude: [], says: '' };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return plain;
  const isSource = existsSync(join(folder, 'package.json')) || existsSync(join(folder, 'node_modules'));
  if (!isSource || exclude.some((glob) => glob.includes('node_modules'))) return plain;
  const project = await findProject(folder);
  if (project.output?.folder === '.') return { ...plain, exclude: ROOT_EXCLUDES };
  if (!existsSync(join(folder, 'node_modules')) && !project.generator && !project.buildCommand) return plain;
  throw new InputError('source-tree', describeSource(target, project, relative(cwd, folder)));
}

/**
 * Explains that a given folder or file does not exist.
 * @param {string} cwd
 * @param {string} target
 * @returns {Promise<string>}
 */
export async function explainMissing(cwd, target) {
  const { output, isBuilt, generator, buildCommand } = await findProject(cwd);
  const named = relative(cwd, resolve(cwd, target)).replaceAll('\\', '/');
  if (output && !isBuilt && output.folder === named)
    return `“${target}” does not exist yet. ${generator?.name ?? 'The build'} writes it: run “${buildCommand}” first.`;
  if (output && isBuilt && output.folder !== '.')
    return `“${target}” does not exist. The build output is ${output.folder} (${output.source}).`;
  return `“${target}” does not exist. Build the site first, or name the folder that the build writes.`;
}

/** @param {Project} project @param {string} folder @param {string} source @returns {Located} */
function located({ generator }, folder, source) {
  const isRoot = folder === '.';
  const subject = generator ? `This is a site of ${generator.name}. Its build output is` : 'The build output is';
  const says = isRoot ? `This folder is the site: ${source}.` : `${subject} ${folder} (${source}).`;
  return { target: folder, exclude: isRoot ? ROOT_EXCLUDES : [], says };
}

/** @param {Project} project */
function describeMissing({ folder, generator, output, buildCommand, notes }) {
  const known = generator ? `This is a project of ${generator.name}. ` : '';
  const note = notes.length > 0 ? `${notes.join(' ')} ` : '';
  if (output)
    return (
      `${known}${note}Its build output ${output.folder} (${output.source}) contains no page yet. ` +
      `Run “${buildCommand}”, then “npx pagethrift”.`
    );
  if (note) return `${known}${note}See ${docsAddress('recipes')}.`;
  if (buildCommand)
    return (
      `No built site was found in ${basename(folder) || folder}. Run “${buildCommand}”, then “npx pagethrift”. ` +
      `If the ` +
      'build writes another folder than dist, build, out, _site or public, name it: “npx pagethrift <folder>”.'
    );
  return (
    `No site was found in ${basename(folder) || folder}: there is no index.html, no build output and no package.json ` +
    `with a build. Name a folder, a page or an address: “npx pagethrift <folder>”. See ` +
    `${docsAddress('recipes')}.`
  );
}

/** @param {string} target @param {Project} project @param {string} prefix */
function describeSource(target, { output, isBuilt, buildCommand, notes }, prefix) {
  const start = `“${target}” contains the sources of a project, not a built site.`;
  const inside = (/** @type {string} */ folder) => (prefix ? `${prefix}/${folder}` : folder).replaceAll('\\', '/');
  if (output && isBuilt) return `${start} Its build output is ${inside(output.folder)}: name that folder.`;
  if (output && buildCommand)
    return `${start} Run “${buildCommand}”, then name its build output, ${inside(output.folder)}.`;
  const build = buildCommand ? `Run “${buildCommand}” and name the folder that it writes` : 'Name the built folder';
  return `${start} ${[...notes, build].join(' ')}, or exclude the sources with --exclude "node_modules/**".`;
}

/**
 * Lists the packages of a monorepo that have a site.
 * @param {string} root
 * @returns {Promise<{ place: string, project: Project }[]>}
 */
export async function listSites(root) {
  const manifest = readManifest(root);
  if (!manifest || manifest.workspaces.length === 0) return [];
  const places = listWorkspaces(root, manifest).slice(0, MAX_WORKSPACES);
  const found = await Promise.all(
    places.map(async (place) => ({ place, project: await findProject(join(root, place)) })),
  );
  return found.filter(({ project }) => project.output !== null || project.generator !== null);
}

/** @param {readonly { place: string, project: Project }[]} sites */
function describeWorkspaces(sites) {
  const width = Math.max(...sites.map(({ place }) => place.length));
  const rows = sites.map(({ place, project: { generator, output, isBuilt, buildCommand } }) => {
    const name = generator ? generator.name : 'site';
    const state = !output
      ? 'writes no folder of pages'
      : isBuilt
        ? `npx pagethrift ${place}/${output.folder}`
        : `not built yet: run “${buildCommand}” in ${place}`;
    return `  ${place.padEnd(width)}  ${name.padEnd(10)}  ${state}`;
  });
  return [`This is a monorepo with ${sites.length} ${sites.length === 1 ? 'site' : 'sites'}. Name one:`, ...rows].join(
    '\n',
  );
}
