/**
 * Applies all rules for some states to all elements. Runs in a page. Returns the changed rules with their former
 * selectors.
 * @param {readonly string[]} names of pseudo-classes
 */
export function applyStates(names) {
  const state = new RegExp(`:(?:${names.join('|')})(?![\\w-])`, 'g');
  /** @type {{ rule: CSSStyleRule, selector: string }[]} */
  const changed = [];
  const change = (/** @type {CSSRuleList} */ rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.search(state) >= 0) {
        changed.push({ rule, selector: rule.selectorText });
        // As specific as a pseudo-class, and matches every element.
        rule.selectorText = rule.selectorText.replace(state, ':not(.pagethrift-never)');
      }
      if ('cssRules' in rule) change(/** @type {CSSGroupingRule} */ (rule).cssRules);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      change(sheet.cssRules);
    } catch (error) {
      // The rules of a sheet of another origin cannot be read.
      if (!(error instanceof DOMException)) throw error;
    }
  }
  return changed;
}
