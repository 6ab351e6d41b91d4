/** @import { Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page } from '../lib/site/types.ts' */
/** @import { Candidate, SourceSet } from './kit/source-sets.js' */
/** @import { Slot } from './kit/slots.js' */

import { slotOf } from '../lib/site/style/sizes.js';
import { VISITORS } from './kit/candidates.js';
import { isScripted } from './kit/modern-forms.js';
import { measuredOn, PRICED_WINDOW } from './kit/responsive.js';
import { slotWidth, writeSizes } from './kit/slots.js';
import { candidatesOf, pathOf, sourceSets } from './kit/source-sets.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'wrong-sizes',
    category: 'image',
    summary: 'Corrects the `sizes` of images with a source set to their rendered width.',
    why:
      'Without `sizes`, browsers assume that an image is as wide as the window and fetch the file for that width: ' +
      'a 300 pixel card gets a 1,600 pixel file. Pages are rendered in windows of 320 to 2,560 pixels, and the ' +
      'measured widths are written into `sizes`. No file has fewer pixels than are rendered.',
    default: 'on',
    safety: 'visual',
    beyondCost: true,
    reads: ['images', 'references', 'boxes', 'scripts', 'sheets'],
    options: {},
    messages: {
      untrue: '{name} is rendered narrower than its `sizes` state, so browsers fetch a larger file than they need.',
      scripted: '{name} is rendered narrower than its `sizes` state, but a script may set another image in its place.',
    },
    since: '0.2.0',
  },

  detect(document, facts) {
    const page = /** @type {Page} */ (document);
    return sourceSets(page, facts).flatMap((set) => propose(page, set, facts));
  },

  draft: ({ data: { edits, leadsTo } }) => ({
    edits: /** @type {Edit[]} */ (edits),
    ...(leadsTo ? { leadsTo: String(leadsTo) } : {}),
  }),
};

/**
 * @param {Page} page
 * @param {SourceSet} set
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function propose(page, { image }, facts) {
  const { element, reference } = image;
  const measured = measuredOn(page, reference, facts);
  if (!measured) return [];
  const { parent } = element;
  const siblings = parent?.tag === 'picture' ? parent.children : [element];
  const elements = /** @type {Element[]} */ (siblings.filter((one) => 'attributes' in one));
  const mended = elements.flatMap((one) => {
    const candidates = candidatesOf(page, one, facts);
    const largest = candidates.at(-1)?.image;
    const slots = largest ? measured.here(largest) : [];
    const edit = largest && mend(one, candidates, slots);
    return edit ? [{ edit, candidates, slots }] : [];
  });
  if (mended.length === 0) return [];
  const proposal = {
    rule: 'wrong-sizes',
    page: page.path,
    range: null,
    resource: pathOf(reference),
    alsoShown: mended.flatMap(({ candidates }) => candidates.map((one) => pathOf(one.reference))),
    data: {
      name: reference.url.split('/').at(-1),
      edits: mended.map(({ edit }) => edit),
      leadsTo: mended.map(({ candidates, slots }) => newlyTaken(candidates, slots)).find((one) => one !== null) ?? null,
    },
  };
  return isScripted(page, [image], facts)
    ? [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }]
    : [{ ...proposal, messageId: 'untrue' }];
}

/**
 * Writes the rendered width of an element into `sizes`. Returns null if its present value leads no visitor to a larger
 * file.
 * @param {Element} element
 * @param {readonly Candidate[]} candidates
 * @param {readonly Slot[]} slots
 * @returns {Edit | null}
 */
function mend({ attributes }, candidates, slots) {
  const [set, sizes] = ['srcset', 'sizes'].map((name) => attributes.get(name));
  if (!set || candidates.some(({ unit }) => unit !== 'w') || /^\s*auto\b/i.test(sizes?.value ?? '')) return null;
  const isMisled = VISITORS.some(({ width, density }) => {
    const [said, shown] = [slotOf(sizes?.value ?? '', width), slotWidth(slots, width)];
    return shown > 0 && pick(candidates, said * density) > pick(candidates, shown * density);
  });
  const isEnough = VISITORS.every(({ width }) => slotOf(sizes?.value ?? '', width) >= slotWidth(slots, width));
  const chosen = candidates.find(({ reference }) => !reference.passedOver)?.reference.range;
  if (!isMisled || !isEnough || (sizes && !sizes.valueRange)) return null;
  const text = writeSizes(slots);
  const place = chosen ? { place: chosen } : {};
  return sizes?.valueRange && sizes.quote !== ''
    ? { range: sizes.valueRange, text, ...place }
    : sizes
      ? { range: sizes.range, text: `sizes="${text}"`, ...place }
      : { range: { start: set.range.end, end: set.range.end }, text: ` sizes="${text}"`, ...place };
}

/**
 * Returns the width of the file that a browser chooses.
 * @param {readonly Candidate[]} candidates @param {number} needed
 */
function pick(candidates, needed) {
  return (candidates.find(({ image }) => image.width >= needed) ?? candidates[candidates.length - 1]).image.width;
}

/**
 * Returns the file that browsers now choose in the window for which pages are priced, if it differs from the former
 * one.
 * @param {readonly Candidate[]} candidates
 * @param {readonly Slot[]} slots
 */
function newlyTaken(candidates, slots) {
  const former = candidates.find(({ reference }) => !reference.passedOver);
  const width = pick(candidates, slotWidth(slots, PRICED_WINDOW));
  const taken = candidates.find(({ image }) => image.width === width);
  return former && taken && taken !== former ? pathOf(taken.reference) : null;
}
