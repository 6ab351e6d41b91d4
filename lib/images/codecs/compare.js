/** @import { DecodedImage } from '../types.ts' */
import { displayedDelay } from '../png/animation.js';
import { toWords } from '../png/colours.js';

/**
 * Describes the difference between two images as rendered, in every frame. Returns null if there is no visible one.
 * @param {DecodedImage} before
 * @param {DecodedImage} after
 */
export function findDifference(before, after) {
  if (before.width !== after.width || before.height !== after.height) {
    return `${after.width} × ${after.height} pixels instead of ${before.width} × ${before.height}`;
  }
  const [a, b] = [timeline(before), timeline(after)];
  if (a.length !== b.length) return `${b.length} distinct frames instead of ${a.length}`;
  if (a.length > 1 && before.plays !== after.plays) return `plays ${after.plays} times instead of ${before.plays}`;
  for (let i = 0; i < a.length; i++) {
    if (!a[i].pixels.equals(b[i].pixels)) return `different pixels in frame ${i + 1}`;
    if (a.length > 1 && Math.abs(a[i].delayMs - b[i].delayMs) > 0.01) return `a different delay after frame ${i + 1}`;
  }
  return null;
}

/**
 * Returns frames as a viewer sees them: each distinct image once, with the total duration of its repeats.
 * @param {DecodedImage} image
 */
function timeline({ frames }) {
  /** @type {{ pixels: Buffer, delayMs: number }[]} */
  const shown = [];
  for (const { rgba, delayMs } of frames) {
    const pixels = Buffer.from(toWords(rgba).buffer);
    const shownMs = displayedDelay(delayMs);
    const last = shown.at(-1);
    if (last?.pixels.equals(pixels)) last.delayMs += shownMs;
    else shown.push({ pixels, delayMs: shownMs });
  }
  return shown;
}
