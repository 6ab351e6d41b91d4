/** @import { Edit, Project } from './projects.js' */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const FIXTURES = join(REPOSITORY, 'fixtures/frameworks');
const PICTURE = join(REPOSITORY, 'docs/before-after.png');

/**
 * Creates a project with its dependencies by its starter. The tested package is that of this repository.
 * @param {Project} project
 * @param {string} folder
 */
export async function makeProject({ name, starter, picture, install = [], setup = [] }, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  if (starter) await run(['npx', '--yes', ...starter], dirname(folder));
  if (existsSync(join(FIXTURES, name))) cpSync(join(FIXTURES, name), folder, { recursive: true });
  if (picture) {
    mkdirSync(dirname(join(folder, picture)), { recursive: true });
    cpSync(PICTURE, join(folder, picture));
  }
  await run(['npm', 'install', '--no-audit', '--no-fund', ...install], folder);
  editFiles(folder, setup);
  const modules = join(folder, 'node_modules');
  symlinkSync(REPOSITORY, join(modules, 'pagethrift'));
  symlinkSync(join(REPOSITORY, 'bin/pagethrift.js'), join(modules, '.bin/pagethrift'));
}

/**
 * Changes files of a project and returns the number of lines added or changed.
 * @param {string} folder
 * @param {readonly Edit[]} edits
 */
export function editFiles(folder, edits) {
  let lines = 0;
  for (const [file, old, text] of edits) {
    const before = readFileSync(join(folder, file), 'utf8');
    if (before.replace(old, '') === before) throw new Error(`${file} of ${folder} has no longer “${old}”`);
    const after = before.replace(old, () => text);
    const known = new Set(before.split('\n'));
    lines += after.split('\n').filter((line) => !known.has(line)).length;
    writeFileSync(join(folder, file), after);
  }
  return lines;
}

/** Returns the installed versions. @param {Project} project @param {string} folder */
export function readVersions({ versions }, folder) {
  return versions.map((name) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (!existsSync(manifest)) throw new Error(`${name} is not installed in ${folder}`);
    return `${name} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`;
  });
}
