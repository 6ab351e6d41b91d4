import { bundlePageScript } from './page-script.js';

/** Matches a URL of a file in a value. */
const NAMES_FILE = String.raw`url\((?!["']?(?:data:|#))`;
/** Matches markup that has a background of its own. */
const OWN_BACKGROUNDS = Object.freeze(['[background]', '[style*="url(" i]']);

/**
 * Returns a selector without states and parts of elements: it matches at least the elements that had, have or may get
 * them. Runs in the browser.
 * @param {string} selector
 */
export function dropStates(selector) {
  const PART = /"(?:[^"\\]|\\.)*"|([\s>+~,(])?(?<!\\)::?[\w-]+(?:\([^()]*\))?/g;
  return selector.replaceAll(PART, (part, before, at) => {
    if (part.startsWith('"')) return part;
    return before === undefined && at > 0 ? '' : `${before ?? ''}*`;
  });
}

/**
 * Returns selectors of all elements that may have a background image in any window: of the style rules that name a
 * file. Returns null if any element may have one, because a variable, an animation or a nested rule names a file.
 * Runs in the browser.
 * @returns {string[] | null}
 */
function listInPage() {
  const namesFile = new RegExp(NAMES_FILE, 'i');
  /** @type {Set<string>} */
  const selectors = new Set(OWN_BACKGROUNDS);
  /**
   * Adds the selectors of rules. Returns false if any element may have a background.
   * @param {CSSRuleList} rules @returns {boolean}
   */
  const addAll = (rules) => [...rules].every(add);
  /** @param {CSSRule} rule @returns {boolean} */
  const add = (rule) => {
    if (rule instanceof CSSImportRule) return rule.styleSheet === null || addSheet(rule.styleSheet);
    if (rule instanceof CSSFontFaceRule || !namesFile.test(rule.cssText)) return true;
    if (!(rule instanceof CSSStyleRule)) {
      const isCondition = rule instanceof CSSConditionRule || rule instanceof CSSLayerBlockRule;
      return isCondition && addAll(rule.cssRules);
    }
    const selector = dropStates(rule.selectorText);
    if (rule.cssRules.length > 0 || namesInVariable(rule.style, namesFile) || !isSelector(selector)) return false;
    selectors.add(selector);
    return true;
  };
  /** @param {CSSStyleSheet} sheet @returns {boolean} */
  const addSheet = (sheet) => {
    try {
      return addAll(sheet.cssRules);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Sheets of other hosts cannot be read, but are empty here.
      return sheet.href?.startsWith('http') === true;
    }
  };
  const styled = [...document.querySelectorAll('[style*="url(" i]')];
  if (styled.some((element) => namesInVariable(Reflect.get(element, 'style'), namesFile))) return null;
  return [...document.styleSheets, ...document.adoptedStyleSheets].every(addSheet) ? [...selectors] : null;
}

/** @param {CSSStyleDeclaration} style @param {RegExp} namesFile */
function namesInVariable(style, namesFile) {
  return [...style].some((name) => name.startsWith('--') && namesFile.test(style.getPropertyValue(name)));
}

/** Returns true if a selector is valid. @param {string} selector */
function isSelector(selector) {
  try {
    document.querySelector(selector);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return false;
  }
}

export const listBackgroundSelectors = bundlePageScript(listInPage, {
  functions: [dropStates, namesInVariable, isSelector],
  constants: { NAMES_FILE, OWN_BACKGROUNDS },
});
