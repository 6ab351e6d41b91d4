/** @import { AnyNode, ConditionalExpression, IfStatement } from 'acorn' */

import { tokenizer } from 'acorn';
import { parseScript, placesIn } from '../../site/text/script-tree.js';

/** Max equal conditions of a chain. Terser compares them with each other: 400 of them take 3 s, 150 a fifth of that. */
const MAX_EQUAL_CONDITIONS = 150;
/** Max statements of a list. Terser searches the list for each of them: 4,000 take 2 s. */
const MAX_STATEMENTS = 2000;

/**
 * Limits of a script that a minifier has been through: mean length of its names, share of space and comments, and share
 * of what names have beyond two characters. Of 273 scripts of 100 sites, 158 are below all three. They took 22 % of
 * terser's time and had 5 % of its savings.
 */
const MINIFIED = Object.freeze({ meanName: 2.4, space: 0.025, longNames: 0.12 });
/** Characters that minified names usually have at most. */
const SHORT_NAME = 2;

/**
 * @typedef {{ count: number, tests: Set<string> }} Chain conditions that follow each other, and the different ones
 *   among them
 */

/**
 * Returns the steps of terser that would take more than linear time for a script, each turned off.
 * @param {string} code
 * @returns {import('terser').CompressOptions}
 */
export function slowSteps(code) {
  const tree = parseScript(code);
  if (!tree) return {};
  /** @type {Map<AnyNode, Chain>} */
  const chains = new Map();
  let [maxEqual, longestList] = [0, 0];
  for (const { node, above } of placesIn([tree])) {
    const statements = statementsOf(node);
    longestList = Math.max(longestList, statements.length);
    const chain = (above && chains.get(above.node)) ?? newChain();
    if (isCondition(node)) {
      chains.set(node, addTo(chain, node, code));
      maxEqual = Math.max(maxEqual, chain.count - chain.tests.size);
    }
    const list = statements.filter(isCondition).reduce((all, one) => addTo(all, one, code), newChain());
    maxEqual = Math.max(maxEqual, list.count - list.tests.size);
  }
  return {
    ...(maxEqual > MAX_EQUAL_CONDITIONS ? { conditionals: false, if_return: false } : {}),
    ...(longestList > MAX_STATEMENTS ? { collapse_vars: false } : {}),
  };
}

/**
 * Returns true if a script has hardly any space and mostly short names, as minifiers leave it. Names of properties do
 * not count: they cannot be shortened.
 * @param {string} code
 */
export function looksMinified(code) {
  let [names, characters, beyond, space, end] = [0, 0, 0, 0, 0];
  let isProperty = false;
  try {
    for (const token of tokenizer(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true })) {
      space += token.start - end;
      end = token.end;
      const { label } = token.type;
      if (label === 'name' && !isProperty) {
        const length = token.end - token.start;
        names += 1;
        characters += length;
        beyond += Math.max(0, length - SHORT_NAME);
      }
      isProperty = label === '.' || label === '?.';
    }
  } catch (error) {
    // Terser says what is wrong with it.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
  const { meanName, space: maxSpace, longNames } = MINIFIED;
  const isTight = space < code.length * maxSpace && beyond < code.length * longNames;
  return isTight && names > 0 && characters / names < meanName;
}

/** @returns {Chain} */
function newChain() {
  return { count: 0, tests: new Set() };
}

/** @param {Chain} chain @param {IfStatement | ConditionalExpression} node @param {string} code */
function addTo(chain, { test }, code) {
  chain.count += 1;
  chain.tests.add(code.slice(test.start, test.end));
  return chain;
}

/** @param {AnyNode} node @returns {node is IfStatement | ConditionalExpression} */
function isCondition(node) {
  return node.type === 'IfStatement' || node.type === 'ConditionalExpression';
}

/** @param {AnyNode} node @returns {readonly AnyNode[]} */
function statementsOf(node) {
  if (node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock') return node.body;
  return node.type === 'SwitchCase' ? node.consequent : [];
}
