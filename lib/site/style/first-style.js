import postcss from 'postcss';
import { attempt } from '../../base/attempt.js';

/**
 * A style sheet from which the rules of a first screen can be extracted: the selectors of its rules in order, for each
 * whether it can set the colours of the whole page, and a function that writes some of them.
 * @typedef {{ length: number, selectors: readonly string[], setsLook: readonly boolean[], write: (needed:
 *   ReadonlySet<number>) => string }} FirstStyle
 */

/** Rules that must be at the start of a sheet, or that change meaning in another place. */
const BOUND = new Set(['import', 'namespace']);
/** Rules without effect on elements or with a file. Files are requested when the sheet arrives, as before. */
const LEFT_OUT = new Set(['font-face', 'charset', 'page', 'counter-style', 'font-feature-values', 'view-transition']);
/** Blocks whose order or existence has a meaning. */
const KEPT_EMPTY = new Set(['layer', 'property']);
const KEYFRAMES = /^(?:-\w+-)?keyframes$/;
const ONLY_PRINTS = /^\s*(?:only\s+)?(?:print|speech)\b[^,]*$/i;
const ASKS_FOR_FILE = /url\(\s*["']?(?!data:)|image-set\(|src\(/i;
/** Properties that a class or an attribute on the root sets for a dark page. */
const SETS_LOOK = /^(?:--|color-scheme$)/;

/**
 * Reads a sheet. Returns null if parts of it cannot be inlined into a page.
 * @param {string} source
 * @returns {FirstStyle | null}
 */
export function readFirstStyle(source) {
  const root = parse(source);
  if (!root) return null;
  const rules = listRules(root);
  return Object.freeze({
    length: source.length,
    selectors: rules.map(({ selector }) => selector),
    setsLook: rules.map(({ nodes }) => nodes.some((node) => node.type === 'decl' && SETS_LOOK.test(node.prop))),
    write: (/** @type {ReadonlySet<number>} */ needed) => {
      const copy = root.clone();
      for (const [index, rule] of listRules(copy).entries()) if (!needed.has(index)) rule.remove();
      prune(copy);
      dropFrames(copy);
      return copy.toString().trim();
    },
  });
}

/** @param {string} source */
function parse(source) {
  const parsed = attempt(() => postcss.parse(source.replace(/^\uFEFF/, '')));
  if (!parsed.ok) return null;
  let isBound = false;
  parsed.value.walkAtRules(({ name }) => {
    isBound ||= BOUND.has(name.toLowerCase());
  });
  return isBound ? null : parsed.value;
}

/**
 * Returns the rules that are in no other rule. Nested rules belong to their parent.
 * @param {postcss.Container} container
 * @returns {postcss.Rule[]}
 */
function listRules(container) {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'rule') return node;
    return node.type === 'atrule' && node.nodes && !KEYFRAMES.test(node.name) ? listRules(node) : [];
  });
}

/** Removes declarations that a first rendering does not need. @param {postcss.Container} container */
function prune(container) {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'comment') node.remove();
    else if (node.type === 'decl') {
      if (ASKS_FOR_FILE.test(node.value)) node.remove();
    } else if (node.type === 'atrule') {
      const isLeftOut = LEFT_OUT.has(node.name) || (node.name === 'media' && ONLY_PRINTS.test(node.params));
      if (isLeftOut) node.remove();
      else if (node.nodes && !KEYFRAMES.test(node.name)) {
        prune(node);
        if (node.nodes.length === 0 && !KEPT_EMPTY.has(node.name)) node.remove();
      }
    } else {
      prune(node);
      if (node.nodes.length === 0) node.remove();
    }
  }
}

/** Removes keyframes that nothing names. @param {postcss.Root} root */
function dropFrames(root) {
  let named = '';
  root.walkDecls(/animation|^--/i, ({ value }) => {
    named += ` ${value}`;
  });
  const words = new Set(named.split(/[\s,;()'"]+/));
  root.walkAtRules(KEYFRAMES, (frames) => {
    if (!words.has(frames.params.trim())) frames.remove();
  });
}
