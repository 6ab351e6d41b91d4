import { bundlePageScript } from '../browser/page-script.js';

/**
 * A computed style: `text` has the inherited properties of font, colour and alignment, `own` all other visible ones.
 * Both are lists of `property: value`.
 * @typedef {{ own: string, text: string }} ComputedStyle
 *
 * @typedef {[x: number, y: number, width: number, height: number]} Box in CSS pixels of the document
 *
 * @typedef {object} StyledElement
 * @property {'element'} kind
 * @property {string} tag
 * @property {string} mark its identity: tag, id, name, source, target
 * @property {number} style in `StyleSnapshot.styles`
 * @property {boolean} drawsText true if it draws content in its text style: a marker, a control, a rule
 * @property {Box | null} box null for an inline element that draws nothing
 *
 * @typedef {{ kind: 'text', text: string, style: number, boxes: Box[] }} StyledText
 *
 * The styles and the layout of a page in one viewport, in document order.
 * @typedef {object} StyleSnapshot
 * @property {string} mode of the document: quirks or not
 * @property {readonly ComputedStyle[]} styles
 * @property {readonly (StyledElement | StyledText)[]} nodes
 */

const UNSEEN_TAGS = 'head script style link meta title base template noscript param source track map area'.split(' ');
const NAMING_ATTRIBUTES = ['id', 'name', 'type', 'href', 'src', 'alt'];
/** Elements that draw content in their text style without containing text. */
const DRAWING_TAGS = 'li hr img input select textarea button object embed iframe'.split(' ');
/** Properties that text inherits and that older markup sets. */
const TEXT_STYLE = '^(?:color|font-.*|text-align|line-height|text-wrap-mode|white-space-collapse)$';
/** Colours that follow the text's colour by default. */
const OWN_COLOUR =
  '^(?:border-.*|outline|column-rule|row-rule|caret|text-decoration|text-emphasis|-webkit-text-.*)-color$';
/** Results of layout, which boxes already contain. */
const SAID_BY_BOXES =
  '^(?:width|height|(?:min-)?(?:inline|block)-size|margin-(?:left|right|inline-start|inline-end)|' +
  'perspective-origin|transform-origin)$';

/** @param {number} value */
function roundPixel(value) {
  return Math.round(value * 100) / 100;
}

/**
 * Splits a computed style. Colours that equal the text's own, other than of borders, and those of invisible lines, are
 * left out.
 * @param {CSSStyleDeclaration} computed
 * @returns {ComputedStyle}
 */
function splitStyle(computed) {
  const ofText = new RegExp(TEXT_STYLE);
  const ofBoxes = new RegExp(SAID_BY_BOXES);
  const ofColour = new RegExp(OWN_COLOUR);
  const own = [];
  const text = [];
  for (const property of computed) {
    const value = computed.getPropertyValue(property);
    if (ofBoxes.test(property)) continue;
    if (ofText.test(property)) text.push(`${property}: ${value.replace(/^-webkit-(left|right|center)$/, '$1')}`);
    else {
      const side = /^(border-.*|outline|column-rule)-(?:color|style)$/.exec(property)?.[1];
      const isDrawn = !side || !/^(?:0px|)$/.test(computed.getPropertyValue(`${side}-width`));
      const isOwn = side?.startsWith('border') || value !== computed.color || !ofColour.test(property);
      if (isDrawn && isOwn) own.push(`${property}: ${value}`);
    }
  }
  return { own: own.join('; '), text: text.join('; ') };
}

/** @param {Element} element @param {CSSStyleDeclaration} computed */
function boxOf(element, computed) {
  const isBare =
    computed.display === 'inline' && !/^(?:img|input|object|embed|iframe|select|textarea|br)$/.test(element.localName);
  const isPlain =
    computed.backgroundColor === 'rgba(0, 0, 0, 0)' &&
    computed.backgroundImage === 'none' &&
    computed.borderTopWidth === '0px' &&
    computed.borderLeftWidth === '0px';
  return isBare && isPlain ? null : pixelsOf(element.getBoundingClientRect());
}

/** @param {DOMRect} rect @returns {Box} */
function pixelsOf({ x, y, width, height }) {
  return [roundPixel(x + window.scrollX), roundPixel(y + window.scrollY), roundPixel(width), roundPixel(height)];
}

/**
 * Reads the style and position of every element and text of the laid-out page.
 * @returns {string} a `StyleSnapshot` as JSON: the browser takes long to transfer many small values
 */
function readStyledPage() {
  const unseen = new Set(UNSEEN_TAGS);
  const drawing = new Set(DRAWING_TAGS);
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {ComputedStyle[]} */
  const styles = [];
  /** @type {(StyledElement | StyledText)[]} */
  const nodes = [];
  const styleOf = (/** @type {CSSStyleDeclaration} */ computed) => {
    const style = splitStyle(computed);
    const key = JSON.stringify(style);
    const index = known.get(key) ?? styles.push(style) - 1;
    known.set(key, index);
    return index;
  };
  const range = document.createRange();
  const visit = (/** @type {Element} */ element) => {
    const tag = element.localName;
    if (unseen.has(tag)) return;
    const computed = getComputedStyle(element);
    const style = styleOf(computed);
    const names = NAMING_ATTRIBUTES.map((name) => element.getAttribute(name) ?? '');
    const drawsText = drawing.has(tag);
    nodes.push({
      kind: 'element',
      tag,
      mark: [tag, ...names].join(' '),
      style,
      drawsText,
      box: boxOf(element, computed),
    });
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === Node.ELEMENT_NODE) visit(/** @type {Element} */ (node));
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const text = (node.nodeValue ?? '').replace(/[ \t\r\n\f]+/g, ' ').trim();
      if (text === '') continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].map(pixelsOf).filter(([, , width]) => width > 0);
      nodes.push({ kind: 'text', text, style, boxes });
    }
  };
  visit(document.documentElement);
  return JSON.stringify({ mode: document.compatMode, styles, nodes });
}

export const readStyles = bundlePageScript(readStyledPage, {
  functions: [roundPixel, splitStyle, boxOf, pixelsOf],
  constants: { UNSEEN_TAGS, NAMING_ATTRIBUTES, DRAWING_TAGS, TEXT_STYLE, OWN_COLOUR, SAID_BY_BOXES },
});
