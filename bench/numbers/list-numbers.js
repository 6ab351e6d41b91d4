/** @import { Comment, Expression } from 'acorn' */
/** @import { TunedNumber } from './types.ts' */

import { parse } from 'acorn';

/**
 * Returns the numbers at the top of a module: constants, and members of constant objects and lists.
 * @param {string} path @param {string} code
 * @returns {TunedNumber[]}
 */
export function listNumbers(path, code) {
  /** @type {Comment[]} */
  const comments = [];
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module', onComment: comments });
  let meaning = '';
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
    const above = comments.find(({ end }) => end <= statement.start && code.slice(end, statement.start).trim() === '');
    // One comment may apply to several constants.
    if (above) meaning = firstSentence(above.value);
    return declared.declarations.flatMap(({ id, init }) =>
      init ? numbersIn(code.slice(id.start, id.end), init).map((found) => ({ ...found, path, meaning })) : [],
    );
  });
}

/**
 * @param {string} name @param {Expression} node
 * @returns {{ name: string, value: number, start: number, end: number }[]}
 */
function numbersIn(name, node) {
  if (node.type === 'Literal' && typeof node.value === 'number') {
    // A fifth of zero is zero.
    return node.value !== 0 ? [{ name, value: node.value, start: node.start, end: node.end }] : [];
  }
  if (node.type === 'UnaryExpression') return numbersIn(name, node.argument);
  if (node.type === 'ArrayExpression') {
    return node.elements.flatMap((each, at) =>
      each && each.type !== 'SpreadElement' ? numbersIn(`${name}[${at}]`, each) : [],
    );
  }
  if (node.type === 'ObjectExpression') {
    return node.properties.flatMap((each) => {
      if (each.type !== 'Property' || each.computed) return [];
      const key = each.key.type === 'Identifier' ? each.key.name : String(Object(each.key).value);
      return numbersIn(`${name}.${key}`, each.value);
    });
  }
  if (node.type === 'CallExpression') {
    // Object.freeze and similar calls.
    return node.arguments.flatMap((each) =>
      each.type === 'ObjectExpression' || each.type === 'ArrayExpression' ? numbersIn(name, each) : [],
    );
  }
  return [];
}

/** @param {string} comment */
function firstSentence(comment) {
  const plain = comment
    .replace(/@import .*/g, '')
    .replace(/@(?:type|param|returns|typedef)[\s\S]*/, '')
    .replace(/(?:^|\n)[\s*]+/g, ' ')
    .trim();
  return (/^.*?[.;](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/[.;]$/, '').replaceAll('|', '\\|');
}
