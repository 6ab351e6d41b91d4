/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Facts, Job, Rule } from '../lib/plan/types.ts' */
/** @import { Document, SitePath } from '../lib/site/types.ts' */

import { widestOf } from './kit/background-set.js';
import { sizeFor } from './kit/candidates.js';
import { isFixed, isLeft } from './kit/fixed-pixels.js';
import { proposeFile, replaceFile } from './kit/image-files.js';
import { EFFORT, MAX_DENSITY, TARGET } from './kit/picture-options.js';
import { isShaped, widthsShown } from './kit/slots.js';

/**
 * The largest width at which a document renders an image, in CSS pixels or null if that depends on the image itself,
 * and whether its boxes have another shape than the image.
 * @typedef {{ width: number | null, isShaped: boolean }} Need
 *
 * The images of a document: those that it fetches, what it needs of each, and those whose pixels have to stay.
 * @typedef {object} Note
 * @property {readonly SitePath[]} fetched
 * @property {readonly (readonly [SitePath, Need])[]} needs
 * @property {readonly SitePath[]} fixed
 */

/** Max share of its width that an image keeps. With more, it would keep two thirds of its pixels or more. */
const MAX_SHARE = 0.8;

/** @type {Readonly<Partial<Record<ImageFacts['format'], Job['maker']>>>} */
const MAKERS = Object.freeze({ jpeg: 'coarser-jpeg', png: 'resized-png', webp: 'webp', avif: 'avif' });

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'excess-pixels',
    category: 'image',
    summary: 'Reduces, in place, images with more pixels than any screen renders.',
    why:
      'Images that scripts or frameworks create, and backgrounds that scripts change, cannot be offered in several ' +
      'sizes. If every page that fetches such an image was measured in windows of 320 to 2,560 pixels, under the ' +
      'pointer and after a click, pixels that no screen can render are dropped. The file keeps its name and format.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'fetches', 'boxes', 'scripts', 'sheets', 'options'],
    options: {
      effort: EFFORT,
      target: TARGET,
      mostDensity: MAX_DENSITY,
    },
    messages: {
      excess: '{name} has {width} x {height} pixels, and {needed} are enough for every measured page.',
    },
    since: '0.2.0',
  },

  survey: describeDocument,

  detectSite(notes, { images, routed, opened, options: { effort, target, mostDensity } }) {
    const read = /** @type {ReadonlyMap<SitePath, Note>} */ (notes);
    const fixed = new Set([...read.values()].flatMap((note) => note.fixed));
    const needsOf = new Map([...read].map(([page, { needs }]) => [page, new Map(needs)]));
    return [...pagesByImage(read)].flatMap(([path, pages]) => {
      const image = images.get(path);
      if (!image || !isFit(image) || fixed.has(path) || routed.has(path) || opened.has(path)) return [];
      const needs = pages.map((page) => needsOf.get(page)?.get(path));
      const needed = Math.max(...needs.map((need) => need?.width ?? Number.POSITIVE_INFINITY)) * Number(mostDensity);
      if (needed > image.width * MAX_SHARE) return [];
      const keepsShape = !needs.every((need) => need?.isShaped);
      const fit = sizeFor(image, needed, { target: Number(target), keepsShape });
      if (fit.width > image.width * MAX_SHARE) return [];
      const data = { effort, target, fit, needed: `${fit.width} x ${fit.height}`, maker: MAKERS[image.format] };
      return pages.map((page) => proposeFile('excess-pixels', { path: page }, { path, image }, 'excess', data));
    });
  },

  jobs: ({ resource, data: { maker, fit, effort, target } }) => [
    { maker: /** @type {Job['maker']} */ (maker), resource: String(resource), options: { fit, effort, target } },
  ],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};

/** @param {ImageFacts} image */
function isFit({ format, frames, inks, broken }) {
  return format in MAKERS && frames === 1 && !inks && !broken;
}

/** @param {ReadonlyMap<SitePath, Note>} notes @returns {Map<SitePath, SitePath[]>} */
function pagesByImage(notes) {
  const pairs = [...notes].flatMap(([page, { fetched }]) => fetched.map((path) => ({ page, path })));
  const grouped = Map.groupBy(pairs, ({ path }) => path);
  return new Map([...grouped].map(([path, group]) => [path, group.map(({ page }) => page)]));
}

/**
 * @param {Document} document @param {Facts} facts
 * @returns {Note | null}
 */
function describeDocument(document, facts) {
  const { references, fetches = [], images, boxes } = facts;
  const here = boxes.get(document.path)?.images ?? [];
  const named = Map.groupBy(references, ({ target }) => (target.kind === 'file' ? target.path : ''));
  const fetched = fetches.filter((path) => images.has(path));
  const fixed = [...named].flatMap(([path, own]) =>
    images.has(path) && (own.some((one) => isFixed(document, one)) || isLeft(document, { path, own }, facts))
      ? [path]
      : [],
  );
  const needs = fetched.flatMap((path) => {
    const image = images.get(path);
    const places = here.filter((box) => box.path === path);
    if (!image || places.length === 0) return [];
    const need = { width: widestIn(places, image), isShaped: places.every((box) => isShaped(box, image)) };
    return [/** @type {const} */ ([path, need])];
  });
  return fetched.length + fixed.length > 0 ? { fetched, needs, fixed } : null;
}

/**
 * Returns the largest width at which places render an image, null if it depends on the image or is unknown.
 * @param {readonly import('../lib/visit/types.ts').ImageBox[]} places @param {ImageFacts} image
 */
function widestIn(places, image) {
  const widths = places.map((box) => {
    if (box.isEnlarged) return null;
    if (box.kind === 'background') return widestOf(box, image);
    return Math.max(...widthsShown(box, image).map(({ width }) => width)) || null;
  });
  return widths.includes(null) ? null : Math.max(...widths.map(Number));
}
