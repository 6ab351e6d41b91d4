/** @import { IntegrationOptions } from './types.ts' */

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { optimizeBuilt } from './load.js';

/**
 * The used part of Next.js: its configuration, and the adapter that it calls after a build.
 * @typedef {{ adapterPath?: string, output?: string, distDir?: string, basePath?: string }} NextConfig
 * @typedef {{ readonly config: NextConfig, readonly projectDir: string }} Complete
 * @typedef {{ modifyConfig?(config: NextConfig, context: { readonly projectDir?: string }): NextConfig |
 *   Promise<NextConfig>, onBuildComplete?(complete: Complete): unknown }} Adapter
 */

/** Options from the configuration. Next.js loads an adapter by its path and passes no options. */
export const asked = {
  /** @type {IntegrationOptions} */ options: {},
  /** Folder of the static export. */ folder: 'out',
  /** The adapter of the deployment platform. @type {string | undefined} */ otherPath: undefined,
};

/** @param {string} projectDir @returns {Promise<Adapter>} */
async function loadOther(projectDir) {
  const path = createRequire(join(projectDir, 'next.config.js')).resolve(String(asked.otherPath));
  const loaded = await import(pathToFileURL(path).href);
  return loaded.default ?? loaded;
}

/** @type {NonNullable<Adapter['modifyConfig']>} */
async function modifyAsOther(config, context) {
  const other = await loadOther(context.projectDir ?? process.cwd());
  return (await other.modifyConfig?.(config, context)) ?? config;
}

/** The adapter that `next build` calls. The wrapped adapter runs after it, and so gets the optimised files. */
export default {
  name: 'pagethrift',
  get modifyConfig() {
    return asked.otherPath === undefined ? undefined : modifyAsOther;
  },
  /** @param {Complete} complete */
  async onBuildComplete(complete) {
    const { config, projectDir } = complete;
    const log = {
      info: (/** @type {string} */ line) => console.log(`   pagethrift: ${line}`),
      warn: (/** @type {string} */ line) => console.warn(` ⚠ pagethrift: ${line}`),
    };
    if (config.output === 'export') {
      const folder = resolve(projectDir, asked.folder);
      await optimizeBuilt({ root: projectDir, folder, url: config.basePath || '/' }, asked.options, log);
    } else {
      log.warn("only a static export can be optimised: set “output: 'export'” in the configuration of Next.js");
    }
    if (asked.otherPath !== undefined) await (await loadOther(projectDir)).onBuildComplete?.(complete);
  },
};
