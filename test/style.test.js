import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';

/* Style checks that Biome does not provide. biome.json limits functions to 60 lines and files to 300. */

const root = fileURLToPath(new URL('..', import.meta.url));
/** The code of the project. Deeper files in fixtures are sites. */
const CODE = ['{action,bench,bin,lib,rules,test}/**/*.{js,ts}', 'fixtures/*/*.js'];
const sources = globSync(CODE, { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  lines: readFileSync(`${root}/${path}`, 'utf8').split('\n'),
}));

test('no line is longer than 120 characters', () => {
  const long = sources.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (line.length > 120 ? [`${path}:${index + 1} has ${line.length}`] : [])),
  );
  assert.deepEqual(long, [], 'wrap these lines');
});

test('a rule has at most 150 lines', () => {
  const long = sources.filter(({ path, lines }) => /^rules\/[^/]+\.js$/.test(path) && lines.length > 151);
  assert.deepEqual(
    long.map(({ path, lines }) => `${path} has ${lines.length - 1}`),
    [],
    'a longer one hides a second idea: see rules/kit',
  );
});

test('every number that has a name says where it comes from', () => {
  const bare = sources
    .filter(({ path }) => /^(?:bin|lib|rules)\//.test(path) && path.endsWith('.js'))
    .flatMap(({ path, lines }) => listBareNumbers(lines.join('\n')).map((name) => `${path}: ${name}`));
  assert.deepEqual(bare, [], 'say in a comment above each what it is and why it is as large');
});

test('nothing is cast to any', () => {
  const cast = sources.flatMap(({ path, lines }) =>
    /^(?:bin|lib|rules)\//.test(path)
      ? lines.flatMap((line, index) => (line.includes('@type {any} */ (') ? [`${path}:${index + 1}`] : []))
      : [],
  );
  assert.deepEqual(cast, [], 'name the type, or read the value by a function that checks it');
});

/** Catches of lib/visit that drop their error. Lower it with each rewrite. */
const MAX_BARE_CATCHES_OF_VISITS = 13;

test('no catch drops its error', () => {
  const bare = sources
    .filter(({ path }) => /^(?:bin|lib|rules)\//.test(path) && path.endsWith('.js'))
    .flatMap(({ path, lines }) => listBareCatches(lines.join('\n')).map((line) => `${path}:${line}`));
  const isVisit = (/** @type {string} */ place) => place.startsWith('lib/visit/');
  assert.deepEqual(
    bare.filter((place) => !isVisit(place)),
    [],
    'rethrow it, or return it: see lib/base/attempt.js',
  );
  assert.ok(bare.filter(isVisit).length <= MAX_BARE_CATCHES_OF_VISITS, bare.join('\n'));
});

/** First words that leave open what a comment describes. */
const VAGUE_START = /\/\*\*(?:[ \t]*\n[ \t]*\*)?[ \t]+(?:What|Whether|Where|How|Of|That)\b/g;

test('doc comments begin with a verb or the name of the thing', () => {
  const vague = sources
    .filter(({ path }) => /^(?:bin|lib|rules)\//.test(path) && path.endsWith('.js'))
    .flatMap(({ path, lines }) => Array.from(lines.join('\n').matchAll(VAGUE_START), () => path));
  assert.deepEqual(vague, [], 'begin with “Returns”, “Returns true if”, or with the name of the thing');
});

/** Comments of types that still begin so. Lower it with each rewrite. */
const MAX_VAGUE_TYPES = 69;

test('comments of types name the thing', () => {
  const vague = sources.flatMap(({ path, lines }) =>
    path.endsWith('/types.ts') ? Array.from(lines.join('\n').matchAll(VAGUE_START), () => path) : [],
  );
  assert.ok(vague.length <= MAX_VAGUE_TYPES, vague.join('\n'));
});

test('no function contains more than five others with a name', () => {
  const crowded = sources
    .filter(({ path }) => /^(?:lib|rules|bin)\/.*\.js$/.test(path))
    .flatMap(({ path, lines }) => listCrowded(lines.join('\n')).map((line) => `${path}:${line}`));
  assert.deepEqual(crowded, [], 'move some to the top of the module, with their state as parameters');
});

/**
 * Returns the numeric top-level constants of a module without a comment above or next to them.
 * @param {string} code
 */
function listBareNumbers(code) {
  /** @type {import('acorn').Comment[]} */
  const comments = [];
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module', onComment: comments });
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
    const isExplained = comments
      .filter(({ value }) => !/^\*\s*@(?:import|typedef)/.test(value))
      .some(
        ({ start, end }) =>
          (end <= statement.start && code.slice(end, statement.start).trim() === '') ||
          (start >= statement.end && !code.slice(statement.end, start).includes('\n')),
      );
    const numbers = declared.declarations.filter(({ init }) => init && isNumber(init));
    return isExplained ? [] : numbers.map(({ id }) => code.slice(id.start, id.end));
  });
}

/**
 * Returns the lines of catch clauses that neither throw nor name the error that they catch.
 * @param {string} code
 */
function listBareCatches(code) {
  const lines = /** @type {number[]} */ ([]);
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), (node) => {
    if (node.type !== 'CatchClause') return;
    const name = node.param?.type === 'Identifier' ? node.param.name : null;
    let isHandled = node.param?.type === 'ObjectPattern';
    walk(node.body, (inner) => {
      isHandled ||= inner.type === 'ThrowStatement' || (inner.type === 'Identifier' && inner.name === name);
    });
    if (!isHandled) lines.push(/** @type {import('acorn').SourceLocation} */ (node.loc).start.line);
  });
  return lines;
}

/**
 * Returns the lines of functions that contain more than five named ones, at any depth.
 * @param {string} code
 */
function listCrowded(code) {
  const options = /** @type {const} */ ({ ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  const lines = /** @type {number[]} */ ([]);
  walk(parse(code, { ...options, locations: true }), (node) => {
    if (!isFunction(node)) return;
    let count = 0;
    walk(node.body, (inner) => {
      if (inner.type === 'FunctionDeclaration' || (inner.type === 'VariableDeclarator' && isFunction(inner.init)))
        count += 1;
    });
    if (count > 5) lines.push(/** @type {import('acorn').SourceLocation} */ (node.loc).start.line);
  });
  return lines;
}

/**
 * @param {import('acorn').AnyNode | null | undefined} node
 * @returns {node is import('acorn').FunctionDeclaration | import('acorn').FunctionExpression |
 *   import('acorn').ArrowFunctionExpression}
 */
function isFunction(node) {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type ?? '');
}

/**
 * Calls a function with a node and every node inside of it.
 * @param {import('acorn').AnyNode} node @param {(node: import('acorn').AnyNode) => void} visit
 */
function walk(node, visit) {
  visit(node);
  for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') walk(child, visit);
}

/** @param {import('acorn').Expression | import('acorn').PrivateIdentifier} node @returns {boolean} */
function isNumber(node) {
  if (node.type === 'Literal') return typeof node.value === 'number';
  if (node.type === 'UnaryExpression') return isNumber(node.argument);
  return node.type === 'BinaryExpression' && isNumber(node.left) && isNumber(node.right);
}
