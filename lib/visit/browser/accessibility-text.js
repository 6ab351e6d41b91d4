/** @import { CDPSession, Protocol } from 'puppeteer-core' */

const SILENT_ROLES = new Set([
  'InlineTextBox',
  'LineBreak',
  'none',
  'generic',
  'RootWebArea',
  'paragraph',
  'ListMarker',
  'LayoutTable',
  'LayoutTableRow',
  'LayoutTableCell',
  'Iframe',
  'IframePresentational',
]);
const STATES = ['checked', 'pressed', 'expanded', 'selected', 'disabled', 'level', 'invalid', 'required'];

/** Roles whose name is their content, which is read in any case. */
const NAMED_BY_CONTENT = new Set([
  'link',
  'heading',
  'button',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
  'row',
  'listitem',
  'option',
  'tab',
  'menuitem',
  'treeitem',
  'term',
  'tooltip',
  'DisclosureTriangle',
  'LabelText',
  'Legend',
  'Caption',
]);

/**
 * Reads a page as a screen reader does: texts and controls in reading order, from the accessibility tree. An image with
 * a name is read as that name, so that text can replace it.
 * @param {CDPSession} session
 * @returns {Promise<string[]>}
 */
export async function readAccessibilityText(session) {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.send('Accessibility.disable');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {string[]} */
  const text = [];
  const childrenOf = (/** @type {Protocol.Accessibility.AXNode} */ { childIds = [] }) =>
    childIds.flatMap((id) => byId.get(id) ?? []);
  const visit = (/** @type {Protocol.Accessibility.AXNode} */ node) => {
    const children = childrenOf(node);
    const isMap = isMapped(node, children);
    // A link around a mapped image only serves browsers without maps.
    const isFallback =
      node.role?.value === 'link' && children.length === 1 && isMapped(children[0], childrenOf(children[0]));
    if (!node.ignored && !isFallback && !addNode(node, isMap, text)) return;
    for (const child of children) visit(child);
  };
  if (nodes.length > 0) visit(nodes[0]);
  return text;
}

/**
 * Adds the text of a node. Returns true if its children are read, too.
 * @param {Protocol.Accessibility.AXNode} node
 * @param {boolean} isMap true if it is an image with links over it
 * @param {string[]} text
 */
function addNode(node, isMap, text) {
  const role = String(node.role?.value ?? '');
  const name = String(node.name?.value ?? '');
  if (role === 'InlineTextBox') return false;
  // An image with links over it is a group of them.
  if (isMap) {
    if (name) text.push(describeThing(node, 'group'));
    return true;
  }
  if (role === 'StaticText' || role === 'image' || role === 'img') {
    text.push(...splitWords(name));
    return false;
  }
  if (!SILENT_ROLES.has(role)) text.push(describeThing(node, role));
  return true;
}

/**
 * Returns true if an image has links over it. Other children of an image are parts of its drawing.
 * @param {Protocol.Accessibility.AXNode} node @param {Protocol.Accessibility.AXNode[]} children
 */
function isMapped({ role }, children) {
  return /^(?:image|img)$/.test(String(role?.value)) && children.some((child) => child.role?.value === 'link');
}

/** @param {Protocol.Accessibility.AXNode} node @param {string} role */
function describeThing(node, role) {
  const states = (node.properties ?? [])
    .filter(({ name }) => STATES.includes(name))
    .map(({ name, value }) => `${name}=${value.value}`);
  const name = NAMED_BY_CONTENT.has(role) ? '' : splitWords(String(node.name?.value ?? '')).join(' ');
  return ['<', role, name, ...states, '>'].filter(Boolean).join(' ');
}

/**
 * Splits a text into words as heard: without case, the form of quotes and dashes, and spaces.
 * @param {string} text
 */
export function splitWords(text) {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .split(/[\s\p{Z}]+/u)
    .filter(Boolean);
}
