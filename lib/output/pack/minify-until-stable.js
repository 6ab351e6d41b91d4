import { present } from '../../base/present.js';

/** Max rounds. Minifiers are stable after two or three. */
const MAX_ROUNDS = 8;

/**
 * Runs a minifier until its output is stable, so that packing a packed text changes nothing. Returns null if it throws,
 * never settles, or saves nothing: the source is the better text then.
 * @param {string} source
 * @param {(text: string) => string | Promise<string>} minify
 * @returns {Promise<string | null>}
 */
export async function minifyUntilStable(source, minify) {
  let text = source;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = await minify(text);
    if (next === text) return Buffer.byteLength(text) < Buffer.byteLength(source) ? text : null;
    text = next;
  }
  return null;
}

/**
 * Wraps a minifier with a cache of its texts: the same script or style is on every page of a site.
 * @template {unknown[]} A
 * @template R
 * @param {(text: string, ...rest: A) => Promise<R>} minify
 * @param {number} maxTexts
 * @returns {(text: string, ...rest: A) => Promise<R>}
 */
export function remember(minify, maxTexts) {
  /** @type {Map<string, Promise<R>>} */
  const seen = new Map();
  return (text, ...rest) => {
    const key = JSON.stringify(rest) + text;
    const known = seen.get(key);
    if (known) return known;
    if (seen.size >= maxTexts) seen.delete(present(seen.keys().next().value));
    const made = minify(text, ...rest);
    seen.set(key, made);
    return made;
  };
}
