/** @import { Attribute, Element, Encoding, Page, SiteAddress, SitePath, Text } from '../types.ts' */
/** @import { DefaultTreeAdapterTypes as Tree, Token } from 'parse5' */

import { defaultTreeAdapter, parse } from 'parse5';
import { present } from '../../base/present.js';
import { ANYWHERE } from '../addresses.js';
import { readAttributes } from './attributes.js';
import { baseOf, findBase } from './base.js';

const INERT = new Set(['template', 'noscript']);

/** The adapter of the tree. The library's default creates a new object of all positions for every end tag. */
const treeAdapter = Object.freeze({
  ...defaultTreeAdapter,
  updateNodeSourceCodeLocation: (/** @type {Tree.Node} */ node, /** @type {Token.ElementLocation} */ end) => {
    node.sourceCodeLocation = Object.assign(node.sourceCodeLocation ?? {}, end);
  },
});

/**
 * Max nesting depth. Beyond it parsers take time that grows with the square of the depth, and browsers themselves stop
 * at 512.
 */
const MAX_DEPTH = 5000;

/** Min characters of a written element: `<b>`. */
const MIN_ELEMENT = 3;
/** Max copies beyond the elements that a source could hold: parsers repeat unclosed formatting in each block. */
const MAX_COPIES = 10_000;

/** A page whose tree has many more elements than its source: copies grow with the square of the source. */
export class TooManyElements extends Error {
  name = 'TooManyElements';
}

/**
 * Returns an adapter that ends a parse whose tree outgrows its source.
 * @param {string} source
 */
function adapterFor(source) {
  let left = source.length / MIN_ELEMENT + MAX_COPIES;
  /** @type {typeof treeAdapter.createElement} */
  const createElement = (tag, namespace, attributes) => {
    left -= 1;
    if (left < 0) throw new TooManyElements('The tree has many more elements than the source.');
    return treeAdapter.createElement(tag, namespace, attributes);
  };
  return { ...treeAdapter, createElement };
}

/**
 * Parses a page into its written elements, each with its position in the source. A component that needs a page parses
 * it and releases it: pages are not passed between stages. Nodes are read-only by their types, because freezing them
 * takes as long as parsing.
 * @param {SitePath} path
 * @param {string} source
 * @param {Encoding} encoding
 * @param {SiteAddress} [place] at which the site is served
 * @returns {Page}
 */
export function parsePage(path, source, encoding, place = ANYWHERE) {
  const tree = parse(source, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    treeAdapter: adapterFor(source),
  });
  /** @type {Element[]} */
  const elements = [];
  const children = collect(tree, source, elements);
  return Object.freeze({
    kind: 'page',
    path,
    source,
    encoding,
    quirks: tree.mode === 'quirks',
    lineQuirks: tree.mode !== 'no-quirks',
    language: elements.find((element) => element.tag === 'html')?.attributes.get('lang')?.value || null,
    base: baseOf(path, findBase(elements), place),
    place,
    elements,
    children,
  });
}

/**
 * Returns the same page for another path.
 * @param {Page} page
 * @param {SitePath} path
 * @param {SiteAddress} [place]
 * @returns {Page}
 */
export function movePage(page, path, place = ANYWHERE) {
  return Object.freeze({ ...page, path, base: baseOf(path, findBase(page.elements), place), place });
}

const VOID_OR_IMPLIED = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th ' +
    'thead tbody tfoot colgroup rt rp'
  ).split(' '),
);

/**
 * Returns true if a page is nested so deeply that parsing it would take too long, by its tags alone.
 * @param {string} source
 */
export function isTooDeep(source) {
  if (!hasManyTags(source)) return false;
  let open = 0;
  for (const [, slash, name] of source.matchAll(/<(\/?)([a-z][\w-]*)/gi)) {
    if (VOID_OR_IMPLIED.has(name.toLowerCase())) continue;
    open = slash ? Math.max(0, open - 1) : open + 1;
    if (open > MAX_DEPTH) return true;
  }
  return false;
}

/** @param {string} source */
function hasManyTags(source) {
  let count = 0;
  for (let at = source.indexOf('<'); at !== -1 && count <= MAX_DEPTH; at = source.indexOf('<', at + 1)) count++;
  return count > MAX_DEPTH;
}

/**
 * @typedef {{ index: number, tag: string, attributes: ReadonlyMap<string, Attribute>, range:
 * import('../types.ts').Range, startTag: import('../types.ts').Range, endTag: import('../types.ts').Range |
 * null,
 *   parent: Element | null, children: (Element | Text)[], foreign: boolean, inert: boolean, copied: boolean }} Growing
 */

/**
 * Walks the tree without recursion, because pages can be nested deeper than the stack.
 * @param {Tree.Document} tree
 * @param {string} source
 * @param {Element[]} elements
 */
function collect(tree, source, elements) {
  /** @type {(Element | Text)[]} */
  const top = [];
  // Parsers insert some elements twice (misnested formatting). Only the first one corresponds to the written tag.
  /** @type {Map<number, Growing>} */
  const seen = new Map();
  /** @type {{ node: Tree.ChildNode, parent: Growing | null, inert: boolean }[]} */
  const stack = tree.childNodes.toReversed().map((node) => ({ node, parent: null, inert: false }));
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { node, inert } = item;
    let { parent } = item;
    const siblings = parent ? parent.children : top;
    const location = node.sourceCodeLocation;
    if ('value' in node || 'data' in node) {
      if (location) siblings.push(textOf(node, location, parent));
      continue;
    }
    if (!('tagName' in node)) continue;
    const written = location && 'startTag' in location && location.startTag;
    const first = written && seen.get(written.startOffset);
    if (first) first.copied = true;
    else if (written) {
      const element = elementOf(node, source, parent, inert, elements.length);
      seen.set(written.startOffset, element);
      elements.push(element);
      siblings.push(element);
      parent = element;
    }
    const inside = 'content' in node ? /** @type {Tree.Template} */ (node).content.childNodes : node.childNodes;
    const within = inert || INERT.has(node.tagName);
    for (let i = inside.length - 1; i >= 0; i--) stack.push({ node: inside[i], parent, inert: within });
  }
  return top;
}

/**
 * @param {Tree.TextNode | Tree.CommentNode} node
 * @param {Token.Location} location
 * @param {Growing | null} parent
 * @returns {Text}
 */
function textOf(node, location, parent) {
  const isText = 'value' in node;
  return {
    tag: isText ? '#text' : '#comment',
    text: isText ? node.value : node.data,
    range: rangeOf(location),
    parent,
  };
}

/**
 * @param {Tree.Element} node
 * @param {string} source
 * @param {Growing | null} parent
 * @param {boolean} inert
 * @param {number} index
 * @returns {Growing}
 */
function elementOf(node, source, parent, inert, index) {
  const location = present(node.sourceCodeLocation);
  const startTag = present(location.startTag);
  return {
    index,
    tag: node.tagName,
    attributes: readAttributes(node, source),
    range: { start: startTag.startOffset, end: Math.max(location.endOffset, startTag.endOffset) },
    startTag: rangeOf(startTag),
    endTag: location.endTag ? rangeOf(location.endTag) : null,
    parent,
    children: [],
    foreign: node.namespaceURI !== 'http://www.w3.org/1999/xhtml',
    inert,
    copied: false,
  };
}

/** @param {Token.Location} location */
function rangeOf(location) {
  return { start: location.startOffset, end: location.endOffset };
}
