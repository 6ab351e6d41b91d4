/** @import { IntegrationOptions, Log } from './types.ts' */

import { checkOptions } from './check-options.js';
import { optimizeBuilt } from './load.js';

/**
 * The used part of webpack's API (and of Rspack, which has the same).
 * @typedef {{ readonly context: string, readonly watchMode: boolean, readonly outputPath: string, readonly options: {
 * readonly mode?: string, readonly output: { readonly publicPath?: unknown } }, readonly hooks: { readonly beforeRun:
 * {
 *   tapPromise(name: string, run: () => Promise<void>): void }, readonly done: {
 *   tapPromise(options: { name: string, stage: number }, run: (stats: { hasErrors(): boolean }) => Promise<void>): void
 *   } }, getInfrastructureLogger(name: string): Log }} Compiler
 */

const NAME = 'pagethrift';
/** A stage after plugins that themselves write at the end of a build. */
const LAST_STAGE = 1000;

/** Optimises the output of a production build of webpack or Rspack. */
export class PagethriftPlugin {
  /** @param {IntegrationOptions} [options] */
  constructor(options = {}) {
    this.options = options;
  }

  /** @param {Compiler} compiler */
  apply(compiler) {
    compiler.hooks.beforeRun.tapPromise(NAME, async () => {
      await checkOptions(compiler.context, this.options, /^(?:webpack|rspack)\.config\./);
    });
    compiler.hooks.done.tapPromise({ name: NAME, stage: LAST_STAGE }, async (stats) => {
      const { context, watchMode, outputPath, options } = compiler;
      if (watchMode || options.mode !== 'production' || stats.hasErrors()) return;
      const { publicPath } = options.output;
      const url = typeof publicPath === 'string' && publicPath.startsWith('/') ? publicPath : '';
      await optimizeBuilt(
        { root: context, folder: outputPath, url },
        this.options,
        compiler.getInfrastructureLogger(NAME),
      );
    });
  }
}
