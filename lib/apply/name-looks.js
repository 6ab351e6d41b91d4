/** @import { Look } from '../types.ts' */

/**
 * Gives each distinct look one class name that the site does not use yet.
 * @param {readonly Look[]} looks in an order that does not change between runs
 * @param {ReadonlySet<string>} taken
 * @returns {ReadonlyMap<string, { name: string, look: Look }>} by `keyOf(look)`
 */
export function nameLooks(looks, taken) {
  /** @type {Map<string, { name: string, look: Look }>} */
  const named = new Map();
  const used = new Set(taken);
  for (const look of looks) {
    const key = keyOf(look);
    if (named.has(key)) continue;
    let name = look.name;
    for (let number = 2; used.has(name); number++) name = `${look.name}-${number}`;
    used.add(name);
    named.set(key, { name, look });
  }
  return named;
}

/**
 * What makes two looks the same.
 * @param {Look} look
 */
export function keyOf(look) {
  return JSON.stringify([look.css, look.more ?? {}]);
}

/**
 * The CSS of named looks.
 * @param {Iterable<{ name: string, look: Look }>} named
 */
export function cssOf(named) {
  let css = '';
  for (const { name, look } of named) {
    css += `.${name}{${look.css}}`;
    for (const [key, declarations] of Object.entries(look.more ?? {})) {
      css += `${(key.includes('&') ? key : `&${key}`).replaceAll('&', `.${name}`)}{${declarations}}`;
    }
  }
  return css;
}
