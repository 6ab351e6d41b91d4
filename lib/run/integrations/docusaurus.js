/** @import { BuiltSite, IntegrationOptions } from './types.ts' */

import { createRequire } from 'node:module';
import { sep } from 'node:path';

/** Docusaurus loads plugins and their imports through a translator to CommonJS. Node.js itself must load the rest. */
const { optimizeBuilt, refuseWrong } = createRequire(import.meta.url)('./load.js');

/**
 * The used part of Docusaurus' API.
 * @typedef {{ readonly siteDir: string }} Context
 * @typedef {{ readonly outDir: string, readonly baseUrl: string, readonly siteConfig: { readonly url: string } }}
 *   Written
 */

/** The sites written so far: each language of a site is its own build. @type {BuiltSite[]} */
const written = [];

/**
 * Optimises the output of `docusaurus build`. Plugins write their files concurrently after a build, and languages are
 * built one after the other into folders of the first: it waits for all of them.
 * @param {Context} context
 * @param {IntegrationOptions & { id?: string }} [options] `id` is added by Docusaurus
 */
export default function pagethrift({ siteDir }, { id: _, ...options } = {}) {
  return {
    name: 'pagethrift',
    // Called before the build, also by the dev server, which stays unchanged.
    async loadContent() {
      if (process.env.NODE_ENV === 'production') await refuseWrong(siteDir, options, 'docusaurus.config');
    },
    /** @param {Written} built */
    postBuild({ outDir, baseUrl, siteConfig }) {
      if (written.length === 0) process.once('beforeExit', () => run(options));
      written.push({ root: siteDir, folder: outDir, url: new URL(baseUrl, siteConfig.url).href });
    },
  };
}

/** @param {IntegrationOptions} options */
async function run(options) {
  const log = {
    info: (/** @type {string} */ line) => console.log(`[INFO] pagethrift: ${line}`),
    warn: (/** @type {string} */ line) => console.warn(`[WARNING] pagethrift: ${line}`),
  };
  const built = written.splice(0);
  const outermost = built.filter(({ folder }) => !built.some((other) => folder.startsWith(other.folder + sep)));
  try {
    for (const site of outermost) await optimizeBuilt(site, options, log);
  } catch (error) {
    console.error(`[ERROR] ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  }
}

export { pagethrift as 'module.exports' };
