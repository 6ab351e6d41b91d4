import postcss from 'postcss';

/**
 * A style sheet, of which rules may be taken that a first screen needs: the selectors of its rules, in the order they
 * are written, whether each may set the look of the page as a whole, and the text of some of them.
 * @typedef {{ length: number, selectors: readonly string[], setsLook: readonly boolean[], write: (needed:
 *   ReadonlySet<number>) => string }} FirstStyle
 */

/** What a sheet must begin with, or means another thing in another place. */
const BOUND = new Set(['import', 'namespace']);
/** What says nothing without elements, or asks for a file: that is asked for when the sheet is there, as it was. */
const LEFT_OUT = new Set(['font-face', 'charset', 'page', 'counter-style', 'font-feature-values', 'view-transition']);
/** Blocks that mean something by their order, or by being there. */
const KEPT_EMPTY = new Set(['layer', 'property']);
const KEYFRAMES = /^(?:-\w+-)?keyframes$/;
const ONLY_PRINTS = /^\s*(?:only\s+)?(?:print|speech)\b[^,]*$/i;
const ASKS_FOR_FILE = /url\(\s*["']?(?!data:)|image-set\(|src\(/i;
/** What a class or an attribute on the root sets for a page in the dark. */
const SETS_LOOK = /^(?:--|color-scheme$)/;

/**
 * Reads a sheet; null where parts of it cannot stand in a page.
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
  try {
    const root = postcss.parse(source.replace(/^\uFEFF/, ''));
    let isBound = false;
    root.walkAtRules(({ name }) => {
      isBound ||= BOUND.has(name.toLowerCase());
    });
    return isBound ? null : root;
  } catch {
    return null;
  }
}

/**
 * Rules that stand in no other rule: each goes with those in it.
 * @param {postcss.Container} container
 * @returns {postcss.Rule[]}
 */
function listRules(container) {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'rule') return node;
    return node.type === 'atrule' && node.nodes && !KEYFRAMES.test(node.name) ? listRules(node) : [];
  });
}

/** Takes out what a first look does without. @param {postcss.Container} container */
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

/** Takes out movements that nothing names. @param {postcss.Root} root */
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
