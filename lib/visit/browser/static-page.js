import { guessType } from './serve.js';

/** @import { FileLookup, Traffic } from './serve.js' */

/** Code that may run, or media that is chosen once during the load. NUL: a text in an encoding that hides the rest. */
const ALIVE_IN_PAGE =
  /<(?:script|noscript|object|embed|applet|picture)|srcset|[\s"'/]on[a-z]+\s*=|javascript:|scripting|image-set|\0/i;
const ALIVE_IN_SHEET = /scripting|image-set|\0/i;
/** Text that selects by the density of the screen. NUL: a text in an encoding that hides the rest. */
const ASKS_DENSITY = /image-set|resolution|pixel-?ratio|\0/i;
/** Text that selects images by the density of the screen, and nothing else. */
const OFFERS_IMAGES = /srcset/i;
const NO_TEXT = /^(?:image\/(?!svg)|font\/|audio\/|video\/|application\/(?:pdf|wasm))/;
const SCRIPT = /\.m?js$/i;
const SHEET = /\.css$/i;

/**
 * Returns true if a loaded page contains nothing that can run or that depends on the window during the load. It is then
 * rendered the same without scripts, and needs no new load for another window.
 * @param {string} path
 * @param {FileLookup} files
 * @param {Traffic} traffic of its load
 */
export function isStaticPage(path, files, { served, external, navigations }) {
  if (navigations.length > 0 || served.some((name) => SCRIPT.test(name))) return false;
  if (external.some((url) => SCRIPT.test(URL.parse(url)?.pathname ?? url))) return false;
  const says = (/** @type {string} */ name, /** @type {RegExp} */ pattern) =>
    pattern.test(Buffer.from(files(name)?.bytes ?? []).toString('latin1'));
  return !says(path, ALIVE_IN_PAGE) && !served.some((name) => SHEET.test(name) && says(name, ALIVE_IN_SHEET));
}

/**
 * Returns the parts of a page that depend on the density of the screen, by its loaded files: `nothing`, so that a dense
 * screen renders the same, only finer; `images` of source sets; or `anything`.
 * @param {FileLookup} files
 * @param {Traffic} traffic of its load
 * @param {{ isScriptWatched?: boolean }} [options] `isScriptWatched`: scripts are watched while they run, so their text
 *   does not matter
 * @returns {'nothing' | 'images' | 'anything'}
 */
export function whatAsksDensity(files, { served }, { isScriptWatched = false } = {}) {
  const texts = served
    .filter((name) => !NO_TEXT.test(guessType(name)) && !(isScriptWatched && SCRIPT.test(name)))
    .map((name) => Buffer.from(files(name)?.bytes ?? []).toString('latin1'));
  if (texts.some((text) => ASKS_DENSITY.test(text))) return 'anything';
  return texts.some((text) => OFFERS_IMAGES.test(text)) ? 'images' : 'nothing';
}
