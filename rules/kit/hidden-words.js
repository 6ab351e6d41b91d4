/** @import { Facts, Job, Proposal } from '../../lib/plan/types.ts' */
/** @import { SiteTexts } from '../../lib/plan/make/explain-texts.js' */
/** @import { Page } from '../../lib/site/types.ts' */

import { hiddenImages, siteImages } from './site-images.js';
import { listWordPairs } from './word-pairs.js';

/**
 * Returns candidates for images that no page shows at rest and a script of this page names, such as those that appear
 * elsewhere on the page under the mouse. They are reported with their text and stay.
 * @param {string} rule @param {Page} page @param {Facts} facts
 * @returns {Proposal[]}
 */
export function proposeHidden(rule, page, facts) {
  const named = hiddenImages(facts).filter((path) => facts.scripts.files.has(path));
  if (named.length === 0) return [];
  const paired = new Set(
    listWordPairs(page, facts).flatMap(({ hover, pressed, away }) => [hover, pressed, away?.path]),
  );
  return named.flatMap((path) => {
    const data = { name: path.split('/').at(-1), site: siteImages(facts), isHidden: true };
    const place = { page: page.path, range: null, resource: path };
    return paired.has(path) ? [] : [{ rule, ...place, messageId: 'hidden', data, isQuiet: true }];
  });
}

/** Returns the job that reads a hidden image, or a background. @param {Proposal} proposal @returns {Job[]} */
export function jobsOfHidden({ resource, data: { site, isBehind } }) {
  const { siblings, said, siteTitles, likeness } = /** @type {SiteTexts} */ (site);
  const path = String(resource);
  const options = { path, siblings, said, siteTitles, likeness, [isBehind ? 'isBehind' : 'isHidden']: true };
  return [{ maker: 'text-image', resource: path, options }];
}
