/** @import { AnyNode } from 'acorn' */
/** @import { Place } from '../text/script-tree.js' */
/** @import { Page } from '../types.ts' */

import { codeOf } from '../page/code.js';
import { detach } from '../text/detach.js';
import { nameOf, parseScript, placesIn, textOf } from '../text/script-tree.js';

/**
 * An image that code asks for before it is shown; `by`: the function it is given to, if that makes an image of it, and
 * `within`: the function that does so, if not the code itself.
 * @typedef {{ url: string, start: number, end: number, by: string | null, within: string | null }} Ahead
 *
 * What a document's code asks for, the functions it has that make images, and those that it calls as it loads.
 * @typedef {{ ahead: readonly Ahead[], makers: readonly string[], calls: readonly string[] }} AheadCode
 */

const NAMES_IMAGE = /\.(?:gif|jpe?g|png|webp|avif|svg|bmp)["']/i;
const MAKES = /\bnew\s+Image\b/;
/** Only code that asks for images is read as a tree; of the rest it is enough what it may call. */
const CALLED = /(?<![\w$.])(?=[A-Za-z_$])(?<!\bfunction\s+)([A-Za-z_$][\w$]*)\s*\(/g;
const IMAGE = /\.(?:gif|jpe?g|png|webp|avif|svg|bmp)$/i;

/** Code that asks for nothing. @type {AheadCode} */
export const NOTHING_AHEAD = Object.freeze({ ahead: [], makers: [], calls: [] });

/**
 * What the code of a page that runs as it loads asks for ahead.
 * @param {Page} page
 * @returns {AheadCode}
 */
export function readPageAhead(page) {
  const codes = codeOf(page).flatMap(({ element, attribute }) => {
    if (attribute && attribute.name !== 'onload') return [];
    const range = attribute ? attribute.valueRange : page.elements[element].children[0]?.range;
    // As it is written: offsets into a text with its line breaks made equal would lead elsewhere.
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
 * What code asks for ahead; nothing where it cannot be read, since browsers cannot run it then.
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

/** Whether an image is made there, or by code that is put together. @param {AnyNode} node */
function makesImage(node) {
  return isNewImage(node) || MAKES.test(textOf(node) ?? '');
}

/** How code writes what it keeps an image in: `a`, `this.next`, `on[3]`. @param {Place} place @returns {string[]} */
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
  // Two that are not alike are not taken for the same.
  return `${node.start}`;
}

/**
 * The images that a node asks for: it sets the source of an image that the code made, or calls a function with texts
 * alone.
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

/** A text that stands in the code to the letter; null where the node is none. @param {AnyNode} node */
function plainUrl(node) {
  const isPlain = node.type === 'Literal' && typeof node.value === 'string' && node.raw?.slice(1, -1) === node.value;
  return isPlain ? String(node.value) : null;
}

/** The outermost function with a name that a place stands in. @param {Place} place */
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
 * What a page asks for ahead: what code asks for that runs, and hands to a function which is there.
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
