/**
 * EXIF data that browsers apply: the orientation of the image, and whether its size differs from its pixel count.
 * @typedef {{ readonly orientation: number, readonly resized: boolean }} ExifFacts
 */

const orientationTag = 0x0112;
/** Tag of XResolution. */
const resolutionTag = 0x011a;
/** Tag of the offset of the Exif directory. */
const exifPointerTag = 0x8769;
/** Tag of PixelXDimension. */
const pixelWidthTag = 0xa002;

/**
 * Reads a TIFF block as contained in EXIF. A damaged block counts as empty.
 * @see https://html.spec.whatwg.org/multipage/images.html#preparing-an-image-for-presentation
 * @param {Uint8Array} tiff
 * @param {number} width of the image
 * @returns {ExifFacts}
 */
function readExif(tiff, width) {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const nothing = { orientation: 1, resized: false };
  if (tiff.length < 8) return nothing;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return nothing;
  const little = order === 0x4949;
  const main = readDirectory(view, view.getUint32(4, little), little);
  const orientation = main.get(orientationTag) ?? 1;
  const pointer = main.get(exifPointerTag);
  const sub = pointer === undefined ? new Map() : readDirectory(view, pointer, little);
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    resized: isResized(width, main.get(resolutionTag), sub.get(pixelWidthTag)),
  };
}

/**
 * Returns true if resolution and stated width agree on another width than the image has. Browsers then render it at
 * that width.
 * @param {number} width
 * @param {number} [resolution]
 * @param {number} [stated]
 */
function isResized(width, resolution, stated) {
  if (!resolution || !stated || stated === width) return false;
  return Math.round((width * 72) / resolution) === stated;
}

/**
 * Reads the numbers of one directory by tag. A fraction becomes its value.
 * @param {DataView} view
 * @param {number} at
 * @param {boolean} little
 * @returns {Map<number, number>}
 */
function readDirectory(view, at, little) {
  const values = new Map();
  if (at + 2 > view.byteLength) return values;
  const count = view.getUint16(at, little);
  for (let i = 0; i < count; i++) {
    const entry = at + 2 + i * 12;
    if (entry + 12 > view.byteLength) break;
    const type = view.getUint16(entry + 2, little);
    const offset = view.getUint32(entry + 8, little);
    if (type === 3) values.set(view.getUint16(entry, little), view.getUint16(entry + 8, little));
    else if (type === 4) values.set(view.getUint16(entry, little), offset);
    else if (type === 5 && offset + 8 <= view.byteLength) {
      values.set(view.getUint16(entry, little), view.getUint32(offset, little) / view.getUint32(offset + 4, little));
    }
  }
  return values;
}

/**
 * Reduces an EXIF block to the data that browsers apply. Returns null if there is none.
 * @param {Uint8Array} tiff
 * @param {number} width of the image
 */
export function trimExif(tiff, width) {
  const { orientation, resized } = readExif(tiff, width);
  if (resized) return tiff;
  if (orientation === 1) return null;
  const block = Buffer.alloc(26);
  block.write('MM', 0, 'latin1');
  block.writeUInt16BE(42, 2);
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(orientationTag, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  return new Uint8Array(block);
}
