/** @import { Effect, FileInput } from './types.ts' */

/*
 * Describe the inputs of results for their cache keys. The share of pages that fetch a file changes with each page that
 * is added to the site, so it is not part of a key. What it decides is.
 */

/** Returns a file without the share of pages that fetch it. @param {FileInput} file */
export function withoutShare({ share: _, ...file }) {
  return file;
}

/**
 * Returns an effect with its files described.
 * @param {Effect} effect
 * @param {(file: FileInput) => unknown} [describe]
 */
export function describeEffect({ addsFiles, joins, ...effect }, describe = withoutShare) {
  return [effect, addsFiles?.map(describe), joins && [describe(joins.file), joins.reference]];
}
