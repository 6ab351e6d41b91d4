/** @import { Effect, PageInput } from '../../../lib/plan/price/types.ts' */

/**
 * Creates a page of HTML, a sheet and images, with a change for each image. Most are replaced by some bytes of HTML.
 * @param {{ images?: number, imageBytes?: (index: number) => number, share?: number, htmlBytes?: number }} [options]
 * @returns {{ page: PageInput, effects: Effect[] }}
 */
export function makePage({
  images = 40,
  imageBytes = (index) => 200 + ((index * 397) % 3000),
  share = 0,
  htmlBytes = 42_000,
} = {}) {
  const url = 'index.html';
  const names = Array.from({ length: images }, (_, index) => `img/${index}.gif`);
  const page = {
    url,
    files: [
      { url, type: /** @type {const} */ ('html'), bytes: Math.round(htmlBytes * 0.28), decodedBytes: htmlBytes },
      { url: 'style.css', type: /** @type {const} */ ('css'), bytes: 1200, decodedBytes: 4200, share },
      ...names.map((name, index) => ({
        url: name,
        type: /** @type {const} */ ('image'),
        bytes: imageBytes(index),
        share,
      })),
    ],
    references: [
      { from: url, to: 'style.css', atByte: 210, blocking: true },
      ...names.map((name, index) => ({
        from: url,
        to: name,
        atByte: 500 + Math.floor((index * (htmlBytes - 600)) / Math.max(1, images)),
      })),
    ],
  };
  const effects = names.map((_, index) => ({
    drops: [index + 1],
    grows: [{ url, decodedBytes: 60 + (index % 5) * 20 }],
  }));
  return { page, effects };
}
