/**
 * @import { Band, Paint, Stop } from '../../lib/images/types.ts'
 *
 * @typedef {{ readonly axis: 'x' | 'y', readonly bands: readonly Band[] }} Layer
 */

/** Max length of a tile, in CSS pixels. A longer one seldom repeats within a window. */
const LONGEST_TILE = Object.freeze({ x: 800, y: 600 });

/** Max difference, in colour levels, between a gradient and the pixels that it replaces. */
const MAX_LEVELS = 4;

/**
 * Returns the shortest notation of a colour.
 * @param {string} hex
 */
export function shortColour(hex) {
  const lower = hex.toLowerCase();
  if (!/^#(?:([0-9a-f])\1){3,4}$/.test(lower)) return lower;
  return `#${[...lower.slice(1)].filter((_, i) => i % 2 === 0).join('')}`;
}

/**
 * Returns a CSS `background` value that paints the same as an image at a rendered size, or null if it cannot at that
 * size.
 * @param {Paint} paint
 * @param {{ width: number, height: number }} image
 * @param {{ width: number, height: number }} shown
 * @param {string} [tiled] the axes along which it repeats: `xy`
 * @returns {string | null}
 */
export function paintCss(paint, image, shown, tiled = '') {
  if (paint.kind === 'solid') return shortColour(paint.colour);
  const scaledX = image.width !== shown.width;
  const scaledY = image.height !== shown.height;
  if (paint.kind === 'linear') return linearCss(paint, scaledX || scaledY);
  const length = { x: image.width, y: image.height };
  const endOf = (/** @type {'x' | 'y'} */ axis) =>
    tiled.includes(axis) && length[axis] < LONGEST_TILE[axis] ? 'tiled' : 'end';
  // Browsers smooth scaled images, so hard edges are kept only along unscaled axes.
  if (paint.kind === 'bands') {
    if (paint.axis === 'x' ? scaledX : scaledY) return null;
    return bandsCss(paint, endOf(paint.axis));
  }
  if ((scaledX && paint.axis !== 'y') || (scaledY && paint.axis !== 'x')) return null;
  const { layers } = /** @type {{ layers?: readonly Layer[] }} */ (paint);
  if (!layers) return null;
  if (paint.axis === 'both') return layers.map((layer) => bandsCss(layer, endOf(layer.axis))).join(',');
  return `repeating-${bandsCss(layers[0], 'again')}`;
}

/**
 * @param {Extract<Paint, { kind: 'linear' }>} paint
 * @param {boolean} scaled
 */
function linearCss({ angleDegrees, stops, maxError }, scaled) {
  const straight = angleDegrees % 90 === 0;
  if (maxError > MAX_LEVELS || (scaled && !straight)) return null;
  const direction = angleDegrees === 180 ? '' : `${angleDegrees}deg,`;
  return `linear-gradient(${direction}${stops.map((stop, i) => stopCss(stop, i, stops.length)).join(',')})`;
}

/**
 * @param {Stop} stop
 * @param {number} index
 * @param {number} count
 */
function stopCss({ colour, at }, index, count) {
  const implied = (index === 0 && at === 0) || (index === count - 1 && at === 1);
  return implied ? shortColour(colour) : `${shortColour(colour)} ${numberCss(at * 100)}%`;
}

/**
 * Writes bands as a gradient from the middle of each band's first pixel to the middle of its last. Edges are hard at
 * one device pixel per CSS pixel, and as soft as those of an image on denser screens.
 * @param {Layer} layer
 * @param {'end' | 'tiled' | 'again'} then what follows the last band: nothing, the first band of the next tile, or the
 * first band of the same gradient
 */
function bandsCss({ axis, bands }, then) {
  const stops = bands.map(({ colour, from, to }, i) => {
    const isOpen = { start: i === 0 && then === 'end', end: i === bands.length - 1 && then === 'end' };
    const middles = new Set([...(isOpen.start ? [] : [from + 0.5]), ...(isOpen.end ? [] : [to - 0.5])]);
    return [shortColour(colour), ...[...middles].map((at) => `${numberCss(at)}px`)].join(' ');
  });
  const [first, last] = [bands[0], bands[bands.length - 1]];
  if (then === 'again') stops.push(`${shortColour(first.colour)} ${numberCss(last.to + 0.5)}px`);
  const between = then === 'tiled' ? mix(first.colour, last.colour) : null;
  if (between) stops.splice(0, stops.length, between, ...stops, between);
  if (stops.length === 1) stops.push(stops[0]);
  return `linear-gradient(${axis === 'x' ? '90deg,' : ''}${stops.join(',')})`;
}

/**
 * Returns the colour half way between two six-digit colours, or null for other notations.
 * @param {string} one @param {string} other
 */
function mix(one, other) {
  if (![one, other].every((hex) => /^#[0-9a-f]{6}$/i.test(hex))) return null;
  const half = [1, 3, 5].map((at) =>
    Math.round((Number.parseInt(one.slice(at, at + 2), 16) + Number.parseInt(other.slice(at, at + 2), 16)) / 2),
  );
  return shortColour(`#${half.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
}

/**
 * Returns a number with at most two decimals and no leading zero.
 * @param {number} value
 */
export function numberCss(value) {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.');
}
