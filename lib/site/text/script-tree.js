/** @import { AnyNode, Program } from 'acorn' */

import { Parser } from 'acorn';
import { attempt } from '../../base/attempt.js';
import { exact } from '../../base/exact.js';

/**
 * A node of a script's tree and its parents; `inText` is true if it is in the code of a string, which has its own
 * offsets.
 * @typedef {{ node: AnyNode, above: Place | null, inText: boolean }} Place
 */

/** A byte order mark in UTF-8, as Latin-1. Some script files begin with one. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** A text that can be code: `setTimeout("turn(1)", 500)`. */
const MAY_BE_CODE = /^[^<]*[\w$\])]\s*[(=]/;
/** Max length of code in a text. Longer texts are pages and messages. */
const LONGEST_CODE_IN_TEXT = 2000;

/**
 * Max scopes around a statement. The parser goes through all of them at each name, so deeper code would take the
 * product of both. Real scripts are not half as deep.
 */
const MAX_SCOPES = 250;

/** @type {readonly AnyNode[]} */
const NONE = Object.freeze([]);

/** Parses scripts and rejects those that nest too many scopes. */
export const ShallowParser = Parser.extend(limitScopes);

/** @param {any} Base a parser with the methods that its plugins may replace @returns {any} */
function limitScopes(Base) {
  return class extends Base {
    /** @param {number} flags */
    enterScope(flags) {
      if (this.scopeStack.length > MAX_SCOPES) this.raise(this.pos, 'The code nests too many scopes.');
      super.enterScope(flags);
    }
  };
}

/**
 * Parses a script, a module or the code of an attribute. Returns null if it is invalid, such as code of templates,
 * data, or broken code.
 * @param {string} code
 * @returns {Program | null}
 */
export function parseScript(code) {
  const text = code.replace(BYTE_ORDER_MARK, '   ');
  for (const sourceType of exact(['script', 'module'])) {
    const parsed = attempt(() =>
      ShallowParser.parse(text, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true }),
    );
    if (parsed.ok) return parsed.value;
  }
  return null;
}

/**
 * Iterates over all nodes of some trees in the order of the code, parents first, including code in strings.
 * @param {readonly AnyNode[]} roots
 * @param {ReadonlySet<AnyNode>} [without] nodes that are left out with everything in them
 * @returns {Generator<Place, void>}
 */
export function* placesIn(roots, without = new Set()) {
  /** @type {Place[]} */
  const stack = roots.map((node) => ({ node, above: null, inText: false })).reverse();
  for (let place = stack.pop(); place; place = stack.pop()) {
    if (without.has(place.node)) continue;
    yield place;
    const inside = childrenOf(place.node);
    const inText = place.inText || place.node.type === 'Literal';
    for (let i = inside.length - 1; i >= 0; i--) stack.push({ node: inside[i], above: place, inText });
  }
}

/** @param {AnyNode} node @returns {readonly AnyNode[]} */
function childrenOf(node) {
  if (node.type === 'Identifier') return NONE;
  if (node.type === 'Literal') return (typeof node.value === 'string' && codeInText(node.value)) || NONE;
  /** @type {AnyNode[]} */
  const found = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) found.push(one);
    } else if (isNode(value)) found.push(value);
  }
  return found;
}

/** @param {unknown} value @returns {value is AnyNode} */
function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/**
 * Returns a text parsed as code, null if it is none.
 * @param {string} text
 * @returns {AnyNode[] | null}
 */
export function codeInText(text) {
  if (text.length > LONGEST_CODE_IN_TEXT || !MAY_BE_CODE.test(text)) return null;
  return parseScript(text)?.body ?? null;
}

/**
 * Returns the text of a node, null if it is none: a string, or a template without expressions.
 * @param {AnyNode | undefined} node
 */
export function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0].value.cooked ?? null;
  return null;
}

/**
 * Returns the last name of a node: `images` of `document.images`, `window["images"]` and `images`.
 * @param {AnyNode | null | undefined} node
 * @returns {string | null}
 */
export function nameOf(node) {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'ChainExpression') return nameOf(node.expression);
  if (node?.type !== 'MemberExpression') return null;
  return node.computed ? textOf(node.property) : nameOf(node.property);
}

/**
 * Returns the pieces of text in a concatenation: `"#" + id + " img"`.
 * @param {AnyNode | undefined} node
 * @returns {string[]}
 */
export function piecesOf(node) {
  const text = textOf(node);
  if (text !== null) return [text];
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '');
  if (node?.type === 'BinaryExpression' && node.operator === '+') return [node.left, node.right].flatMap(piecesOf);
  return [];
}
