/**
 * Pixels above which images are compared in bands. Comparing takes 25 bytes a pixel. On 13 photographs of 5 to 24
 * megapixels, the least similarity of four bands was at most 0.9 from that of all pixels.
 */
const MANY_PIXELS = 4_000_000;
/** Bands of an image of many pixels, evenly spread. */
const BANDS = 4;
/** Pixels of a band. */
const BAND_PIXELS = 1_000_000;

/** @typedef {{ readonly width: number, readonly height: number }} Size */
/** @typedef {{ readonly top: number, readonly rows: number }} Band rows of an image */

/**
 * Returns the bands in which an image is compared, from its top to its bottom: all rows unless it is large.
 * @param {Size} size
 * @returns {Band[]}
 */
export function listBands({ width, height }) {
  const rows = Math.max(1, Math.floor(BAND_PIXELS / width));
  if (width * height <= MANY_PIXELS || rows * BANDS >= height) return [{ top: 0, rows: height }];
  const step = (height - rows) / (BANDS - 1);
  return Array.from({ length: BANDS }, (_, at) => ({ top: Math.round(at * step), rows }));
}

/**
 * Returns a band of an image, which shares its pixels.
 * @template {Size & { readonly rgba: Uint8Array }} Picture
 * @param {Picture} picture @param {Band} band
 */
export function cutBand(picture, { top, rows }) {
  const rowBytes = picture.width * 4;
  return { ...picture, height: rows, rgba: picture.rgba.subarray(top * rowBytes, (top + rows) * rowBytes) };
}
