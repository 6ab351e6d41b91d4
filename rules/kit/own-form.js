/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Page, Reference } from '../../lib/site/types.ts' */

import { isForOldBrowsers } from './image-files.js';
import { isScripted, plainImages } from './modern-forms.js';

/**
 * Returns true if an image should be compressed with loss in its own format: no modern format is or can be offered for
 * it.
 * @param {Document} document
 * @param {{ image: ImageFacts, references: readonly Reference[] }} file
 * @param {Facts} facts
 */
export function needsOwnForm(document, { image, references }, facts) {
  if (references.every((reference) => isForOldBrowsers(document, reference))) return false;
  const plain = document.kind === 'page' ? plainImages(/** @type {Page} */ (document), references, facts) : [];
  return plain.length === 0 || isScripted(/** @type {Page} */ (document), plain, facts) || image.inks;
}
