/** @import { Edit } from '../../../lib/plan/types.ts' */
/** @import { Element, Page, Text } from '../../../lib/site/types.ts' */
/** @import { Users } from './markup-users.js' */

import { readOnce } from '../../../lib/base/read-once.js';
import { isText } from '../../../lib/site/page/tree.js';
import { readColour, readFamilies, readFontSize } from './legacy-values.js';

/** @type {ReadonlyMap<string, (value: string) => string[] | null>} */
const FONT_ATTRIBUTES = new Map([
  ['color', (value) => said('color', readColour(value))],
  ['face', (value) => said('font-family', readFamilies(value))],
  ['size', (value) => said('font-size', readFontSize(value))],
]);

/** @param {string} property @param {string | null} value */
function said(property, value) {
  return value === null ? null : [`${property}: ${value}`];
}

/** Inline elements that pass their font on unchanged and draw nothing else in its colour. */
const INLINE = new Set(['b', 'i', 'em', 'strong', 'span', 'font', 'tt', 'code', 'nobr', 'cite', 'dfn', 'var']);
/** Elements whose own size depends on their font: they can only take over a colour and a family. */
const RELATIVE = new Set(['big', 'small', 'sub', 'sup']);
/** Blocks whose dimensions do not depend on their font. */
const BLOCKS = new Set(['td', 'th', 'div', 'center', 'dd', 'caption', 'body', 'address']);
/** Blocks whose margins depend on their font. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * The replacement of a purely presentational element: its tags are removed and `heir` takes over its declarations, or
 * its tags are renamed.
 * @typedef {{ heir: Element | null, tag: string, edits: Edit[] }} Fate
 */

/**
 * Returns the declarations of a `<font>`, or null if an attribute has no CSS equivalent.
 * @param {Element} font
 * @returns {string[] | null}
 */
export function fontLooks({ attributes }) {
  const looks = [...attributes.values()].flatMap(({ name, value }) => {
    const read = FONT_ATTRIBUTES.get(name);
    return read ? [read(value)] : [];
  });
  return looks.includes(null) ? null : looks.flatMap((one) => one ?? []);
}

/** @param {string} name */
export function isFontAttribute(name) {
  return FONT_ATTRIBUTES.has(name);
}

/**
 * Decides how a `<font>` is replaced.
 * @param {Page} page
 * @param {Element} font
 * @param {readonly string[]} looks
 * @param {Users} users
 * @returns {Fate}
 */
export function fateOfFont(page, font, looks, users) {
  const isPlain = [...font.attributes.keys()].every(isFontAttribute);
  if (users.keepsElement(font)) return { heir: null, tag: 'font', edits: [] };
  const parent = font.parent;
  if (isPlain && looks.length === 0) return { heir: parent, tag: '', edits: removeTags(font) };
  if (isPlain && parent && isAlone(font) && mayInherit(page, parent, looks, users)) {
    return { heir: parent, tag: parent.tag, edits: removeTags(font) };
  }
  if (users.matchesTag('span')) return { heir: null, tag: 'font', edits: [] };
  return { heir: null, tag: 'span', edits: renameTags(font, 'span') };
}

/**
 * Decides how a `<center>` is replaced.
 * @param {Page} page
 * @param {Element} center
 * @param {Users} users
 * @returns {Fate & { looks: string[] }}
 */
export function fateOfCenter(page, center, users) {
  const keep = { heir: null, tag: 'center', edits: [], looks: [] };
  if (users.keepsElement(center) || !center.endTag) return keep;
  const looks = [`text-align: ${holdsBlocks(center) ? '-webkit-center' : 'center'}`];
  const [only, ...others] = center.children.filter((node) => !isBlank(node));
  const isPlain = center.attributes.size === 0;
  const table = others.length === 0 && only && !isText(only) ? /** @type {Element} */ (only) : null;
  const isTable = table?.tag === 'table' && !table.attributes.has('align') && isFree(table, users);
  if (isPlain && page.quirks && isTable && !openEndsOf(page).has(center.range.start)) {
    // In quirks mode, tables do not inherit text alignment.
    return { heir: table, tag: 'table', edits: removeTags(center), looks: ['margin-left: auto', 'margin-right: auto'] };
  }
  const { parent } = center;
  const mayGive = parent && ['td', 'th', 'div'].includes(parent.tag) && isFree(parent, users);
  if (isPlain && mayGive && isAlone(center)) return { heir: parent, tag: parent.tag, edits: removeTags(center), looks };
  if (users.matchesTag('div')) return keep;
  return { heir: null, tag: 'div', edits: renameTags(center, 'div'), looks };
}

/**
 * Returns the places where a tag ends a paragraph that has no end tag. In quirks mode, a table would not end it.
 */
const openEndsOf = readOnce(
  (/** @type {Page} */ { elements }) =>
    new Set(elements.flatMap(({ tag, endTag, range }) => (tag === 'p' && !endTag ? [range.end] : []))),
);

/**
 * Returns true if an element can take over the declarations of a `<font>`: all its content is inside, and it draws
 * nothing itself that would change.
 * @param {Page} page
 * @param {Element} element
 * @param {readonly string[]} looks
 * @param {Users} users
 */
function mayInherit({ lineQuirks }, element, looks, users) {
  if (!isFree(element, users) || users.stylesText(element)) return false;
  const isSized = looks.some((look) => look.startsWith('font-size'));
  const isLettered = isSized || looks.some((look) => look.startsWith('font-family'));
  if (INLINE.has(element.tag)) return true;
  if (RELATIVE.has(element.tag)) return !isSized;
  if (looks.some((look) => look.startsWith('color')) && drawsBorder(element)) return false;
  // In other modes, the font of a block sets the min height of its lines.
  if (BLOCKS.has(element.tag)) return lineQuirks || !isLettered;
  return PARAGRAPHS.has(element.tag) && !isLettered;
}

/** Returns true for a cell of a table with borders, which have the colour of the cell's text. @param {Element} cell */
function drawsBorder(cell) {
  if (cell.tag !== 'td' && cell.tag !== 'th') return false;
  let table = cell.parent;
  while (table && table.tag !== 'table') table = table.parent;
  const attributes = table?.attributes;
  if (!attributes) return false;
  return attributes.has('rules') || !['0', undefined].includes(attributes.get('border')?.value.trim());
}

/** @param {Element} element @param {Users} users */
function isFree(element, users) {
  return !users.isCrossed(element) && !element.attributes.has('style') && !users.keepsClass(element);
}

/** Returns true if an element is the only visible content of its parent. @param {Element} element */
function isAlone(element) {
  return (element.parent?.children ?? []).every((node) => node === element || isBlank(node));
}

/** @param {Element | Text} node */
function isBlank(node) {
  return node.tag === '#comment' || (isText(node) && /^[ \t\r\n\f]*$/.test(node.text));
}

/** Inline elements. */
const IN_LINES = new Set(
  (
    'a abbr acronym area b basefont big blink br cite code del dfn em font i img input ins kbd label map nobr q s ' +
    'samp select option script small span strike strong sub sup textarea tt u var wbr'
  ).split(' '),
);

/** Returns true if an element may contain blocks, which its alignment would move. @param {Element} element */
export function holdsBlocks({ children }) {
  const stack = [...children];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.tag.startsWith('#')) continue;
    if (!IN_LINES.has(node.tag)) return true;
    stack.push(.../** @type {Element} */ (node).children);
  }
  return false;
}

/** @param {Element} element @returns {Edit[]} */
function removeTags({ startTag, endTag }) {
  return [startTag, ...(endTag ? [endTag] : [])].map((range) => ({ range, text: '' }));
}

/** @param {Element} element @param {string} name @returns {Edit[]} */
function renameTags({ tag, startTag, endTag }, name) {
  const start = startTag.start + 1;
  const edits = [{ range: { start, end: start + tag.length }, text: name }];
  if (endTag) edits.push({ range: { start: endTag.start + 2, end: endTag.start + 2 + tag.length }, text: name });
  return edits;
}

/** Returns true if an element contains a table. @param {Element} element */
export function holdsTable({ children }) {
  const stack = [...children];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.tag === 'table') return true;
    if ('children' in node) stack.push(...node.children);
  }
  return false;
}
