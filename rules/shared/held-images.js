/** @import { Facts, ImageBox, Page, Reference } from '../../lib/types.ts' */
/** @import { PlainImage } from './modern-forms.js' */

import { ancestorsOf } from '../../lib/page/tree.js';
import { isTakenOver } from '../../lib/text/taken-over.js';

/** Attributes that decide which file is shown, or that listen to it. */
const TAKEN = Object.freeze(['srcset', 'onload']);

/**
 * The `<img>` elements of a page that a framework takes over which show a file and nothing else, and keep what is
 * written in them beyond what the framework writes.
 * @param {Page} page
 * @param {readonly Reference[]} references to one file
 * @param {readonly ImageBox[]} boxes of that file as an image of the page
 * @returns {PlainImage[]} none where a browser did not see each of them
 */
export function heldImages(page, references, boxes) {
  if (!isTakenOver(page.source)) return [];
  const shown = references.flatMap((reference) => {
    const element = reference.element === null ? null : page.elements[reference.element];
    return element?.tag === 'img' && !element.inert && reference.attribute === 'src' ? [{ element, reference }] : [];
  });
  const isFit = shown.every(({ element: { foreign, parent, attributes }, reference: { odd, fetched, suffix } }) => {
    const isTaken = TAKEN.some((name) => attributes.has(name)) || parent?.tag === 'picture';
    return !foreign && !isTaken && !odd && fetched && suffix === '';
  });
  // What is asked for ahead, by a link, would be fetched beside what is chosen of a source set.
  const isSole = shown.length === references.length && shown.length === boxes.length;
  const isIsland = shown.some(({ element }) => ancestorsOf(element).some(({ tag }) => tag === 'astro-island'));
  return isFit && isSole && !isIsland && boxes.every(({ isKept }) => isKept) ? shown : [];
}

/**
 * How large a page shows a file as an image.
 * @param {Facts['boxes']} boxes @param {string} page @param {string} path
 */
export function boxesOf(boxes, page, path) {
  return (boxes.get(page)?.images ?? []).filter((box) => box.path === path && box.kind === 'img');
}
