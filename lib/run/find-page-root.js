/** @import { SiteFile } from '../site/types.ts' */

import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { linkSite } from '../site/graph/build-graph.js';

/** Names in folders that are no built site, but hold one. */
const SOURCE_NAMES = ['node_modules', '.git'];

/**
 * Finds the folder of the site that a single page belongs to: the nearest one in which most of its references lead to
 * files. A page in `html/` can name `../css/site.css`. A page cannot lead out of the working folder, or to a folder
 * with the sources of a project.
 * @param {string} path of the page on the disk, absolute
 * @param {SiteFile} file the page
 * @param {string} cwd the working folder, absolute
 * @returns {{ root: string, page: string }} `page`: its path in the site
 */
export function findPageRoot(path, file, cwd) {
  let root = dirname(path);
  let best = { root, page: file.path, missing: countMissing(root, file) };
  while (best.missing > 0 && root !== cwd && isInside(root, cwd)) {
    root = dirname(root);
    if (SOURCE_NAMES.some((name) => existsSync(join(root, name)))) break;
    const page = relative(root, path).split(sep).join('/');
    const missing = countMissing(root, { ...file, path: page });
    if (missing < best.missing) best = { root, page, missing };
  }
  return best;
}

/** @param {string} path @param {string} folder */
function isInside(path, folder) {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Counts the references of a page that lead to no file of a folder. @param {string} root @param {SiteFile} file */
function countMissing(root, file) {
  const site = { root, name: file.path, files: new Map([[file.path, file]]), warnings: [] };
  return linkSite(site).graph.warnings.filter(
    ({ code, resource }) => code === 'missing-resource' && resource !== undefined && !existsSync(join(root, resource)),
  ).length;
}
