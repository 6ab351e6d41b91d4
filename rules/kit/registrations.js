/** @import { AnyNode } from 'acorn' */
/** @import { Page, Range, SitePath } from '../../lib/site/types.ts' */
/** @import { Pair } from './swaps.js' */

import { readOnce } from '../../lib/base/read-once.js';
import { leadsToOneOf } from '../../lib/site/page/base.js';
import { placesIn } from '../../lib/site/text/script-tree.js';
import { listScripts } from './page-scripts.js';

/**
 * A statement of a script in a page that adds an entry to a list, with the texts in it: page editors list the name and
 * the files of each image that changes under the mouse.
 * @typedef {{ script: string, at: Range, range: Range, texts: readonly string[] }} Registration `at`: its place in the
 *   script; `range`: its place in the page
 */

/** Nodes that compute something when they run, or later. */
const CODE = /Function|Await|Yield|Update|Import|Template/;

/** Code that adds an entry to a list. */
const ADDS = /\.(?:length\]|push\()/;

/** Returns the registrations in the scripts of a page. */
const registrationsIn = readOnce((/** @type {Page} */ page) =>
  listScripts(page, ADDS).flatMap(({ text, body, placeOf }) =>
    body.flatMap((statement) => {
      const texts = textsAdded(statement);
      const at = { start: statement.start, end: statement.end };
      return texts ? { script: text, at, range: placeOf(at), texts } : [];
    }),
  ),
);

/**
 * Returns the registrations of a pair: those that contain its name, and no other text than the URLs of its files.
 * @param {Page} page @param {Pick<Pair, 'rest' | 'hover' | 'missing' | 'pressed'>} pair
 * @param {readonly string[]} names of its image
 * @returns {Registration[]}
 */
export function listRegistrations(page, { rest, hover, missing, pressed }, names) {
  /** @type {(SitePath | null)[]} */
  const files = [rest, hover, missing, pressed];
  return registrationsIn(page).filter(
    ({ texts }) =>
      texts.some((text) => names.includes(text)) &&
      texts.every((text) => text === '' || names.includes(text) || leadsToOneOf(page, text, files)),
  );
}

/**
 * Returns the texts in a statement that adds an entry to a list, null for any other statement.
 * @param {AnyNode} statement
 */
function textsAdded(statement) {
  const added = statement.type === 'ExpressionStatement' ? entryOf(statement.expression) : null;
  if (!added) return null;
  const nodes = [...placesIn([added])].map(({ node }) => node);
  if (nodes.some(({ type }) => CODE.test(type) || type === 'CallExpression')) return null;
  return nodes.flatMap((node) => (node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : []));
}

/**
 * Returns the entry that an expression adds: `list[list.length] = entry` or `list.push(entry)`.
 * @param {AnyNode} expression
 * @returns {AnyNode | null}
 */
function entryOf(expression) {
  if (expression.type === 'AssignmentExpression') {
    const { left, right } = expression;
    return left.type === 'MemberExpression' && left.computed && isLengthOf(left.property, left.object) ? right : null;
  }
  if (expression.type !== 'CallExpression' || expression.arguments.length !== 1) return null;
  const { callee } = expression;
  const isPush = callee.type === 'MemberExpression' && !callee.computed && isNamed(callee.property, 'push');
  return isPush ? expression.arguments[0] : null;
}

/** @param {AnyNode} node @param {AnyNode} list */
function isLengthOf(node, list) {
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    isNamed(node.property, 'length') &&
    node.object.type === 'Identifier' &&
    isNamed(list, node.object.name)
  );
}

/** @param {AnyNode} node @param {string} name */
function isNamed(node, name) {
  return node.type === 'Identifier' && node.name === name;
}
