/** @import { IntegrationOptions } from './types.ts' */

import { resolve } from 'node:path';
import { checkOptions } from './check-options.js';
import { optimizeBuilt } from './load.js';

/**
 * The used part of Eleventy's API.
 * @typedef {{ on(event: string, listener: (argument: any) => unknown): unknown, setEventEmitterMode(mode: 'sequential'
 *   | 'parallel'): void, readonly logger?: { log(line: string): void, warn(line: string): void } }} EleventyConfig
 * @typedef {{ readonly directories: { readonly output: string }, readonly runMode: string, readonly outputMode: string
 *   }} Written
 */

/**
 * Optimises the output of `eleventy` once: neither while it serves nor while it watches.
 * @param {EleventyConfig} eleventyConfig
 * @param {IntegrationOptions} [options]
 */
export default function pagethrift(eleventyConfig, options = {}) {
  // Concurrent plugins could still be writing. In sequential mode the last listener is called last.
  eleventyConfig.setEventEmitterMode('sequential');
  eleventyConfig.on('eleventy.before', (/** @type {{ runMode: string }} */ { runMode }) =>
    runMode === 'build' ? checkOptions(process.cwd(), options, /^(?:\.eleventy|eleventy\.config)\./) : undefined,
  );
  eleventyConfig.on('eleventy.config', (/** @type {{ getPathPrefix(): string }} */ settled) => {
    eleventyConfig.on('eleventy.after', (/** @type {Written} */ written) =>
      run(written, settled.getPathPrefix(), eleventyConfig, options),
    );
  });
}

/**
 * @param {Written} written
 * @param {string} prefix
 * @param {EleventyConfig} eleventyConfig
 * @param {IntegrationOptions} options
 */
async function run({ directories, runMode, outputMode }, prefix, { logger = console }, options) {
  if (runMode !== 'build' || outputMode !== 'fs') return;
  const log = {
    info: (/** @type {string} */ line) => logger.log(`pagethrift: ${line}`),
    warn: (/** @type {string} */ line) => logger.warn(`pagethrift: ${line}`),
  };
  const root = process.cwd();
  const url = prefix.startsWith('/') ? prefix : `/${prefix}`;
  await optimizeBuilt({ root, folder: resolve(root, directories.output), url }, options, log);
}
