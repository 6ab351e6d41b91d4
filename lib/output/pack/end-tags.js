/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Cut } from './cuts.js' */

import { html } from 'parse5';

const BLOCKS = (
  'address article aside blockquote center div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'header hr main ' +
  'nav ol p pre section table ul'
).split(' ');

/**
 * Elements that end an element without end tag. https://html.spec.whatwg.org/multipage/syntax.html#optional-tags
 * @type {ReadonlyMap<string, ReadonlySet<string>>}
 */
const ENDED_BY = new Map(
  Object.entries({
    ...{ li: ['li'], dt: ['dt', 'dd'], dd: ['dt', 'dd'], p: BLOCKS },
    ...{ option: ['option', 'optgroup'], optgroup: ['optgroup'] },
    ...{
      td: ['td', 'th'],
      th: ['td', 'th'],
      tr: ['tr'],
      thead: ['tbody', 'tfoot'],
      tbody: ['tbody', 'tfoot'],
      tfoot: [],
    },
  }).map(([name, followers]) => [name, new Set(followers)]),
);

/** Elements whose end tag is optional only if another element follows. */
const NEED_A_FOLLOWER = new Set(['dt', 'thead']);

/** Elements whose end closes everything in them. The body is none of them. */
const HOLDERS = new Set(
  (
    'address article aside blockquote center dd div dl fieldset figcaption figure footer form header li main ' +
    'nav ol optgroup ' +
    'section select table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/**
 * Finds the end tags that a parser adds itself. Those of the page, its head and body stay, because servers and editors
 * search for them.
 * @param {readonly Tree.Element[]} elements all of the page
 * @param {readonly Cut[]} cuts other parts that are removed
 * @param {{ isQuirky: boolean }} page
 * @returns {Cut[]}
 */
export function findEndTags(elements, cuts, { isQuirky }) {
  const holdsScript = ancestorsOf(elements.filter(({ tagName }) => tagName === 'script'));
  const after = skipOver(cuts);
  /** @type {Cut[]} */
  const found = [];
  for (const parent of elements) {
    for (const [index, child] of parent.childNodes.entries()) {
      // A script can write content that only the end tag closes.
      if (!isEndable(child) || holdsScript.has(child)) continue;
      const endTag = child.sourceCodeLocation?.endTag;
      if (!endTag) continue;
      const end = after(endTag.endOffset);
      if (isUnderstood(parent, index, end, isQuirky)) {
        found.push({ start: endTag.startOffset, end: endTag.endOffset, text: '' });
      }
    }
  }
  return found;
}

/**
 * Returns true if a parser closes a child of an element at an offset by itself.
 * @param {Tree.ParentNode} parent
 * @param {number} index
 * @param {number} end
 * @param {boolean} isQuirky
 * @returns {boolean}
 */
function isUnderstood(parent, index, end, isQuirky) {
  const name = parent.childNodes[index].nodeName;
  let at = index + 1;
  while (at < parent.childNodes.length && endsBy(parent.childNodes[at], end)) at++;
  const next = parent.childNodes[at];
  if (next) {
    // https://html.spec.whatwg.org/multipage/parsing.html: in quirks mode a table is inside of a paragraph.
    const isWithin = isQuirky && name === 'p' && next.nodeName === 'table';
    return !isWithin && startsAt(next, end) && ENDED_BY.get(name)?.has(next.nodeName) === true;
  }
  if (NEED_A_FOLLOWER.has(name) || !('tagName' in parent)) return false;
  const endTag = parent.sourceCodeLocation?.endTag;
  if (endTag) return endTag.startOffset === end && HOLDERS.has(parent.tagName);
  const above = parent.parentNode;
  return isEndable(parent) && above !== null && isUnderstood(above, above.childNodes.indexOf(parent), end, isQuirky);
}

/** @param {Tree.Node} node @returns {node is Tree.Element} */
function isEndable(node) {
  return 'tagName' in node && node.namespaceURI === html.NS.HTML && ENDED_BY.has(node.tagName);
}

/** @param {Tree.Node} node @param {number} at */
function startsAt(node, at) {
  return node.sourceCodeLocation?.startOffset === at;
}

/** @param {Tree.Node} node @param {number} at */
function endsBy(node, at) {
  const place = node.sourceCodeLocation;
  return place !== null && place !== undefined && place.endOffset <= at;
}

/**
 * Creates a function that returns the end of a cut at an offset.
 * @param {readonly Cut[]} cuts
 * @returns {(at: number) => number}
 */
function skipOver(cuts) {
  const ends = new Map(cuts.filter(({ text }) => text === '').map(({ start, end }) => [start, end]));
  return (at) => {
    let end = at;
    for (let next = ends.get(end); next !== undefined && next > end; next = ends.get(end)) end = next;
    return end;
  };
}

/** @param {readonly Tree.Element[]} elements */
function ancestorsOf(elements) {
  /** @type {Set<Tree.ParentNode>} */
  const above = new Set();
  for (const { parentNode } of elements) {
    for (let node = parentNode; node && !above.has(node); node = 'parentNode' in node ? node.parentNode : null) {
      above.add(node);
    }
  }
  return above;
}
