/** @import { Report } from './types.ts' */

import { trimEndOf } from '../base/trim.js';

const PAGES_OF_RULES = 'https://github.com/pagethrift/pagethrift/blob/main/docs/rules';

/** Returns the address of the page that explains a rule. @param {string} id */
export function addressOfRule(id) {
  return `${PAGES_OF_RULES}/${encodeURIComponent(id)}.md`;
}

/**
 * Returns the path of a page in the repository, under the folder that was read.
 * @param {Report} report
 * @param {string} path
 */
export function locateInRepository({ input }, path) {
  if (input.kind !== 'folder') return path;
  const folder = trimEndOf(input.name.replaceAll('\\', '/'), /\//).replace(/^\.(?:\/|$)/, '');
  return folder ? `${folder}/${path}` : path;
}
