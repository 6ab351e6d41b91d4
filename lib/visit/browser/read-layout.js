/** @import { SeenPage } from './read.js' */
/** @import { Tab } from './tab.js' */

import { hash } from 'node:crypto';
import { readAccessibilityText } from './accessibility-text.js';

/**
 * Returns a digest of a loaded page as it is laid out and read out: boxes, links, forms, words in reading order,
 * errors. Pages with equal digests differ neither in geometry nor in meaning. The images that elements show are left
 * out: they may have other names. To read the words, the browser loads fonts in which the page writes nothing, so a
 * visit lists the page's requests before.
 * @param {Pick<Tab, 'session' | 'log'>} tab @param {SeenPage} seen
 */
export async function digestLayout({ session, log }, { elements, ...rest }) {
  const boxes = elements.map(({ mark, box }) => [mark, box]);
  const words = await readAccessibilityText(session);
  return hash('sha256', JSON.stringify([boxes, rest, words, log.errors.toSorted(), log.dialogs]));
}
