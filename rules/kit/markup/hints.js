/** @import { Element } from '../../../lib/site/types.ts' */

import { readColour, readLength, readPixels } from './legacy-values.js';

/**
 * The context of an attribute that affects its meaning.
 * @typedef {object} Place
 * @property {Element} element
 * @property {boolean} isQuirky true if the page is in quirks mode
 * @property {boolean} hasStyles true if the page has style sheets of its own
 * @property {boolean} holdsBlocks true if the element may contain blocks that its alignment moves
 * @property {boolean} holdsTable true if the element contains a table, which inherits only an alignment that CSS sets
 *
 * A function that returns the declarations equivalent to an attribute, none if the attribute has no effect, or null if
 * CSS has no equivalent. A declaration with the prefix `>` applies to the cells of a table, and one with `@` to the
 * links of a page.
 * @typedef {(value: string, place: Place) => readonly string[] | null} Reader
 */

/** @param {string} property @returns {Reader} */
const colour = (property) => (value) => {
  const read = readColour(value);
  return read === null ? null : [`${property}: ${read}`];
};

/** @param {string} property @returns {Reader} */
const length = (property) => (value) => {
  const read = readLength(value);
  return read === null || read === '0' ? null : [`${property}: ${read}`];
};

/** @param {readonly string[]} properties @returns {Reader} */
const pixels = (properties) => (value) => {
  const read = readPixels(value);
  return read === null ? null : properties.map((property) => `${property}: ${read === 0 ? '0' : `${read}px`}`);
};

/** Aligns text, and blocks if there may be any, for which browsers have keywords of their own. @type {Reader} */
function alignText(value, { element, holdsBlocks, holdsTable }) {
  const word = value.trim().toLowerCase();
  const meant = word === 'middle' ? 'center' : word;
  if (!['left', 'right', 'center', 'justify'].includes(meant)) return null;
  const isOfBlocks = meant === 'left' ? holdsTable : holdsBlocks && meant !== 'justify';
  return [`text-align: ${isOfBlocks && !/^h[1-6]$/.test(element.tag) ? `-webkit-${meant}` : meant}`];
}

/** @type {Reader} */
function alignVertically(value) {
  const word = value.trim().toLowerCase();
  return ['top', 'middle', 'bottom', 'baseline'].includes(word) ? [`vertical-align: ${word}`] : null;
}

/**
 * Converts `nowrap`. In combination with a width, browsers treat it as a min width, which CSS does not.
 * @type {Reader}
 */
function keepOnLine(_, { element: { attributes } }) {
  const width = attributes.get('width')?.value ?? '';
  return (width === '' || /%\s*$/.test(width)) && !attributes.has('style') ? ['white-space: nowrap'] : null;
}

/** @type {Reader} */
function alignTable(value) {
  const word = value.trim().toLowerCase();
  if (word === 'center') return ['margin-left: auto', 'margin-right: auto'];
  return word === 'left' || word === 'right' ? [`float: ${word}`] : null;
}

/** Attributes that change the meaning of a border. */
const BORDERED = ['rules', 'frame', 'bordercolor', 'bordercolorlight', 'bordercolordark'];

/** @type {Reader} */
function tableBorder(value, { element: { attributes }, hasStyles }) {
  if (BORDERED.some((name) => attributes.has(name))) return null;
  const width = value.trim() === '' || /^\s*border\s*$/i.test(value) ? 1 : readPixels(value);
  if (width === null) return null;
  if (width === 0) return hasStyles ? ['border-width: 0'] : [];
  const cells = ['>border-width: 1px', '>border-style: inset', '>border-color: inherit'];
  return [`border-width: ${width}px`, 'border-style: outset', ...cells];
}

/** @type {Reader} */
function imageBorder(value, { hasStyles }) {
  const width = readPixels(value);
  if (width === null) return null;
  if (width === 0) return hasStyles ? ['border: 0'] : [];
  return [`border: ${width}px solid`];
}

/** CSS equivalents of an image's `align`. There is none for `middle` and `center`. */
const IMAGE_LINES = new Map([
  ['top', 'top'],
  ['texttop', 'text-top'],
  ['absmiddle', 'middle'],
  ['abscenter', 'middle'],
  ['absbottom', 'bottom'],
  ['bottom', 'baseline'],
  ['baseline', 'baseline'],
]);

/** @type {Reader} */
function alignImage(value, { element: { attributes }, isQuirky }) {
  const word = value.trim().toLowerCase();
  if (word !== 'left' && word !== 'right') {
    const line = IMAGE_LINES.get(word);
    return line === undefined ? null : [`vertical-align: ${line}`];
  }
  // In quirks mode, browsers keep text three pixels away.
  const gap = isQuirky && !attributes.has('hspace') ? [`margin-${word === 'left' ? 'right' : 'left'}: 3px`] : [];
  return [`float: ${word}`, 'vertical-align: top', ...gap];
}

/** @type {Reader} */
function ruleColour(value) {
  const read = readColour(value);
  return read === null ? null : [`background-color: ${read}`, `border-color: ${read}`, 'border-style: solid'];
}

/** @type {Reader} */
function ruleSize(value) {
  const size = readPixels(value);
  if (size === null) return null;
  return size <= 1 ? ['border-bottom-width: 0'] : [`height: ${size === 2 ? '0' : `${size - 2}px`}`];
}

/** @type {Reader} */
function alignRule(value) {
  const word = value.trim().toLowerCase();
  if (!['left', 'right', 'center'].includes(word)) return null;
  return [`margin-left: ${word === 'left' ? '0' : 'auto'}`, `margin-right: ${word === 'right' ? '0' : 'auto'}`];
}

/** @type {Reader} */
function clearFloats(value) {
  const word = value.trim().toLowerCase();
  if (word === 'all' || word === 'both') return ['clear: both'];
  return word === 'left' || word === 'right' ? [`clear: ${word}`] : null;
}

/** The colour of a link state. An active link is red unless the page sets another colour. */
/** @param {string} state @returns {Reader} */
const linkColour =
  (state) =>
  (value, { element }) => {
    const read = readColour(value);
    if (read === null) return null;
    const pressed = element.attributes.has('alink') ? [] : ['@a:active red'];
    return [`@a:${state} ${read}`, ...pressed];
  };

/**
 * Sets the margins of a page. `marginwidth` and `marginheight` take precedence.
 * @param {string} axis @returns {Reader}
 */
const pageMargin = (axis) => (value, place) => {
  const isSideways = axis === 'width';
  const sides = isSideways ? ['margin-left', 'margin-right'] : ['margin-top', 'margin-bottom'];
  const others = isSideways ? ['marginwidth', 'rightmargin'] : ['marginheight', 'bottommargin'];
  return others.some((name) => place.element.attributes.has(name)) ? null : pixels(sides)(value, place);
};

/** @param {Readonly<Record<string, Reader>>} readers @returns {ReadonlyMap<string, Reader>} */
const mapOf = (readers) => new Map(Object.entries(readers));

const ROW = { align: alignText, valign: alignVertically, bgcolor: colour('background-color') };
const CELL = { ...ROW, width: length('width'), height: length('height'), nowrap: keepOnLine };
const BLOCK = mapOf({ align: alignText });

/** Presentational attributes by tag. */
export const HINTS = new Map([
  ['td', mapOf(CELL)],
  ['th', mapOf(CELL)],
  ['tr', mapOf({ ...ROW, height: length('height') })],
  ['tbody', mapOf(ROW)],
  ['thead', mapOf(ROW)],
  ['tfoot', mapOf(ROW)],
  [
    'table',
    mapOf({
      align: alignTable,
      bgcolor: colour('background-color'),
      border: tableBorder,
      cellpadding: pixels(['>padding']),
      cellspacing: pixels(['border-spacing']),
      height: length('height'),
      width: length('width'),
    }),
  ],
  ['caption', mapOf({ align: (value) => (/^\s*bottom\s*$/i.test(value) ? ['caption-side: bottom'] : null) })],
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => /** @type {const} */ ([tag, BLOCK])),
  [
    'img',
    mapOf({
      align: alignImage,
      border: imageBorder,
      hspace: pixels(['margin-left', 'margin-right']),
      vspace: pixels(['margin-top', 'margin-bottom']),
    }),
  ],
  [
    'hr',
    mapOf({
      align: alignRule,
      color: ruleColour,
      noshade: (_, { element }) =>
        element.attributes.has('color') ? [] : ['background-color: gray', 'border-style: solid'],
      size: ruleSize,
      width: length('width'),
    }),
  ],
  ['br', mapOf({ clear: clearFloats })],
  [
    'body',
    mapOf({
      alink: linkColour('active'),
      bgcolor: colour('background-color'),
      leftmargin: pageMargin('width'),
      link: linkColour('link'),
      marginheight: pixels(['margin-top', 'margin-bottom']),
      marginwidth: pixels(['margin-left', 'margin-right']),
      text: colour('color'),
      topmargin: pageMargin('height'),
      vlink: linkColour('visited'),
    }),
  ],
]);

/** Size attributes, which are mostly specific to one element and do not form a class of their own. */
export const SIZES = new Set(['width', 'height']);
