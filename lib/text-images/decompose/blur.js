/**
 * Blurs as CSS does: by a Gaussian whose standard deviation is half of the radius.
 * @param {Float32Array} values @param {number} width @param {number} height @param {number} radius
 */
export function blurCoverage(values, width, height, radius) {
  if (radius === 0) return values;
  const weights = Array.from({ length: 2 * radius + 1 }, (_, at) => Math.exp(-2 * ((at - radius) / radius) ** 2));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const kernel = weights.map((weight) => weight / sum);
  const across = convolve(values, kernel, width, 1, height, width);
  return convolve(across, kernel, height, width, width, 1);
}

/**
 * @param {Float32Array} values @param {readonly number[]} kernel @param {number} length of a line @param {number} step
 * @param {number} lines @param {number} lineStep
 */
function convolve(values, kernel, length, step, lines, lineStep) {
  const out = new Float32Array(values.length);
  const radius = kernel.length >> 1;
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      let sum = 0;
      for (let tap = Math.max(-radius, -at); tap <= Math.min(radius, length - 1 - at); tap++)
        sum += kernel[tap + radius] * values[line * lineStep + (at + tap) * step];
      out[line * lineStep + at * step] = sum;
    }
  }
  return out;
}
