/** @import { IntegrationOptions } from './types.ts' */

import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { didYouMean } from '../../base/closest-name.js';
import { schema } from '../schema.js';
import { OWN_OPTIONS } from './own-options.js';

/**
 * Checks the options of an integration and the project's config before the framework builds anything.
 * @param {string} root
 * @param {IntegrationOptions} options
 * @param {string | RegExp} file the framework's config file, or a pattern of its name
 */
export async function checkOptions(root, options, file) {
  const { refuseWrong } = await import('./load.js');
  await refuseWrong(root, options, nameOf(root, file));
}

/** @param {string} root @param {string | RegExp} file */
function nameOf(root, file) {
  if (typeof file === 'string') return basename(file);
  const name = existsSync(root) ? readdirSync(root).find((each) => file.test(each)) : undefined;
  return name ?? 'The options of pagethrift';
}

/**
 * Checks the names of options synchronously, for frameworks that read their config without waiting.
 * @param {object} options
 * @param {string} file with the options
 */
export function checkNames(options, file) {
  const known = [...Object.keys(Object(schema.properties)), ...OWN_OPTIONS];
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const error = new Error(`${file}: pagethrift has no option “${wrong}”.${didYouMean(wrong, known)}`);
  error.stack = `pagethrift: ${error.message}`;
  throw error;
}
