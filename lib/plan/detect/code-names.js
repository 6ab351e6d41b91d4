/** @import { AnyNode, Program } from 'acorn' */
/** @import { Place } from '../../site/text/script-tree.js' */

import { nameOf, piecesOf, textOf } from '../../site/text/script-tree.js';

/**
 * The names in a part of a script.
 * @typedef {object} CodeNames
 * @property {readonly string[]} offers names under which other code calls it; members of a class as `.name`
 * @property {ReadonlySet<string>} classes that it looks up
 * @property {ReadonlySet<string>} beginnings of names that it builds
 * @property {ReadonlySet<string>} endings of such names
 * @property {boolean} isLibrary true if it looks up what its callers name
 */

/** Minifiers give names of one and two letters. */
const SHORTEST_OFFER = 3;
/** Names that other code cannot call it by: those that browsers call, and members of every window or function. */
const NO_OFFER = /^(?:on[a-z]+|arguments|prototype|constructor|toString|location|status|opener|event)$/;
/** Objects that hold functions for other scripts. */
const SHARED = /^(?:\$|jQuery|fn|window|root|self|prototype)$/;
const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;
const ASKS_CLASS = /^(?:getElementsByClassName|hasClass)$/;
const ASKS_OF_CLASS = /^(?:contains|indexOf|match|search)$/;
const NAME = /^[A-Za-z_$][\w$]*$/;
/** Signs that a script is a library. */
const [VERSION, LIBRARY] = ['version', 'library'];
/** @type {readonly string[]} */
const NONE = Object.freeze([]);
const PIECE = /^[\w-]+$/;

/**
 * @param {Iterable<Place>} places
 * @returns {CodeNames}
 */
export function readCodeNames(places) {
  /** @type {Set<string>} */
  const classes = new Set();
  /** @type {Set<string>} */
  const beginnings = new Set();
  /** @type {Set<string>} */
  const endings = new Set();
  /** @type {Set<string | null>} */
  const handedOn = new Set();
  /** @type {Set<string>} */
  const declared = new Set();
  /** @type {Set<string>} */
  const offers = new Set();
  let libraryAt = '';
  for (const place of places) {
    const { node } = place;
    for (const name of classesSaid(node)) classes.add(name);
    for (const piece of beginningsIn(node)) beginnings.add(piece);
    for (const piece of endingsIn(node)) endings.add(piece);
    if (isHandedOn(place)) handedOn.add(nameSaid(node));
    if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') declared.add(node.id?.name ?? '');
    for (const name of offersBy(place)) offers.add(name);
    libraryAt = libraryMark(node, libraryAt);
  }
  const inner = [...declared].filter((name) => handedOn.has(name));
  return Object.freeze({
    offers: [...new Set([...inner, ...offers])].filter(isOffer),
    classes,
    beginnings,
    endings,
    isLibrary: libraryAt === LIBRARY,
  });
}

/** @param {string} offer */
function isOffer(offer) {
  const name = offer.replace('.', '');
  return name.length >= SHORTEST_OFFER && !NO_OFFER.test(name);
}

/** @param {AnyNode} node */
function nameSaid(node) {
  return node.type === 'Identifier' ? node.name : textOf(node);
}

/** Returns true if a name is neither declared nor called at its place. @param {Place} place */
function isHandedOn({ node, above }) {
  if (nameSaid(node) === null) return false;
  const by = above?.node;
  if (by?.type === 'CallExpression') return by.callee !== node;
  if (by?.type === 'FunctionDeclaration' || by?.type === 'FunctionExpression') return by.id !== node;
  return true;
}

/**
 * @param {Place} place
 * @returns {readonly string[]}
 */
function offersBy(place) {
  const { node } = place;
  if (node.type === 'VariableDeclaration')
    return isOfPage(place) ? node.declarations.flatMap(({ id }) => nameOf(id) ?? []) : NONE;
  if (node.type !== 'AssignmentExpression' || node.operator !== '=') return NONE;
  const { left, right } = node;
  if (left.type !== 'MemberExpression' || left.computed) return [];
  const name = nameOf(left) ?? '';
  if (SHARED.test(nameOf(left.object) ?? '')) return [name];
  // `a.support = function () { … }()` is known by its name, too.
  const made = right.type === 'CallExpression' ? right.callee : right;
  if (made.type !== 'FunctionExpression' && made.type !== 'ArrowFunctionExpression') return [];
  return left.object.type === 'Identifier' && /^[A-Z]/.test(left.object.name) ? [`.${name}`] : [name];
}

/** Returns true if a declaration at a place is global. @param {Place} place */
function isOfPage({ node, above }) {
  if (node.type === 'VariableDeclaration' && node.kind !== 'var') return above === null;
  for (let at = above; at; at = at.above) if (/Function/.test(at.node.type)) return false;
  return true;
}

/** @param {AnyNode} node @returns {readonly string[]} */
function classesSaid(node) {
  const text = textOf(node);
  if (text !== null) return text.includes('.') ? [...text.matchAll(CLASS)].map(([, name]) => name) : NONE;
  if (node.type === 'TemplateLiteral') {
    return node.quasis.flatMap(({ value }) => [...value.raw.matchAll(CLASS)].map(([, name]) => name));
  }
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const sides = [node.left, node.right];
    return sides.some((side) => nameOf(side) === 'className') ? sides.flatMap(wordsOf) : NONE;
  }
  if (node.type !== 'CallExpression') return NONE;
  const called = nameOf(node.callee) ?? '';
  const of = node.callee.type === 'MemberExpression' ? nameOf(node.callee.object) : null;
  const asks = ASKS_CLASS.test(called) || (ASKS_OF_CLASS.test(called) && /^class(?:Name|List)$/.test(of ?? ''));
  return asks ? wordsOf(node.arguments[0]) : NONE;
}

/** Returns the words of a text or a pattern. @param {AnyNode | undefined} node */
function wordsOf(node) {
  const pattern = node?.type === 'Literal' && node.regex ? [node.regex.pattern] : [];
  return [...piecesOf(node), ...pattern].flatMap((text) => text.match(/[\w-]+/g) ?? []);
}

/** @param {AnyNode} node @returns {readonly string[]} */
function beginningsIn(node) {
  if (node.type === 'BinaryExpression' && node.operator === '+') return pieces([lastTextOf(node.left)]);
  if (node.type !== 'TemplateLiteral') return NONE;
  return pieces(node.quasis.slice(0, -1).map(({ value }) => value.cooked));
}

/** @param {AnyNode} node @returns {readonly string[]} */
function endingsIn(node) {
  if (node.type === 'BinaryExpression' && node.operator === '+') return pieces([textOf(node.right)]);
  if (node.type === 'AssignmentExpression' && node.operator === '+=') return pieces([textOf(node.right)]);
  if (node.type !== 'TemplateLiteral') return NONE;
  return pieces(node.quasis.slice(1).map(({ value }) => value.cooked));
}

/** @param {readonly (string | null | undefined)[]} texts @returns {string[]} */
function pieces(texts) {
  return texts.flatMap((text) => (text && PIECE.test(text) ? [text] : []));
}

/** Returns the text at the end of a concatenation: `"b"` of `a + "b"`. @param {AnyNode} node */
function lastTextOf(node) {
  return textOf(node.type === 'BinaryExpression' && node.operator === '+' ? node.right : node);
}

/**
 * Returns the sign that a script is jQuery, Prototype or MooTools. Each defines names that no other script does:
 * jQuery has its version, and later a function that restores the former value of its name.
 * @param {AnyNode} node
 * @param {string} before
 */
function libraryMark(node, before) {
  if (node.type === 'Identifier') return before === VERSION && node.name === 'noConflict' ? LIBRARY : before;
  if (before === LIBRARY) return before;
  if (node.type === 'Property' && nameOf(node.key) === 'jquery')
    return node.value.type === 'Identifier' || /^\d/.test(textOf(node.value) ?? '') ? VERSION : before;
  if (node.type !== 'VariableDeclarator' || node.init?.type !== 'ObjectExpression') return before;
  return /^(?:Prototype|MooTools)$/.test(nameOf(node.id) ?? '') ? LIBRARY : before;
}

/** Returns true if code contains a name that is no identifier. @param {{ text: string }} code @param {string} name */
export function saysOdd({ text }, name) {
  return name !== '' && !NAME.test(name) && text.includes(name);
}

/**
 * Returns true if code may compose a name that it does not contain: `"row" + i`, `name + "_on"`. Short pieces count
 * only with a number.
 * @param {Pick<CodeNames, 'beginnings' | 'endings'>} names
 * @param {string} name
 */
export function composesName({ beginnings, endings }, name) {
  for (let at = 1; at < name.length; at++) {
    if (beginnings.has(name.slice(0, at)) && (at > 2 || /^\d/.test(name.slice(at)))) return true;
    if (endings.has(name.slice(at)) && name.length - at > 2) return true;
  }
  return false;
}
