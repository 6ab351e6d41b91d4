/** Coverage below which a pixel is blank. */
export const BLANK = 0.2;

/**
 * What hangs together, each shape as its pixels.
 * @param {Float32Array} ink @param {{ width: number, height: number }} size
 */
export function listShapes(ink, { width, height }) {
  const left = Uint8Array.from(ink, (value) => (value > BLANK ? 1 : 0));
  /** @type {number[][]} */
  const shapes = [];
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start + 1)) {
    const shape = [start];
    left[start] = 0;
    for (const at of shape) {
      const x = at % width;
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        for (let v = at - x - width; v <= at - x + width; v += width) {
          if (v < 0 || v >= width * height || !left[v + u]) continue;
          left[v + u] = 0;
          shape.push(v + u);
        }
      }
    }
    shapes.push(shape);
  }
  return shapes;
}
