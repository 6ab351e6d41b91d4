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

/** @typedef {{ asks: boolean, offers: boolean }} Density `asks`: selects by density; `offers`: names source sets */

/**
 * Returns how the loaded files of a page depend on the density of the screen, scripts apart from the others: scripts
 * can be watched while they run. Without any dependence a dense screen renders the same, only finer.
 * @param {FileLookup} files
 * @param {Pick<Traffic, 'served'>} traffic of its load
 * @returns {{ markup: Density, scripts: Density }}
 */
export function readDensity(files, { served }) {
  const found = { markup: { asks: false, offers: false }, scripts: { asks: false, offers: false } };
  for (const name of served) {
    if (NO_TEXT.test(guessType(name))) continue;
    const text = Buffer.from(files(name)?.bytes ?? []).toString('latin1');
    const part = SCRIPT.test(name) ? found.scripts : found.markup;
    part.asks ||= ASKS_DENSITY.test(text);
    part.offers ||= OFFERS_IMAGES.test(text);
  }
  return found;
}
