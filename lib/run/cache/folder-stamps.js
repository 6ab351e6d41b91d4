/** @import { StampRecord } from '../../base/file-stamps.js' */
/** @import { OutContent } from '../../output/write/check-folder.js' */
/** @import { Cache } from './cache.js' */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { FileStamps } from '../../base/file-stamps.js';
import { detach } from '../../site/text/detach.js';

/** The version of a stamp record. */
const FORMAT = 1;

/**
 * Opens the stamps of a folder's files that the last run stored in this cache.
 * @param {Cache | null} cache null: none are known, and none are kept
 * @param {string} folder
 * @param {{ isLinked?: boolean }} [options] see FileStamps
 */
export function openFolderStamps(cache, folder, options) {
  const key = `stamps@${FORMAT}/${realPathOf(folder)}`;
  const bytes = cache?.recall(key);
  const known = bytes ? /** @type {StampRecord} */ (deserialize(bytes)) : {};
  const stamps = new FileStamps(known, options);
  return {
    stamps,
    known,
    /** Keeps the stamps for the next run. */
    keep: () => {
      const record = stamps.toRecord();
      if (cache && record) cache.keep(key, serialize(record));
    },
  };
}

/** @param {string} folder that may not exist */
function realPathOf(folder) {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return folder;
    throw error;
  }
}

/**
 * Lists the unchanged files that a build wrote into a folder, by hash.
 * @param {string} out @param {OutContent} content
 */
export function filesByHash(out, { files }) {
  // A joined path consists of a dozen strings until it is copied.
  return new Map([...files].map(([path, { hash }]) => [hash, detach(join(out, path))]));
}
