/**
 * Width of `1ch`, in em, in the widest of the fonts that systems bring: `0` takes .50 in Times, .54 in Segoe UI,
 * .56 in Arial, .60 in Courier, .636 in Verdana and DejaVu Sans. 2 of 13 starters of today's generators hold boxes to
 * such widths, and 2 of some 80 other sites; pictures of one of those starters had .88 of the pixels that another
 * browser shows, and have all of them now (bench pictures).
 */
export const WIDEST_DIGIT_EM = 0.64;

/**
 * Makes boxes whose width is told in digits of a font as wide as a visitor with the widest font sees them: in the
 * fonts of one machine a picture in them would get too few pixels for others. Runs in the browser.
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
    // A sheet of a stranger may not be read; it was not answered either.
    if (!sheet.href || sheet.href.startsWith(location.origin)) walk(sheet.cssRules);
  }
  for (const element of document.querySelectorAll('[style*=ch i]')) widen(/** @type {HTMLElement} */ (element).style);
}
