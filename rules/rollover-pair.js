/** @import { CssClass, Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page } from '../lib/site/types.ts' */
/** @import { Pair } from './kit/swaps.js' */

import { escapeAttribute } from '../lib/site/page/escape.js';
import { classMark } from '../lib/site/text/marks.js';
import { carryBox } from './kit/box.js';
import { dropHandlers, dropSwap } from './kit/drop-swap.js';
import { paintCss } from './kit/paint-css.js';
import { classIn, editsIn } from './kit/proposed.js';
import { referencesOf } from './kit/references-of.js';
import { findRollovers, hasOtherHandlers, readPair } from './kit/swaps.js';
import { listWordPairs } from './kit/word-pairs.js';

/** Attributes that have no meaning on a box. */
const DROPPED = new Set('src alt width height border hspace vspace align class style name lowsrc loading'.split(' '));

/** @type {Rule} */
export default {
  meta: {
    id: 'rollover-pair',
    category: 'style',
    summary: 'Replaces rollover images with a box that CSS paints, if CSS can paint both images.',
    why:
      'A rollover costs two images and the script that swaps them, and often another script to preload the second. ' +
      'A class with :hover costs no request.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      pair: '{name} and {other} are swapped while the mouse is over them. CSS can paint both.',
      same: '{name} is swapped with itself, so the script has no effect.',
      kept:
        '{name} is swapped by a script while the mouse is over it. It is kept, and so is the image that replaces ' +
        'it.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    const pairs = listWordPairs(page, facts).filter(({ rest, hover, missing }) => missing || rest !== hover);
    const words = new Set(pairs.map(({ carrier }) => carrier));
    return findRollovers(page).flatMap((rollover) => {
      const { carrier, image } = rollover;
      const pair = readPair(page, rollover, facts);
      const isSole = pair !== null && !pair.missing && !hasOtherHandlers(pair);
      const done = isSole && (pair.rest === pair.hover ? proposeSame(page, pair) : proposeDrawn(page, pair, facts));
      // An image that CSS cannot paint may be text.
      return done || (words.has(carrier) ? [] : keep(page, image ?? carrier, facts));
    });
  },

  draft: ({ data }) => ({ edits: editsIn(data), ...classIn(data) }),
};

/**
 * @param {Page} page
 * @param {Element} element
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function keep(page, element, { references }) {
  const shown = referencesOf(references, element, 'src').at(0);
  const resource = shown?.target.kind === 'file' ? shown.target.path : null;
  const data = { name: resource?.split('/').at(-1) ?? 'an image' };
  const place = { page: page.path, range: element.startTag, resource };
  return [{ rule: 'rollover-pair', ...place, messageId: 'kept', data, rejected: 'in-use-by-script' }];
}

/**
 * @param {Page} page
 * @param {Pair} pair
 * @returns {Proposal}
 */
function proposeSame(page, pair) {
  const { carrier, handlers, rest } = pair;
  const edits = dropHandlers(page, handlers);
  const place = { page: page.path, range: carrier.startTag, resource: rest };
  return { rule: 'rollover-pair', ...place, messageId: 'same', data: { name: rest.split('/').at(-1), edits } };
}

/**
 * Returns a candidate with one box with two backgrounds in place of a pair of images, or null if CSS cannot paint both.
 * @param {Page} page
 * @param {Pair} pair
 * @param {Facts} facts
 * @returns {Proposal | null}
 */
function proposeDrawn(page, pair, { images, sheets }) {
  const { carrier, image, rest, hover } = pair;
  const [resting, hovered] = [images.get(rest), images.get(hover)];
  if (!resting?.paint || !hovered?.paint || resting.broken || hovered.broken) return null;
  const isSized = ['width', 'height'].every((name) => /^\d+$/.test(image.attributes.get(name)?.value.trim() ?? ''));
  // Without a fixed size, the box would have to change its size with the image.
  if (!isSized && (resting.width !== hovered.width || resting.height !== hovered.height)) return null;
  if (['usemap', 'ismap', 'srcset'].some((name) => image.attributes.has(name))) return null;
  const box = carryBox(page, image, resting, sheets);
  const css = box && paintCss(resting.paint, resting, box);
  const cssOver = box && paintCss(hovered.paint, hovered, box);
  if (!box || !css || !cssOver || resting.transparency !== 'none' || hovered.transparency !== 'none') return null;
  const look = {
    name: 'swap',
    css: [box.placement, box.size, `background:${css}`].filter(Boolean).join(';'),
    more: { ':hover': `background:${cssOver}` },
  };
  const own = image.attributes.get('class')?.value.trim() ?? '';
  const names = escapeAttribute([own, classMark(0)].filter(Boolean).join(' '));
  /** @type {Edit[]} */
  const edits = [{ range: image.range, text: `<span class="${names}"${keptAttributes(page, pair)}></span>` }];
  edits.push(...dropSwap(page, pair));
  const [name, other] = [rest, hover].map((path) => path.split('/').at(-1));
  const place = { page: page.path, range: carrier.range, resource: rest };
  return { rule: 'rollover-pair', ...place, messageId: 'pair', data: { name, other, look, edits } };
}

/**
 * @param {Page} page
 * @param {Pair} pair
 */
function keptAttributes(page, { image: { attributes }, handlers }) {
  const kept = [...attributes.values()]
    .filter((attribute) => !DROPPED.has(attribute.name) && !handlers.includes(attribute))
    .map(({ range }) => ` ${page.source.slice(range.start, range.end)}`);
  const alt = attributes.get('alt')?.value.trim();
  if (alt) kept.push(` role="img" aria-label="${escapeAttribute(alt)}"`);
  return kept.join('');
}
