/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { IdleSpace } from './idle-space.js' */

/**
 * @typedef {object} Allowed what packing may have changed, and nothing else
 * @property {(element: Tree.Element) => boolean} keepsSpace
 * @property {(document: Tree.Document) => IdleSpace} findIdle white space that shows nowhere
 * @property {ReadonlySet<number>} dropped comments that were left out, by where they start
 * @property {ReadonlyMap<number, string>} replaced new texts of scripts and style sheets, by where they start
 * @property {boolean} [runsScripts] then what stands in <noscript> is text that nobody sees
 */

/** Where white space between elements makes no box, whatever the style sheet says. */
const WITHOUT_TEXT = new Set(['html', 'head', '#document']);

/**
 * Compares the trees of a page before and after packing: the same elements in the same places with the same attributes and
 * values, the same text; runs of white space count as one space, as CSS draws them, and to the letter where it keeps them.
 * @param {Tree.Document} before
 * @param {Tree.Document} after
 * @param {Allowed} allowed
 * @returns {string | null} what differs
 */
export function compareTrees(before, after, { dropped, replaced, ...rest }) {
  if (before.mode !== after.mode) return `the page went from ${before.mode} to ${after.mode} mode`;
  const old = readTree(before, { ...rest, dropped, replaced });
  const now = readTree(after, { ...rest, dropped: new Set(), replaced: new Map() });
  for (;;) {
    const expected = old.next();
    const found = now.next();
    if (expected.done && found.done) return null;
    if (expected.value !== found.value) {
      return `${excerpt(expected.value)} became ${excerpt(found.value)}`;
    }
  }
}

/** @param {string | void} step */
function excerpt(step) {
  if (!step) return 'nothing';
  return JSON.stringify(step.length > 60 ? `${step.slice(0, 60)}…` : step);
}

/**
 * A tree as a row of strings, in document order and without recursion.
 * @param {Tree.Document} document
 * @param {Allowed} allowed
 * @returns {Generator<string, void>}
 */
function* readTree(document, { keepsSpace, findIdle, dropped, replaced, runsScripts = false }) {
  const isDropped = (/** @type {Tree.ChildNode} */ node) => dropped.has(node.sourceCodeLocation?.startOffset ?? -1);
  const idle = findIdle(document);
  /** @type {{ node: Tree.ParentNode, at: number, verbatim: boolean }[]} */
  const stack = [{ node: document, at: 0, verbatim: false }];
  let text = '';
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { node, verbatim } = top;
    const child = childrenOf(node)[top.at++];
    const start = child?.sourceCodeLocation?.startOffset ?? -1;
    if (child?.nodeName === '#text') {
      text += replaced.get(start) ?? withoutIdle(/** @type {Tree.TextNode} */ (child), idle);
      continue;
    }
    if (child && isDropped(child)) continue;
    const isHidden = runsScripts && node.nodeName === 'noscript';
    const shown = isHidden ? '' : shownText(text, node, verbatim, !child);
    if (shown) yield shown;
    text = '';
    if (!child) {
      stack.pop();
      yield '/';
    } else if ('tagName' in child) {
      yield describe(child);
      stack.push({ node: child, at: 0, verbatim: verbatim || keepsSpace(child) });
    } else if ('data' in child) yield `<!--${child.data}-->`;
    else {
      const { name, publicId, systemId } = /** @type {Tree.DocumentType} */ (child);
      yield `<!doctype ${JSON.stringify([name, publicId, systemId])}>`;
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
 * @param {Tree.TextNode} node
 * @param {IdleSpace} idle
 */
function withoutIdle(node, { begins, ends }) {
  const begun = begins.has(node) ? node.value.replace(/^[ \t\n\f\r]+/, '') : node.value;
  return ends.has(node) ? begun.replace(/[ \t\n\f\r]+$/, '') : begun;
}

/**
 * @param {string} text
 * @param {Tree.ParentNode} node
 * @param {boolean} verbatim
 * @param {boolean} isLast
 */
function shownText(text, node, verbatim, isLast) {
  if (verbatim) return text;
  const collapsed = text.replaceAll(/[ \t\n\f\r]+/g, ' ');
  if (collapsed === ' ' && WITHOUT_TEXT.has(node.nodeName)) return '';
  // The line breaks that end a file end up here.
  return isLast && node.nodeName === 'body' ? collapsed.trimEnd() : collapsed;
}

/** @param {Tree.Element} element */
function describe(element) {
  let text = `<${element.tagName} ${element.namespaceURI}`;
  for (const { name, value, prefix } of element.attrs) text += ` ${prefix ?? ''}:${name}=${JSON.stringify(value)}`;
  return text;
}
