/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Lie } from './lines.js' */

/** White space at the ends of texts without effect: at the start or end of a line, or after another space. */
/** @typedef {{ begins: ReadonlySet<Tree.TextNode>, ends: ReadonlySet<Tree.TextNode> }} IdleSpace */

/** @type {IdleSpace} */
export const NO_IDLE_SPACE = Object.freeze({ begins: new Set(), ends: new Set() });

/** Marks of template texts, which will be replaced. */
export const TEMPLATE_MARK = /\{[{%]|\$\{|<[%?]/;
const BEGINS = /^[ \t\n\f\r]/;
const ENDS = /[ \t\n\f\r]$/;
const INK = /[^ \t\n\f\r]/;

/**
 * Finds the white space of a page that CSS collapses. https://drafts.csswg.org/css-text/#white-space-rules
 * @param {Tree.Document} document
 * @param {object} page
 * @param {(element: Tree.Element) => Lie} page.lieOf
 * @param {(element: Tree.Element) => boolean} page.keepsSpace
 * @param {(node: Tree.ChildNode) => boolean} page.isDropped
 * @returns {IdleSpace}
 */
export function findIdleSpace(document, { lieOf, keepsSpace, isDropped }) {
  /** @type {Set<Tree.TextNode>} */
  const begins = new Set();
  /** @type {Set<Tree.TextNode>} */
  const ends = new Set();
  /**
   * State before a space: at the start of a line, after another space, or after visible content.
   * @type {'line' | 'space' | 'ink'}
   */
  let after = 'ink';
  /** @type {Tree.TextNode | null} position of the space that the next ones follow */
  let spaced = null;

  /** @param {Tree.TextNode} text */
  const read = (text) => {
    if (TEMPLATE_MARK.test(text.value)) {
      after = 'ink';
      return;
    }
    const isIdle = after !== 'ink' && BEGINS.test(text.value);
    if (isIdle) begins.add(text);
    if (isIdle && !INK.test(text.value)) return;
    after = ENDS.test(text.value) ? 'space' : 'ink';
    spaced = text;
  };
  /** @param {Lie} lie */
  const pass = (lie) => {
    if (lie === 'inline') return;
    if (lie && after === 'space' && spaced) ends.add(spaced);
    after = lie ? 'line' : 'ink';
  };

  /** @type {{ node: Tree.ParentNode, at: number, lie: Lie }[]} */
  const stack = [{ node: document, at: 0, lie: null }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = top.node.childNodes[top.at++];
    if (!child) {
      pass(top.lie);
      stack.pop();
    } else if ('value' in child) read(child);
    else if (isDropped(child)) continue;
    else if ('tagName' in child && !keepsSpace(child)) {
      const lie = lieOf(child);
      pass(lie);
      stack.push({ node: child, at: 0, lie });
    } else pass(null);
  }
  return { begins, ends };
}
