/** @import { IntegrationOptions, Log } from './types.ts' */

import { fileURLToPath } from 'node:url';
import { checkOptions } from './check-options.js';
import { optimizeBuilt } from './load.js';

/**
 * The used part of Astro's API. Its own types are not needed for those of this package.
 * @typedef {{ readonly root: URL, readonly base: string, readonly site?: string }} AstroConfig
 */

/**
 * Optimises the output of `astro build`. Its hook is moved after those of all other integrations, so that it includes
 * the files they write. An adapter's hook has run before.
 * @param {IntegrationOptions} [options]
 */
export default function pagethrift(options = {}) {
  /** @type {AstroConfig | undefined} */
  let config;
  const last = {
    name: 'pagethrift',
    hooks: {
      /** @param {{ readonly config: AstroConfig }} settled */
      'astro:config:done': (settled) => {
        ({ config } = settled);
      },
      /** @param {{ readonly dir: URL, readonly logger: Log }} built */
      'astro:build:done': async ({ dir, logger }) => {
        if (!config) return;
        const root = fileURLToPath(config.root);
        await optimizeBuilt({ root, folder: fileURLToPath(dir), url: addressOf(config) }, options, logger);
      },
    },
  };
  return {
    name: 'pagethrift:start',
    hooks: {
      /**
       * @param {{ readonly command: string, readonly config: { readonly root: URL }, updateConfig(added: {
       *   integrations: (typeof last)[] }): unknown }} setup
       */
      'astro:config:setup': async ({ command, config: { root }, updateConfig }) => {
        if (command !== 'build') return;
        await checkOptions(fileURLToPath(root), options, /^astro\.config\./);
        updateConfig({ integrations: [last] });
      },
    },
  };
}

/** @param {AstroConfig} config */
function addressOf({ site, base }) {
  const path = base.startsWith('/') ? base : `/${base}`;
  return site ? new URL(path, site).href : path;
}
