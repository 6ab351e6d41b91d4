/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Reference } from '../lib/site/types.ts' */

import { exact } from '../lib/base/exact.js';
import { present } from '../lib/base/present.js';
import { declarationsFor } from '../lib/site/style/match.js';
import { keepsProportions, sizesItsBox } from './kit/box-style.js';
import { isNamed } from './kit/scripted.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'unsized-image',
    category: 'markup',
    summary: 'Adds the missing width and height of an image, from its file.',
    why: 'Without them, the layout changes whenever an image arrives, and the text that the visitor is reading moves.',
    default: 'on',
    safety: 'safe',
    beyondCost: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      unsized:
        'The image has no {missing}, so the layout moves when it arrives. Its file has {width} x {height} pixels.',
      scripted: 'The image has no {missing}, but a script may set another image in its place.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    return facts.references.flatMap((reference) => proposalFor(page, reference, facts));
  },

  draft({ range, data }) {
    const at = present(range);
    const edits = [{ range: at, text: String(data.text) }];
    return data.isStyled ? { edits, proof: 'same' } : { edits };
  },
};

/**
 * @param {Page} page
 * @param {Reference} reference
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(page, reference, facts) {
  if (reference.attribute !== 'src' || reference.element === null || reference.target.kind !== 'file' || reference.odd)
    return [];
  const element = page.elements[reference.element];
  const image = facts.images.get(reference.target.path);
  if (element.tag !== 'img' || element.inert || !image || image.broken || image.format === 'svg') return [];
  const missing = missingSizes(element, image);
  const { sheets, scripts } = facts;
  const isStyled = sizesItsBox(declarationsFor(element, sheets));
  if (!missing || sizedElsewhere(element) || (isStyled && !keepsProportions(element, sheets))) return [];
  const text = Object.entries(missing)
    .map(([name, pixels]) => ` ${name}="${pixels}"`)
    .join('');
  // Insert after the last attribute, not before the end of the tag: an unquoted value may end with the slash of `/>`.
  const at = Math.max(
    element.startTag.start + 1 + element.tag.length,
    ...[...element.attributes.values()].map(({ range }) => range.end),
  );
  const scripted = scripts.walksImages || isNamed(element, scripts);
  return [
    {
      rule: 'unsized-image',
      page: page.path,
      range: { start: at, end: at },
      resource: reference.target.path,
      messageId: scripted ? 'scripted' : 'unsized',
      data: { missing: Object.keys(missing).join(' and '), width: image.width, height: image.height, text, isStyled },
      ...(scripted ? { rejected: exact('in-use-by-script') } : {}),
    },
  ];
}

/**
 * Returns the attributes to add, or null if both exist or the rendered size is not a whole number of pixels.
 * @param {Element} element
 * @param {ImageFacts} image
 * @returns {Record<string, number> | null}
 */
function missingSizes({ attributes }, { width, height }) {
  const [hasWidth, hasHeight] = [attributes.has('width'), attributes.has('height')];
  if (!hasWidth && !hasHeight) return { width, height };
  if (hasWidth && hasHeight) return null;
  const written = attributes.get(hasWidth ? 'width' : 'height')?.value.trim() ?? '';
  if (!/^\d+$/.test(written)) return null;
  const other = hasWidth ? (Number(written) * height) / width : (Number(written) * width) / height;
  if (!Number.isInteger(other)) return null;
  return hasWidth ? { height: other } : { width: other };
}

/**
 * Returns true if other attributes or elements affect the rendered size of the image.
 * @param {Element} element
 */
function sizedElsewhere({ attributes, parent }) {
  return attributes.has('srcset') || attributes.has('sizes') || parent?.tag === 'picture' || parent?.tag === 'button';
}
