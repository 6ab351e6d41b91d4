import { present } from '../../base/present.js';

/** Minifiers come to rest after two or three rounds; one that does not is stopped. */
const MOST_ROUNDS = 8;

/**
 * Runs a minifier until its output stays the same, so that packing what is packed changes nothing.
 * Null where it throws, never settles, or does not get smaller: the source is the better text then.
 * @param {string} source
 * @param {(text: string) => string | Promise<string>} minify
 * @returns {Promise<string | null>}
 */
export async function minifyUntilStable(source, minify) {
  let text = source;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = await minify(text);
    if (next === text) return Buffer.byteLength(text) < Buffer.byteLength(source) ? text : null;
    text = next;
  }
  return null;
}

/**
 * A minifier that knows the texts it has seen: the same script or style stands on every page of a site.
 * @template {unknown[]} A
 * @template R
 * @param {(text: string, ...rest: A) => Promise<R>} minify
 * @param {number} mostTexts
 * @returns {(text: string, ...rest: A) => Promise<R>}
 */
export function remember(minify, mostTexts) {
  /** @type {Map<string, Promise<R>>} */
  const seen = new Map();
  return (text, ...rest) => {
    const key = JSON.stringify(rest) + text;
    const known = seen.get(key);
    if (known) return known;
    if (seen.size >= mostTexts) seen.delete(present(seen.keys().next().value));
    const made = minify(text, ...rest);
    seen.set(key, made);
    return made;
  };
}
