/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { isReadComment } from './comments.js';
import { findSpaceSelectors, keepsSpaceBy } from './space.js';
import { packStartTag } from './tags.js';

/** @typedef {{ start: number, end: number, text: string }} Cut text that takes the place of a range of the source */

const SPACE = /[ \t\n\f\r]+/g;
const TEMPLATE_MARK = /\{[{%]|\$\{|<[%?]/;
/** What may stand in the midst of one text: tags that close nothing, and comments that parsers move elsewhere. */
const BETWEEN_TEXT = /(<!--[\s\S]*?-->|<\/[a-z][^<>]*>)/i;
const END_OF_PAGE = /(<\/(?:body|frameset)\s*>)\s*(<\/html\s*>)\s*$/i;
const WITHOUT_TEXT = new Set(['html', 'head']);

/**
 * Everything that can go from a page but for what is in its scripts and style sheets, which are listed.
 * @param {Tree.Document} document
 * @param {string} source
 * @param {readonly string[]} spaceSelectors
 * @returns {{ cuts: Cut[], dropped: Set<number>, keepsSpace: (element: Tree.Element) => boolean, embedded: Tree.Element[] }}
 */
export function findCuts(document, source, spaceSelectors) {
  const elements = [...walkElements(document)];
  const sheets = elements.filter((element) => element.tagName === 'style').map(textOf);
  const keepsSpace = keepsSpaceBy([...spaceSelectors, ...sheets.flatMap(findSpaceSelectors)]);
  const asXml = /^\s*<\?xml\b/.test(source);
  const hasScripts = /<script\b|\son[a-z]+\s*=|javascript:/i.test(source);
  const cuts = cutsBeforeContent(document, source);
  /** @type {Set<number>} */
  const dropped = new Set();
  /** @type {Set<Tree.Node>} */
  const verbatim = new Set();
  // Misnested formatting makes a parser insert one tag twice.
  const seen = new Set();
  for (const element of elements) {
    if ((element.parentNode && verbatim.has(element.parentNode)) || keepsSpace(element)) verbatim.add(element);
    const place = element.sourceCodeLocation?.startTag;
    if (place && !seen.has(place.startOffset)) {
      seen.add(place.startOffset);
      const text = packStartTag(source, element, { asXml });
      if (text !== null) cuts.push({ start: place.startOffset, end: place.endOffset, text });
    }
    if (!verbatim.has(element)) cutChildren(element, source, hasScripts, cuts, dropped);
    if ('content' in element && verbatim.has(element)) verbatim.add(contentOf(element));
  }
  cutChildren(document, source, hasScripts, cuts, dropped);
  return { cuts, dropped, keepsSpace, embedded: elements.filter(({ tagName }) => /^(?:script|style)$/.test(tagName)) };
}

/**
 * A text with pieces of it replaced.
 * @param {string} source
 * @param {readonly Cut[]} cuts
 */
export function applyCuts(source, cuts) {
  let text = '';
  let at = 0;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    text += source.slice(at, cut.start) + cut.text;
    at = cut.end;
  }
  text += source.slice(at);
  return text.slice(0, -200) + text.slice(-200).replace(END_OF_PAGE, '$1$2');
}

/**
 * @param {Tree.Document} document
 * @returns {Generator<Tree.Element, void>}
 */
function* walkElements(document) {
  /** @type {Tree.Node[]} */
  const stack = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('tagName' in node) yield node;
    if (!('childNodes' in node)) continue;
    const inside = contentOf(node).childNodes;
    for (let i = inside.length - 1; i >= 0; i--) stack.push(inside[i]);
  }
}

/**
 * @param {Tree.ParentNode} node
 * @returns {Tree.ParentNode}
 */
function contentOf(node) {
  return 'content' in node ? /** @type {Tree.Template} */ (node).content : node;
}

/** @param {Tree.Element} element */
function textOf(element) {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

/**
 * White space that parsers skip: before the document type, after it, after `<html>` and around comments up there.
 * @param {Tree.Document} document
 * @param {string} source
 * @returns {Cut[]}
 */
function cutsBeforeContent(document, source) {
  const places = [0];
  /** @type {Tree.ChildNode[]} */
  const nodes = document.childNodes.flatMap((node) => ('tagName' in node ? [node, ...node.childNodes] : [node]));
  for (const node of nodes) {
    const location = node.sourceCodeLocation;
    if (node.nodeName !== 'html' && 'tagName' in node) break;
    if (location && 'startTag' in location) places.push(location.startTag?.endOffset ?? location.startOffset);
    else if (location) places.push(location.endOffset);
  }
  return places.flatMap((start) => {
    const space = /^[ \t\n\f\r]+(?=<)/.exec(source.slice(start, start + 1000));
    return space ? [{ start, end: start + space[0].length, text: '' }] : [];
  });
}

/**
 * @param {Tree.ParentNode} parent
 * @param {string} source
 * @param {boolean} hasScripts
 * @param {Cut[]} cuts
 * @param {Set<number>} dropped
 */
function cutChildren(parent, source, hasScripts, cuts, dropped) {
  const { childNodes } = contentOf(parent);
  const isAlone = isElementWithContent(parent) && childNodes.filter((child) => !isBlank(child)).length === 1;
  let endsInSpace = false;
  for (const child of childNodes) {
    const place = child.sourceCodeLocation;
    if (!place) {
      endsInSpace = false;
      continue;
    }
    const raw = source.slice(place.startOffset, place.endOffset);
    if (child.nodeName === '#text') {
      endsInSpace = cutText(raw, { parent, hasScripts, endsInSpace, at: place.startOffset, cuts });
    } else if ('data' in child && raw.startsWith('<!--') && !isReadComment(child.data, { hasScripts, isAlone })) {
      cuts.push({ start: place.startOffset, end: place.endOffset, text: '' });
      dropped.add(place.startOffset);
    } else endsInSpace = false;
  }
}

/**
 * Collapses the white space of a text, between the tags and comments that stand in the midst of it.
 * @param {string} raw
 * @param {{ parent: Tree.ParentNode, hasScripts: boolean, endsInSpace: boolean, at: number, cuts: Cut[] }} place
 * @returns {boolean} whether it ends in a space that further ones would double
 */
function cutText(raw, { parent, hasScripts, endsInSpace, at, cuts }) {
  if (TEMPLATE_MARK.test(raw)) return false;
  let start = at;
  let isSpace = endsInSpace;
  for (const [index, piece] of raw.split(BETWEEN_TEXT).entries()) {
    if (index % 2 === 1) {
      const isDropped = piece.startsWith('<!') && !isReadComment(piece.slice(4, -3), { hasScripts, isAlone: false });
      isSpace &&= isDropped;
    } else if (piece.includes('<')) {
      isSpace = false;
    } else if (piece !== '') {
      const text = collapse(piece, parent, isSpace);
      if (text !== piece) cuts.push({ start, end: start + piece.length, text });
      isSpace = text === '' ? isSpace : text.endsWith(' ');
    }
    start += piece.length;
  }
  return isSpace;
}

/**
 * @param {string} text
 * @param {Tree.ParentNode} parent
 * @param {boolean} followsSpace
 */
function collapse(text, parent, followsSpace) {
  const collapsed = text.replaceAll(SPACE, ' ');
  if (collapsed === ' ' && WITHOUT_TEXT.has(parent.nodeName)) return '';
  return followsSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
}

/** @param {Tree.ParentNode} node */
function isElementWithContent(node) {
  return 'tagName' in node && !/^(?:html|head|body)$/.test(/** @type {Tree.Element} */ (node).tagName);
}

/** @param {Tree.ChildNode} node */
function isBlank(node) {
  return node.nodeName === '#text' && !/[^ \t\n\f\r]/.test(/** @type {Tree.TextNode} */ (node).value);
}
