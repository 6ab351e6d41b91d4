/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page, Reference } from '../../lib/site/types.ts' */
/** @import { ImageBox } from '../../lib/visit/types.ts' */
/** @import { PlainImage } from './modern-forms.js' */

import { isHydrated } from '../../lib/site/page/hydration.js';
import { asksForImage } from '../../lib/site/page/preload.js';
import { ancestorsOf } from '../../lib/site/page/tree.js';
import { isScripted } from './modern-forms.js';
import { standsWrapping } from './picture.js';

/** Attributes that choose the rendered file, or that react to it. */
const TAKEN = Object.freeze(['srcset', 'onload', 'onerror']);
/** Attributes of a link that choose the file it requests, or disable it. */
const TAKEN_OF_LINK = Object.freeze(['imagesrcset', 'imagesizes', 'media', 'type', 'disabled', 'onload']);

/**
 * The images of a page that render one file, and the link that preloads it, if any.
 * @typedef {{ readonly images: readonly PlainImage[], readonly link: PlainImage | null }} Held
 */

/**
 * Returns the `<img>` elements that cannot be wrapped in a `<picture>`, render one file only and keep attributes that
 * were not in the markup. If a link preloads the file, as React does for each image, exactly one image may render it:
 * the link must then request what that image chooses from its source set.
 * @param {Page} page
 * @param {readonly Reference[]} references references to one file
 * @param {Facts} facts
 * @param {string} path the file
 * @returns {Held | null} null if there are none, or if the visit did not render each of them
 */
export function heldImages(page, references, facts, path) {
  const boxes = boxesOf(facts.boxes, page.path, path);
  const images = elementsOf(page, references, ({ tag }, attribute) => tag === 'img' && attribute === 'src');
  const links = elementsOf(page, references, (one, attribute) => asksForImage(one) && attribute === 'href');
  const isPlain = images.every(({ element: { foreign, parent, attributes } }) => {
    return !foreign && !TAKEN.some((name) => attributes.has(name)) && parent?.tag !== 'picture';
  });
  const isWritable = [...images, ...links].every(
    ({ reference: { odd, fetched, suffix } }) => !odd && fetched && suffix === '',
  );
  const isLinked = links.every(({ element }) => !TAKEN_OF_LINK.some((name) => element.attributes.has(name)));
  const isPair = links.length === 0 || (links.length === 1 && images.length === 1);
  // A file requested in another way would be fetched in addition to the one chosen from the source set.
  const isSole = images.length + links.length === references.length && images.length === boxes.length;
  const isIsland = images.some(({ element }) => ancestorsOf(element).some(({ tag }) => tag === 'astro-island'));
  const isFit = isPlain && isWritable && isLinked && isPair && isSole && !isIsland;
  const areHeld = images.length > 0 && boxes.every(({ isKept }) => isKept);
  const isBound = isHydrated(page, facts.scripts.images) || areBound(page, images, facts);
  return isFit && areHeld && isBound ? { images, link: links.at(0) ?? null } : null;
}

/**
 * Returns true if style sheets select each of these images as a child of its parent, so that it would lose its style
 * in a `<picture>`, and no script chooses its file.
 * @param {Page} page @param {readonly PlainImage[]} images @param {Facts} facts
 */
function areBound(page, images, facts) {
  return !images.some(({ element }) => standsWrapping(element, facts.sheets)) && !isScripted(page, images, facts);
}

/**
 * @param {Page} page
 * @param {readonly Reference[]} references
 * @param {(element: Element, attribute: string | null) => boolean} isWanted
 * @returns {PlainImage[]}
 */
function elementsOf({ elements }, references, isWanted) {
  return references.flatMap((reference) => {
    const element = reference.element === null ? null : elements[reference.element];
    return element && !element.inert && isWanted(element, reference.attribute) ? [{ element, reference }] : [];
  });
}

/**
 * Returns the boxes in which a page renders a file as an image.
 * @param {Facts['boxes']} boxes @param {string} page @param {string} path
 */
function boxesOf(boxes, page, path) {
  return (boxes.get(page)?.images ?? []).filter((box) => box.path === path && box.kind === 'img');
}
