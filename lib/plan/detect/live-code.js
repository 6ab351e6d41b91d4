/** @import { AnyNode, FunctionDeclaration, Program, Statement } from 'acorn' */
/** @import { CodeNames } from './code-names.js' */
/** @import { Range } from '../../site/types.ts' */
/** @import { ImageCode } from './image-code.js' */

import { Script } from 'node:vm';
import { attempt } from '../../base/attempt.js';
import { readOnce } from '../../base/read-once.js';
import { parseScript, placesIn } from '../../site/text/script-tree.js';
import { unpackCode } from '../../site/text/unpack-code.js';
import { readCodeNames } from './code-names.js';
import { readImageCode } from './image-code.js';

/**
 * A part of a script: its use of images, its names and its text. `name`: of a global function, null for code that runs
 * by itself; `parameters`, `sets`: the parameters of a function, and the variables that it sets.
 * @typedef {object} Part
 * @property {string | null} name
 * @property {string} text
 * @property {readonly string[]} parameters
 * @property {ReadonlySet<string>} sets
 * @property {ImageCode} images
 * @property {CodeNames} names
 *
 * A script in parts. `isRead` is false if it cannot be parsed.
 * @typedef {{ text: string, parts: readonly Part[], isRead: boolean }} Code
 */

const WORDS = /[A-Za-z_$][\w$-]*/g;

/** Syntax of modules, of newer code, and of templates. */
const OTHER = /=>|\b(?:import|export|await|const|let|class)\b|<[?%]|<!--#|\{[{%]/;

/** Larger scripts are data, or current bundles without global functions. */
const MAX_SPLIT = 300_000;

/** The names in a script or a part of it. */
export const wordsOf = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => new Set(text.match(WORDS)));

/**
 * Returns code as browsers run it. The code of a `javascript:` address is escaped.
 * @param {string} written
 */
function decodeUrl(written) {
  if (!/^\s*javascript:.*%/is.test(written)) return written;
  const code = attempt(() => decodeURIComponent(written));
  return code.ok ? code.value : written;
}

/**
 * The parts of a script without their texts, and the ranges of its functions. The first part is the rest of the script.
 * @typedef {{ parts: readonly Omit<Part, 'text'>[], functions: readonly Range[] }} SplitCode
 */

/**
 * Splits a script into parts. Its syntax tree is released.
 * @param {string} written
 * @returns {Code}
 */
export function readCode(written) {
  return recallCode(written, (split) => split());
}

/**
 * Returns the same with parts that an earlier run found.
 * @param {string} written
 * @param {(split: () => SplitCode | null) => SplitCode | null} recall
 * @returns {Code}
 */
export function recallCode(written, recall) {
  const text = unpackCode(decodeUrl(written));
  const found = recall(() => splitCode(text));
  if (!found) return { text, parts: [unreadPart(text)], isRead: false };
  const { parts, functions } = found;
  const ends = [0, ...functions.map(({ end }) => end)];
  const rest = ends.map((end, index) => text.slice(end, functions[index]?.start)).join('\n');
  const texts = [rest, ...functions.map(({ start, end }) => text.slice(start, end))];
  return { text, parts: parts.map((part, index) => ({ ...part, text: texts[index] })), isRead: true };
}

/** Returns the parts of a script, null if it cannot be parsed. @param {string} text @returns {SplitCode | null} */
function splitCode(text) {
  const tree = parseScript(text);
  if (!tree) return null;
  const declared = text.length > MAX_SPLIT ? [] : tree.body.flatMap(declaredBy);
  const functions = declared.map((node) => ({
    ...partOf([...placesIn([node])]),
    name: node.id.name,
    parameters: node.params.map((one) => (one.type === 'Identifier' ? one.name : '')),
  }));
  return {
    parts: [partOf([...placesIn(tree.body, new Set(declared))]), ...functions],
    functions: declared.map(({ start, end }) => ({ start, end })),
  };
}

/**
 * @param {readonly import('../../site/text/script-tree.js').Place[]} places
 * @returns {Omit<Part, 'text'>}
 */
function partOf(places) {
  const images = readImageCode(places);
  const sets = new Set(images.keys.length > 0 ? places.flatMap(({ node }) => setBy(node)) : []);
  return { name: null, parameters: [], sets, images, names: readCodeNames(places) };
}

/** Returns the names of the variables that a node sets. @param {AnyNode} node @returns {string[]} */
function setBy(node) {
  const to =
    node.type === 'AssignmentExpression' || node.type === 'ForInStatement' || node.type === 'ForOfStatement'
      ? node.left
      : node.type === 'UpdateExpression'
        ? node.argument
        : node.type === 'VariableDeclarator'
          ? node.id
          : null;
  return to?.type === 'Identifier' ? [to.name] : [];
}

/**
 * Returns the part for unreadable code, which may do anything that its names suggest.
 * @param {string} text
 * @returns {Part}
 */
function unreadPart(text) {
  const says = (/** @type {RegExp} */ word) => word.test(text);
  const isAbout = says(/\bimages\b|\bimg\b/i);
  const words = new Set(text.match(WORDS));
  return {
    name: null,
    text,
    parameters: [],
    sets: new Set(),
    images: {
      lists: isAbout,
      listsAll: isAbout,
      tells: isAbout,
      reads: says(/\bsrc\b|\b(?:inner|outer)HTML\b|\battributes\b/),
      looksAround: isAbout || says(/\bsrc/i),
      keys: [],
      puts: [],
      made: new Set(),
    },
    names: { offers: [], classes: words, beginnings: words, endings: words, isLibrary: false },
  };
}

/**
 * Returns the functions that a statement declares for the code around it, including those in its blocks.
 * @param {Program['body'][number]} statement
 * @returns {FunctionDeclaration[]}
 */
function declaredBy(statement) {
  switch (statement.type) {
    case 'FunctionDeclaration':
      return [statement];
    case 'BlockStatement':
      return statement.body.flatMap(declaredBy);
    case 'IfStatement':
      return [statement.consequent, ...(statement.alternate ? [statement.alternate] : [])].flatMap(declaredBy);
    case 'TryStatement':
      return [statement.block, statement.handler?.body, statement.finalizer].flatMap((part) =>
        part ? declaredBy(part) : [],
      );
    case 'SwitchStatement':
      return statement.cases.flatMap(({ consequent }) => consequent.flatMap(declaredBy));
    default:
      return isAround(statement) ? declaredBy(statement.body) : [];
  }
}

/**
 * Returns true if a statement contains another one.
 * @param {Program['body'][number]} statement
 * @returns {statement is Extract<Program['body'][number], { body: Statement }>}
 */
function isAround(statement) {
  return /^(?:For|ForIn|ForOf|While|DoWhile|With|Labeled)Statement$/.test(statement.type);
}

/**
 * Returns the parts of a script that may run. A function is never called if no running code contains its name.
 * Libraries of page editors contain hundreds of them.
 * @param {readonly Part[]} parts
 * @param {(name: string) => boolean} isSaidElsewhere
 * @returns {readonly Part[]}
 */
export function liveParts(parts, isSaidElsewhere) {
  const live = parts.filter(({ name }) => name === null);
  let left = parts.filter(({ name }) => name !== null);
  for (let count = 0; count < live.length; ) {
    count = live.length;
    const isCalled = (/** @type {Part} */ { name }) =>
      isSaidElsewhere(String(name)) || live.some((part) => wordsOf(part).has(String(name)));
    const called = new Set(left.filter(isCalled));
    live.push(...called);
    left = left.filter((one) => !called.has(one));
  }
  return live;
}

/**
 * Returns true if no browser runs a script because of a syntax error, such as a missing semicolon where lines were
 * joined, or a page in place of the script. Code can be newer than the parser, characters of other encodings can end a
 * string, and servers fill gaps: none of these is an error.
 * @param {string} code the bytes of its file
 */
export function isBroken(code) {
  const text = Buffer.from(code, 'latin1').toString();
  const isOther = OTHER.test(code) || text.includes('\uFFFD');
  return !isOther && !canRead(code) && !canRead(text);
}

/** @param {string} code */
function canRead(code) {
  return attempt(() => new Script(code)).ok;
}
