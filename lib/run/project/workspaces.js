/** @import { Manifest } from './types.ts' */

import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { trimEndOf } from '../../base/trim.js';

/** Max packages. Larger monorepos are listed in part. */
export const MAX_WORKSPACES = 200;

/**
 * Lists the folders of a monorepo's packages, relative to its root.
 * @param {string} root
 * @param {Pick<Manifest, 'workspaces'>} manifest
 * @returns {string[]}
 */
export function listWorkspaces(root, { workspaces }) {
  const wanted = workspaces.filter((glob) => !glob.startsWith('!'));
  const unwanted = workspaces.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const exclude = ['**/node_modules', '**/node_modules/**', ...unwanted];
  const found = globSync(
    wanted.map((glob) => trimEndOf(glob.replace(/^\.\//, ''), /\//)),
    { cwd: root, exclude },
  );
  const folders = found.map((path) => path.replaceAll('\\', '/')).filter((path) => path !== '.' && path !== '');
  return folders.filter((path) => existsSync(join(root, path, 'package.json'))).sort();
}
