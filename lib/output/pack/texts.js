/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Cut } from './cuts.js' */
/** @import { IdleSpace } from './idle-space.js' */

import { present } from '../../base/present.js';
import { TEMPLATE_MARK } from './idle-space.js';
import { shortenText } from './references.js';

const SPACE = /[ \t\n\f\r]+/g;
const INK = /[^ \t\n\f\r]/;
const LINE_END = /[\n\f\r]/;
/**
 * Characters next to which a browser drops a line break instead of rendering a space: break opportunities, and East
 * Asian characters.
 */
const JOINS_LINES = new RegExp(
  String.raw`[\u200b\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud8bf][\udc00-\udfff]` +
    String.raw`|&(?:#\d{4,}|#x[\da-f]{4,}|ZeroWidthSpace|Negative\w+Space)\b`,
  'i',
);
/**
 * Content inside of one text: tags without effect on structure, and comments, scripts and the like that parsers move
 * elsewhere.
 */
const BETWEEN_TEXT =
  /(<!--[\s\S]*?(?:-->|$)|<script\b[\s\S]*?(?:<\/script\s*>|$)|<style\b[\s\S]*?(?:<\/style\s*>|$)|<\/?[a-z][^<>]*>)/i;
const WITHOUT_TEXT = new Set(['html', 'head']);

/**
 * Facts about a page for cutting its texts.
 * @typedef {object} Ground
 * @property {string} source
 * @property {boolean} asXml
 * @property {boolean} isAscii see `shortenText`
 * @property {boolean} keepsLines see `joinsLines`
 * @property {ReadonlySet<number>} dropped comments that are removed, by their start
 * @property {IdleSpace} idle
 * @property {Cut[]} cuts output
 */

/**
 * @param {Tree.ParentNode} node
 * @returns {Tree.ParentNode}
 */
export function contentOf(node) {
  return 'content' in node ? /** @type {Tree.Template} */ (node).content : node;
}

/**
 * Collapses the white space of the texts in an element, and shortens their references.
 * @param {Tree.ParentNode} parent
 * @param {Ground} ground
 */
export function cutTexts(parent, ground) {
  let endsInSpace = false;
  const { childNodes } = contentOf(parent);
  for (const [index, child] of childNodes.entries()) {
    const place = child.sourceCodeLocation;
    if (place && 'value' in child) {
      // A parser moves text in a table outside of a cell before the table.
      const isInPlace = (childNodes[index + 1]?.sourceCodeLocation?.startOffset ?? Infinity) > place.startOffset;
      endsInSpace = cutText(child, { parent, endsInSpace, isInPlace }, ground);
    } else if (!place || !ground.dropped.has(place.startOffset)) endsInSpace = false;
  }
}

/**
 * @param {Tree.TextNode} node
 * @param {{ parent: Tree.ParentNode, endsInSpace: boolean, isInPlace: boolean }} place
 * @param {Ground} ground
 * @returns {boolean} true if it ends in a space that makes further ones redundant
 */
function cutText(node, { parent, endsInSpace, isInPlace }, ground) {
  const { source, idle, keepsLines, cuts } = ground;
  const { startOffset, endOffset } = present(node.sourceCodeLocation);
  const raw = source.slice(startOffset, endOffset);
  if (TEMPLATE_MARK.test(raw)) return false;
  let start = startOffset;
  const pieces = parent.nodeName === 'title' ? [raw] : raw.split(BETWEEN_TEXT);
  if (!isWhole(node, pieces)) return false;
  const last = pieces.findLastIndex((piece, index) => index % 2 === 0 && INK.test(piece));
  let isSpace = endsInSpace || (isInPlace && idle.begins.has(node));
  for (const [index, piece] of pieces.entries()) {
    if (piece.includes('<')) {
      // A tag within a text begins and ends nothing, and a comment is elsewhere in the tree: the text continues.
      isSpace &&= index % 2 === 1;
    } else if (piece !== '') {
      const isEnd = isInPlace && idle.ends.has(node) && index >= last;
      const text = shorten(collapse(piece, { parent, isBegun: isSpace, isEnd, keepsLines }), ground);
      if (text !== piece) cuts.push({ start, end: start + piece.length, text });
      isSpace = text === '' ? isSpace : /[ \n]$/.test(text);
    }
    start += piece.length;
  }
  return isSpace;
}

/**
 * Returns true if the pieces are the node's own text. If a parser moved it out of a table or dropped parts, other
 * content is in between.
 * @param {Tree.TextNode} node
 * @param {readonly string[]} pieces
 */
function isWhole({ value }, pieces) {
  const text = pieces.filter((_, index) => index % 2 === 0).join('');
  return text.replaceAll(/\r\n?|&[#\w]+;?/g, '').length <= value.length;
}

/**
 * @param {string} text
 * @param {{ parent: Tree.ParentNode, isBegun: boolean, isEnd: boolean, keepsLines: boolean }} place `isBegun`, `isEnd`:
 *   true if a space at that end has no effect
 */
function collapse(text, { parent, isBegun, isEnd, keepsLines }) {
  const collapsed = text.replaceAll(SPACE, (space) => (keepsLines && LINE_END.test(space) ? '\n' : ' '));
  if (/^[ \n]$/.test(collapsed) && WITHOUT_TEXT.has(parent.nodeName)) return '';
  const begun = isBegun ? collapsed.replace(/^[ \n]/, '') : collapsed;
  return isEnd ? begun.replace(/[ \n]$/, '') : begun;
}

/** Returns true if a line break may be less than a space somewhere on a page. @param {string} source */
export function joinsLines(source) {
  return JOINS_LINES.test(source);
}

/**
 * Shortens the references in texts whose white space is preserved.
 * @param {Tree.ParentNode} parent
 * @param {Ground} ground
 */
export function shortenTexts(parent, ground) {
  for (const child of contentOf(parent).childNodes) {
    const place = child.sourceCodeLocation;
    if (child.nodeName !== '#text' || !place) continue;
    const raw = ground.source.slice(place.startOffset, place.endOffset);
    if (raw.includes('<') || TEMPLATE_MARK.test(raw)) continue;
    const text = shorten(raw, ground);
    if (text !== raw) ground.cuts.push({ start: place.startOffset, end: place.endOffset, text });
  }
}

/**
 * @param {string} text
 * @param {Ground} ground
 */
function shorten(text, { asXml, isAscii }) {
  return asXml ? text : shortenText(text, { isAscii });
}
