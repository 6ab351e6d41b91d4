/** @import { FunctionDeclaration, Program, Statement } from 'acorn' */
import { Script } from 'node:vm';
import { parse } from 'acorn';
import { unpackCode } from '../text/unpack-code.js';
import { classesIn } from './walks.js';

/**
 * A part of a script, the names that stand in it, and the classes that it looks for.
 * @typedef {{ text: string, words: ReadonlySet<string>, classes: ReadonlySet<string> }} Part
 *
 * A script in parts: the functions that it declares for whoever calls them, and what it does by itself; whole where it
 * cannot be read.
 * @typedef {{ functions: readonly (Part & { name: string })[], rest: Part, isWhole: boolean }} Parts
 */

const WORDS = /[A-Za-z_$][\w$-]*/g;

/** What only modules and code of today say, and templates. */
const OTHER = /=>|\b(?:import|export|await|const|let|class)\b|<[?%]|<!--#|\{[{%]/;

/** Larger scripts are data, or work of today that keeps its functions to itself. */
const MOST_SPLIT = 300_000;

/** @param {string} written @returns {Part} */
export function readPart(written) {
  const text = unpackCode(written);
  return { text, words: new Set(text.match(WORDS)), classes: classesIn(text) };
}

/**
 * Takes a script apart; what cannot be read is one part.
 * @param {string} code
 * @returns {Parts}
 */
export function splitCode(code) {
  const declared = listDeclared(code);
  if (!declared) return { functions: [], rest: readPart(code), isWhole: true };
  const ends = [0, ...declared.map(({ end }) => end)];
  const rest = ends.map((end, index) => code.slice(end, declared[index]?.start)).join('\n');
  const functions = declared.map(({ name, start, end }) => ({ name, ...readPart(code.slice(start, end)) }));
  return { functions, rest: readPart(rest), isWhole: false };
}

/**
 * Functions that are declared for the whole page; null where the code cannot be read.
 * @param {string} code
 * @returns {{ name: string, start: number, end: number }[] | null}
 */
function listDeclared(code) {
  if (code.length > MOST_SPLIT) return null;
  for (const sourceType of /** @type {const} */ (['script', 'module'])) {
    try {
      const { body } = parse(code, { ecmaVersion: 'latest', sourceType });
      return body.flatMap(declaredBy).map(({ id, start, end }) => ({ name: id.name, start, end }));
    } catch {
      // It is no script, or no module.
    }
  }
  return null;
}

/**
 * The functions that a statement declares beyond itself: also those in its blocks, outside of other functions.
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
 * Whether a statement is around another one.
 * @param {Program['body'][number]} statement
 * @returns {statement is Extract<Program['body'][number], { body: Statement }>}
 */
function isAround(statement) {
  return /^(?:For|ForIn|ForOf|While|DoWhile|With|Labeled)Statement$/.test(statement.type);
}

/**
 * What of a script may run: a function whose name nothing says that runs is never called. Libraries of page editors
 * hold hundreds.
 * @param {Parts} parts
 * @param {(name: string) => boolean} isSaidElsewhere
 */
export function liveText({ functions, rest }, isSaidElsewhere) {
  const live = [rest];
  let left = functions;
  for (let count = 0; count < live.length; ) {
    count = live.length;
    const isCalled = (/** @type {{ name: string }} */ { name }) =>
      isSaidElsewhere(name) || live.some(({ words }) => words.has(name));
    const called = new Set(left.filter(isCalled));
    live.push(...called);
    left = left.filter((one) => !called.has(one));
  }
  return live.map(({ text }) => text).join('\n');
}

/**
 * Whether no browser runs a script, for a mistake in it: a semicolon is missing where lines were joined, or a page
 * stands in its place. Code of today may be newer than who reads it here, letters of other encodings may end a string,
 * and servers fill gaps.
 * @param {string} code as it stands in its file, byte by byte
 */
export function isBroken(code) {
  const text = Buffer.from(code, 'latin1').toString();
  const isOther = OTHER.test(code) || text.includes('\uFFFD');
  return !isOther && !canRead(code) && !canRead(text);
}

/** @param {string} code */
function canRead(code) {
  try {
    return Boolean(new Script(code));
  } catch {
    return false;
  }
}
