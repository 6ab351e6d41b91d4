/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { exact } from '../lib/base/exact.js';
import { boxesOf, heldImages } from './kit/held-images.js';
import { imagesShown, proposeFile, renameFile } from './kit/image-files.js';
import { EFFORT, MOST_DENSITY, TARGET } from './kit/picture-options.js';
import { editsIn } from './kit/proposed.js';
import { ladderOf } from './kit/responsive.js';
import { writeSizes } from './kit/slots.js';

/** @typedef {{ width: number, height: number, bytes: Uint8Array }} Candidate */

/** Rules that recode the file itself. This rule does so too, for scripts that name the file. */
const OTHERS = Object.freeze(['requantize-jpeg', 'heavy-jpeg', 'heavy-png', 'truecolour-png', 'scripted-image']);

/** @type {Rule} */
export default {
  meta: {
    id: 'hydrated-image',
    category: 'image',
    summary: 'Offers images of pages hydrated by a framework in the sizes in which they are rendered.',
    why:
      'Frameworks compare each element of such a page with their own result, so an image cannot be wrapped in a ' +
      'picture element. Vue and React ignore additional attributes. If a visit confirms that the attributes of an ' +
      'image are kept after all scripts have run, the image gets a source set. Its files have the format of ' +
      'the image, because a source set cannot choose between formats. A link that preloads the image gets the same ' +
      'set. The file that scripts name is recompressed in place, for visitors who arrive at the page through a link.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'boxes', 'sizes', 'options'],
    options: {
      effort: EFFORT,
      target: TARGET,
      mostDensity: MOST_DENSITY,
    },
    messages: {
      hydrated: '{name} of {width} x {height} pixels is rendered with fewer. It can be offered in {count} sizes.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    const isFit = (/** @type {ImageFacts} */ { format, frames, inks, broken }) =>
      (format === 'jpeg' || format === 'png') && frames === 1 && !inks && !broken;
    return imagesShown(facts, isFit).flatMap((file) => propose(page, file, facts));
  },

  jobs: ({ resource, data: { maker, sizes, effort, target } }) => [
    { maker: String(maker), resource: String(resource), options: { sizes, effort, target } },
  ],

  draft({ resource, data }, [made]) {
    if (!made.ok) return { edits: [] };
    const names = /** @type {Record<number, string>} */ (data.names);
    // Savings are calculated with the full-size file, which gives a lower bound.
    const files = /** @type {Candidate[]} */ (made.data.files).map(({ width, bytes }) => {
      const path = names[width];
      return path === resource ? { path, bytes } : { path, bytes, isSpare: exact(true) };
    });
    return { edits: editsIn(data), files };
  },
};

/**
 * A framework may set another `src`, which has no effect while there is a source set. This handler removes the source
 * set if `src` does not match it. Setting `src` makes browsers fire `load` again.
 */
const FOLLOWS = "(','+this.srcset).includes(','+this.getAttribute('src')+' ')||this.removeAttribute('srcset')";

/**
 * @param {Page} page
 * @param {ReturnType<typeof imagesShown>[number]} file
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(page, file, { boxes, sizes, options: { effort, target, mostDensity } }) {
  const { path, image, references } = file;
  const held = heldImages(page, references, boxesOf(boxes, page.path, path));
  if (!held) return [];
  const ladder = ladderOf(page, file, held.images, { boxes, mostDensity: Number(mostDensity) });
  if (!ladder) return [];
  const smaller = ladder.sizes.filter(({ width }) => width < image.width);
  if (smaller.length === 0) return [];
  const whole = { width: image.width, height: image.height };
  const ending = image.format === 'jpeg' ? 'jpg' : image.format;
  const names = smaller.map(({ width }) => ({ width, name: renameFile(path, `.${width}w.${ending}`, sizes) }));
  const edits = ladder.places.flatMap((place) => describe(page, { ...place, link: held.link }, names, image.width));
  if (edits.length < held.images.length) return [];
  const data = {
    ...{ count: smaller.length, sizes: [...smaller, whole], edits, effort, target },
    maker: image.format === 'png' ? 'png-ladder' : 'jpeg-ladder',
    names: Object.fromEntries([...names.map(({ width, name }) => [width, name.path]), [image.width, path]]),
  };
  return [{ ...proposeFile('hydrated-image', page, file, 'hydrated', data), supersedes: OTHERS }];
}

/**
 * Writes the source set of an image and of the link that preloads it, if its URL can be written there.
 * @param {Page} page
 * @param {import('./kit/responsive.js').Ladder['places'][number] & Pick<import('./kit/held-images.js').Held,
 *   'link'>} place
 * @param {readonly { width: number, name: import('./kit/image-files.js').NewName }[]} names
 * @param {number} whole width of the file itself
 * @returns {Edit[]}
 */
function describe({ source }, { image, link, slots }, names, whole) {
  const written = source.slice(image.reference.range.start, image.reference.range.end);
  if (/[\s,"'&]/.test(written) || names.some(({ name }) => !written.endsWith(name.from))) return [];
  const urls = names.map(
    ({ width, name: { from, to } }) => `${written.slice(0, written.length - from.length)}${to} ${width}w`,
  );
  const set = [...urls, `${written} ${whole}w`].join(',');
  const sizes = writeSizes(slots);
  const edits = [addTo(image, ` srcset="${set}" sizes="${sizes}" onload="${FOLLOWS}"`)];
  return link ? [...edits, addTo(link, ` imagesrcset="${set}" imagesizes="${sizes}"`)] : edits;
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
