/**
 * Width of `1ch` in em in the widest fonts of operating systems, Verdana and DejaVu Sans. Other fonts have .50 to .60.
 */
export const WIDEST_DIGIT_EM = 0.64;

/**
 * Renders boxes with a width in `ch` as wide as in the widest font of visitors. In the fonts of one machine, an image
 * in them could get too few pixels for other visitors. Runs in the browser.
 * @param {number} most em
 */
export function widenDigits(most) {
  const isWidth = /^(?:--|(?:min-|max-)?(?:width|inline-size)$|flex-basis$)/;
  const widen = (/** @type {CSSStyleDeclaration} */ style) => {
    for (const name of [...style].filter((one) => isWidth.test(one))) {
      const said = style.getPropertyValue(name);
      const wide = said.replace(/(?<![-\w.])(\d*\.?\d+)ch\b/g, (own, count) => `max(${own}, ${count * most}em)`);
      if (wide !== said) style.setProperty(name, wide, style.getPropertyPriority(name));
    }
  };
  const walk = (/** @type {Iterable<CSSRule>} */ rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) widen(rule.style);
      if ('cssRules' in rule) walk(/** @type {CSSGroupingRule} */ (rule).cssRules);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    // A sheet of another origin cannot be read, and was not served either.
    if (!sheet.href || sheet.href.startsWith(location.origin)) walk(sheet.cssRules);
  }
  for (const element of document.querySelectorAll('[style*=ch i]')) widen(/** @type {HTMLElement} */ (element).style);
}
