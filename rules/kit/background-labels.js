/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { BackgroundBox, BackgroundLayer } from '../../lib/visit/types.ts' */

import { nameImagePart } from '../../lib/base/image-part.js';

/**
 * An element whose background image is shown in place of its text. `key`: names the image, or the part of it that is
 * shown; `hover`, `active`: names those under the mouse, null if they are the same as before; `placement`: declarations
 * of the place inside the element. `failed`: true if text cannot take the place of the image in all states.
 * @typedef {{ path: string, key: string, width: number, height: number, placement: string, hover: string | null,
 *   active: string | null, failed: boolean }} Label
 */

/** Max distance in pixels at which a place counts as a whole number of pixels. Chosen: rounding errors are smaller. */
const WHOLE_PX = 0.01;

/**
 * Returns the label that an element shows, null if its background image is none: other content is visible, or it is
 * repeated.
 * @param {BackgroundBox} box @param {Facts['images']} images
 * @returns {Label | null}
 */
export function labelOf(box, images) {
  const shown = partOf(box, box.rest, images);
  if (!shown || box.isCovered) return null;
  const { part, key, placement } = shown;
  const states = [box.hover, box.active].map((layer) => layer && partOf(box, layer, images));
  const [hover, active] = states.map((state) => state?.key ?? key);
  const isFixed = states.every((state) => state && state.placement === placement && isAsLarge(state.part, part));
  // Text has no state of its own for a mouse that is pressed, but not over it.
  const isPressedOnly = hover === key && active !== key;
  return {
    path: box.rest.path,
    key,
    width: part.width,
    height: part.height,
    placement,
    hover: hover === key ? null : hover,
    active: active === hover ? null : active,
    failed: !isFixed || isPressedOnly,
  };
}

/**
 * Returns the part of its image that an element shows, its name, and its place in the element.
 * @param {BackgroundBox} box @param {BackgroundLayer} layer @param {Facts['images']} images
 */
function partOf(box, layer, images) {
  const image = images.get(layer.path);
  if (!image || image.broken) return null;
  const { x, y, repeat } = layer;
  const isOnce = repeat === 'no-repeat';
  const across = alongAxis({ at: x, repeats: !isOnce && repeat !== 'repeat-y' }, box.width, image.width);
  const down = alongAxis({ at: y, repeats: !isOnce && repeat !== 'repeat-x' }, box.height, image.height);
  if (!across || !down) return null;
  const part = { x: across.from, y: down.from, width: across.length, height: down.length };
  return {
    part,
    key: isAsLarge(part, image) ? layer.path : nameImagePart(layer.path, part),
    placement: `${writeSide('left', 'right', across)};${writeSide('top', 'bottom', down)}`,
  };
}

/**
 * Returns the visible part of an image along one axis, and where it starts. Null if it is not visible, repeated or not
 * on whole pixels.
 * @param {{ at: string, repeats: boolean }} layer @param {number} room of the box @param {number} size of the image
 */
function alongAxis({ at, repeats }, room, size) {
  const [, percent = null, pixels = null] = /^(?:(-?[\d.]+)%|(-?[\d.]+)px)$/.exec(at) ?? [];
  if (percent === null && pixels === null) return null;
  const share = Number(percent ?? 0) / 100;
  const offset = percent === null ? Number(pixels) : (room - size) * share;
  const isCovered = offset <= 0 && offset + size >= room - WHOLE_PX;
  if ((repeats && !isCovered) || Math.abs(offset - Math.round(offset)) > WHOLE_PX) return null;
  const start = Math.max(0, Math.round(offset));
  const end = Math.min(Math.round(room), Math.round(offset) + size);
  if (end <= start) return null;
  return { from: start - Math.round(offset), start, length: end - start, share, room: Math.round(room), size };
}

/**
 * Writes the place along one axis. An image at a percentage keeps its place if the box has another size.
 * @param {string} near @param {string} far @param {NonNullable<ReturnType<typeof alongAxis>>} along
 */
function writeSide(near, far, { start, length, share, room, size }) {
  if (length < size || share === 0) return `${near}:${writePx(start)}`;
  if (share === 1) return `${far}:${writePx(room - start - length)}`;
  return `${near}:calc(${share * 100}% - ${size * share}px)`;
}

/** @param {number} length */
function writePx(length) {
  return length === 0 ? '0' : `${length}px`;
}

/** @param {{ width: number, height: number }} one @param {{ width: number, height: number }} other */
function isAsLarge(one, other) {
  return one.width === other.width && one.height === other.height;
}
