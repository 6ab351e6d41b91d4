/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { DigestPlace } from '../../site/text/digest-name.js' */
/** @import { Mentions } from './types.ts' */

import { findIntegrityHashes } from '../../site/integrity.js';
import { findDigestNames } from '../../site/text/digest-name.js';
import { MAY_BE_TWICE, readMentions } from './read-mentions.js';

const ENDING = /\.[a-z\d]+$/i;

/**
 * The files that may get another name, and the documents that must not change.
 * @typedef {object} Verdict
 * @property {ReadonlyMap<SitePath, string | null>} refusals the reason why a file keeps its name, null if it may get
 *   another
 * @property {(path: SitePath) => boolean} isFrozen
 *
 * @typedef {object} Known
 * @property {Site} site
 * @property {Mentions} mentions
 * @property {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 */

/**
 * Judges files by the references to them. A file that is referenced in an unchangeable document keeps its name, as do
 * those that share its digest. It must not change then, which can apply to the files that it references, too.
 * @param {readonly SiteFile[]} files
 * @param {Known} known
 * @param {(path: SitePath) => string | null} hold other reasons against a file
 * @returns {Verdict}
 */
export function judgeNames(files, { site, mentions, digestNames }, hold) {
  const held = findIntegrityHashes(site).files;
  const refusals = new Map(files.map((file) => [file.path, hold(file.path) ?? refusalOf(file, mentions, digestNames)]));
  const isFrozen = (/** @type {SitePath} */ path) =>
    held.has(path) || isTied(site, path) || (digestNames.has(path) && refusals.get(path) !== null);
  const tied = files.filter(({ path, type }) => mentions.digests.has(path) && !MAY_BE_TWICE.has(type));
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const { path } of tied) {
      const frozen = refusals.get(path) === null ? namedInFrozen(path, mentions, refusals, isFrozen) : null;
      if (frozen === null) continue;
      refusals.set(path, `${frozen} names it and stays unchanged`);
      isSettled = false;
    }
  }
  return { refusals, isFrozen };
}

/** Returns true if a file belongs to others as well. @param {Site} site @param {SitePath} path */
export function isTied({ links, others }, path) {
  return others?.has(path) || [...(links?.values() ?? [])].some((to) => path.startsWith(to));
}

/**
 * Returns an unchangeable document that references the file, otherwise a file with the same digest that keeps its name,
 * null if there is neither.
 * @param {SitePath} path
 * @param {Mentions} mentions
 * @param {ReadonlyMap<SitePath, string | null>} refusals
 * @param {(path: SitePath) => boolean} isFrozen
 */
function namedInFrozen(path, { digests, byTarget }, refusals, isFrozen) {
  const peers = (digests.get(path)?.paths ?? []).filter((peer) => byTarget.has(peer));
  const place = byTarget.get(path)?.find(({ from }) => isFrozen(from))?.from;
  return place ?? peers.find((peer) => typeof refusals.get(peer) === 'string') ?? null;
}

/**
 * Returns the reason why a file keeps its name in any case, null if it may get another.
 * @param {SiteFile} file
 * @param {Mentions} mentions
 * @param {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 */
function refusalOf({ path, type }, { byTarget, digests, uncertain, manifests, composing }, digestNames) {
  if (!byTarget.has(path)) return 'no reference names it';
  if (manifests.has(path)) return 'browsers identify an app by the name of its manifest';
  const named = digests.get(path);
  // A script cannot derive the digest of another file's content from a name.
  const isDerivable = type === 'image' && named?.paths.length !== 1;
  if (isDerivable && composing !== null) return `${composing} composes names of images`;
  if (named) return null;
  if (!ENDING.test(path) || digestNames.get(path) === null) return 'its name has no place for a digest';
  const place = uncertain.get(path);
  return place !== undefined && !MAY_BE_TWICE.has(type) ? `${place} may name it in another way` : null;
}

/**
 * Finds files that have a digest in their name and cannot get another, each with the reason. Their content must not
 * change, because browsers cache it without limit.
 * @param {Site} site
 * @param {Linked} linked
 * @returns {Map<SitePath, string>}
 */
export function findFixedNames(site, linked) {
  const digestNames = findDigestNames(site.files.keys());
  if (digestNames.size === 0) return new Map();
  const mentions = readMentions(site, linked, digestNames);
  const files = [...site.files.values()].filter(({ type, path }) => type !== 'html' && digestNames.has(path));
  const { refusals } = judgeNames(files, { site, mentions, digestNames }, () => null);
  return new Map([...refusals].flatMap(([path, reason]) => (reason === null ? [] : [[path, reason]])));
}
