/**
 * Fills pixels that the foreground covers in every image with the nearest to the left or right, otherwise above.
 * @param {Uint8ClampedArray} rgb @param {Uint8Array} clear @param {Uint8Array} holes @param {number} width
 */
export function fillHoles(rgb, clear, holes, width) {
  const height = holes.length / width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (!holes[at]) continue;
      const from = nearestFree(holes, width, x, y);
      if (from === null) continue;
      rgb.copyWithin(at * 3, from * 3, from * 3 + 3);
      clear[at] = clear[from];
    }
  }
}

/** @param {Uint8Array} holes @param {number} width @param {number} x @param {number} y */
function nearestFree(holes, width, x, y) {
  for (let far = 1; far < width; far++) {
    if (x - far >= 0 && !holes[y * width + x - far]) return y * width + x - far;
    if (x + far < width && !holes[y * width + x + far]) return y * width + x + far;
  }
  const height = holes.length / width;
  for (let far = 1; far < height; far++) {
    if (y - far >= 0 && !holes[(y - far) * width + x]) return (y - far) * width + x;
    if (y + far < height && !holes[(y + far) * width + x]) return (y + far) * width + x;
  }
  return null;
}
