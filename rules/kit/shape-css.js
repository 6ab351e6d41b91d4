import { numberCss, shortColour } from './paint-css.js';

/**
 * @import { ImageFacts } from '../../lib/images/types.ts'
 * @import { Box } from './box.js'
 * @import { Drawn } from './replace-image.js'
 *
 * @typedef {object} Shape A simple geometric shape, as detected in an image.
 * @property {string} name
 * @property {string | null} direction
 * @property {readonly (readonly [number, number])[] | null} points
 * @property {number} hole
 * @property {{ left: number, top: number, right: number, bottom: number }} box
 * @property {{ kind: 'flat', colour: string } | { kind: 'radial', x: number, y: number, stops: readonly { colour:
 *   string, at: number }[] }} fill
 * @property {string} ground
 * @property {number} outlineError
 * @property {number} seenError
 */

/** Max share of a shape's area that may differ. For a bullet a few pixels wide, that is its jagged edge. */
const MAX_OUTLINE_ERROR = 0.18;
/**
 * Max difference of any visible place, in colour levels. A soft edge stays below it, and a missing thin stroke exceeds
 * it.
 */
const MAX_SEEN_ERROR = 60;
/** Max side of a bullet or arrow, in CSS pixels. Larger images are pictorial. */
const MAX_MARK_SIDE = 40;
const POINTING = ['triangle', 'chevron', 'arrow'];

/**
 * Returns the shape that an image contains, or null if it contains none.
 * @param {ImageFacts} image
 */
export function shapeOf(image) {
  return /** @type {ImageFacts & { shape?: Shape | null }} */ (image).shape ?? null;
}

/** @param {Shape} shape */
export function isPointing(shape) {
  return POINTING.includes(shape.name);
}

/** @param {Shape} shape */
export function isFaithful(shape) {
  return shape.outlineError <= MAX_OUTLINE_ERROR && shape.seenError <= MAX_SEEN_ERROR;
}

/**
 * Returns true if an image is small enough to be a bullet or an arrow.
 * @param {ImageFacts} image
 */
export function isSmall({ width, height }) {
  return width <= MAX_MARK_SIDE && height <= MAX_MARK_SIDE;
}

/**
 * Draws an image's shape in its box. Returns null if the difference would be visible.
 * @param {string} messageId
 * @param {ImageFacts} image
 * @param {Box} box
 * @returns {Drawn | null}
 */
export function drawShape(messageId, image, box) {
  const shape = shapeOf(image);
  if (image.solid && image.transparency === 'none') {
    return { messageId, name: 'square', css: `background:${shortColour(image.solid)}`, shape: 'square' };
  }
  if (!shape || !isFaithful(shape)) return null;
  const { ground, figure } = shapeCss(shape, image, box);
  const name = shape.direction ? `${shape.name}-${shape.direction}` : shape.name;
  return { messageId, name, css: ground, before: figure, shape: shape.name };
}

/**
 * Returns the declarations for an image's box and for the shape inside it, at the rendered size.
 * @param {Shape} shape
 * @param {ImageFacts} image
 * @param {Box} box
 */
function shapeCss(shape, image, box) {
  const scaleX = box.width / image.width;
  const scaleY = box.height / image.height;
  const ground = shape.ground === '#00000000' ? '' : `background:${shortColour(shape.ground)}`;
  const figure =
    `content:"";display:block;height:100%;background:${fillCss(shape, scaleX, scaleY)};clip-path:` +
    `${clipCss(shape, scaleX, scaleY)}`;
  return { ground, figure };
}

/**
 * @param {Shape} shape
 * @param {number} scaleX
 * @param {number} scaleY
 */
function clipCss({ points, box }, scaleX, scaleY) {
  const x = (/** @type {number} */ at) => `${numberCss((box.left + at * (box.right - box.left)) * scaleX)}px`;
  const y = (/** @type {number} */ at) => `${numberCss((box.top + at * (box.bottom - box.top)) * scaleY)}px`;
  if (points) return `polygon(${points.map((point) => `${x(point[0])} ${y(point[1])}`).join(',')})`;
  const radiusX = numberCss(((box.right - box.left) / 2) * scaleX);
  const radiusY = numberCss(((box.bottom - box.top) / 2) * scaleY);
  const centre = `at ${x(0.5)} ${y(0.5)}`;
  return radiusX === radiusY ? `circle(${radiusX}px ${centre})` : `ellipse(${radiusX}px ${radiusY}px ${centre})`;
}

/**
 * @param {Shape} shape
 * @param {number} scaleX
 * @param {number} scaleY
 */
function fillCss({ fill, box, hole }, scaleX, scaleY) {
  const scale = Math.sqrt(scaleX * scaleY);
  if (fill.kind === 'radial') {
    const stops = fill.stops.map(({ colour, at }) => `${shortColour(colour)} ${numberCss(at * scale)}px`);
    return (
      `radial-gradient(circle at ${numberCss(fill.x * scaleX)}px ${numberCss(fill.y * scaleY)}px,` +
      `${stops.join(',')})`
    );
  }
  if (hole === 0) return shortColour(fill.colour);
  const middleX = numberCss(((box.left + box.right) / 2) * scaleX);
  const middleY = numberCss(((box.top + box.bottom) / 2) * scaleY);
  const radius = ((box.right - box.left) / 2) * hole * scale;
  return (
    `radial-gradient(circle at ${middleX}px ${middleY}px,#0000 ${numberCss(radius - 0.5)}px,` +
    `${shortColour(fill.colour)} ${numberCss(radius + 0.5)}px)`
  );
}
