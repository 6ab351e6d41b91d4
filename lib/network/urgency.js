/** @import { Fetch } from './browser.js' */

/** Types in the order in which a browser prefers them. */
const URGENCY = { html: 0, css: 0, font: 0, script: 1, text: 1, image: 2, other: 2 };
/** The last class, after everything that is rendered. */
export const MIN_URGENT = 2;

/** @param {Fetch} fetch */
export const urgency = ({ resource: { type, deferred } }) => (deferred ? MIN_URGENT : URGENCY[type]);
