/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { IdleSpace } from './idle-space.js' */

import { defaultTreeAdapter, html } from 'parse5';
import { readOnce } from '../../base/read-once.js';
import { trimEndOf } from '../../base/trim.js';

/**
 * @typedef {object} Allowed changes that packing may make
 * @property {(element: Tree.Element) => boolean} keepsSpace
 * @property {(document: Tree.Document) => IdleSpace} findIdle white space without effect
 * @property {ReadonlySet<number>} dropped comments that were removed, by their start
 * @property {ReadonlySet<number>} emptied comments that were emptied, by their start
 * @property {ReadonlyMap<number, string>} replaced new texts of scripts and style sheets, by their start
 * @property {boolean} [runsScripts] if true, the content of <noscript> is invisible text
 */

/**
 * The first difference of two trees.
 * @typedef {{ reason: string, node: Tree.Node | null }} Difference the node of the first tree, null for the whole tree
 */

const { isDocumentTypeNode, isTextNode } = defaultTreeAdapter;

/** Elements in which white space between elements creates no box, with any style sheet. */
const WITHOUT_TEXT = new Set(['html', 'head', '#document']);
const INK = /[^ \t\n\f\r]/;

/**
 * Compares the trees of a page before and after packing: the same elements at the same places with the same attributes
 * and values, and the same text. Runs of white space count as one space, as CSS renders them, and are compared exactly
 * if CSS preserves them.
 * @param {Tree.Document} before
 * @param {Tree.Document} after
 * @param {Allowed} allowed
 * @returns {Difference | null}
 */
export function compareTrees(before, after, { dropped, emptied, replaced, ...rest }) {
  if (before.mode !== after.mode)
    return { reason: `the page went from ${before.mode} to ${after.mode} mode`, node: null };
  const old = readTree(before, { ...rest, dropped, emptied, replaced });
  const now = readTree(after, { ...rest, dropped: new Set(), emptied: new Set(), replaced: new Map() });
  for (;;) {
    const expected = old.next();
    const found = now.next();
    if (expected.done && found.done) return null;
    const [was, is] = [expected.value, found.value];
    if (was?.step !== is?.step) {
      const at = partingOf(was?.step ?? '', is?.step ?? '');
      return { reason: `${excerpt(was?.step, at)} became ${excerpt(is?.step, at)}`, node: was?.node ?? null };
    }
  }
}

/** Returns the position of the first difference of two texts. @param {string} one @param {string} other */
function partingOf(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

/**
 * Returns the part of a step around its difference.
 * @param {string | undefined} step
 * @param {number} at
 */
function excerpt(step, at) {
  if (!step) return 'nothing';
  const start = at < 50 ? 0 : at - 20;
  const text = `${start > 0 ? '…' : ''}${step.slice(start, start + 60)}${step.length > start + 60 ? '…' : ''}`;
  return JSON.stringify(text.replace(`${html.NS.HTML} `, ''));
}

/**
 * Iterates over a tree as strings, in document order and without recursion, each with its node or the node around it.
 * @param {Tree.Document} document
 * @param {Allowed} allowed
 * @returns {Generator<{ step: string, node: Tree.Node }, undefined>}
 */
function* readTree(document, { keepsSpace, findIdle, dropped, emptied, replaced, runsScripts = false }) {
  const isDropped = (/** @type {Tree.ChildNode} */ node) => dropped.has(node.sourceCodeLocation?.startOffset ?? -1);
  const idle = findIdle(document);
  /** @type {{ node: Tree.ParentNode, at: number, verbatim: boolean }[]} */
  const stack = [{ node: document, at: 0, verbatim: false }];
  let text = '';
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { node, verbatim } = top;
    const child = childrenOf(node)[top.at++];
    const start = child?.sourceCodeLocation?.startOffset ?? -1;
    if (child && isTextNode(child)) {
      text += replaced.get(start) ?? withoutIdle(child, idle);
      continue;
    }
    if (child && isDropped(child)) continue;
    const isHidden = runsScripts && node.nodeName === 'noscript';
    const shown = isHidden ? '' : shownText(text, node, verbatim, !child && text !== '' && endsPage(stack));
    if (shown) yield { step: shown, node };
    text = '';
    if (!child) {
      stack.pop();
      yield { step: '/', node };
    } else if ('tagName' in child) {
      yield { step: describe(child), node: child };
      stack.push({ node: child, at: 0, verbatim: verbatim || keepsSpace(child) });
    } else if ('data' in child) yield { step: `<!--${emptied.has(start) ? '' : child.data}-->`, node: child };
    else if (isDocumentTypeNode(child)) {
      const { name, publicId, systemId } = child;
      yield { step: `<!doctype ${JSON.stringify([name, publicId, systemId])}>`, node: child };
    }
  }
}

/**
 * @param {Tree.ParentNode} node
 * @returns {Tree.ChildNode[]}
 */
function childrenOf(node) {
  return 'content' in node ? /** @type {Tree.Template} */ (node).content.childNodes : node.childNodes;
}

/**
 * Returns true if only comments and white space follow. Line breaks after the last tag belong to elements that were not
 * closed.
 * @param {readonly { node: Tree.ParentNode, at: number }[]} stack
 */
function endsPage(stack) {
  return stack.every(({ node, at }) => lastShownOf(node) < at);
}

/** Every text of a page asks it of the same few elements around it. */
const lastShownOf = readOnce((/** @type {Tree.ParentNode} */ node) =>
  childrenOf(node).findLastIndex((child) => !('data' in child) && !('value' in child && !INK.test(child.value))),
);

/**
 * @param {Tree.TextNode} node
 * @param {IdleSpace} idle
 */
function withoutIdle(node, { begins, ends }) {
  const begun = begins.has(node) ? node.value.replace(/^[ \t\n\f\r]+/, '') : node.value;
  return ends.has(node) ? trimEndOf(begun, /[ \t\n\f\r]/) : begun;
}

/**
 * @param {string} text
 * @param {Tree.ParentNode} node
 * @param {boolean} verbatim
 * @param {boolean} isLast of the page
 */
function shownText(text, node, verbatim, isLast) {
  if (verbatim) return text;
  const collapsed = text.replaceAll(/[ \t\n\f\r]+/g, ' ');
  if (collapsed === ' ' && WITHOUT_TEXT.has(node.nodeName)) return '';
  return isLast ? collapsed.replace(/ $/, '') : collapsed;
}

/** @param {Tree.Element} element */
function describe(element) {
  const { tagName, namespaceURI, attrs } = element;
  const isViewport = tagName === 'meta' && attrs.some((one) => one.name === 'name' && /^viewport$/i.test(one.value));
  let text = `<${tagName} ${namespaceURI}`;
  for (const { name, value, prefix } of attrs) {
    const meant = isViewport && name === 'content' ? viewportOf(value) : value;
    text += ` ${prefix ?? ''}:${name}=${JSON.stringify(meant)}`;
  }
  return text;
}

/**
 * A viewport as browsers read it: https://drafts.csswg.org/css-viewport/#parsing-algorithm. Nearly all pages of today
 * have one, and minifiers write it shorter.
 * @param {string} value
 */
function viewportOf(value) {
  const parts = value
    .split('=')
    .map((part) => part.trim())
    .join('=')
    .split(/[\s,;]+/);
  return parts.filter(Boolean).map((part) => part.replace(/(?<==)\d+\.\d+$/, (number) => String(Number(number))));
}
