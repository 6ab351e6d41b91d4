/** @import { AtRule, ChildNode, Container, Rule } from 'postcss' */

import postcss from 'postcss';
import discardComments from 'postcss-discard-comments';
import normalizeWhitespace from 'postcss-normalize-whitespace';
import { endOfShallow } from '../../site/text/nesting.js';
import { minifyUntilStable } from './minify-until-stable.js';

/*
 * Comments and white space only. Over 59 sheets (4.2 MB) this gives 243,857 bytes after brotli; all of cssnano's
 * default preset gives 242,544 (0.5 % less), takes seven times as long and rewrites meaning on the way: rules are
 * merged and reordered, and a declaration with var() can get lost (https://github.com/cssnano/cssnano/issues/557).
 */
const minifier = postcss([
  discardComments({ remove: (text) => !isLicence(text) }),
  normalizeWhitespace(),
  { postcssPlugin: 'squeeze-preludes', OnceExit: (root) => void root.walk(squeezePrelude) },
]);

/** Comment of a preprocessor with the source map of the sheet. */
const SOURCE_MAP = /\/\*[#@] sourceMappingURL=(?!data:)[^*]*\*\//;
/**
 * Min gain as a share. The map does not fit a packed sheet and is no longer named, so smaller gains keep it for
 * developers.
 */
const MIN_GAIN = 0.02;

/**
 * Packs a style sheet. Returns null if it cannot become smaller with every rule and value kept.
 * @param {string} source
 * @returns {Promise<string | null>}
 */
export async function packCss(source) {
  const body = unwrap(source);
  if (endOfShallow(body) < body.length) return null;
  try {
    const text = (await minifyUntilStable(body, minifyOnce)) ?? body;
    if (text.length >= source.length || /<\/style|<!--/i.test(text)) return null;
    const [map = ''] = SOURCE_MAP.exec(source) ?? [];
    if (map && text.length + map.length > source.length * (1 - MIN_GAIN)) return null;
    return outline(body) === outline(text) ? text : null;
  } catch (error) {
    if (error instanceof postcss.CssSyntaxError || isOfNode(error)) return null;
    throw error;
  }
}

/**
 * Returns true if a plug-in failed at one rule of the sheet, such as an invalid selector.
 * @param {unknown} error
 */
function isOfNode(error) {
  return error instanceof Error && 'postcssNode' in error;
}

/** @param {string} text */
async function minifyOnce(text) {
  return (await minifier.process(text, { from: undefined, map: false })).css;
}

/** @param {string} text */
function isLicence(text) {
  return text.startsWith('!') || /@license|@preserve|@cc_on/i.test(text);
}

/** @param {ChildNode} node */
function squeezePrelude(node) {
  if (node.type === 'rule' && isPlain(node.selector)) {
    node.selector = postcss.list.comma(node.selector).join(',').replaceAll(/\s+/g, ' ');
  } else if (node.type === 'atrule' && isPlain(node.params)) {
    node.params = node.params.replaceAll(/\s+/g, ' ').trim();
  }
}

/** @param {string} prelude */
function isPlain(prelude) {
  return !/["'\\]|\/\*/.test(prelude);
}

/**
 * Removes the `<!-- -->` that hid a style sheet from browsers without CSS.
 * @param {string} source
 */
function unwrap(source) {
  return source.replace(/^\s*<!--/, '').replace(/-->\s*$/, '');
}

/**
 * Returns the rules and values of a sheet. They are the same for two sheets that differ only in comments and white
 * space.
 * @param {string} css
 */
function outline(css) {
  /** @type {string[]} */
  const lines = [];
  outlineNodes(postcss.parse(css), lines);
  return lines.join('\n');
}

/**
 * @param {Container<ChildNode>} container
 * @param {string[]} lines
 */
function outlineNodes(container, lines) {
  for (const node of container.nodes ?? []) {
    if (node.type === 'comment') continue;
    if (node.type === 'decl') {
      lines.push(`${node.prop}:${squeeze(node.value)}${node.important ? '!' : ''}`);
      continue;
    }
    lines.push(node.type === 'rule' ? squeeze(node.selector) : `@${node.name} ${squeeze(node.params)}`);
    if (!node.nodes) continue;
    lines.push('{');
    outlineNodes(/** @type {AtRule | Rule} */ (node), lines);
    lines.push('}');
  }
}

/**
 * Replaces comments and white space by one space, or none next to marks that need none. Strings are unchanged.
 * @param {string} text
 */
function squeeze(text) {
  return text
    .split(/("(?:[^"\\]|\\[\s\S])*(?:"|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$))/)
    .map((part, index) =>
      index % 2
        ? part
        : part.replaceAll(/(?:\/\*[\s\S]*?(?:\*\/|$)|\s)+/g, ' ').replaceAll(/ ?([,/]) ?|(?<=\() | (?=\))/g, '$1'),
    )
    .join('')
    .trim();
}
