/** @import { SiteAddress, Reference, SitePath, Target } from '../types.ts' */

import { readOnce } from '../../base/read-once.js';
import { decodePath } from '../text/decode-path.js';
import { followLinks } from '../text/follow-links.js';

/**
 * An index of the site's paths for resolving references.
 * @typedef {{ has(path: string): boolean, through(path: string): string, byLowerCase(path: string): SitePath |
 *   undefined, endingWith(ending: string): readonly SitePath[], host: string | null, folder: string }} Paths
 *   `endingWith` returns the paths that a file name, or the last part of one, can stand for
 */

/**
 * @param {Iterable<SitePath>} paths
 * @param {SiteAddress} [place] at which they are served, if known
 * @param {ReadonlyMap<SitePath, SitePath>} [links] folders that lead to others
 * @returns {Paths}
 */
export function indexPaths(paths, place, links = new Map()) {
  const exact = new Set(paths);
  /** @type {Map<string, SitePath>} */
  const folded = new Map();
  for (const path of exact) folded.set(path.toLowerCase(), path);
  const byEnding = readOnce(groupByEnding);
  return {
    has: (path) => exact.has(path),
    through: (path) => (exact.has(path) ? path : followLinks(path, links)),
    byLowerCase: (path) => folded.get(path.toLowerCase()),
    endingWith: (ending) => {
      const group = byEnding(exact).get(isWholeName(ending) ? nameOf(ending) : extensionOf(ending)) ?? [];
      return group.filter((path) => isEnding(path, ending));
    },
    host: place?.origin ? new URL(place.origin).host : null,
    folder: place?.folder ?? '',
  };
}

/**
 * Groups paths by the names of their files, and by the extensions.
 * @param {ReadonlySet<SitePath>} paths
 */
function groupByEnding(paths) {
  /** @type {Map<string, SitePath[]>} */
  const groups = new Map();
  for (const path of paths) {
    for (const ending of new Set([nameOf(path), extensionOf(path)])) {
      const group = groups.get(ending);
      if (group) group.push(path);
      else groups.set(ending, [path]);
    }
  }
  return groups;
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param {string} path */
function extensionOf(path) {
  const name = nameOf(path);
  return name.slice(Math.max(0, name.lastIndexOf('.')));
}

/** Returns true if an ending contains the whole name of a file: `_on.gif` does not. @param {string} ending */
function isWholeName(ending) {
  return ending.includes('/') || !/^[._-]/.test(ending);
}

/**
 * Returns true if a path can have an ending: `_on.gif`, `.gif`, or a whole file name.
 * @param {SitePath} path
 * @param {string} ending
 */
export function isEnding(path, ending) {
  if (!path.endsWith(ending)) return false;
  const before = path.at(-ending.length - 1);
  return path.length === ending.length || before === '/' || /^[._-]/.test(ending);
}

/**
 * Returns the target of a URL in a document.
 * @param {string} url as written
 * @param {SitePath | null} base of relative references, null if it is outside the site
 * @param {Paths} paths
 * @returns {{ target: Target, suffix: string, odd: Reference['odd'] }}
 */
export function resolveUrl(url, base, paths) {
  const address = url.trim().replaceAll(/[\t\n\r]/g, '');
  const written = withoutHost(address, paths.host);
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) || /^[\\/]{2}/.test(written)) {
    const kind = /^(?:data|about|javascript|blob|mailto|tel):/i.test(written) ? 'inline' : 'external';
    return { target: kind === 'inline' ? { kind } : { kind, url: written }, suffix: '', odd: null };
  }
  const cut = written.search(/[?#]/);
  const path = cut === -1 ? written : written.slice(0, cut);
  const suffix = cut === -1 ? '' : written.slice(cut);
  if (path === '') return { target: { kind: 'inline' }, suffix, odd: null };
  if (base === null) return { target: { kind: 'external', url: written }, suffix, odd: null };
  const local = withinFolder(path.replaceAll('\\', '/'), paths.folder);
  if (local === null) return { target: { kind: 'external', url: written }, suffix, odd: null };
  const joined = joinPath(base, local);
  const odd = path.includes('\\') ? 'backslash' : /\s/.test(path) ? 'space' : null;
  const candidates = candidatesOf(joined).map(paths.through);
  for (const candidate of candidates) {
    if (paths.has(candidate)) return { target: { kind: 'file', path: candidate }, suffix, odd };
  }
  for (const candidate of candidates) {
    const meant = paths.byLowerCase(candidate);
    if (meant) return { target: { kind: 'missing', path: candidate, meant }, suffix, odd: 'wrong-case' };
  }
  // Copies of sites name files as addresses encode them. A server searches them under their decoded names.
  const meant = paths.has(joined) ? joined : null;
  return { target: { kind: 'missing', path: decodePath(joined), meant }, suffix, odd };
}

/**
 * Returns an address of the site's own host from its root, and other addresses unchanged.
 * @param {string} address
 * @param {string | null} host
 */
function withoutHost(address, host) {
  const [all, named] = /^(?:https?:)?\/\/([^/?#\\]+)/i.exec(address) ?? [''];
  if (named === undefined || named.toLowerCase() !== host) return address;
  const rest = address.slice(all.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Returns a path from the root of the host as one from the root of the site, which is in a folder there, null if it is
 * outside of that folder.
 * @param {string} path
 * @param {string} folder
 */
function withinFolder(path, folder) {
  if (folder === '' || !path.startsWith('/')) return path;
  return `${path}/`.startsWith(`/${folder}`) ? `/${path.slice(folder.length + 1)}` : null;
}

/**
 * @param {SitePath} base
 * @param {string} path
 */
function joinPath(base, path) {
  const names = path.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/') + (/(?:^|\/)\.{0,2}$/.test(path) && names.length > 0 ? '/' : '');
}

/** @param {string} path */
function candidatesOf(path) {
  const decoded = decodePath(path);
  const plain = decoded.replace(/\/$/, '');
  const folder = plain === '' ? '' : `${plain}/`;
  return [decoded, plain, `${folder}index.html`, `${folder}index.htm`, ...(plain === '' ? [] : [`${plain}.html`])];
}
