import { readName } from './disk-name.js';

/**
 * Returns the file name for a path of a URL. A percent sign without a code is kept.
 * @param {string} path
 */
export function decodePath(path) {
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => readName(Buffer.from(run.replaceAll('%', ''), 'hex')));
}
