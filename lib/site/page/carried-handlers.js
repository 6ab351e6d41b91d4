import { exact } from '../../base/exact.js';

/** Handlers of an image that text can carry in its place. @type {readonly string[]} */
export const CARRIED_HANDLERS = exact(['onmouseover', 'onmouseout']);
