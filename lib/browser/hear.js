/** @import { CDPSession, Protocol } from 'puppeteer-core' */

const SILENT = new Set([
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

/** What these are called is what stands in them, which is heard anyway. */
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
  'DisclosureTriangle',
  'LabelText',
  'Legend',
  'Caption',
]);

/**
 * Reads a page as a screen reader would: words and things in reading order, from the accessibility tree.
 * A picture with a name is heard as that name, so that words may take its place.
 * @param {CDPSession} session
 * @returns {Promise<string[]>}
 */
export async function hearPage(session) {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.send('Accessibility.disable');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  /** @type {string[]} */
  const heard = [];
  const visit = (/** @type {Protocol.Accessibility.AXNode} */ node) => {
    if (!node.ignored && !tell(node, heard)) return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) visit(child);
    }
  };
  if (nodes.length > 0) visit(nodes[0]);
  return heard;
}

/**
 * Adds what a node says, and tells whether its children speak too.
 * @param {Protocol.Accessibility.AXNode} node @param {string[]} heard
 */
function tell(node, heard) {
  const role = String(node.role?.value ?? '');
  const name = String(node.name?.value ?? '');
  if (role === 'InlineTextBox') return false;
  if (role === 'StaticText' || role === 'image' || role === 'img') {
    heard.push(...splitWords(name));
    return false;
  }
  if (!SILENT.has(role)) heard.push(describeThing(node, role));
  return true;
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
 * Words as heard: case and the spaces between them say nothing.
 * @param {string} text
 */
export function splitWords(text) {
  return text
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .split(/[\s\p{Z}]+/u)
    .filter(Boolean);
}
