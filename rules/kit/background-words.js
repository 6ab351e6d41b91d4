/** @import { Facts, Proposal } from '../../lib/plan/types.ts' */
/** @import { Document, SitePath } from '../../lib/site/types.ts' */
/** @import { SiteTexts } from '../../lib/plan/make/explain-texts.js' */

import { labelFiles, mayShowText, siteImages } from './site-images.js';

/** Facts about an image that no page mentions. @type {Omit<SiteTexts['said'][number], 'fileName'>} */
const UNMENTIONED = Object.freeze({ alts: [], titles: [], linkTexts: [], linkNames: [], language: null, pages: [] });

/**
 * Returns candidates for text images that a document shows only as backgrounds, and no visited page as the label of an
 * element. They are reported with their text and stay.
 * @param {string} rule @param {Document} document @param {Facts} facts
 * @returns {Proposal[]}
 */
export function proposeBackgrounds(rule, document, facts) {
  const { images, usage, references } = facts;
  const isText = (/** @type {SitePath} */ path) => {
    const image = images.get(path);
    return image?.kind.startsWith('text') && mayShowText(image) && !usage.has(path);
  };
  const siblings = references.flatMap(({ role, target }) =>
    role === 'background' && target.kind === 'file' && isText(target.path) ? target.path : [],
  );
  if (siblings.length === 0) return [];
  const labels = labelFiles(facts);
  const distinct = [...new Set(siblings)].filter((path) => !labels.has(path)).sort();
  const { siteTitles, likeness } = siteImages(facts);
  const said = distinct.map((fileName) => ({ ...UNMENTIONED, fileName }));
  const site = { siblings: distinct, said, siteTitles, likeness };
  return distinct.map((path) => {
    const data = { name: path.split('/').at(-1), site, isBehind: true };
    const place = { page: document.path, range: null, resource: path };
    return { rule, ...place, messageId: 'behind', data, isQuiet: true };
  });
}
