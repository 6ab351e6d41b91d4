/** @import { Declaration, Encoding, Sheet, SitePath, StyleRule } from '../types.ts' */

import postcss, { CssSyntaxError, Input } from 'postcss';
import SafeParser from 'postcss-safe-parser/lib/safe-parser.js';
import { endOfShallow, MAX_DEPTH } from '../text/nesting.js';

/**
 * Parses a style sheet into its rules. Of a broken sheet, returns the rules that browsers use.
 * @param {SitePath} path
 * @param {string} source
 * @param {Encoding} encoding
 * @param {number} [offset] start of `source` in its document
 * @returns {Sheet}
 */
export function parseSheet(path, source, encoding, offset = 0) {
  /** @type {StyleRule[]} */
  const rules = [];
  const { root, broken } = parseLeniently(source);
  root.walkRules((rule) => {
    const start = offset + (rule.source?.start?.offset ?? 0);
    const end = offset + (rule.source?.end?.offset ?? source.length);
    rules.push(
      Object.freeze({
        selectors: Object.freeze(rule.selectors),
        conditions: Object.freeze(conditionsOf(rule)),
        declarations: Object.freeze(declarationsOf(rule, offset)),
        range: Object.freeze({ start, end }),
      }),
    );
  });
  return Object.freeze({ kind: 'sheet', path, source, encoding, rules: Object.freeze(rules), broken });
}

/**
 * Returns the declarations of a `style` attribute.
 * @param {string} css
 * @returns {Declaration[]}
 */
export function parseDeclarations(css) {
  const { root } = parseLeniently(`*{${css}}`);
  const rule = root.first;
  return rule?.type === 'rule' ? declarationsOf(rule, -2) : [];
}

/**
 * Returns a sheet with spaces in place of the marks of HTML comments, which mean nothing in it.
 * @param {string} source
 */
export function withoutMarks(source) {
  return source.replaceAll(/<!--|-->/g, (mark) => ' '.repeat(mark.length));
}

/**
 * Reads a declaration up to its semicolon, as browsers do. Its base class divides one that holds several colons, which
 * takes the square of their number. A closing brace without a rule is part of the next rule, which browsers ignore.
 * @see https://drafts.csswg.org/css-syntax/#consume-qualified-rule
 */
class BrokenParser extends SafeParser {
  /** The rules that begin with a closing brace. @type {import('postcss').ChildNode[]} */
  ignored = [];
  hasBrace = false;

  precheckMissedSemicolon() {}

  unexpectedClose() {
    super.unexpectedClose();
    this.hasBrace = true;
  }

  /** @param {unknown[]} tokens */
  rule(tokens) {
    super.rule(tokens);
    this.ignoreOpen();
  }

  /** @param {unknown} token */
  atrule(token) {
    super.atrule(token);
    this.ignoreOpen();
  }

  ignoreOpen() {
    if (!this.hasBrace || this.current.type === 'root') return;
    this.ignored.push(this.current);
    this.hasBrace = false;
  }
}

/** @param {string} source */
function parseLeniently(source) {
  const { root, broken } = parseShallow(withoutMarks(source));
  return { root, broken: removeDeep(root) || broken };
}

/** @param {string} css */
function parseShallow(css) {
  const end = endOfShallow(css);
  if (end < css.length) return { root: parseBroken(css.slice(0, end)), broken: true };
  try {
    return { root: postcss.parse(css), broken: false };
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error;
    return { root: parseBroken(css), broken: true };
  }
}

/** @param {string} css */
function parseBroken(css) {
  const parser = new BrokenParser(new Input(css));
  parser.parse();
  for (const node of parser.ignored) node.remove();
  return parser.root;
}

/**
 * Removes parts that nest too deeply, and returns true if there were any. Parsers and regular expressions interpret
 * quotes that never end differently.
 * @param {import('postcss').Root} root
 */
function removeDeep(root) {
  /** @type {{ node: import('postcss').Container, depth: number }[]} */
  const open = [{ node: root, depth: 0 }];
  let removed = false;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DEPTH && node.nodes?.length) {
      node.removeAll();
      removed = true;
    }
    for (const child of node.nodes ?? [])
      if (child.type === 'rule' || child.type === 'atrule') open.push({ node: child, depth: depth + 1 });
  }
  return removed;
}

/** @param {import('postcss').Rule} rule */
function conditionsOf(rule) {
  const conditions = [];
  for (let above = rule.parent; above && above.type !== 'root'; above = above.parent) {
    if (above.type === 'atrule') {
      /** @type {import('postcss').AtRule} */
      const { name, params } = above;
      conditions.unshift(`@${name} ${params}`);
    } else if (above.type === 'rule') conditions.unshift(/** @type {import('postcss').Rule} */ (above).selector);
  }
  return conditions;
}

/**
 * @param {import('postcss').Rule} rule
 * @param {number} offset
 * @returns {Declaration[]}
 */
function declarationsOf(rule, offset) {
  const declarations = [];
  for (const node of rule.nodes) {
    if (node.type !== 'decl') continue;
    const start = offset + (node.source?.start?.offset ?? 0);
    const end = offset + (node.source?.end?.offset ?? 0);
    declarations.push(
      Object.freeze({
        property: node.prop.toLowerCase(),
        value: node.value,
        important: node.important === true,
        range: Object.freeze({ start, end }),
      }),
    );
  }
  return declarations;
}
