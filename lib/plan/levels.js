/** @import { Safety } from './types.ts' */

/** The levels of safety, strictest first. @type {readonly Safety[]} */
export const SAFETIES = Object.freeze(['safe', 'visual', 'lossy']);

/**
 * The similarity to the original, by SSIMULACRA 2, that an image coded with loss must reach as pages draw it. At 90
 * nobody tells two images apart side by side; 75 is above what the metric's author calls high quality (70). At `safe`
 * no image is coded with loss.
 * @type {Readonly<Record<Safety, number | null>>}
 */
export const SIMILARITY = Object.freeze({ safe: null, visual: 90, lossy: 75 });

/**
 * Returns true if a run at one level may do what needs another.
 * @param {Safety} asked
 * @param {Safety} needed
 */
export function allows(asked, needed) {
  return SAFETIES.indexOf(needed) <= SAFETIES.indexOf(asked);
}
