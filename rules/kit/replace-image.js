import { present } from '../../lib/base/present.js';
import { copyAttribute } from '../../lib/site/page/attributes.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { classMark } from '../../lib/site/text/marks.js';
import { carryBox } from './box.js';
import { classIn } from './proposed.js';
import { isTied } from './scripted.js';

/**
 * @import { ImageFacts } from '../../lib/images/types.ts'
 * @import { CssClass, Draft, Facts, Proposal, Reason } from '../../lib/plan/types.ts'
 * @import { Element, Page, Range, Reference } from '../../lib/site/types.ts'
 * @import { Box } from './box.js'
 *
 * @typedef {object} Drawn A CSS drawing that replaces an image.
 * @property {string} messageId
 * @property {string} name for its class
 * @property {string} css declarations besides size and placement
 * @property {string} [before] declarations of the `::before` box
 * @property {string} [shape] name of the shape, for the message
 */

/** Attributes that control how an image is fetched, sized or placed. They have no meaning on a box. */
const DROPPED = new Set(
  (
    'src alt width height border hspace vspace align class style name lowsrc dynsrc longdesc loading decoding ' +
    'fetchpriority crossorigin referrerpolicy suppress galleryimg'
  ).split(' '),
);
const TEMPLATE = /<%|<\?|\{\{|\{%|<!--#|\[%/;

/**
 * Proposes a CSS box for each image of a page that a rule selects. An image that cannot be replaced gets a candidate
 * with the reason.
 * @param {string} rule
 * @param {Page} page
 * @param {Facts} facts
 * @param {{ wants: (image: ImageFacts, element: Element) => boolean, draw: (image: ImageFacts, box: Box) => Drawn |
 *   null }} how
 * @returns {Proposal[]}
 */
export function proposeBoxes(rule, page, facts, { wants, draw }) {
  return facts.references.flatMap((reference) => {
    const { element: index, target, attribute, odd } = reference;
    if (index === null || attribute !== 'src' || target.kind !== 'file' || odd) return [];
    const element = page.elements[index];
    const image = facts.images.get(target.path);
    if (element.tag !== 'img' || element.inert || element.foreign || !image || image.broken || !wants(image, element))
      return [];
    return [proposeBox(rule, page, facts, { reference, element, image, path: target.path }, draw)];
  });
}

/**
 * @param {string} rule
 * @param {Page} page
 * @param {Facts} facts
 * @param {{ reference: Reference, element: Element, image: ImageFacts, path: string }} place
 * @param {(image: ImageFacts, box: Box) => Drawn | null} draw
 * @returns {Proposal}
 */
function proposeBox(rule, page, facts, { element, image, path }, draw) {
  const name = path.split('/').at(-1);
  const base = { rule, page: page.path, range: element.range, resource: path };
  const data = { name, width: image.width, height: image.height };
  const hindrance = hindranceOf(page, element, path, facts);
  if (hindrance) return { ...base, ...hindrance, data };
  const box = carryBox(page, element, image, facts.sheets);
  const drawn = box && draw(image, box);
  if (!drawn) return { ...base, messageId: 'different', data, rejected: 'looks-different' };
  /** @type {CssClass} */
  const look = {
    name: drawn.name,
    css: [box.placement, box.size, drawn.css].filter(Boolean).join(';'),
    ...(drawn.before ? { more: { '::before': drawn.before } } : {}),
  };
  const kept = keptAttributes(page, element);
  const classes = element.attributes.get('class')?.value.trim() ?? '';
  const shown = { width: box.width, height: box.height };
  return {
    ...base,
    messageId: drawn.messageId,
    data: { name, ...shown, shape: drawn.shape ?? null, look, kept, classes },
  };
}

/**
 * Returns the reason why an image cannot be replaced, whatever it contains.
 * @param {Page} page
 * @param {Element} element
 * @param {string} path
 * @param {Facts} facts
 * @returns {{ messageId: string, rejected: Reason } | null}
 */
function hindranceOf(page, element, path, { scripts }) {
  const { attributes, parent, startTag } = element;
  if (attributes.has('usemap') || attributes.has('ismap')) return { messageId: 'mapped', rejected: 'image-map' };
  const template = TEMPLATE.test(page.source.slice(startTag.start, startTag.end));
  if (template || isTied(element, path, scripts)) {
    return { messageId: 'scripted', rejected: 'in-use-by-script' };
  }
  const chosen = attributes.has('srcset') || parent?.tag === 'picture' || parent?.tag === 'button';
  return chosen ? { messageId: 'different', rejected: 'looks-different' } : null;
}

/**
 * Returns the image's attributes that the box keeps, as written. Alternative text becomes its label.
 * @param {Page} page
 * @param {Element} element
 */
function keptAttributes(page, { attributes }) {
  const kept = [...attributes.values()]
    .filter(({ name }) => !DROPPED.has(name))
    .map((attribute) => copyAttribute(page, attribute));
  const name = attributes.get('name');
  if (name && !attributes.has('id')) kept.push(` id="${escapeAttribute(name.value)}"`);
  const alt = attributes.get('alt')?.value.trim();
  if (alt) kept.push(` role="img" aria-label="${escapeAttribute(alt)}"`);
  return kept.join('');
}

/**
 * Replaces an image with the box of a candidate from `proposeBoxes`.
 * @param {Proposal} proposal
 * @returns {Draft}
 */
export function draftBox({ range, data }) {
  const all = escapeAttribute([data.classes, classMark(0)].filter(Boolean).join(' '));
  const text = `<span class="${all}"${data.kept}></span>`;
  return { edits: [{ range: present(range), text }], ...classIn(data) };
}

/** Messages shared by all rules that replace images with CSS boxes. */
export const BOX_MESSAGES = {
  mapped: '{name} could be drawn by CSS, but it has an image map.',
  scripted: '{name} could be drawn by CSS, but a script uses it.',
  different: '{name} could be drawn by CSS, but not at this place or size without a visible difference.',
};
