/** @import { CssClass } from '../types.ts' */

/**
 * Gives each distinct class a name that the site does not use yet.
 * @param {readonly CssClass[]} classes in an order that does not change between runs
 * @param {ReadonlySet<string>} taken
 * @returns {ReadonlyMap<string, CssClass>} with their names, by `keyOfClass`
 */
export function nameClasses(classes, taken) {
  /** @type {Map<string, CssClass>} */
  const named = new Map();
  const used = new Set(taken);
  for (const wanted of classes) {
    const key = keyOfClass(wanted);
    if (named.has(key)) continue;
    let name = wanted.name;
    for (let number = 2; used.has(name); number++) name = `${wanted.name}-${number}`;
    used.add(name);
    named.set(key, { ...wanted, name });
  }
  return named;
}

/**
 * Returns the key by which two classes are the same.
 * @param {CssClass} one
 */
export function keyOfClass({ css, more }) {
  return JSON.stringify([css, more ?? {}]);
}

/**
 * Returns the CSS of named classes.
 * @param {Iterable<CssClass>} named
 */
export function cssOf(named) {
  let css = '';
  for (const { name, css: own, more } of named) {
    if (own) css += `.${name}{${own}}`;
    for (const [key, declarations] of Object.entries(more ?? {})) {
      // For an at-rule the class is inside its braces.
      if (key.startsWith('@')) css += `${key}{${declarations.replaceAll('&', `.${name}`)}}`;
      else css += `${(key.includes('&') ? key : `&${key}`).replaceAll('&', `.${name}`)}{${declarations}}`;
    }
  }
  return css;
}
