import { readName } from './disk-name.js';

/**
 * A path of a URL as a file of that name would be called; a percent sign that stands for itself stays.
 * @param {string} path
 */
export function decodePath(path) {
  return path.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => readName(Buffer.from(run.replaceAll('%', ''), 'hex')));
}
