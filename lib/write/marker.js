import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands in every folder that was written here: says that it may be replaced, and what is in it. */
export const MARKER_NAME = '.pagethrift.json';
const SCHEMA = 'pagethrift/output@1';

/**
 * @typedef {object} Marker
 * @property {string} schema
 * @property {string | null} fingerprint of the input, the options and the versions, as the caller works it out
 * @property {Record<string, string>} files hex SHA-256 of every file, by path
 */

/**
 * The marker's text: the same for the same files, so that the same build gives the same folder.
 * @param {ReadonlyMap<string, string>} hashes
 * @param {string | null} fingerprint
 */
export function formatMarker(hashes, fingerprint) {
  const files = Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ schema: SCHEMA, fingerprint, files }, null, 1)}\n`;
}

/**
 * The marker of a folder; null where it has none, or one that is not ours.
 * @param {string} folder
 * @returns {Marker | null}
 */
export function readMarker(folder) {
  try {
    const marker = JSON.parse(readFileSync(join(folder, MARKER_NAME), 'utf8'));
    return marker?.schema === SCHEMA && typeof marker.files === 'object' ? marker : null;
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {...string} codes
 */
export function hasCode(error, ...codes) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
