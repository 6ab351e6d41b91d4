const VARIABLE = /(?<![\w-])--[\w-]+\s*:([^;}]*)/g;

/**
 * Returns true if a custom property of a sheet holds a URL: its target depends on the sheet that uses it.
 * @param {string} css
 */
export function hasUrlVariables(css) {
  return [...css.matchAll(VARIABLE)].some(([, value]) => /url\(/i.test(value));
}
