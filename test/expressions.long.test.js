import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { analyse } from 'scslre';

/*
 * Finds regular expressions with superlinear time: a hostile site could contain text that takes hours. lib/base/trim.js
 * replaces most of them.
 */

/** Files whose expressions only read the text described here. */
const BOUNDED = new Map([
  ['lib/run/cli/arguments.js', 'a message of Node.js about the command line'],
  ['lib/run/project/manifest.js', 'the workspace file of the user, not of the site'],
  ['lib/site/graph/script-names.js', 'the 200 characters before a name'],
  ['lib/visit/browser/first-styles.js', 'runs in the browser, within the time of the page'],
  ['lib/visit/browser/read-images.js', 'runs in the browser, within the time of the page'],
  ['lib/visit/browser/widen-digits.js', 'runs in the browser, within the time of the page'],
]);

/** @typedef {{ type: string, start: number, [key: string]: any }} Node */

/** Returns all nodes of a syntax tree. @param {Node} tree @returns {Generator<Node>} */
function* nodesOf(tree) {
  /** @type {unknown[]} */
  const waiting = [tree];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value === null || typeof value !== 'object' || value instanceof RegExp) continue;
    if ('type' in value) yield/** @type {Node} */ (value);
    waiting.push(...Object.values(value).filter((one) => one !== undefined));
  }
}

/** Returns the value of a text if it is constant. @param {Node | undefined} node @returns {string | null} */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node?.type === 'TaggedTemplateExpression' && node.quasi.expressions.length === 0)
    return node.quasi.quasis[0].value.raw;
  if (node?.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null || right === null ? null : left + right;
}

/** @param {Node} node @returns {{ source: string, flags: string } | null} */
function expressionOf(node) {
  if (node.type === 'Literal' && node.regex) return { source: node.regex.pattern, flags: node.regex.flags };
  const isMade = node.type === 'NewExpression' && node.callee.name === 'RegExp';
  const source = isMade ? textOf(node.arguments[0]) : null;
  return source === null ? null : { source, flags: textOf(node.arguments[1]) ?? '' };
}

/** @param {string} text @returns {string[]} slow expressions, each with the cause */
function slowIn(text) {
  const tree = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  return [...nodesOf(/** @type {any} */ (tree))].flatMap((node) => {
    const expression = expressionOf(node);
    if (!expression) return [];
    const { reports } = analyse(expression, { reportTypes: { Move: true } });
    return reports.length > 0 ? [`/${expression.source}/ (${reports.map(({ type }) => type).join(', ')})`] : [];
  });
}

test('no regular expression takes longer than in proportion to its text', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = ['bin', 'lib', 'rules'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const slow = files
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => slowIn(readFileSync(root + file, 'utf8')).map((expression) => ({ file, expression })));
  const wrong = slow.filter(({ file }) => !BOUNDED.has(file));
  assert.deepEqual(
    wrong.map(({ file, expression }) => `${file}: ${expression}`),
    [],
  );
  const excused = new Set(slow.map(({ file }) => file));
  assert.deepEqual(
    [...BOUNDED.keys()].filter((file) => !excused.has(file)),
    [],
  );
});
