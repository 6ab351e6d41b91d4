/** What makers.js makes, by name: only the threads that run them load what they need. */
export const FONT_MAKER_NAMES = Object.freeze(/** @type {const} */ (['font-subset', 'font-whole', 'font-woff2']));
