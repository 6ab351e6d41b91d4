/** @import { AnyNode, CallExpression, NewExpression } from 'acorn' */
/** @import { Place } from '../../site/text/script-tree.js' */

import { codeInText, nameOf, piecesOf, textOf } from '../../site/text/script-tree.js';

/**
 * The use of images by a part of a script.
 * @typedef {object} ImageCode
 * @property {boolean} lists takes all images of a page, or those that a selector finds
 * @property {boolean} listsAll iterates over all elements
 * @property {boolean} tells distinguishes images from other elements
 * @property {boolean} reads reads the source of an image
 * @property {boolean} looksAround reads the elements around an element, or moves it
 * @property {readonly AnyNode[]} keys keys with which it takes images out of `document.images`
 * @property {readonly (string | null)[]} puts variables whose `src` it sets; null for other expressions
 * @property {ReadonlySet<string>} made variables with elements that it created
 */

/** @type {readonly never[]} */
const NONE = Object.freeze([]);
/** A selector that finds images. A selector for the image of a map finds no others. */
const FINDS_IMAGES = /(?<![\w.#/:-])img(?![\w/-]|\[usemap)/i;
const LIST = /\bdocument\s*\.\s*images\b/;
const SOURCE = /^(?:src|currentSrc)$/;
const SETTER = /^(?:attr|prop|setAttribute)$/;
/** Functions that create an element or a pattern. Their arguments find no image: the flags of a pattern can be tags. */
const MAKER = /^(?:createElement|createElementNS|Element|RegExp)$/;
const MADE_BY_TAG = /^(?:img|script|iframe|source)$/i;
/** Members that lead from an element to those around it, or move it. */
const AROUND = new RegExp(
  '^(?:parentNode|parentElement|offsetParent|childNodes|children|(?:first|last)(?:Element)?Child' +
    String.raw`|(?:next|previous)(?:Element)?Sibling|insertBefore|insertAdjacent\w+|replaceChild|replaceWith` +
    '|removeChild|cloneNode)$',
);
/** The same members in libraries, where only a call counts. */
const AROUND_CALLED = new RegExp(
  String.raw`^(?:parent|parents|parentsUntil|next|nextAll|prev|prevAll|siblings|contents|wrap\w*|unwrap|before` +
    String.raw`|after|clone|detach|append\w*|prepend\w*|html|remove)$`,
);
const BESIDE_IMAGE = /[>+~]\s*img\b/i;
/** Code for old plug-ins passes pairs of words, `"src", "film"`, and reads no source. */
const PLUG_IN_CALL = /^AC_\w*RunContent$/;

/**
 * @param {Iterable<Place>} places
 * @returns {ImageCode}
 */
export function readImageCode(places) {
  const found = { lists: false, listsAll: false, tells: false, reads: false, looksAround: false };
  const keys = [];
  const puts = [];
  const made = new Set();
  for (const place of places) {
    found.lists ||= takesAll(place) || selectsImages(place);
    found.listsAll ||= takesEveryElement(place);
    found.tells ||= tellsImages(place);
    found.reads ||= readsSource(place);
    found.looksAround ||= looksAround(place);
    keys.push(...keyOf(place));
    puts.push(...putBy(place));
    for (const name of madeBy(place)) made.add(name);
  }
  return Object.freeze({ ...found, keys, puts, made });
}

/** @param {AnyNode | undefined} node @param {string} name */
function isOfDocument(node, name) {
  return node?.type === 'MemberExpression' && nameOf(node) === name && nameOf(node.object) === 'document';
}

/** Returns the member that is accessed on the object at a place, null if none is. @param {Place} place */
function memberOf({ node, above }) {
  return above?.node.type === 'MemberExpression' && above.node.object === node ? above.node : null;
}

/** @param {Place} place */
function takesAll(place) {
  const text = textOf(place.node);
  if (text !== null) return LIST.test(text) && !codeInText(text);
  if (!isOfDocument(place.node, 'images')) return false;
  const member = memberOf(place);
  if (!member) return !isAsked(place);
  return !member.computed && /^(?:length|item|namedItem)$/.test(nameOf(member) ?? '');
}

/**
 * Returns true if a place only tests whether images can change, or which browser it is, as old scripts do before they
 * change an image.
 * @param {Place} place
 * @returns {boolean}
 */
function isAsked(place) {
  const { node, above } = place;
  if (!above) return false;
  const by = above.node;
  switch (by.type) {
    case 'LogicalExpression':
      return by.left === node || isAsked(above);
    case 'UnaryExpression':
      return by.operator === '!' || by.operator === 'typeof';
    case 'BinaryExpression':
      return /^[!=]==?$/.test(by.operator);
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return by.test === node;
    default:
      return false;
  }
}

/** @param {Place} place */
function keyOf({ node }) {
  return node.type === 'MemberExpression' && node.computed && isOfDocument(node.object, 'images')
    ? [node.property]
    : NONE;
}

/** @param {Place} place */
function selectsImages({ node, above }) {
  if (!isCall(node) || isMaker(node) || isFaded({ node, above })) return false;
  const [given] = node.arguments;
  const selector = piecesOf(given).join('x');
  return FINDS_IMAGES.test(selector) && !selector.includes('<');
}

/** @param {AnyNode} node @returns {node is CallExpression | NewExpression} */
function isCall(node) {
  return node.type === 'CallExpression' || node.type === 'NewExpression';
}

/** @param {CallExpression | NewExpression} call */
function isMaker({ callee }) {
  return MAKER.test(nameOf(callee) ?? '');
}

/**
 * Libraries of widgets fade their own buttons, some of which are images: `made.filter("img").css(…)`.
 * @param {Pick<Place, 'node' | 'above'>} place of the call
 */
function isFaded({ node, above }) {
  return (
    isCall(node) &&
    nameOf(node.callee) === 'filter' &&
    above?.node.type === 'MemberExpression' &&
    nameOf(above.node) === 'css' &&
    textOf(node.arguments[0]) === 'img'
  );
}

/** @param {Place} place */
function takesEveryElement(place) {
  const { node } = place;
  if (isCall(node))
    return /^getElementsByTagName(?:NS)?$/.test(nameOf(node.callee) ?? '') && node.arguments.some(isEvery);
  if (!isOfDocument(node, 'all')) return false;
  const member = memberOf(place);
  if (!member) return !isAsked(place);
  const name = nameOf(member);
  return name === null || /^(?:length|item|tags)$/.test(name);
}

/** Returns true if a value may be the name of all tags: `tag || "*"`. @param {AnyNode} node @returns {boolean} */
function isEvery(node) {
  if (node.type === 'LogicalExpression') return isEvery(node.left) || isEvery(node.right);
  if (node.type === 'ConditionalExpression') return isEvery(node.consequent) || isEvery(node.alternate);
  return textOf(node) === '*';
}

/** @param {Place} place */
function tellsImages({ node, above }) {
  if (!/^img$/i.test(textOf(node) ?? '')) return false;
  return !(above && isCall(above.node) && (isMaker(above.node) || isFaded(above)));
}

/** Returns true if a value is set at a place, and not read. @param {Place} place */
function isSet({ node, above }) {
  return above?.node.type === 'AssignmentExpression' && above.node.operator === '=' && above.node.left === node;
}

/** @param {Place} place */
function readsSource(place) {
  const { node, above } = place;
  if (node.type === 'MemberExpression') {
    if (node.computed && node.property.type === 'Identifier' && node.property.name === 'src') return true;
    const name = nameOf(node) ?? '';
    if (name === 'attributes') return !node.computed;
    return (SOURCE.test(name) || /^(?:inner|outer)HTML$/.test(name)) && !isSet(place);
  }
  if (node.type === 'Property') return above?.node.type === 'ObjectPattern' && SOURCE.test(keyNameOf(node));
  const text = textOf(node);
  if (text === null) return false;
  if (SOURCE.test(text)) return !isOnlySaid(place);
  return /\[\s*src\b/.test(text) || (/\.(?:src|currentSrc)\b/.test(text) && !codeInText(text));
}

/** @param {import('acorn').Property | import('acorn').AssignmentProperty} property */
function keyNameOf({ key, computed }) {
  return (computed ? null : (nameOf(key) ?? textOf(key))) ?? '';
}

/**
 * Returns true if a name reads nothing at a place: it is set, compared, or passed on.
 * @param {Place} place
 */
function isOnlySaid({ node, above }) {
  if (!above) return false;
  const by = above.node;
  if (by.type === 'SwitchCase') return true;
  if (by.type === 'Property') return by.key === node && above.above?.node.type === 'ObjectExpression';
  // The member itself is tested.
  if (by.type === 'MemberExpression') return by.property === node;
  if (!isCall(by)) return false;
  const called = nameOf(by.callee) ?? '';
  return PLUG_IN_CALL.test(called) || (SETTER.test(called) && by.arguments[0] === node && by.arguments.length > 1);
}

/** @param {Place} place */
function looksAround({ node }) {
  if (node.type === 'Identifier') return AROUND.test(node.name);
  if (node.type === 'CallExpression')
    return node.callee.type === 'MemberExpression' && AROUND_CALLED.test(nameOf(node.callee) ?? '');
  const text = textOf(node);
  return text !== null && (AROUND.test(text) || BESIDE_IMAGE.test(text));
}

/**
 * Returns the variables that the code puts another file into, null for anything else. Elements that the code names by
 * id or created itself are left out.
 * @param {Place} place
 */
function putBy({ node, above }) {
  if (node.type === 'AssignmentExpression' && node.operator === '=') {
    const { left } = node;
    if (left.type !== 'MemberExpression' || !/^src(?:set)?$/.test(nameOf(left) ?? '')) return [];
    if (left.object.type === 'Identifier') return [left.object.name];
    return isOneNamed(left.object) || makesElement(left.object) ? [] : [null];
  }
  if (node.type === 'Property')
    return above?.node.type === 'ObjectExpression' && keyNameOf(node) === 'src' ? [null] : [];
  const text = textOf(node);
  // Code that is built from strings: `eval(name + ".src = " + file)`.
  if (text !== null) return /\.src(?:set)?\s*=/.test(text) && !codeInText(text) ? [null] : NONE;
  if (node.type !== 'CallExpression' || !SETTER.test(nameOf(node.callee) ?? '') || node.arguments.length < 2) return [];
  if (!/^src(?:set)?$/.test(textOf(node.arguments[0]) ?? '') || node.callee.type !== 'MemberExpression') return [];
  return isOneNamed(node.callee.object) ? [] : [null];
}

/** Returns true if a node is the one element of an id: `getElementById("a")`, `$("#a")`. @param {AnyNode} node */
function isOneNamed(node) {
  if (node.type !== 'CallExpression' || node.arguments.length !== 1) return false;
  const text = textOf(node.arguments[0]);
  return text !== null && (nameOf(node.callee) === 'getElementById' || /^#[\w-]+$/.test(text));
}

/** @param {AnyNode | null | undefined} node */
function makesElement(node) {
  if (node?.type === 'NewExpression') return nameOf(node.callee) === 'Image';
  if (node?.type !== 'CallExpression' || nameOf(node.callee) !== 'createElement') return false;
  return MADE_BY_TAG.test(textOf(node.arguments[0]) ?? '');
}

/** @param {Place} place @returns {readonly string[]} */
function madeBy({ node }) {
  const [to, made] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init]
      : node.type === 'AssignmentExpression'
        ? [node.left, node.right]
        : NONE;
  return to?.type === 'Identifier' && makesElement(made) ? [to.name] : NONE;
}
