/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Pixels */
/**
 * @typedef {{ x: number, y: number, width: number, height: number, stride: number }} Tile part of a picture that is
 *   `stride` pixels wide
 */

/** Share of a tile that one colour must cover to be its ground. */
const SHARE = 0.5;
/** Share of a ground's pixels that stand in squares of it: where fewer do, dots of several colours melt into one. */
const SHARE_SOLID = 0.25;

/**
 * The colour that covers most of a tile, all four channels in one number; null where it has none.
 * @param {Pixels} picture @param {Tile} tile
 * @returns {number | null}
 */
export function findGround(picture, tile) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const colours = listColours(picture, tile);
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const [ground, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  if (count < colours.length * SHARE) return null;
  return countSquares(colours, tile.width, ground) < count * SHARE_SOLID ? null : ground;
}

/**
 * The share of a tile that is in a colour, or off by a few levels of 255 at most.
 * @param {Pixels} picture @param {Tile} tile @param {number} ground @param {number} tolerance
 */
export function shareNear(picture, tile, ground, tolerance) {
  const near = listColours(picture, tile).filter((colour) => isNear(colour, ground, tolerance));
  return near.length / (tile.width * tile.height);
}

/** @param {Pixels} picture @param {Tile} tile @returns {Uint32Array} */
function listColours({ rgba }, { x, y, width, height, stride }) {
  const { buffer, byteOffset, byteLength } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  const all = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const colours = new Uint32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * stride + x;
    colours.set(all.subarray(from, from + width), row * width);
  }
  return colours;
}

/**
 * Counts the squares of two by two pixels in one colour.
 * @param {Uint32Array} colours
 * @param {number} width
 * @param {number} colour
 */
function countSquares(colours, width, colour) {
  const isGround = (/** @type {number} */ at) => colours[at] === colour && colours[at + 1] === colour;
  return colours.filter((_, at) => (at + 1) % width !== 0 && isGround(at) && isGround(at + width)).length;
}

/** @param {number} colour @param {number} other @param {number} tolerance */
function isNear(colour, other, tolerance) {
  return [0, 8, 16, 24].every((shift) => Math.abs(((colour >>> shift) & 255) - ((other >>> shift) & 255)) <= tolerance);
}
