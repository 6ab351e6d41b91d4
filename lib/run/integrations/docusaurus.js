/** @import { BuiltSite, IntegrationOptions } from './types.ts' */

import { createRequire } from 'node:module';
import { sep } from 'node:path';

/**
 * Docusaurus loads plugins through a translator to CommonJS, and all that they import; Node.js itself must load the
 * rest.
 */
const { optimizeBuilt, refuseWrong } = createRequire(import.meta.url)('./load.js');

/**
 * What is used of Docusaurus.
 * @typedef {{ readonly siteDir: string }} Context
 * @typedef {{ readonly outDir: string, readonly baseUrl: string, readonly siteConfig: { readonly url: string } }}
 *   Written
 */

/** What was written so far: each language of a site is a build of its own. @type {BuiltSite[]} */
const written = [];

/**
 * Optimises what `docusaurus build` writes. Plugins write their files all at once after a build, and languages are
 * built one after the other into folders of the first: it waits until all of them are done.
 * @param {Context} context
 * @param {IntegrationOptions & { id?: string }} [options] `id` is what Docusaurus adds
 */
export default function pagethrift({ siteDir }, { id: _, ...options } = {}) {
  return {
    name: 'pagethrift',
    // Asked before anything is built, also by the dev server, which is left alone.
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
