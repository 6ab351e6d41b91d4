/** Names of the makers in makers.js. Only the threads that run them load the code. */
export const FONT_MAKER_NAMES = Object.freeze(/** @type {const} */ (['font-subset', 'font-whole', 'font-woff2']));
