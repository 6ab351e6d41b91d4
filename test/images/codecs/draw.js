/** Generated images, and files built from them byte by byte, so that every special case can be created. */

/**
 * @typedef {{ x?: number, y?: number, width: number, height: number, pixels: ArrayLike<number>, delayMs?: number,
 *   disposal?: number, transparent?: number, interlaced?: boolean, palette?: readonly number[][] }} GifFrame
 */

/**
 * Builds a GIF. `plays` of 0 repeats endlessly, and 1 omits the loop extension.
 * @param {{ width: number, height: number, palette?: readonly number[][], frames: readonly GifFrame[], plays?: number
 *   }} gif
 */
export function makeGif({ width, height, palette, frames, plays = 1 }) {
  const bytes = [...Buffer.from('GIF89a'), ...u16(width), ...u16(height), palette ? tableFlags(palette) : 0, 0, 0];
  if (palette) bytes.push(...table(palette));
  if (plays !== 1) {
    bytes.push(0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, ...u16(plays === 0 ? 0 : plays - 1), 0);
  }
  for (const frame of frames) {
    const flags = ((frame.disposal ?? 0) << 2) | (frame.transparent === undefined ? 0 : 1);
    bytes.push(0x21, 0xf9, 4, flags, ...u16((frame.delayMs ?? 0) / 10), frame.transparent ?? 0, 0);
    bytes.push(0x2c, ...u16(frame.x ?? 0), ...u16(frame.y ?? 0), ...u16(frame.width), ...u16(frame.height));
    bytes.push((frame.palette ? tableFlags(frame.palette) : 0) | (frame.interlaced ? 0x40 : 0));
    if (frame.palette) bytes.push(...table(frame.palette));
    bytes.push(...lzw(frame.interlaced ? interlace(frame) : frame.pixels));
  }
  return Uint8Array.from([...bytes, 0x3b]);
}

/** @param {number} value */
function u16(value) {
  return [value & 0xff, value >> 8];
}

/** @param {readonly number[][]} palette */
function tableFlags(palette) {
  return 0x80 | (Math.max(1, Math.ceil(Math.log2(palette.length))) - 1);
}

/** @param {readonly number[][]} palette */
function table(palette) {
  const size = 2 << (tableFlags(palette) & 7);
  return Array.from({ length: size }, (_, i) => palette[i] ?? [0, 0, 0]).flat();
}

/** @param {GifFrame} frame */
function interlace({ width, height, pixels }) {
  const rows = [];
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ])
    for (let y = start; y < height; y += step) rows.push(y);
  return rows.flatMap((y) => Array.from({ length: width }, (_, x) => pixels[y * width + x]));
}

/**
 * Compresses pixels with LZW, as GIF writers do.
 * @param {ArrayLike<number>} pixels
 */
function lzw(pixels) {
  const bytes = [];
  let [held, heldBits, codeBits, next] = [0, 0, 9, 258];
  const put = (/** @type {number} */ code) => {
    held |= code << heldBits;
    for (heldBits += codeBits; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes.push(held & 0xff);
  };
  put(256);
  /** @type {Map<string, number>} */
  const known = new Map();
  let string = '';
  const codeOf = (/** @type {string} */ text) => known.get(text) ?? Number(text);
  for (let i = 0; i < pixels.length; i++) {
    const longer = string === '' ? `${pixels[i]}` : `${string},${pixels[i]}`;
    if (string === '' || known.has(longer)) {
      string = longer;
      continue;
    }
    put(codeOf(string));
    if (next < 4096) {
      known.set(longer, next++);
      if (next - 1 === 1 << codeBits && codeBits < 12) codeBits++;
    }
    string = `${pixels[i]}`;
  }
  if (string !== '') put(codeOf(string));
  put(257);
  if (heldBits > 0) bytes.push(held & 0xff);
  const blocks = [8];
  for (let at = 0; at < bytes.length; at += 255)
    blocks.push(Math.min(255, bytes.length - at), ...bytes.slice(at, at + 255));
  return [...blocks, 0];
}

/**
 * Returns a disc of rings on a background, as RGBA.
 * @param {number} width
 * @param {number} height
 * @param {readonly (readonly number[])[]} colours background first
 */
export function drawDisc(width, height, colours) {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - width / 2 + 0.5, y - height / 2 + 0.5) / (Math.min(width, height) / 2);
      const ring = distance >= 1 ? 0 : Math.min(colours.length - 1, 1 + Math.floor(distance * (colours.length - 1)));
      const [red, green, blue, alpha = 255] = colours[ring];
      rgba.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  return { width, height, rgba };
}

/**
 * Returns waves of many colours as RGBA, which encoders treat like a photograph.
 * @param {number} width
 * @param {number} height
 */
export function drawWaves(width, height) {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const wave = (/** @type {number} */ a, /** @type {number} */ b) =>
      128 + 80 * Math.sin(x / a + y / b) + 20 * Math.cos(y / 5);
    rgba.set([wave(9, 31), wave(13, 17), wave(23, 11), 255], i * 4);
  }
  return { width, height, rgba };
}

/**
 * Returns the types of a PNG's chunks, in order.
 * @param {Uint8Array} png
 */
export function chunkTypes(png) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const types = [];
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at))
    types.push(Buffer.from(png.subarray(at + 4, at + 8)).toString());
  return types;
}

/**
 * Inserts chunks before the pixel data.
 * @param {Uint8Array} png
 * @param {readonly Uint8Array[]} chunks
 */
export function withChunks(png, chunks) {
  return new Uint8Array(Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]));
}
