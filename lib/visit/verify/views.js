/** @import { View } from '../browser/render.js' */

/** @param {string} name @param {Partial<View> & { width: number }} view @returns {View} */
const makeView = (name, view) =>
  Object.freeze({ name, scale: 1, scripts: true, screenshot: true, hover: false, accessibilityText: false, ...view });

/** Views of a full verification. */
export const FULL_VIEWS = Object.freeze([
  makeView('800', { width: 800, hover: true, accessibilityText: true }),
  makeView('360', { width: 360 }),
  makeView('1280', { width: 1280 }),
  makeView('800@2x', { width: 800, scale: 2 }),
  makeView('800 without scripts', { width: 800, scripts: false, accessibilityText: true }),
]);

/** Views of a page whose changes are rendered the same in every window: on a phone, and with everything hovered. */
export const EVEN_VIEWS = Object.freeze(FULL_VIEWS.slice(0, 2));

/** Views of a page whose changes are rendered the same on every page with their files. */
export const DRAWN_VIEWS = Object.freeze(FULL_VIEWS.slice(0, 1));

/** Views of a page when a similar page was verified in full. */
export const GEOMETRY_VIEWS = Object.freeze([
  makeView('1280 boxes', { width: 1280, screenshot: false, accessibilityText: true }),
]);
