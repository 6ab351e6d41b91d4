/** @import { IntegrationOptions } from './types.ts' */

import { resolve } from 'node:path';
import { exact } from '../../base/exact.js';
import { checkOptions } from './check-options.js';
import { optimizeBuilt } from './load.js';

/**
 * The used part of Vite's API. Its own types are not needed for those of this package.
 * @typedef {{ readonly root: string, readonly configFile?: string, readonly base: string, readonly isProduction:
 * boolean, readonly logger: ViteLog,
 *   readonly environments?: Readonly<Record<string, { readonly build: { readonly outDir: string } }>>, readonly build:
 *   { readonly outDir: string, readonly watch?: object | null, readonly ssr?: string | boolean, readonly lib?: object |
 *   false } }} ViteConfig
 * @typedef {{ info(line: string): void, warn(line: string): void }} ViteLog
 * @typedef {{ readonly isBuilt: boolean }} Environment
 */

/**
 * Optimises the output of `vite build`, once all environments are written.
 * @param {IntegrationOptions} [options]
 */
export default function pagethrift(options = {}) {
  /** @type {ViteConfig | undefined} */
  let config;
  let isApp = false;
  let isWritten = false;
  const shared = { apply: exact('build'), sharedDuringBuild: true };
  const start = {
    ...shared,
    name: 'pagethrift:start',
    /**
     * Distinguishes a build of the whole app, which ends in `buildApp`, from that of one environment, which ends in
     * `closeBundle`.
     */
    buildApp: {
      order: exact('pre'),
      handler: async () => {
        isApp = true;
      },
    },
  };
  const finish = {
    ...shared,
    name: 'pagethrift',
    enforce: exact('post'),
    /** @param {ViteConfig} resolved */
    async configResolved(resolved) {
      config ??= resolved;
      await checkOptions(resolved.root, options, resolved.configFile || /^vite\.config\./);
    },
    buildApp: {
      order: exact('post'),
      /**
       * @template {Environment} Built
       * @param {{ readonly environments: Readonly<Record<string, Built>>, build(environment: Built): Promise<unknown>
       *   }} builder
       */
      handler: async (builder) => {
        // Vite builds the remaining environments only after these hooks.
        const environments = Object.values(builder.environments);
        if (environments.every(({ isBuilt }) => !isBuilt)) {
          for (const environment of environments) await builder.build(environment);
        }
        await run(config, options);
      },
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: exact('post'),
      sequential: exact(true),
      handler: async () => {
        if (!isApp && isWritten) await run(config, options);
      },
    },
  };
  /** @type {[typeof start, typeof finish]} */
  const plugins = [start, finish];
  return plugins;
}

/**
 * @param {ViteConfig | undefined} config
 * @param {IntegrationOptions} options
 */
async function run(config, options) {
  if (!config?.isProduction || config.build.ssr || config.build.lib) return;
  const { root, base, logger, build, environments } = config;
  const { outDir } = environments?.client?.build ?? build;
  const log = {
    info: (/** @type {string} */ line) => logger.info(`pagethrift: ${line}`),
    warn: (/** @type {string} */ line) => logger.warn(`pagethrift: ${line}`),
  };
  if (build.watch) return log.info('not while watching; “vite build” alone optimises');
  await optimizeBuilt({ root, folder: resolve(root, outDir), url: base.startsWith('.') ? '' : base }, options, log);
}
