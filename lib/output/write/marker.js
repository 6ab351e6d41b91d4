import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in every folder that is written here: it marks the folder as replaceable, and lists its content. */
export const MARKER_NAME = '.pagethrift.json';
const SCHEMA = 'pagethrift/output@1';

/**
 * @typedef {object} Marker
 * @property {string} schema
 * @property {string | null} settings name of the settings and the code that it was made with, computed by the caller
 * @property {Record<string, string>} files hex SHA-256 of every file, by path
 * @property {Record<string, string>} [links] target in the folder of every symbolic link, by path
 * @property {string[]} [variants] files that are compressed copies of others
 * @property {string[]} [added] other files that the input did not have
 */

/**
 * Returns the marker's text. It is the same for the same files, so that the same build gives the same folder.
 * @param {ReadonlyMap<string, { hash: string, like?: string }>} files `like`: the file that one is made from
 * @param {ReadonlyMap<string, string>} links the symbolic links among them, and others
 * @param {{ settings: string | null, brought: ReadonlySet<string> | null }} made `brought`: files of the input, null if
 *   unknown
 */
export function formatMarker(files, links, { settings, brought }) {
  const hashes = [...files].filter(([path]) => !links.has(path)).map(([path, { hash }]) => [path, hash]);
  const sorted = (/** @type {Iterable<readonly string[]>} */ rows) =>
    Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
  const linked = links.size > 0 ? { links: sorted(links) } : {};
  const variants = [...files].filter(([path, { like }]) => path.startsWith(`${like}.`)).map(([path]) => path);
  const copies = new Set(variants);
  const added = [...files.keys()].filter((path) => brought && !brought.has(path) && !copies.has(path));
  const marker = {
    ...{ schema: SCHEMA, settings, files: sorted(hashes), ...linked, variants: variants.sort() },
    ...(added.length > 0 ? { added: added.sort() } : {}),
  };
  return `${JSON.stringify(marker, null, 1)}\n`;
}

/**
 * Reads the marker of a folder. Returns null if it has none, or a foreign one.
 * @param {string} folder
 * @returns {Marker | null}
 */
export function readMarker(folder) {
  try {
    const marker = JSON.parse(readFileSync(join(folder, MARKER_NAME), 'utf8'));
    return isMarker(marker) ? marker : null;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/**
 * Returns true if a value has the form of a marker: a site can contain any file of this name.
 * @param {unknown} value @returns {value is Marker}
 */
function isMarker(value) {
  const { schema, files, links = {}, variants = [], added = [] } = Object(value);
  return schema === SCHEMA && [files, links].every(isTextRecord) && [variants, added].every(isTextList);
}

/** @param {unknown} value */
function isTextRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isTextList(Object.values(value));
}

/** @param {unknown} value */
function isTextList(value) {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * @param {unknown} error
 * @param {...string} codes
 */
export function hasCode(error, ...codes) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
