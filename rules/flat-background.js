/**
 * @import { ImageFacts } from '../lib/images/types.ts'
 * @import { CssClass, Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts'
 * @import { Document, Element, Page, Range, Reference } from '../lib/site/types.ts'
 */

import { declarationsFor } from '../lib/site/style/match.js';
import { classMark } from '../lib/site/text/marks.js';
import { paintDeclaration } from './kit/css-background.js';
import { isLine } from './kit/is-line.js';
import { paintCss } from './kit/paint-css.js';
import { classIn, editsIn } from './kit/proposed.js';
import { BOX_MESSAGES, draftBox, proposeBoxes } from './kit/replace-image.js';

const FLAT = new Set(['solid', 'gradient', 'tile']);

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'flat-background',
    category: 'style',
    summary: 'Replaces plain, gradient and striped images with CSS colours and gradients.',
    why: 'CSS paints a plain or gradient surface without a request, and sharp at any resolution.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      surface: '{name} is a plain or gradient surface that CSS can paint with {width} x {height} pixels.',
      behind: '{name} is a plain or gradient background that CSS can paint.',
      styled: '{name} is a plain or gradient background that the style sheet can paint without an image.',
      ...BOX_MESSAGES,
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const shown = document.kind === 'page' ? proposeBoxes('flat-background', document, facts, { wants, draw }) : [];
    return [...shown, ...facts.references.flatMap((reference) => proposeBehind(document, reference, facts))];
  },

  draft(proposal) {
    const { data } = proposal;
    return data.edits ? { edits: editsIn(data), ...classIn(data) } : draftBox(proposal);
  },
};

/**
 * @param {ImageFacts} image
 * @param {Element} element
 */
function wants(image, element) {
  return FLAT.has(image.kind) && image.paint !== null && !isLine(image, element);
}

/**
 * @param {ImageFacts} image
 * @param {import('./kit/box.js').Box} box
 */
function draw(image, box) {
  const css = image.paint && paintCss(image.paint, image, box);
  return css ? { messageId: 'surface', name: nameOf(image), css: `background:${css}` } : null;
}

/** @param {ImageFacts} image */
function nameOf({ paint }) {
  if (paint?.kind === 'solid') return 'plain';
  return paint?.kind === 'linear' ? 'graded' : 'striped';
}

/**
 * @param {Document} document
 * @param {Reference} reference
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposeBehind(document, { range, role, element, attribute, target, odd }, facts) {
  if (role !== 'background' || target.kind !== 'file' || odd) return [];
  const image = facts.images.get(target.path);
  if (!image?.paint || image.broken || image.transparency === 'full') return [];
  const data = { name: target.path.split('/').at(-1) };
  const base = { rule: 'flat-background', page: document.path, resource: target.path, range, data };
  if (facts.scripts.files.has(target.path)) return [{ ...base, messageId: 'scripted', rejected: 'in-use-by-script' }];
  const carrier = document.kind === 'page' && element !== null ? document.elements[element] : null;
  const found =
    attribute === 'background' && carrier
      ? paintElement(document.source, carrier, image, facts.sheets)
      : paintRule(document, range, image, facts.sheets);
  if (!found) return [{ ...base, messageId: 'different', rejected: 'looks-different' }];
  return [{ ...base, messageId: attribute === 'background' ? 'behind' : 'styled', data: { ...data, ...found } }];
}

/**
 * Replaces a `background` attribute with a class.
 * @param {string} source
 * @param {Element} element
 * @param {ImageFacts} image
 * @param {Facts['sheets']} sheets
 * @returns {{ look: CssClass, edits: Edit[] } | null}
 */
function paintElement(source, element, image, sheets) {
  if (declarationsFor(element, sheets).some(({ property }) => property.startsWith('background'))) return null;
  const css = image.paint && paintCss(image.paint, image, image, 'xy');
  const attribute = element.attributes.get('background');
  if (!css || !attribute) return null;
  const size = `background-size:${image.width}px ${image.height}px`;
  const plain = image.paint?.kind === 'solid' && image.transparency === 'none';
  if (image.paint?.kind === 'solid' && !plain) return null;
  const look = { name: nameOf(image), css: plain ? `background-color:${css}` : `background-image:${css};${size}` };
  const own = element.attributes.get('class');
  if (!own) return { look, edits: [{ range: attribute.range, text: `class="${classMark(0)}"` }] };
  if (/["&]/.test(own.value)) return null;
  const edits = [
    { range: withSpaceBefore(source, attribute.range), text: '' },
    { range: own.range, text: `class="${own.value.trim()} ${classMark(0)}"` },
  ];
  return { look, edits };
}

/**
 * @param {string} source
 * @param {Range} range
 * @returns {Range}
 */
function withSpaceBefore(source, { start, end }) {
  return { start: source.slice(0, start).trimEnd().length, end };
}

/**
 * Replaces a URL in a style sheet with a gradient.
 * @param {Document} document
 * @param {Range} range
 * @param {ImageFacts} image
 * @param {Facts['sheets']} sheets
 * @returns {{ edits: Edit[] } | null}
 */
function paintRule(document, range, image, sheets) {
  const said = new Set(sheets.flatMap(({ rules }) => rules.flatMap((rule) => rule.declarations.map(propertyOf))));
  const fills = !said.has('background-repeat') && !said.has('background-position');
  const edits = said.has('background-size') ? null : paintDeclaration(document.source, range, image, fills);
  return edits && { edits };
}

/** @param {import('../lib/site/types.ts').Declaration} declaration */
function propertyOf({ property }) {
  return property;
}
