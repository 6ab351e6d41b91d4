/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Tools } from './explain-images.js' */

/**
 * Returns an image as the browser renders it in another size, with its transparency.
 * @param {DecodedImage} decoded @param {Uint8Array} bytes of its file @param {{ width: number, height: number }} size
 * @param {Pick<Tools, 'withPage' | 'decodePng'>} tools
 * @returns {Promise<DecodedImage>}
 */
export async function drawScaled(decoded, bytes, { width, height }, { withPage, decodePng }) {
  const url = `data:image/${decoded.format};base64,${Buffer.from(bytes).toString('base64')}`;
  const image = `<img src="${url}" style="display:block" width=${width} height=${height}>`;
  const png = await withPage(async (page) => {
    await page.setViewport({ width, height, deviceScaleFactor: 1 });
    await page.setContent(`<body style="margin:0">${image}`);
    await page.evaluate(() => document.images[0].decode());
    return page.screenshot({ omitBackground: true });
  });
  const { rgba } = await decodePng(png);
  return { ...decoded, width, height, frames: [{ ...decoded.frames[0], rgba }] };
}
