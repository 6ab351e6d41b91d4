/** @import { SiteFile } from '../site/types.ts' */

import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { linkSite } from '../site/graph/build-graph.js';

/** Max folders above a page that are considered. Sites are rarely deeper. */
const MAX_LEVELS = 8;

/**
 * Finds the folder of the site that a single page belongs to: the nearest one in which most of its references lead to
 * files. A page in `html/` can name `../css/site.css`.
 * @param {string} path of the page on the disk, absolute
 * @param {SiteFile} file the page
 * @returns {{ root: string, page: string }} `page`: its path in the site
 */
export function findPageRoot(path, file) {
  let root = dirname(path);
  let best = { root, page: file.path, missing: countMissing(root, file) };
  for (let level = 0; level < MAX_LEVELS && best.missing > 0 && dirname(root) !== root; level++) {
    root = dirname(root);
    const page = relative(root, path).split(sep).join('/');
    const missing = countMissing(root, { ...file, path: page });
    if (missing < best.missing) best = { root, page, missing };
  }
  return best;
}

/** Counts the references of a page that lead to no file of a folder. @param {string} root @param {SiteFile} file */
function countMissing(root, file) {
  const site = { root, name: file.path, files: new Map([[file.path, file]]), warnings: [] };
  return linkSite(site).graph.warnings.filter(
    ({ code, resource }) => code === 'missing-resource' && resource !== undefined && !existsSync(join(root, resource)),
  ).length;
}
