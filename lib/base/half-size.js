/** @typedef {{ readonly width: number, readonly height: number }} Size */

/**
 * Returns the size of an image that was halved several times, rounded up as browsers do.
 * @param {Size} image @param {number} times
 * @returns {Size}
 */
export function sizeOfHalf({ width, height }, times) {
  return { width: Math.ceil(width / 2 ** times), height: Math.ceil(height / 2 ** times) };
}
