import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the state of each name below a folder without following links: kind, mode, owner, times, content.
 * @param {string} folder
 * @param {(path: string) => boolean} [isWanted]
 * @returns {Map<string, string>}
 */
export function lookAt(folder, isWanted = () => true) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const at = join(folder, path);
    const stat = lstatSync(at, { bigint: true });
    const kind = stat.mode.toString(8);
    if (stat.isDirectory()) for (const name of readdirSync(at)) waiting.push(path ? `${path}/${name}` : name);
    if (!isWanted(path)) continue;
    const content = stat.isSymbolicLink() ? readlinkSync(at) : stat.isFile() ? hashFile(at) : '';
    seen.set(path, [kind, stat.uid, stat.gid, stat.mtimeNs, content].join(' '));
  }
  return seen;
}

/**
 * Returns the files of a folder with their content.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
export function contentsOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [path.slice(folder.length + 1), hashFile(path)]));
}

/**
 * Returns the names whose states differ.
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 */
export function differencesOf(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** @param {string} path */
function hashFile(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
