/** @import { AnyNode } from 'acorn' */
/** @import { Place } from '../../site/text/script-tree.js' */
/** @import { Code, Part } from './live-code.js' */

import { codeInText, nameOf, parseScript, piecesOf, placesIn, textOf } from '../../site/text/script-tree.js';
import { wordsOf } from './live-code.js';

/*
 * Finds out whether code takes images out of `document.images` only by name or by number. Images without a name, or
 * after the last number, are then safe from it.
 */

/** Max depth of functions that pass names on to each other. */
const MAX_CALLS = 4;
const NO_NAME = /[^\w$]+/;

/**
 * Returns the numbers with which parts of a script take images: none if they use names, null if they may take any
 * image.
 * @param {readonly Part[]} parts
 * @param {() => readonly Code[]} codesOfPage
 * @returns {number[] | null}
 */
export function numbersTaken(parts, codesOfPage) {
  return joined(parts.flatMap((part) => part.images.keys.map((key) => numbersOf(key, part, codesOfPage, MAX_CALLS))));
}

/**
 * Returns the numbers that a value in a part of a script can be: none if it is a name.
 * @param {AnyNode | undefined} value
 * @param {Part | null} part
 * @param {() => readonly Code[]} codesOfPage
 * @param {number} callsLeft
 * @returns {number[] | null}
 */
function numbersOf(value, part, codesOfPage, callsLeft) {
  if (value?.type === 'Literal' && typeof value.value === 'number') return [value.value];
  const [beginning] = piecesOf(value);
  const text = textOf(value);
  if (text !== null && /^\d+$/.test(text)) return [Number(text)];
  // A concatenation that begins with a number can be one. One that begins with a name cannot.
  if (beginning && (text !== null || !/^\d*$/.test(beginning)) && startsWithText(value)) return [];
  if (value?.type !== 'Identifier' || !part?.name || part.sets.has(value.name)) return null;
  const at = part.parameters.indexOf(value.name);
  return at < 0 || callsLeft === 0 ? null : numbersGiven(part.name, at, codesOfPage, callsLeft);
}

/** @param {AnyNode | undefined} value @returns {boolean} */
function startsWithText(value) {
  return value?.type === 'BinaryExpression' ? startsWithText(value.left) : piecesOf(value)[0] !== undefined;
}

/**
 * Returns the numbers that calls pass for a parameter of a function if each passes a name or a number, otherwise null.
 * @param {string} name
 * @param {number} at
 * @param {() => readonly Code[]} codesOfPage
 * @param {number} callsLeft
 * @returns {number[] | null}
 */
function numbersGiven(name, at, codesOfPage, callsLeft) {
  return joined(
    codesOfPage().flatMap((code) => {
      if (!wordsOf(code).has(name)) return [];
      const tree = parseScript(code.text);
      if (!tree) return [null];
      return [...placesIn(tree.body)].flatMap((place) => {
        const given = argumentsAt(place, name);
        if (given === undefined) return [];
        return [given && numbersOf(given[at], partAround(place, code), codesOfPage, callsLeft - 1)];
      });
    }),
  );
}

/**
 * Returns the arguments of a call at a place that contains the name of a function. Returns null if it is no call,
 * undefined if the place does not contain the name.
 * @param {Place} place
 * @param {string} name
 * @returns {AnyNode[] | null | undefined}
 */
function argumentsAt({ node, above }, name) {
  const by = above?.node;
  const text = textOf(node);
  if (text !== null) return text.split(NO_NAME).includes(name) && !codeInText(text) ? null : undefined;
  if (node.type !== 'Identifier' || node.name !== name) return undefined;
  if (by?.type === 'FunctionDeclaration' && by.id === node) return undefined;
  const called = by?.type === 'MemberExpression' && by.property === node && !by.computed ? above?.above : above;
  if (called?.node.type !== 'CallExpression' || nameOf(called.node.callee) !== name) return null;
  if (called.node.arguments.some((one) => one === node || one.type === 'SpreadElement')) return null;
  return called.node.arguments;
}

/**
 * Returns the function that contains a place, if the script declares it globally.
 * @param {Place} place
 * @param {Code} code
 */
function partAround(place, { parts }) {
  let name = null;
  for (let at = place.above; at; at = at.above) if (at.node.type === 'FunctionDeclaration') name = at.node.id?.name;
  return parts.find((part) => part.name !== null && part.name === name) ?? null;
}

/**
 * Joins several lists. Returns null if one of them is null.
 * @param {readonly (number[] | null)[]} lists
 * @returns {number[] | null}
 */
function joined(lists) {
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}
