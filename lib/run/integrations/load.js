/** @import { BuiltSite, IntegrationOptions, Log } from './types.ts' */

import { InputError } from '../../base/errors.js';
import { requireNode } from '../version.js';

/**
 * Loads the optimiser once a site is written: a dev server never needs it.
 * @param {BuiltSite} built
 * @param {IntegrationOptions} options
 * @param {Log} log
 */
export async function optimizeBuilt(built, options, log) {
  try {
    requireNode();
    const { runAfterBuild } = await import('./after-build.js');
    await runAfterBuild(built, options, log);
  } catch (error) {
    throw error instanceof InputError ? withoutStack(error) : error;
  }
}

/**
 * Rejects wrong options and a wrong config, with the file that contains them.
 * @param {string} root
 * @param {IntegrationOptions} options
 * @param {string} file
 */
export async function refuseWrong(root, options, file) {
  try {
    requireNode();
    const { settingsFor } = await import('./settings-for.js');
    await settingsFor(root, options, file);
  } catch (error) {
    throw error instanceof InputError ? withoutStack(error) : error;
  }
}

/**
 * Removes the stack: a wrong config or a failed gate is no crash, and frameworks print a stack if there is one.
 * @param {InputError} fault
 */
function withoutStack({ message }) {
  const error = new Error(message);
  error.stack = `pagethrift: ${message}`;
  return error;
}
