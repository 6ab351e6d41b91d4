/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */
/** @import { Drawn, Offer, SourceSet, Wanted } from './kit/source-sets.js' */

import { exact } from '../lib/base/exact.js';
import { isScripted } from './kit/modern-forms.js';
import { standIn, wrapInPicture, wrappingOf } from './kit/picture.js';
import { EFFORT, MAX_DENSITY, TARGET } from './kit/picture-options.js';
import { editsIn } from './kit/proposed.js';
import { measuredOn } from './kit/responsive.js';
import { writeSizes } from './kit/slots.js';
import { drawFiles, pathOf, sourceSets } from './kit/source-sets.js';

/** Rules that shrink the original files, which few browsers fetch after this change. */
const OTHERS = Object.freeze(['requantize-jpeg', 'heavy-jpeg', 'heavy-png']);

/** @type {Rule} */
export default {
  meta: {
    id: 'source-set',
    category: 'image',
    summary: 'Offers images with a source set as AVIF in the sizes in which pages render them.',
    why:
      'Site generators write source sets without knowing the rendered width of an image: the steps between sizes ' +
      'are too large, and the largest size is more than any screen needs. Each new file is made from the one that ' +
      'browsers would have chosen, so crops for some windows are kept.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'boxes', 'sizes', 'scripts', 'sheets', 'options'],
    options: {
      effort: EFFORT,
      target: TARGET,
      mostDensity: MAX_DENSITY,
    },
    messages: {
      set: '{name} exists in {before} files. As AVIF (sizes: {count}), it takes fewer bytes.',
      scripted: '{name} exists in {before} files, but a script may set another image in its place.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    return sourceSets(page, facts).flatMap((set) => propose(page, set, facts));
  },

  jobs: ({ data }) =>
    [...byOrigin(data)].map(([resource, wanted]) => ({
      maker: 'avif-ladder',
      resource,
      options: {
        sizes: wanted.map(({ width, height }) => ({ width, height })),
        effort: data.effort,
        target: data.target,
      },
    })),

  draft({ data }, made) {
    const files = [...byOrigin(data).values()].flatMap((wanted, index) => {
      const one = made[index];
      const coded = one.ok ? /** @type {{ bytes: Uint8Array }[]} */ (one.data.files) : [];
      return coded.map(({ bytes }, at) => {
        const { to, insteadOf } = wanted[at];
        return insteadOf === null ? { path: to, bytes, isSpare: exact(true) } : { path: to, bytes, insteadOf };
      });
    });
    return made.every(({ ok }) => ok) ? { edits: editsIn(data), files } : { edits: [] };
  },
};

/** Returns the files to make from each original, which are made together. @param {Proposal['data']} data */
function byOrigin(data) {
  return Map.groupBy(/** @type {Wanted[]} */ (data.wanted), ({ from }) => from);
}

/**
 * @param {Page} page
 * @param {SourceSet} set
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(page, { image, offers }, facts) {
  const measured = measuredOn(page, image.reference, facts);
  if (!measured) return [];
  const drawn = offers.map((offer) => drawFiles(page, offer, measured, facts));
  const edits = drawn.flatMap((one, index) => (one ? place(offers[index], image, one, facts) : []));
  const wanted = drawn.flatMap((one) => one?.wanted ?? []);
  if (edits.length === 0) return [];
  const { target } = image.reference;
  const { effort, target: similarity } = facts.options;
  const proposal = {
    rule: 'source-set',
    page: page.path,
    range: image.element.startTag,
    resource: target.kind === 'file' ? target.path : null,
    alsoShown: offers.flatMap(({ candidates }) => candidates.map(({ reference }) => pathOf(reference))),
    data: {
      ...{ name: image.reference.url.split('/').at(-1), count: wanted.length, edits, wanted, effort },
      before: offers.reduce((sum, { candidates }) => sum + candidates.length, 0),
      target: similarity,
    },
  };
  return isScripted(page, [image], facts)
    ? [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }]
    : [{ ...proposal, messageId: 'set', supersedes: OTHERS }];
}

/**
 * @param {Offer} offer
 * @param {SourceSet['image']} image
 * @param {Drawn} drawn
 * @param {Facts} facts
 * @returns {Edit[]}
 */
function place({ before, media }, { element, reference }, { wanted, slots }, { sheets }) {
  const source = {
    candidates: wanted.map(({ url }) => url).join(','),
    type: 'image/avif',
    sizes: writeSizes(slots),
    media,
  };
  if (element.parent?.tag === 'picture') return [standIn(before, reference.range, source)];
  const { candidates, type, sizes } = source;
  return wrapInPicture(wrappingOf(element, sheets), reference.range, [{ candidates, type, sizes }]);
}
