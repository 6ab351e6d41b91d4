import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { diskPath } from '../../site/text/disk-name.js';
import { hasCode } from './marker.js';

/**
 * Returns the hex SHA-256 of a file, null if it does not exist.
 * @param {string} path
 */
export function readHash(path) {
  try {
    const file = diskPath(path);
    return lstatSync(file).isFile() ? hashOf(readFileSync(file)) : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** @param {Uint8Array | string} data */
export function hashOf(data) {
  return hash('sha256', data, 'hex');
}
