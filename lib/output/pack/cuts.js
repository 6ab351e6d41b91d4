/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Allowed } from './compare.js' */
/** @import { FlowSelectors } from './lines.js' */

import { readOnce } from '../../base/read-once.js';
import { isReadComment, runsCode } from '../../site/text/comments.js';
import { hasTakenOver } from '../../site/text/taken-over.js';
import { findEndTags } from './end-tags.js';
import { findIdleSpace, NO_IDLE_SPACE } from './idle-space.js';
import { findFlowSelectors, liesBy } from './lines.js';
import { findSpaceSelectors, keepsSpaceBy } from './space.js';
import { packStartTag } from './tags.js';
import { contentOf, cutTexts, joinsLines, shortenTexts } from './texts.js';

/** @typedef {{ start: number, end: number, text: string }} Cut text that replaces a range of the source */

const EMPTY_COMMENT = '<!---->';
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const END_OF_PAGE = /(<\/(?:body|frameset)\s*>)\s*(<\/html\s*>)\s*$/i;
/** Elements in which a reference is text. */
const RAW = new Set('script style xmp iframe noembed noframes plaintext'.split(' '));
/** Marks of a whole page. Other pages can be parts that are included in pages with own style sheets. */
const WHOLE_PAGE = /<(?:!doctype|html|head|title|body|frameset)\b/i;

/**
 * Finds everything that can be removed from a page, except parts of its scripts and style sheets, which are listed.
 * @param {Tree.Document} document
 * @param {string} source
 * @param {{ spaceSelectors: readonly string[], flowSelectors: readonly FlowSelectors[] | null, asciiOnly: boolean,
 *   keepsQuotes?: boolean }} options
 * @returns {{ cuts: Cut[], endTags: Cut[], embedded: Tree.Element[], allowed: Omit<Allowed, 'replaced'> }}
 */
export function findCuts(document, source, { spaceSelectors, flowSelectors, asciiOnly, keepsQuotes = false }) {
  const elements = [...walkElements(document)];
  const sheets = elements.filter((element) => element.tagName === 'style').map(textOf);
  const showsSpace = keepsSpaceBy([...spaceSelectors, ...sheets.flatMap(findSpaceSelectors)]);
  const asXml = isForXml(source);
  const hasScripts = runsCode(source);
  // A page of ASCII reads the same in any encoding that a server declares.
  const isAscii = asciiOnly || !/[^\p{ASCII}]/u.test(source.replaceAll(COMMENT, ''));
  const cuts = [...cutsBeforeContent(document, source), ...cutDoctype(document, source)];
  const isKept = hasScripts && hasTakenOver(source);
  const isWalked = (/** @type {Tree.Element} */ one) =>
    one.tagName === 'body' || (one.tagName === 'head' && isMarked(one));
  const keepsSpace = (/** @type {Tree.Element} */ one) => (isKept && isWalked(one)) || showsSpace(one);
  const verbatim = findVerbatim(elements, keepsSpace);
  const collapsing = [document, ...elements.filter((element) => !verbatim.has(element))];
  const { dropped, emptied } = dropComments(collapsing, source, { hasScripts, cuts });
  // A script may depend on the position of texts, and read them.
  const isFree = flowSelectors !== null && !hasScripts && !asXml && WHOLE_PAGE.test(source);
  const lieOf = isFree ? liesBy([...flowSelectors, ...sheets.map(findFlowSelectors)]) : null;
  const isDropped = (/** @type {Tree.Node} */ node) => dropped.has(node.sourceCodeLocation?.startOffset ?? -1);
  // The comparison needs it for the same tree again.
  const findIdle = readOnce((/** @type {Tree.Document} */ tree) =>
    lieOf ? findIdleSpace(tree, { lieOf, keepsSpace, isDropped }) : NO_IDLE_SPACE,
  );
  const idle = findIdle(document);
  const ground = { source, asXml, isAscii, keepsLines: joinsLines(source), dropped, idle, cuts };
  // For misnested formatting a parser inserts one tag twice.
  const seen = new Set();
  for (const element of elements) {
    const place = element.sourceCodeLocation?.startTag;
    const isCopy = place !== undefined && seen.has(place.startOffset);
    if (place && !isCopy) {
      seen.add(place.startOffset);
      const text = packStartTag(source, element, { asXml, isAscii, keepsQuotes });
      if (text !== null) cuts.push({ start: place.startOffset, end: place.endOffset, text });
      cuts.push(...cutEndTag(source, element));
    }
    // A single space can be the reason why the parser inserted it again.
    if (!verbatim.has(element)) cutTexts(element, isCopy ? { ...ground, idle: NO_IDLE_SPACE } : ground);
    else if (!RAW.has(element.tagName)) shortenTexts(element, ground);
  }
  cutTexts(document, ground);
  const endTags = asXml ? [] : findEndTags(elements, cuts, { isQuirky: document.mode === 'quirks' });
  const embedded = elements.filter(({ tagName }) => /^(?:script|style)$/.test(tagName));
  return { cuts, endTags, embedded, allowed: { keepsSpace, findIdle, dropped, emptied } };
}

/** Returns true if an XML parser may read a page, too. @param {string} source */
export function isForXml(source) {
  return /^\s*<\?xml\b/.test(source);
}

/**
 * Returns a page with pieces of it replaced.
 * @param {string} source
 * @param {readonly Cut[]} cuts
 * @param {{ trimsEnd: boolean }} how true if the white space around its last tags is removed, too
 */
export function applyCuts(source, cuts, { trimsEnd }) {
  let text = '';
  let at = 0;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    // Two texts can span content that a parser moved.
    if (cut.start < at) continue;
    text += source.slice(at, cut.start) + cut.text;
    at = cut.end;
  }
  text += source.slice(at);
  return trimsEnd ? text.slice(0, -200) + text.slice(-200).replace(END_OF_PAGE, '$1$2') : text;
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
 * Returns elements that preserve white space, and those inside one.
 * @param {readonly Tree.Element[]} elements in document order
 * @param {(element: Tree.Element) => boolean} keepsSpace
 */
function findVerbatim(elements, keepsSpace) {
  /** @type {Set<Tree.Node>} */
  const verbatim = new Set();
  for (const element of elements) {
    if (!(element.parentNode && verbatim.has(element.parentNode)) && !keepsSpace(element)) continue;
    verbatim.add(element).add(contentOf(element));
  }
  return verbatim;
}

/**
 * Returns true if an element contains a comment that a script may read. Frameworks begin the part of the head that they
 * render with one, and go from node to node: without the white space between them, Svelte renders the page again, and
 * pages of one site lost their style sheets.
 * @param {Tree.Element} element
 */
function isMarked({ childNodes }) {
  return childNodes.some((node) => 'data' in node && isReadComment(node.data, { hasScripts: true, isAlone: false }));
}

/** @param {Tree.Element} element */
function textOf(element) {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

/**
 * Finds comments without a reader. They are removed, except between two texts, where an empty one stays: browsers lay
 * out each text by itself, and joined texts would be shifted by a fraction of a pixel.
 * @param {readonly Tree.ParentNode[]} parents
 * @param {string} source
 * @param {{ hasScripts: boolean, cuts: Cut[] }} options `cuts` is appended to
 * @returns {{ dropped: Set<number>, emptied: Set<number> }} their starts
 */
function dropComments(parents, source, { hasScripts, cuts }) {
  /** @type {Set<number>} */
  const dropped = new Set();
  /** @type {Set<number>} */
  const emptied = new Set();
  /** @param {Tree.ChildNode} comment @param {boolean} isNeeded */
  const cut = ({ sourceCodeLocation: place }, isNeeded) => {
    if (!place) return;
    cuts.push({ start: place.startOffset, end: place.endOffset, text: isNeeded ? EMPTY_COMMENT : '' });
    (isNeeded ? emptied : dropped).add(place.startOffset);
  };
  for (const parent of parents) {
    const { childNodes } = contentOf(parent);
    const isAlone = isElementWithContent(parent) && childNodes.filter((child) => !isBlank(child)).length === 1;
    const isUnread = (/** @type {Tree.ChildNode} */ child) =>
      'data' in child &&
      source.startsWith('<!--', child.sourceCodeLocation?.startOffset ?? source.length) &&
      !isReadComment(child.data, { hasScripts, isAlone });
    let isAfterText = false;
    /** @type {Tree.ChildNode | null} */
    let between = null;
    for (const child of childNodes) {
      if (isUnread(child)) {
        if (isAfterText && !between) between = child;
        else cut(child, false);
      } else if (!isBlank(child)) {
        isAfterText = child.nodeName === '#text';
        if (between) cut(between, isAfterText);
        between = null;
      }
    }
    if (between) cut(between, false);
  }
  return { dropped, emptied };
}

/**
 * Returns the white space that parsers skip: before the document type, after it, after `<html>` and around comments
 * there.
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
 * Returns the white space in an end tag.
 * @param {string} source @param {Tree.Element} element
 * @returns {Cut[]}
 */
function cutEndTag(source, { sourceCodeLocation }) {
  const place = sourceCodeLocation?.endTag;
  if (!place) return [];
  const start = place.startOffset + source.slice(place.startOffset, place.endOffset - 1).trimEnd().length;
  return start < place.endOffset - 1 ? [{ start, end: place.endOffset - 1, text: '' }] : [];
}

/**
 * Returns the document type with single spaces.
 * @param {Tree.Document} document @param {string} source
 * @returns {Cut[]}
 */
function cutDoctype(document, source) {
  const place = document.childNodes.find(({ nodeName }) => nodeName === '#documentType')?.sourceCodeLocation;
  const raw = place ? source.slice(place.startOffset, place.endOffset) : '';
  const text = raw.replaceAll(/\s+/g, ' ').replace(/ (?=>$)/, '');
  return place && text.length < raw.length ? [{ start: place.startOffset, end: place.endOffset, text }] : [];
}

/** @param {Tree.ParentNode} node */
function isElementWithContent(node) {
  return 'tagName' in node && !/^(?:html|head|body)$/.test(node.tagName);
}

/** @param {Tree.ChildNode} node */
function isBlank(node) {
  return 'value' in node && !/[^ \t\n\f\r]/.test(node.value);
}
