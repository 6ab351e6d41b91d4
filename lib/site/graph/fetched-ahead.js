/** @import { AnyNode } from 'acorn' */
/** @import { Place } from '../text/script-tree.js' */
/** @import { Page } from '../types.ts' */

import { codeOf } from '../page/code.js';
import { detach } from '../text/detach.js';
import { nameOf, parseScript, placesIn, textOf } from '../text/script-tree.js';

/**
 * An image that code requests before it is shown; `by`: the function that it is passed to, if that creates an image,
 * and `within`: the function with this call, if it is inside one.
 * @typedef {{ url: string, start: number, end: number, by: string | null, within: string | null }} Ahead
 *
 * The images that a document's code requests, its functions that create images, and the functions that it calls while
 * loading.
 * @typedef {{ ahead: readonly Ahead[], makers: readonly string[], calls: readonly string[] }} AheadCode
 */

const NAMES_IMAGE = /\.(?:gif|jpe?g|png|webp|avif|jxl|svg|bmp)["']/i;
const MAKES = /\bnew\s+Image\b/;
/** Calls of functions. Only code that requests images is parsed; of other code only the calls are needed. */
const CALLED = /(?<![\w$.])(?=[A-Za-z_$])(?<!\bfunction\s+)([A-Za-z_$][\w$]*)\s*\(/g;
const IMAGE = /\.(?:gif|jpe?g|png|webp|avif|jxl|svg|bmp)$/i;

/** Code that requests nothing. @type {AheadCode} */
export const NOTHING_AHEAD = Object.freeze({ ahead: [], makers: [], calls: [] });

/**
 * Returns the images that the code of a page requests while the page loads.
 * @param {Page} page
 * @returns {AheadCode}
 */
export function readPageAhead(page) {
  const codes = codeOf(page).flatMap(({ element, attribute }) => {
    if (attribute && attribute.name !== 'onload') return [];
    const range = attribute ? attribute.valueRange : page.elements[element].children[0]?.range;
    // Code is used as written: offsets in a text with normalised line breaks would be wrong.
    return range ? [{ start: range.start, text: page.source.slice(range.start, range.end) }] : [];
  });
  const read = codes.map(({ start, text }) => ({ start, ...readAhead(text) }));
  return {
    ahead: read.flatMap(({ start: at, ahead }) =>
      ahead.map(({ start, end, ...one }) => ({ ...one, start: at + start, end: at + end })),
    ),
    makers: read.flatMap(({ makers }) => makers),
    calls: read.flatMap(({ calls }) => calls),
  };
}

/**
 * Returns the images that code requests ahead, none if it cannot be parsed, because browsers cannot run it then.
 * @param {string} code
 * @returns {AheadCode}
 */
export function readAhead(code) {
  const calls = [...new Set([...code.matchAll(CALLED)].map(([, name]) => detach(name)))];
  const tree = MAKES.test(code) || NAMES_IMAGE.test(code) ? parseScript(code) : null;
  if (!tree) return { ...NOTHING_AHEAD, calls };
  const places = [...placesIn(tree.body)];
  const made = new Set(places.flatMap(imageMadeAt));
  /** @type {Set<string>} */
  const makers = new Set();
  /** @type {Ahead[]} */
  const ahead = [];
  for (const place of places) {
    const { node } = place;
    if (makesImage(node)) makers.add(functionAround(place) ?? '');
    if (place.inText) continue;
    for (const image of imagesAskedAt(node, made)) ahead.push({ ...image, within: functionAround(place) });
  }
  return { ahead, makers: [...makers].filter(Boolean), calls };
}

/** @param {AnyNode | null | undefined} node */
function isNewImage(node) {
  return node?.type === 'NewExpression' && nameOf(node.callee) === 'Image';
}

/** Returns true if a node creates an image, or evaluates text as code. @param {AnyNode} node */
function makesImage(node) {
  return isNewImage(node) || MAKES.test(textOf(node) ?? '');
}

/**
 * Returns the places in which code stores a new image, in normalised form: `a`, `this.next`, `on[3]`.
 * @param {Place} place @returns {string[]}
 */
function imageMadeAt({ node }) {
  if (node.type === 'VariableDeclarator' && isNewImage(node.init)) return [writtenName(node.id)];
  if (node.type === 'AssignmentExpression' && isNewImage(node.right)) return [writtenName(node.left)];
  return [];
}

/** @param {AnyNode} node @returns {string} */
function writtenName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'Literal') return String(node.raw);
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'MemberExpression')
    return `${writtenName(node.object)}[${node.computed ? '' : '.'}${writtenName(node.property)}]`;
  // Two different expressions never count as the same.
  return `${node.start}`;
}

/**
 * Returns the images that a node requests: it sets the source of an image that the code created, or calls a function
 * with only text arguments.
 * @param {AnyNode} node
 * @param {ReadonlySet<string>} made
 * @returns {Omit<Ahead, 'within'>[]}
 */
function imagesAskedAt(node, made) {
  if (node.type === 'AssignmentExpression') {
    const { left, right } = node;
    if (left.type !== 'MemberExpression' || left.computed || nameOf(left) !== 'src') return [];
    return isNewImage(left.object) || made.has(writtenName(left.object)) ? imageIn(right, null) : [];
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return [];
  const { callee, arguments: given } = node;
  return given.every((one) => plainUrl(one) !== null) ? given.flatMap((one) => imageIn(one, detach(callee.name))) : [];
}

/**
 * @param {AnyNode} node
 * @param {string | null} by
 * @returns {Omit<Ahead, 'within'>[]}
 */
function imageIn(node, by) {
  const url = plainUrl(node);
  if (url === null || !IMAGE.test(url)) return [];
  return [{ url: detach(url), start: node.start + 1, end: node.end - 1, by }];
}

/** Returns a literal text of the code, null if the node is none. @param {AnyNode} node */
function plainUrl(node) {
  const isPlain = node.type === 'Literal' && typeof node.value === 'string' && node.raw?.slice(1, -1) === node.value;
  return isPlain ? String(node.value) : null;
}

/** Returns the outermost named function around a place. @param {Place} place */
function functionAround(place) {
  let name = null;
  for (let at = place.above; at; at = at.above) name = functionName(at) ?? name;
  return name === null ? null : detach(name);
}

/** @param {Place} place @returns {string | null} */
function functionName({ node, above }) {
  if (node.type === 'FunctionDeclaration') return node.id?.name ?? null;
  if (node.type !== 'FunctionExpression') return null;
  if (node.id) return node.id.name;
  if (above?.node.type === 'AssignmentExpression') return nameOf(above.node.left);
  return above?.node.type === 'VariableDeclarator' ? nameOf(above.node.id) : null;
}

/**
 * Returns the images that a page requests ahead: those that running code requests or passes to an existing function.
 * @template {AheadCode} C
 * @param {readonly C[]} codes of the page and the scripts that it fetches
 * @returns {{ code: C, ahead: Ahead }[]}
 */
export function listAhead(codes) {
  const makers = new Set(codes.flatMap((code) => code.makers));
  const runs = (/** @type {string | null} */ name) => name === null || codes.some(({ calls }) => calls.includes(name));
  return codes.flatMap((code) =>
    code.ahead.flatMap((ahead) =>
      (ahead.by === null || makers.has(ahead.by)) && runs(ahead.within) ? [{ code, ahead }] : [],
    ),
  );
}
