/** @import { NextConfig } from './next-adapter.js' */
/** @import { IntegrationOptions } from './types.ts' */

import { fileURLToPath } from 'node:url';
import { checkNames } from './check-options.js';
import { asked } from './next-adapter.js';

const ADAPTER = fileURLToPath(new URL('./next-adapter.js', import.meta.url));
/** Default folder of Next.js. The export of a project with another folder is written there. */
const USUAL_FOLDER = '.next';

/**
 * Makes `next build` optimise the static export (`output: 'export'`). Needs Next.js 16, which has adapters.
 * @template {object} Config
 * @param {Config} config as exported by `next.config`: an object, or a function that returns one
 * @param {IntegrationOptions} [options]
 * @returns {Config}
 */
export default function withPagethrift(config, options = {}) {
  if (isFunction(config)) {
    const wrapped = async (/** @type {unknown[]} */ ...args) => withPagethrift(await config(...args), options);
    return Object.assign(wrapped, config);
  }
  checkNames(options, 'next.config');
  const { adapterPath = process.env.NEXT_ADAPTER_PATH, distDir = USUAL_FOLDER } = /** @type {NextConfig} */ (config);
  asked.options = options;
  asked.folder = distDir === USUAL_FOLDER ? 'out' : distDir;
  asked.otherPath = adapterPath === ADAPTER ? undefined : adapterPath;
  return { ...config, adapterPath: ADAPTER };
}

/**
 * @template {object} Config
 * @param {Config} config
 * @returns {config is Config & ((...args: unknown[]) => object | Promise<object>)}
 */
function isFunction(config) {
  return typeof config === 'function';
}
