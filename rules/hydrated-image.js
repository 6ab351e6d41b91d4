/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { isHydrated } from '../lib/site/page/hydration.js';
import { heldImages } from './kit/held-images.js';
import { imagesShown, proposeFile, renameFile } from './kit/image-files.js';
import { standsLoss } from './kit/modern-forms.js';
import { EFFORT, MAX_DENSITY, TARGET } from './kit/picture-options.js';
import { draftLadder, ladderOf, pricedWidths } from './kit/responsive.js';
import { writeSizes } from './kit/slots.js';

/** Rules that shrink the original file without loss, which few browsers fetch after this change. */
const LOSSLESS = Object.freeze(['heavy-jpeg', 'heavy-png']);
/** Those with loss. Visitors who arrive through a link that a framework handles get the original. */
const WITH_LOSS = Object.freeze(['requantize-jpeg', 'truecolour-png']);

/** @type {Rule} */
export default {
  meta: {
    id: 'hydrated-image',
    category: 'image',
    summary:
      'Offers photographs that cannot be wrapped in a picture element as AVIF in the sizes in which they are rendered.',
    why:
      'An image cannot be wrapped if a framework hydrates its page, because frameworks compare each element with ' +
      'their own result, or if a style sheet selects it as a child of its parent (p > img). Vue and React ignore ' +
      'additional attributes. If a visit confirms that the attributes of an image are kept after all scripts have ' +
      'run, the image gets a source set of AVIF files. A browser that cannot show them removes the source set and ' +
      'fetches the original. A link that preloads the image gets the same set.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'boxes', 'scripts', 'sheets', 'sizes', 'options'],
    options: {
      effort: EFFORT,
      target: TARGET,
      mostDensity: MAX_DENSITY,
    },
    messages: {
      hydrated:
        '{name} of {width} x {height} pixels is rendered with fewer. It can be offered as AVIF (sizes: {count}).',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    const isFit = (/** @type {ImageFacts} */ image) =>
      (image.format === 'jpeg' || image.format === 'png') && image.frames === 1 && !image.inks && !image.broken;
    return imagesShown(facts, (image) => isFit(image) && standsLoss(image)).flatMap((file) =>
      propose(page, file, facts),
    );
  },

  jobs: ({ resource, data: { sizes, effort, target } }) => [
    { maker: 'avif-ladder', resource: String(resource), options: { sizes, effort, target, partial: true } },
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
  const { boxes, sizes, options } = facts;
  const { effort, target, mostDensity } = options;
  const { path, image, references } = file;
  const held = heldImages(page, references, facts, path);
  if (!held) return [];
  const ladder = ladderOf(
    page,
    file,
    held.images,
    { boxes },
    { mostDensity: Number(mostDensity), target: Number(target) },
  );
  if (!ladder) return [];
  const names = ladder.sizes.map(({ width }) => ({ width, name: renameFile(path, `.${width}w.avif`, sizes) }));
  const edits = ladder.places.flatMap((place) => describe(page, { ...place, link: held.link }, names));
  if (edits.length < held.images.length) return [];
  const data = {
    ...{ count: ladder.sizes.length, sizes: ladder.sizes, edits, effort, target },
    candidates: names.map(({ width, name: { from, to } }) => ({ width, from, to, whole: image.width })),
    names: Object.fromEntries(names.map(({ width, name }) => [width, name.path])),
    priced: pricedWidths(ladder),
  };
  const supersedesIfWhole = isHydrated(page, facts.scripts.images) ? LOSSLESS : [...LOSSLESS, ...WITH_LOSS];
  return [{ ...proposeFile('hydrated-image', page, file, 'hydrated', data), supersedesIfWhole }];
}

/**
 * Writes the source set of an image and of the link that preloads it, if its URL can be written there. A framework may
 * set another `src`, which has no effect while there is a source set, so a handler removes it then: setting `src` makes
 * browsers fire `load` again. Another one removes it if the browser cannot show AVIF.
 * @param {Page} page
 * @param {import('./kit/responsive.js').Ladder['places'][number] & Pick<import('./kit/held-images.js').Held,
 *   'link'>} place
 * @param {readonly { width: number, name: import('./kit/image-files.js').NewName }[]} names
 * @returns {Edit[]}
 */
function describe({ source }, { image, link, slots }, names) {
  const written = source.slice(image.reference.range.start, image.reference.range.end);
  if (/[\s,"'&\\]/.test(written) || names.some(({ name }) => !written.endsWith(name.from))) return [];
  const urls = names.map(
    ({ width, name: { from, to } }) => `${written.slice(0, written.length - from.length)}${to} ${width}w`,
  );
  const set = urls.join(',');
  const sizes = writeSizes(slots);
  const handlers =
    ` onload="this.getAttribute('src')=='${written}'||this.removeAttribute('srcset')"` +
    ` onerror="this.removeAttribute('srcset')"`;
  const edits = [addTo(image, ` srcset="${set}" sizes="${sizes}"${handlers}`)];
  return link ? [...edits, addTo(link, ` imagesrcset="${set}" imagesizes="${sizes}" type="image/avif"`)] : edits;
}

/**
 * @param {import('./kit/modern-forms.js').PlainImage} written
 * @param {string} text
 * @returns {Edit}
 */
function addTo({ element: { tag, startTag }, reference }, text) {
  const at = startTag.start + `<${tag}`.length;
  return { range: { start: at, end: at }, text, place: reference.range };
}
