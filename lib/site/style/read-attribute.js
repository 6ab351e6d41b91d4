/** @import { Element } from '../types.ts' */
/** @import { Selector } from 'css-what' */

import { compile } from 'css-select';
import { isTraversal, parse, SelectorType } from 'css-what';
import { attempt } from '../../base/attempt.js';
import { ADAPTED } from './match.js';

/**
 * Returns a test whether a selector depends on an attribute of an element: one of its parts names the attribute, and
 * matches the element by its tag and its attributes. Where the element is does not matter.
 * @param {string} name of the attribute @param {string} selector
 * @returns {(element: Element) => boolean}
 */
export function testAttribute(name, selector) {
  const read = attempt(() => parse(selector).flatMap(compoundsOf));
  if (!read.ok) return () => true;
  const asking = read.value.filter((compound) =>
    compound.some((token) => isAttribute(token) && token.name.toLowerCase() === name),
  );
  const tests = asking.map((compound) => compile([compound.filter(isOwn)], ADAPTED));
  return (element) => tests.some((test) => test(element));
}

/**
 * Returns the parts of a selector between its combinators, and those of the selectors in its parentheses.
 * @param {readonly Selector[]} sequence
 * @returns {Selector[][]}
 */
function compoundsOf(sequence) {
  /** @type {Selector[][]} */
  const compounds = [[]];
  const inner = [];
  for (const token of sequence) {
    if (isTraversal(token)) compounds.push([]);
    else compounds.at(-1)?.push(token);
    if ('data' in token && Array.isArray(token.data)) inner.push(...token.data.flatMap(compoundsOf));
  }
  return [...compounds, ...inner];
}

/** @param {Selector} token */
function isAttribute(token) {
  return token.type === SelectorType.Attribute;
}

/** @param {Selector} token */
function isOwn(token) {
  return isAttribute(token) || token.type === SelectorType.Tag;
}
