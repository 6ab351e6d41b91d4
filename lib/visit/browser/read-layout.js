/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { Tab } from './tab.js' */

import { hash } from 'node:crypto';
import { readAccessibilityText } from './accessibility-text.js';
import { readElements } from './render-view.js';

/**
 * Returns a digest of a loaded page as it is laid out and read out: boxes, links, forms, words in reading order,
 * errors. Pages with equal digests differ neither in geometry nor in meaning. The images that elements show are left
 * out: they may have other names.
 * @param {Pick<Tab, 'session' | 'log'>} tab @param {number} context @param {SiteAddress | undefined} place
 */
export async function digestLayout({ session, log }, context, place) {
  const { elements, ...rest } = await readElements(session, context, { place });
  const boxes = elements.map(({ mark, box }) => [mark, box]);
  const words = await readAccessibilityText(session);
  return hash('sha256', JSON.stringify([boxes, rest, words, log.errors.toSorted(), log.dialogs]));
}
