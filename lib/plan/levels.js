/** @import { Safety } from './types.ts' */

/** The levels of safety, strictest first. @type {readonly Safety[]} */
export const SAFETIES = Object.freeze(['safe', 'visual', 'lossy']);

/**
 * Min SSIMULACRA 2 similarity to the original that an image encoded with loss must reach as rendered. At 90, images are
 * indistinguishable next to each other. 75 is above the value that the metric's author calls high quality (70). At
 * `safe` no image is encoded with loss.
 * @type {Readonly<Record<Safety, number | null>>}
 */
export const SIMILARITY = Object.freeze({ safe: null, visual: 90, lossy: 75 });

/**
 * Returns true if a run at one level may make a change that needs another.
 * @param {Safety} asked
 * @param {Safety} needed
 */
export function allows(asked, needed) {
  return SAFETIES.indexOf(needed) <= SAFETIES.indexOf(asked);
}
