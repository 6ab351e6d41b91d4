/** @import { Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { DigestPlace } from '../text/digest-name.js' */
/** @import { Mentions } from './types.ts' */

import { findDigestNames } from '../text/digest-name.js';
import { readMentions } from './read-mentions.js';

/** Types that may be there twice without harm, under the old name and the new one; a module would run twice. */
const MAY_BE_TWICE = new Set(['image', 'font', 'other']);
const ENDING = /\.[a-z\d]+$/i;

/**
 * Why a file keeps its name; null: it may get another.
 * @param {SiteFile} file
 * @param {Mentions} mentions
 * @param {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 */
export function refusalOf({ path, type }, { byTarget, uncertain, manifests, composing }, digestNames) {
  if (!byTarget.has(path)) return 'nothing names it by a reference';
  if (manifests.has(path)) return 'browsers know an app by the name of its manifest';
  if (type === 'image' && composing !== null) return `${composing} makes names of pictures from names of others`;
  if (!ENDING.test(path) || digestNames.get(path) === null) return 'its name has no place for a digest';
  const place = uncertain.get(path);
  return place !== undefined && !MAY_BE_TWICE.has(type) ? `${place} may name it otherwise` : null;
}

/**
 * Files that came with a digest in their name and cannot get another: each with the reason. Their content must stay as
 * it is, since browsers that have it keep it for ever.
 * @param {Site} site
 * @param {Linked} linked
 * @returns {Map<SitePath, string>}
 */
export function findFixedNames(site, linked) {
  const digestNames = findDigestNames(site.files.keys());
  if (digestNames.size === 0) return new Map();
  const mentions = readMentions(site, linked);
  return new Map(
    [...digestNames.keys()].flatMap((path) => {
      const file = /** @type {SiteFile} */ (site.files.get(path));
      const reason = file.type === 'html' ? null : refusalOf(file, mentions, digestNames);
      return reason === null ? [] : [/** @type {const} */ ([path, reason])];
    }),
  );
}
