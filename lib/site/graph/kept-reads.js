/** @import { Memo } from '../../base/memo.js' */
/** @import { Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Asks, Read } from './build-graph.js' */
/** @import { PathQueries } from './traced-paths.js' */

import { digestOf } from '../../base/digest.js';
import { NO_MEMO } from '../../base/memo.js';
import { mentionsOf, recallMentions } from '../mentions.js';
import { openChangedPaths } from './traced-paths.js';

/**
 * The record of a document: its content, the facts that were read, the words that it contains, its queries about the
 * site's paths, and the digest of these paths.
 * @typedef
 *   {{ read: Omit<Read, 'file'>, asks: Asks, mentions: ReadonlySet<string>, queries: PathQueries, around: string }}
 *   KeptRead
 */

/** Types of files that are searched for names. */
const DOCUMENTS = new Set(['html', 'css', 'script', 'text']);

/**
 * Opens the results of reading documents in earlier runs. A result depends on the document and on the paths that it
 * queried, so an added or removed path only affects documents that queried it.
 * @param {Memo} memo @param {Site} site @param {readonly SitePath[]} all
 */
export function openKeptReads(memo, { place, links }, all) {
  const settings = digestOf([place, links ?? []]);
  const now = digestOf(all);
  const keyOf = (/** @type {SiteFile} */ file) => `${settings} ${file.hash} ${file.type} ${file.path}`;
  const isChangedSince = openChangesSince(memo, { all, now });
  /** @type {Map<SiteFile, KeptRead>} */
  const opened = new Map();
  let isListKept = false;
  return {
    /** Recalls the record of a file, if there is one. @param {SiteFile} file */
    open: (file) => {
      const kept = /** @type {KeptRead | undefined} */ (
        DOCUMENTS.has(file.type) ? memo.recall('read', keyOf(file)) : undefined
      );
      if (!kept) return;
      opened.set(file, kept);
      recallMentions(file, kept.mentions);
    },
    /** @param {SiteFile} file @param {Asks} asks @returns {Read | null} */
    recall: (file, asks) => {
      if (!DOCUMENTS.has(file.type)) return null;
      const kept = opened.get(file);
      const isSame = kept !== undefined && isAnswered(asks, kept.asks) && !isChangedSince(kept);
      memo.count('read', isSame);
      return isSame ? { ...kept.read, file, around: kept.around } : null;
    },
    /** @param {Read | null} read @param {PathQueries} queries @param {Asks} asks @returns {Read | null} */
    keep: (read, queries, asks) => {
      if (!read || memo === NO_MEMO) return read;
      const { file, ...rest } = read;
      if (!isListKept) memo.keep('read', keyOfList(now), all);
      isListKept = true;
      memo.keep('read', keyOf(file), { read: rest, asks, mentions: mentionsOf(file), queries, around: now });
      return { ...read, around: now };
    },
  };
}

/**
 * Returns a function that tells whether a document has to be read again since the paths of the site changed.
 * @param {Memo} memo @param {{ all: readonly SitePath[], now: string }} paths
 * @returns {(kept: KeptRead) => boolean}
 */
function openChangesSince(memo, { all, now }) {
  /** @type {Map<string, (queries: PathQueries) => boolean>} */
  const known = new Map([[now, () => false]]);
  return ({ around, queries }) => {
    const isChanged = known.get(around) ?? compareWith(memo.recall('read', keyOfList(around)), all);
    known.set(around, isChanged);
    return isChanged(queries);
  };
}

/**
 * @param {unknown} former the former list of paths, undefined if it is lost
 * @param {readonly SitePath[]} all
 */
function compareWith(former, all) {
  if (!Array.isArray(former)) return () => true;
  const [before, after] = [new Set(former), new Set(all)];
  return openChangedPaths([...former.filter((path) => !after.has(path)), ...all.filter((path) => !before.has(path))]);
}

/**
 * Returns true if the facts that were read from a document include those that are needed now.
 * @param {Asks} asks @param {Asks} asked
 */
function isAnswered(asks, asked) {
  return (!asks.faces || asked.faces) && (!asks.ahead || asked.ahead);
}

/** @param {string} around */
function keyOfList(around) {
  return `paths ${around}`;
}
