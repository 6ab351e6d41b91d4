/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Pixels */
/**
 * @typedef {{ x: number, y: number, width: number, height: number, stride: number }} Tile part of an image that is
 *   `stride` pixels wide
 */

/** Min share of a tile that one colour must cover to be its background. */
const SHARE = 0.5;
/** Min share of a background's pixels that are in squares of it. Below it, dots of several colours are dithered. */
const SHARE_SOLID = 0.25;

/**
 * Returns the colour that covers more than half of a tile as one number with all four channels, null if there is none.
 * @param {Pixels} picture @param {Tile} tile
 * @returns {number | null}
 */
export function findGround(picture, tile) {
  const colours = listColours(picture, tile);
  const ground = elect(colours);
  const count = countColour(colours, ground);
  if (count <= colours.length * SHARE) return null;
  return countSquares(colours, tile.width, ground) < count * SHARE_SOLID ? null : ground;
}

/**
 * Returns the share of a tile that has a colour, or differs from it by a few levels of 255 at most.
 * @param {Pixels} picture @param {Tile} tile @param {number} ground @param {number} tolerance
 */
export function shareNear(picture, tile, ground, tolerance) {
  const colours = listColours(picture, tile);
  let near = 0;
  for (let at = 0; at < colours.length; at += 1) {
    if (colours[at] === ground || isNear(colours[at], ground, tolerance)) near += 1;
  }
  return near / colours.length;
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
 * Finds the only colour that can have more than half of all votes: each vote cancels one for another colour. Most tiles
 * of photographs have none, and counting all colours would take ten times as long.
 * @see https://www.cs.utexas.edu/~moore/best-ideas/mjrty/
 * @param {Uint32Array} colours
 */
function elect(colours) {
  let leader = 0;
  let votes = 0;
  for (let at = 0; at < colours.length; at += 1) {
    if (votes === 0) leader = colours[at];
    votes += colours[at] === leader ? 1 : -1;
  }
  return leader;
}

/** @param {Uint32Array} colours @param {number} colour */
function countColour(colours, colour) {
  let count = 0;
  for (let at = 0; at < colours.length; at += 1) if (colours[at] === colour) count += 1;
  return count;
}

/**
 * Counts the squares of two by two pixels in one colour.
 * @param {Uint32Array} colours
 * @param {number} width
 * @param {number} colour
 */
function countSquares(colours, width, colour) {
  let count = 0;
  for (let at = 0; at + width + 1 < colours.length; at += 1) {
    if ((at + 1) % width === 0 || colours[at] !== colour || colours[at + 1] !== colour) continue;
    if (colours[at + width] === colour && colours[at + width + 1] === colour) count += 1;
  }
  return count;
}

/** @param {number} colour @param {number} other @param {number} tolerance */
function isNear(colour, other, tolerance) {
  for (let shift = 0; shift < 32; shift += 8) {
    if (Math.abs(((colour >>> shift) & 255) - ((other >>> shift) & 255)) > tolerance) return false;
  }
  return true;
}
