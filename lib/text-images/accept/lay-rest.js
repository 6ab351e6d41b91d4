/** @import { Decomposed } from '../types.ts' */
import { layShadow } from '../decompose/find-shadow.js';
import { hidesText } from '../decompose/hidden-text.js';
import { layPieces } from '../decompose/split-lines.js';

/**
 * Returns an image with everything outside of its text's strokes in its background, as the image has it: shadows, and
 * shapes that are too pale to be parts of the foreground. Returns null if the background would contain text, or if the
 * text may be cut at a side: it can continue in another image.
 * @param {Decomposed} image @returns {Decomposed | null}
 */
export function layRest(image) {
  const { picture, background, coverage, shadow, lines, ink } = image;
  const { width, height } = picture;
  const isCut = lines.some(({ box }) => box.x === 0 || box.x + box.width === width);
  const inked = layPieces(image);
  // A shadow over a transparent pixel has no colour of its own.
  const isOpen = shadow !== null && inked.some((value, at) => value > 0 && background.clear?.[at] === 1);
  if (isCut || isOpen) return null;
  const rgb = shadow ? layShadow(background, shadow, coverage, width, height) : Uint8ClampedArray.from(background.rgb);
  const clear = picture.clear || background.clear ? new Uint8Array(width * height) : null;
  for (let at = 0; at < width * height; at++) {
    const from = inked[at] ? background : picture;
    if (!inked[at]) rgb.set(picture.rgb.subarray(at * 3, at * 3 + 3), at * 3);
    if (clear) clear[at] = from.clear?.[at] ?? 0;
  }
  const rest = { kind: /** @type {const} */ ('image'), rgb, clear: clear?.includes(1) ? clear : null };
  return hidesText(picture, rest, ink, lines) ? null : { ...image, background: rest, shadow: null };
}
