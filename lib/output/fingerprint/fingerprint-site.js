/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Fingerprinted, Mention, Mentions, NewName } from './types.ts' */

import { hash } from 'node:crypto';
import { present } from '../../base/present.js';
import { isAskedByName } from '../../site/asked-from-outside.js';
import { makeFile } from '../../site/read-site.js';
import { findDigestNames } from '../../site/text/digest-name.js';
import { isTied, judgeNames } from './may-rename.js';
import { orderByNeed } from './order.js';
import { readMentions } from './read-mentions.js';
import { bytesOf, textOf } from './text-of.js';

/** Digits of a digest. Forty bits: the chance that two versions of one file share them is one in a million million. */
const DIGEST_DIGITS = 10;
const ENDING = /\.[a-z\d]+$/i;

/**
 * The facts about a site before anything is renamed.
 * @typedef {object} Known
 * @property {Site} site
 * @property {Site} original
 * @property {Mentions} mentions
 * @property {ReturnType<typeof findDigestNames>} digestNames
 * @property {ReadonlySet<SitePath>} mayRename
 * @property {(path: SitePath) => boolean} isFrozen returns true for a document that must not change
 * @property {(path: SitePath) => readonly Mention[]} updatable the places in a document that can be updated
 */

/**
 * Gives files names with a digest of their content, and updates the references to them. A file that already has a
 * digest in its name gets a new one if its content changed; `all`: every file that pages load gets one.
 * @param {{ site: Site, linked: Linked }} shipped
 * @param {Site} original
 * @param {{ all: boolean, except?: ReadonlyMap<SitePath, string> }} options `except`: files that keep their name, with
 *   the reason
 * @returns {Fingerprinted}
 */
export function fingerprintSite({ site, linked }, original, { all, except = new Map() }) {
  const digestNames = findDigestNames(site.files.keys());
  const mentions = readMentions(site, linked, digestNames);
  const wanted = [...site.files.values()].filter(
    ({ type, path }) => type !== 'html' && (digestNames.has(path) || (all && mentions.byTarget.has(path))),
  );
  const hold = (/** @type {SitePath} */ path) =>
    except.get(path) ?? (isTied(site, path) ? 'it is excluded, or a link leads to it' : null);
  const { refusals, isFrozen } = judgeNames(wanted, { site, mentions, digestNames }, hold);
  const mayRename = new Set([...refusals.keys()].filter((path) => refusals.get(path) === null));
  const inDocument = Map.groupBy(mentions.mentions, ({ from }) => from);
  const updatable = (/** @type {SitePath} */ path) => (isFrozen(path) ? [] : (inDocument.get(path) ?? []));
  const known = { site, original, mentions, digestNames, mayRename, isFrozen, updatable };
  const names = chooseNames(known);
  const { changed, gone } = renameFiles(known, names);
  for (const [path, file] of reviseLists(known, names, changed)) changed.set(path, file);
  const left = [...refusals].flatMap(([path, reason]) => (reason === null ? [] : { path, reason }));
  return { changed, gone, names: new Map([...names].map(([path, name]) => [path, name.path])), left };
}

/**
 * Chooses new names, each after those of the files that it references: a sheet changes with the name of its image.
 * @param {Known} known
 * @returns {Map<SitePath, NewName>}
 */
function chooseNames({ site, original, mentions, digestNames, mayRename, updatable }) {
  /** @type {Map<SitePath, NewName>} */
  const names = new Map();
  const peersOf = (/** @type {SitePath} */ path) => mentions.digests.get(path)?.paths ?? [];
  const needsOf = (/** @type {SitePath} */ path) =>
    [...updatable(path).map(({ to }) => to), ...peersOf(path)].filter((needed) => mayRename.has(needed));
  for (const group of orderByNeed(mayRename, needsOf)) {
    const contents = group
      .toSorted()
      .map((path) => ({ path, file: mend(site, path, updatable(path), names) ?? fileAt(site, path) }));
    const isCircle = group.length > 1;
    const whole = isCircle ? hash('sha256', contents.map(({ file }) => file.hash).join(), 'hex') : '';
    for (const { path, file } of contents) {
      const digest = isCircle ? hash('sha256', whole + (mentions.digests.get(path)?.digest ?? path), 'hex') : file.hash;
      const isAsItCame =
        digestNames.has(path) && contents.every((each) => each.file.hash === original.files.get(each.path)?.hash);
      const name = nameOf(path, digest, digestNames.get(path));
      // A new file may have its digest in its name already.
      if (!isAsItCame && name.path !== path) names.set(path, name);
    }
  }
  return names;
}

/**
 * Returns the files under their new names, and those with references to them. A file that can still be requested by its
 * old name is also kept there, with its original content if that name has a digest.
 * @param {Known} known
 * @param {ReadonlyMap<SitePath, NewName>} names
 */
function renameFiles({ site, original, mentions, digestNames, isFrozen, updatable }, names) {
  /** @type {Map<SitePath, SiteFile>} */
  const changed = new Map();
  /** @type {SitePath[]} */
  const gone = [];
  for (const [path, before] of site.files) {
    const file = mend(site, path, updatable(path), names);
    const name = names.get(path);
    const isAskedFor = mentions.uncertain.has(path) || isAskedByName(path);
    if (name) changed.set(name.path, makeFile(name.path, (file ?? before).bytes));
    if (!name || isAskedFor || mentions.byTarget.get(path)?.some(({ from }) => isFrozen(from))) {
      const former = name && digestNames.has(path) ? original.files.get(path) : file;
      if (former && former.hash !== before.hash) changed.set(path, former);
    } else gone.push(path);
  }
  return { changed, gone };
}

/**
 * Writes new revisions of changed files into the lists of service workers.
 * @param {Known} known
 * @param {ReadonlyMap<SitePath, NewName>} names
 * @param {ReadonlyMap<SitePath, SiteFile>} changed
 * @returns {Map<SitePath, SiteFile>}
 */
function reviseLists({ site, original, mentions, isFrozen, updatable }, names, changed) {
  const lists = Map.groupBy(mentions.revisions, ({ from }) => from);
  /** @type {Map<SitePath, SiteFile>} */
  const revised = new Map();
  for (const [path, revisions] of lists) {
    if (isFrozen(path)) continue;
    const edits = revisions.flatMap(({ of: target, start, end }) => {
      const now = changed.get(names.get(target)?.path ?? target) ?? fileAt(site, target);
      return now.hash === original.files.get(target)?.hash ? [] : { start, end, text: now.hash.slice(0, end - start) };
    });
    const file = mend(site, path, updatable(path), names, edits);
    if (file) revised.set(path, file);
  }
  return revised;
}

/** @param {Site} site @param {SitePath} path */
function fileAt(site, path) {
  return present(site.files.get(path));
}

/**
 * Returns a document with the new names and other edits, null if it has none.
 * @param {Site} site
 * @param {SitePath} path
 * @param {readonly Mention[]} mentions
 * @param {ReadonlyMap<SitePath, NewName>} names
 * @param {readonly { start: number, end: number, text: string }[]} more
 */
function mend(site, path, mentions, names, more = []) {
  const renamed = mentions.filter(({ to }) => names.has(to));
  if (renamed.length + more.length === 0) return null;
  const { text, encoding } = textOf(fileAt(site, path));
  const edits = renamed.map(({ to, start, end }) => {
    const name = present(names.get(to));
    return { start, end, text: rename(text.slice(start, end), name) };
  });
  // One digest can name several files.
  const single = [...new Map(edits.map((edit) => [edit.start, edit])).values()];
  let mended = text;
  for (const { start, end, text: put } of [...single, ...more].toSorted((a, b) => b.start - a.start)) {
    mended = mended.slice(0, start) + put + mended.slice(end);
  }
  return makeFile(path, bytesOf(mended, encoding));
}

/** @param {string} written @param {NewName} name */
function rename(written, { find, put }) {
  const at = written.lastIndexOf(find);
  return written.slice(0, at) + put + written.slice(at + find.length);
}

/**
 * @param {SitePath} path
 * @param {string} digest
 * @param {import('../../site/text/digest-name.js').DigestPlace | null | undefined} place
 * @returns {NewName}
 */
function nameOf(path, digest, place) {
  if (place) {
    const put = digest.slice(0, place.end - place.start);
    return {
      path: path.slice(0, place.start) + put + path.slice(place.end),
      find: path.slice(place.start, place.end),
      put,
    };
  }
  const [ending] = present(ENDING.exec(path));
  const put = `.${digest.slice(0, DIGEST_DIGITS)}${ending}`;
  return { path: path.slice(0, -ending.length) + put, find: ending, put };
}
