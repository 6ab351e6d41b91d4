/** @import { Edit } from '../../lib/plan/types.ts' */
/** @import { Element, Page, Range, SitePath } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { copyAttribute } from '../../lib/site/page/attributes.js';
import { pathNamedIn } from '../../lib/site/page/base.js';
import { placesIn } from '../../lib/site/text/script-tree.js';
import { listScripts } from './page-scripts.js';

/**
 * Writes an image without a file that takes the name and the number of a replaced one: scripts that list all images of
 * a page, or take this one by its name, find it and can set its source.
 * @param {Page} page @param {Element} image
 */
export function writeStandIn(page, { attributes }) {
  const names = ['name', 'id'].flatMap((name) => attributes.get(name) ?? []);
  return `<img${names.map((one) => copyAttribute(page, one)).join('')} alt="" style="display:none">`;
}

/** An image without content, which is no request. */
const NOTHING = 'data:,';

/**
 * Returns the edits that put nothing in place of files that the scripts of a page name, so that they are not loaded.
 * @param {Page} page @param {readonly (SitePath | null)[]} files @param {readonly Edit[]} others edits that may contain
 * the same names
 * @returns {Edit[]}
 */
export function dropNames(page, files, others) {
  const isLeft = (/** @type {Range} */ { start, end }) =>
    !others.some(({ range }) => range.start < end && start < range.end);
  return namesIn(page).flatMap(({ range, path }) =>
    files.includes(path) && isLeft(range) ? [{ range, text: NOTHING }] : [],
  );
}

const IMAGE = /\.(?:gif|jpe?g|png|bmp|webp)\b/i;

/** Returns the images that strings in the scripts of a page name, with the ranges of the strings without quotes. */
const namesIn = readOnce((/** @type {Page} */ page) =>
  listScripts(page, IMAGE).flatMap(({ text, body, placeOf }) =>
    [...placesIn(body)].flatMap(({ node }) => {
      if (node.type !== 'Literal' || typeof node.value !== 'string' || !IMAGE.test(node.value)) return [];
      const at = { start: node.start + 1, end: node.end - 1 };
      const path = text.slice(at.start, at.end) === node.value ? pathNamedIn(page, node.value) : null;
      return path === null ? [] : { range: placeOf(at), path };
    }),
  ),
);
