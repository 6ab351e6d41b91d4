/** @import { AnyNode } from 'acorn' */
/** @import { Attribute } from '../../lib/site/types.ts' */

import { parseScript, placesIn } from '../../lib/site/text/script-tree.js';

/**
 * Returns the code of handlers that has other effects than to change an image, by handler. A handler is split if it
 * contains assignments to a source next to other statements. Otherwise its one effect is the one that was observed.
 * @param {readonly Attribute[]} handlers @param {readonly string[]} names of the image
 * @returns {Map<Attribute, string> | null} null if such code may use the image, or cannot run by itself
 */
export function keptOf(handlers, names) {
  /** @type {Map<Attribute, string>} */
  const kept = new Map();
  for (const handler of handlers) {
    const code = restOf(handler.value);
    if (code === null || names.some((name) => code.includes(name))) return null;
    if (code !== '') kept.set(handler, code);
  }
  return kept;
}

/**
 * Returns the statements of a handler that do not change an image, an empty string if there are none, null if they may
 * use the image or variables of the others.
 * @param {string} code
 */
function restOf(code) {
  const statements = parseScript(code)?.body.filter((statement) => !isWithoutEffect(statement)) ?? [];
  const others = statements.filter((statement) => !setsSource(statement));
  if (others.length === statements.length || others.length === 0) return '';
  return others.every(isAlone) ? others.map(({ start, end }) => code.slice(start, end)).join(';') : null;
}

/**
 * Returns true if a statement sets the status line, which browsers ignore, or returns a value.
 * @param {AnyNode} statement
 */
function isWithoutEffect(statement) {
  if (statement.type === 'EmptyStatement' || statement.type === 'ReturnStatement') return true;
  return /^(?:default)?status$/i.test(targetOf(statement) ?? '');
}

/** Returns true if a statement sets a source. @param {AnyNode} statement */
function setsSource(statement) {
  return targetOf(statement) === 'src';
}

/**
 * Returns the name of the property or variable that a statement sets, null if it is none.
 * @param {AnyNode} statement
 */
function targetOf(statement) {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return null;
  const { left } = statement.expression;
  if (left.type === 'MemberExpression' && !left.computed && left.property.type === 'Identifier')
    return left.property.name;
  return left.type === 'Identifier' ? left.name : null;
}

/** Returns true if a statement only calls a function, without the element. @param {AnyNode} statement */
function isAlone(statement) {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return false;
  return [...placesIn([statement])].every(({ node }) => node.type !== 'ThisExpression');
}
