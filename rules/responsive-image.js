/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */
/** @import { PlainImage } from './kit/modern-forms.js' */
/** @import { Ladder } from './kit/responsive.js' */

import { exact } from '../lib/base/exact.js';
import { imagesShown, proposeFile, renameFile } from './kit/image-files.js';
import { keepRatio } from './kit/keep-ratio.js';
import { isDotted, isScripted, plainImages, standsLoss } from './kit/modern-forms.js';
import { wrapInPicture, wrappingOf } from './kit/picture.js';
import { EFFORT, MAX_DENSITY, TARGET } from './kit/picture-options.js';
import { draftLadder, ladderOf, pricedWidths } from './kit/responsive.js';
import { writeSizes } from './kit/slots.js';

const FORMATS = exact(['png', 'jpeg', 'gif', 'webp']);

/** Rules that shrink the original file, which few browsers fetch after this change. */
const LOSSLESS = Object.freeze(['heavy-jpeg', 'heavy-png']);

/** @type {Rule} */
export default {
  meta: {
    id: 'responsive-image',
    category: 'image',
    summary: 'Offers photographs as AVIF in the sizes in which pages render them.',
    why:
      'Most bytes of a 3,000 pixel photograph in a 350 pixel card are never rendered. `srcset` and `sizes` state ' +
      'the widths measured in windows of 320 to 2,560 pixels, so that each screen fetches the pixels that it ' +
      'renders.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'boxes', 'sizes', 'scripts', 'sheets', 'usage', 'options'],
    options: {
      effort: EFFORT,
      target: TARGET,
      mostDensity: MAX_DENSITY,
      downsizesOnly: {
        type: 'boolean',
        default: false,
        description: 'Offers only images that have more pixels than any screen renders.',
      },
    },
    messages: {
      responsive:
        '{name} of {width} x {height} pixels is rendered with fewer. It can be offered as AVIF (sizes: {count}).',
      scripted: '{name} is rendered with fewer pixels than it has, but a script may set another image in its place.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    const isFit = (/** @type {ImageFacts} */ image) =>
      FORMATS.some((each) => each === image.format) && image.frames === 1 && !image.inks && !image.broken;
    return imagesShown(facts, (image) => isFit(image) && standsLoss(image)).flatMap((file) =>
      propose(page, file, facts),
    );
  },

  jobs: ({ resource, data: { sizes, effort, target, dots } }) => [
    { maker: 'avif-ladder', resource: String(resource), options: { sizes, effort, target, dots, partial: true } },
  ],

  draft: draftLadder,
};

/**
 * @param {Page} page
 * @param {ReturnType<typeof imagesShown>[number]} file
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(page, file, facts) {
  const { path, image, references } = file;
  const { effort, target } = facts.options;
  const plain = plainImages(page, references, facts);
  const ladder = chooseLadder(page, file, plain, facts);
  if (!ladder || (facts.options.downsizesOnly === true && !isOversized(ladder, image))) return [];
  const names = new Map(ladder.sizes.map(({ width }) => [width, renameFile(path, `.${width}w.avif`, facts.sizes)]));
  const edits = ladder.places.flatMap((place) => {
    const offered = wrap(page, place, names, facts);
    return offered.length === 0 ? [] : [...offered, ...(keepRatioAt(place, image, ladder, facts) ?? [])];
  });
  if (edits.length === 0) return [];
  const data = {
    count: ladder.sizes.length,
    sizes: ladder.sizes,
    edits,
    candidates: [...names].map(([width, { from, to }]) => ({ width, from, to, whole: image.width })),
    names: Object.fromEntries([...names].map(([width, name]) => [width, name.path])),
    priced: pricedWidths(ladder),
    effort,
    target,
    dots: isDotted(image),
  };
  if (isScripted(page, plain, facts))
    return [{ ...proposeFile('responsive-image', page, file, 'scripted', data), rejected: 'in-use-by-script' }];
  const isAll = ladder.places.length === references.length;
  return [
    {
      ...proposeFile('responsive-image', page, file, 'responsive', data),
      supersedes: ['modern-image'],
      supersedesIfWhole: isAll ? LOSSLESS : [],
    },
  ];
}

/**
 * Chooses the sizes. If no style can keep the proportions of the image at one of its places, all sizes have exactly
 * these proportions.
 * @param {Page} page @param {ReturnType<typeof imagesShown>[number]} file @param {readonly PlainImage[]} plain
 * @param {Facts} facts
 */
function chooseLadder(page, file, plain, facts) {
  const limits = { mostDensity: Number(facts.options.mostDensity), target: Number(facts.options.target) };
  const ladder = ladderOf(page, file, plain, facts, { ...limits, keepsShape: false });
  if (ladder?.places.every((place) => keepRatioAt(place, file.image, ladder, facts))) return ladder;
  return ladder && ladderOf(page, file, plain, facts, limits);
}

/** @param {Ladder['places'][number]} place @param {ImageFacts} image @param {Ladder} ladder @param {Facts} facts */
function keepRatioAt({ image: { element, reference } }, image, { sizes }, { sheets }) {
  return keepRatio(element, { image, sizes, sheets }, reference.range);
}

/** Returns true if an image has more pixels than any place needs. @param {Ladder} ladder @param {ImageFacts} image */
function isOversized({ sizes }, { width }) {
  return (sizes.at(-1)?.width ?? width) < width;
}

/**
 * Offers candidates next to an image, if their URLs can be written there.
 * @param {Page} page
 * @param {Ladder['places'][number]} place
 * @param {ReadonlyMap<number, import('./kit/image-files.js').NewName>} names
 * @param {Facts} facts
 * @returns {Edit[]}
 */
function wrap(page, { image: { element, reference }, slots }, names, { sheets }) {
  const written = page.source.slice(reference.range.start, reference.range.end);
  const length = reference.suffix === '' ? written.length : written.search(/\?|(?<!&)#/);
  if (/[\s,"]/.test(written)) return [];
  const urls = [];
  for (const [width, { from, to }] of names) {
    if (!written.slice(0, length).endsWith(from)) return [];
    urls.push(`${written.slice(0, length - from.length)}${to}${written.slice(length)} ${width}w`);
  }
  const source = { candidates: urls.join(','), type: 'image/avif', sizes: writeSizes(slots) };
  return wrapInPicture(wrappingOf(element, sheets), reference.range, [source]);
}
