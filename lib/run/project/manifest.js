/** @import { Manifest } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../base/errors.js';

/** Lock files by package manager. */
const LOCK_FILES = Object.freeze({
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
});

/** Commands that run a script, and a binary of a dependency, by package manager. */
const COMMANDS = Object.freeze({
  npm: { script: 'npm run', binary: 'npx' },
  pnpm: { script: 'pnpm', binary: 'pnpm exec' },
  yarn: { script: 'yarn', binary: 'yarn' },
  bun: { script: 'bun run', binary: 'bunx' },
});

/**
 * Reads a project's package.json.
 * @param {string} folder
 * @returns {Manifest | null} null if there is none
 */
export function readManifest(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const { name, dependencies, devDependencies, scripts, workspaces, packageManager } = parse(file);
  const listed = Array.isArray(workspaces) ? workspaces : (Object(workspaces).packages ?? []);
  return {
    name: typeof name === 'string' ? name : null,
    dependencies: new Set(Object.keys({ ...Object(dependencies), ...Object(devDependencies) })),
    scripts: Object(scripts),
    workspaces: [...listed, ...readPnpmWorkspaces(folder)].map(String),
    packageManager: typeof packageManager === 'string' ? packageManager.split('@')[0] : null,
  };
}

/**
 * Returns the package manager of a project: the declared one, otherwise by the nearest lock file.
 * @param {string} folder
 * @returns {keyof typeof COMMANDS}
 */
export function findPackageManager(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const named = readManifest(at)?.packageManager;
    if (named && Object.hasOwn(COMMANDS, named)) return /** @type {keyof typeof COMMANDS} */ (named);
    const lock = Object.entries(LOCK_FILES).find(([file]) => existsSync(join(at, file)));
    if (lock) return /** @type {keyof typeof COMMANDS} */ (lock[1]);
    if (at === dirname(at) || existsSync(join(at, '.git'))) return 'npm';
  }
}

/** Returns the commands for a project's scripts and binaries. @param {string} folder */
export function commandsOf(folder) {
  return COMMANDS[findPackageManager(folder)];
}

/** @param {string} file @returns {Record<string, unknown>} */
function parse(file) {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')));
  } catch (error) {
    throw new InputError('bad-manifest', `${file} is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Returns the globs under `packages` in pnpm-workspace.yaml. @param {string} folder */
function readPnpmWorkspaces(folder) {
  const file = join(folder, 'pnpm-workspace.yaml');
  if (!existsSync(file)) return [];
  const list = /^packages:[ \t]*\r?\n((?:[ \t]*(?:-.*|#.*)?\r?\n?)+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return [...list.matchAll(/^[ \t]*-[ \t]*(['"]?)(.+?)\1[ \t]*(?:#.*)?$/gm)].map(([, , glob]) => glob);
}
