/** @import { Report } from '../types.ts' */

/**
 * Gives the path of a page as the repository knows it: under the folder that was read.
 * @param {Report} report
 * @param {string} path
 */
export function locateInRepository({ input }, path) {
  if (input.kind !== 'folder') return path;
  const folder = input.name
    .replaceAll('\\', '/')
    .replace(/\/+$/, '')
    .replace(/^\.(?:\/|$)/, '');
  return folder ? `${folder}/${path}` : path;
}
