import { dropStates } from './background-selectors.js';
import { bundlePageScript } from './page-script.js';

/**
 * Returns the widths of the window from which the layout of the page may be another: where a condition begins or ends
 * of its sheets, of style rules that match an element now, and of sources of its pictures. Runs in the browser.
 * @param {number} least @param {number} most
 * @returns {number[]}
 */
function listBreakpointsInPage(least, most) {
  /** @type {Set<number>} */
  const found = new Set();
  /** @param {string} condition */
  const add = (condition) => {
    const written = condition.replaceAll(/\s/g, '');
    for (const [, how, number, unit] of written.matchAll(/(min-width:|max-width:)?(?<![\d.])([\d.]+)(px|r?em)/g)) {
      const pixels = Number(number) * (unit === 'px' ? 1 : 16);
      const [from, after] = [Math.ceil(pixels), Math.floor(pixels) + 1];
      const widths = how === 'min-width:' ? [from] : how === 'max-width:' ? [after] : [from, after];
      for (const width of widths) if (width > least && width < most) found.add(width);
    }
  };
  /** A state or a part of an element may exist in other windows. @param {string} selector */
  const isMet = (selector) => {
    try {
      return document.querySelector(dropStates(selector)) !== null;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return true;
    }
  };
  /** Returns true if one of the rules matches an element. @param {CSSRuleList} rules @returns {boolean} */
  const visit = (rules) => {
    let isAnyMet = false;
    for (const rule of rules) {
      const inner = rule instanceof CSSImportRule ? rule.styleSheet && readRules(rule.styleSheet) : nestedIn(rule);
      const condition = 'conditionText' in rule ? String(rule.conditionText) : '';
      const isInnerMet = inner ? visit(inner) : false;
      if (rule instanceof CSSImportRule) add(rule.media.mediaText);
      else if (isInnerMet) add(condition);
      isAnyMet ||= isInnerMet || !('selectorText' in rule || inner) || isMet(String(Reflect.get(rule, 'selectorText')));
    }
    return isAnyMet;
  };
  /** @param {CSSRule} rule */
  const nestedIn = (rule) => ('cssRules' in rule ? /** @type {CSSGroupingRule} */ (rule).cssRules : null);
  /** @param {CSSStyleSheet} sheet */
  const readRules = (sheet) => {
    try {
      return sheet.cssRules;
    } catch (error) {
      // The rules of a sheet of another origin cannot be read.
      if (!(error instanceof DOMException)) throw error;
      return null;
    }
  };
  for (const sheet of document.styleSheets) {
    add(sheet.media.mediaText);
    const rules = readRules(sheet);
    if (rules) visit(rules);
  }
  for (const source of document.querySelectorAll('picture > source[media]')) add(source.getAttribute('media') ?? '');
  return [...found];
}

export const listBreakpoints = bundlePageScript(listBreakpointsInPage, { functions: [dropStates] });
