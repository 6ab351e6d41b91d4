/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Reference } from '../lib/site/types.ts' */
/** @import { ImageBox } from '../lib/visit/types.ts' */

import { isHydrated } from '../lib/site/page/hydration.js';
import { declarationsFor } from '../lib/site/style/match.js';
import { editsIn } from './kit/proposed.js';
import { isWatched } from './kit/scripted.js';

/** Properties that reserve an image's space before it has loaded. */
const HOLDS_HEIGHT = /^(?:height|block-size|aspect-ratio)$/;

/** Max characters of a frame's URL in a message. */
const MAX_URL = 80;

/** @type {Rule} */
export default {
  meta: {
    id: 'lazy-load',
    category: 'delivery',
    summary: 'Loads images and frames below the first screen on demand, and the largest image first.',
    why:
      'Images outside of the first screen compete for bandwidth with the one that matters most. The first screens ' +
      'of a phone and of a small and a large window are rendered to find the images that are visible at first. ' +
      'Images without reserved space are left unchanged, so that the layout does not move. Frames always have space. ' +
      'Those of other hosts, such as videos and maps, often fetch more than the rest of the page.',
    default: 'on',
    safety: 'visual',
    beyondCost: true,
    reads: ['references', 'boxes', 'sheets', 'scripts', 'lateFrames'],
    options: {},
    messages: {
      late: '{name} is on no first screen. It can be loaded when it is about to become visible.',
      frame: 'The frame {name} is below the first screen. It can be loaded when it is about to become visible.',
      largest: '{name} is the largest image on the first screen. It can be requested before all others.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    if (isHydrated(page, facts.scripts.images)) return [];
    return [...imagesOn(page, facts), ...framesOn(page, facts)];
  },

  draft: ({ data }) => ({ edits: editsIn(data), claims: [], proof: 'same' }),
};

/**
 * Returns the proposals for frames that start below the window. A frame with a name can be the target of links, and
 * scripts can read a frame as soon as the page has loaded.
 * @param {Page} page @param {Facts} facts
 * @returns {Proposal[]}
 */
function framesOn(page, { lateFrames, scripts }) {
  if (lateFrames.length === 0) return [];
  return page.elements.flatMap((element) => {
    const { tag, attributes, inert } = element;
    const url = attributes.get('src')?.value ?? '';
    const isOwn = attributes.has('loading') || attributes.has('name') || attributes.has('srcdoc');
    if (tag !== 'iframe' || inert || isOwn || !lateFrames.includes(url) || isWatched(element, scripts)) return [];
    const at = Math.max(...[...attributes.values()].map(({ range }) => range.end));
    const data = { name: url.slice(0, MAX_URL), edit: { range: { start: at, end: at }, text: ' loading=lazy' } };
    return [{ rule: 'lazy-load', page: page.path, range: data.edit.range, resource: null, messageId: 'frame', data }];
  });
}

/** @param {Page} page @param {Facts} facts @returns {Proposal[]} */
function imagesOn(page, facts) {
  const boxes = facts.boxes.get(page.path)?.images ?? [];
  if (boxes.length === 0) return [];
  const images = facts.references.flatMap((reference) => {
    const element = imageOf(page, reference);
    return element ? [{ element, reference }] : [];
  });
  const seen = images.map((image) => ({ ...image, boxes: boxesOf(image.reference, images, boxes) }));
  const largest = seen.find((image) => image.boxes.some(({ isLargest }) => isLargest)) ?? null;
  return seen.flatMap((image) => propose(page, image, image === largest, facts));
}

/** @param {Page} page @param {Reference} reference */
function imageOf(page, { element, attribute, target }) {
  const found = element === null ? null : page.elements[element];
  const isShown = found?.tag === 'img' && attribute === 'src' && !found.inert && target.kind === 'file';
  return isShown ? found : null;
}

/**
 * Returns the boxes of an image. If a script added images, returns the boxes of all images with its file.
 * @param {Reference} reference
 * @param {readonly { reference: Reference }[]} images
 * @param {readonly ImageBox[]} boxes
 */
function boxesOf({ target, range }, images, boxes) {
  const path = target.kind === 'file' ? target.path : '';
  const own = images.filter(({ reference }) => reference.target.kind === 'file' && reference.target.path === path);
  const seen = boxes.filter((box) => box.kind === 'img' && box.path === path);
  const nth = own.findIndex(({ reference }) => reference.range.start === range.start);
  return seen.length === own.length ? seen.filter((box) => box.nth === nth) : seen;
}

/**
 * @param {Page} page
 * @param {{ element: Element, reference: Reference, boxes: readonly ImageBox[] }} image
 * @param {boolean} isFirst true if it is the first image that is the largest one on some screen
 * @param {Pick<Facts, 'sheets' | 'scripts'>} facts
 * @returns {Proposal[]}
 */
function propose(page, { element, reference, boxes }, isFirst, { sheets, scripts }) {
  const { attributes } = element;
  if (boxes.length === 0 || isWatched(element, scripts) || reference.target.kind !== 'file') return [];
  const at = Math.max(...[...attributes.values()].map(({ range }) => range.end));
  const say = (/** @type {string} */ messageId, /** @type {string} */ text) => ({
    rule: 'lazy-load',
    page: page.path,
    range: { start: at, end: at },
    resource: reference.target.kind === 'file' ? reference.target.path : null,
    messageId,
    data: { name: reference.url.split('/').at(-1), edit: { range: { start: at, end: at }, text } },
  });
  if (boxes.some(({ isLargest }) => isLargest)) {
    return !isFirst || attributes.has('fetchpriority') || attributes.has('loading')
      ? []
      : [say('largest', ' fetchpriority=high')];
  }
  const isLate = boxes.every(({ firstScreens }) => firstScreens.length === 0);
  const styles = declarationsFor(element, sheets);
  const isHeld =
    (attributes.has('width') && attributes.has('height')) ||
    styles.some(({ property, value }) => HOLDS_HEIGHT.test(property) && !/auto|%/.test(value));
  if (!isLate || !isHeld || attributes.has('loading') || attributes.has('decoding')) return [];
  return [say('late', ' loading=lazy decoding=async')];
}
