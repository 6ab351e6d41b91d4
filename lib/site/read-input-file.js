import { constants } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { InputError } from '../base/errors.js';

/**
 * Reads a file that the user named. Throws if it is too long for a text of Node.js.
 * @param {string} path
 * @param {string} name as written
 */
export function readInputFile(path, name) {
  const { size } = statSync(path);
  if (size > constants.MAX_STRING_LENGTH) {
    const [has, most] = [size, constants.MAX_STRING_LENGTH].map((bytes) => `${(bytes / 1e9).toFixed(1)} GB`);
    const remedy = /\.har$/i.test(name) ? ': record fewer pages, or save it without the content of responses' : '';
    throw new InputError('too-large', `${name} has ${has}, and a file is read up to ${most}${remedy}`);
  }
  return readFileSync(path);
}
