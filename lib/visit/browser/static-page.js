import { guessType } from './serve.js';

/** @import { FileLookup, Traffic } from './serve.js' */

/** Code that may run, or media that is chosen once as a page loads. NUL: a text in an encoding that hides the rest. */
const ALIVE_IN_PAGE =
  /<(?:script|noscript|object|embed|applet|picture)|srcset|[\s"'/]on[a-z]+\s*=|javascript:|scripting|image-set|\0/i;
const ALIVE_IN_SHEET = /scripting|image-set|\0/i;
/** Markup that selects by the density of the screen. NUL: a text in an encoding that hides the rest. */
const ASKS_DENSITY = /srcset|image-set|resolution|pixel-?ratio|\0/i;
const NO_TEXT = /^(?:image\/(?!svg)|font\/|audio\/|video\/|application\/(?:pdf|wasm))/;
const SCRIPT = /\.m?js$/i;
const SHEET = /\.css$/i;

/**
 * Tells whether a loaded page has nothing that could run or that is chosen by the window it is loaded in: then it looks
 * the same with scripts off, and it need not be loaded again for a window of another size.
 * @param {string} path @param {FileLookup} files @param {Traffic} traffic of its load
 */
export function isStaticPage(path, files, { served, external, navigations }) {
  if (navigations.length > 0 || served.some((name) => SCRIPT.test(name))) return false;
  if (external.some((url) => SCRIPT.test(URL.parse(url)?.pathname ?? url))) return false;
  const says = (/** @type {string} */ name, /** @type {RegExp} */ pattern) =>
    pattern.test(Buffer.from(files(name)?.bytes ?? []).toString('latin1'));
  return !says(path, ALIVE_IN_PAGE) && !served.some((name) => SHEET.test(name) && says(name, ALIVE_IN_SHEET));
}

/**
 * Tells whether nothing that a page loaded asks how dense the screen is: then a dense one shows the same, only finer.
 * @param {FileLookup} files @param {Traffic} traffic of its load
 */
export function ignoresDensity(files, { served }) {
  return served
    .filter((name) => !NO_TEXT.test(guessType(name)))
    .every((name) => !ASKS_DENSITY.test(Buffer.from(files(name)?.bytes ?? []).toString('latin1')));
}
