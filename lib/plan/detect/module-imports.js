/** @import { Site, SitePath } from '../../site/types.ts' */

import { indexPaths, resolveUrl } from '../../site/graph/resolve-url.js';
import { ShallowParser } from '../../site/text/script-tree.js';

/** Syntax of every module with imports. */
const NAMES_OTHERS = /\b(?:import|from)\s*["']/;
/** Bare names are resolved by an import map, and others lead to another host. */
const IS_ADDRESS = /^\.{0,2}\//;

/**
 * Returns the modules that a module imports statically. Each module is read once.
 * @param {Site} site
 * @returns {(path: SitePath) => readonly SitePath[]}
 */
export function openModuleImports(site) {
  const paths = indexPaths([...site.files.keys()], site.place, site.links);
  /** @type {Map<SitePath, readonly SitePath[]>} */
  const known = new Map();
  return (path) => {
    const found = known.get(path) ?? importsOf(site, path, paths);
    known.set(path, found);
    return found;
  };
}

/**
 * @param {Site} site
 * @param {SitePath} path
 * @param {import('../../site/graph/resolve-url.js').Paths} paths
 * @returns {readonly SitePath[]}
 */
function importsOf({ files }, path, paths) {
  const text = Buffer.from(files.get(path)?.bytes ?? []).toString('utf8');
  if (!NAMES_OTHERS.test(text)) return [];
  return sourcesIn(text).flatMap((url) => {
    const { target } = IS_ADDRESS.test(url) ? resolveUrl(url, path, paths) : { target: null };
    return target?.kind === 'file' && files.get(target.path)?.type === 'script' ? target.path : [];
  });
}

/** @param {string} text @returns {string[]} */
function sourcesIn(text) {
  try {
    const { body } = ShallowParser.parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
    return body.flatMap((node) => ('source' in node && node.source ? String(node.source.value) : []));
  } catch (error) {
    // Other files import none.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
