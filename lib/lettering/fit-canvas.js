/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything but its
 * arguments and the other functions that are sent with it.
 */

/**
 * @typedef {object} Target a line of an image
 * @property {number} width
 * @property {number} height
 * @property {Float32Array} coverage
 * @property {Float32Array} blurred
 * @property {number} mass sum of `blurred`
 * @property {{ x: number, y: number, width: number, height: number }} box of the ink
 * @property {string} colour
 * @property {number} passes how often to blur: twice to fit as a glance sees it, once to tell letters apart
 *
 * @typedef {object} Setting how a line is set
 * @property {number} face index into the faces
 * @property {number} size
 * @property {number} spacing between letters
 * @property {number} words between words, on top
 * @property {number} scale
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} PageFace
 * @property {string} family
 * @property {number} weight
 * @property {string} slant
 *
 * @typedef {{ text: string, width: number, height: number, coverage: string, box: Target['box'], colour: string }} LineInput
 *
 * @typedef {{ canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D }} Desk
 */

/** @param {number} width @param {number} height @returns {Desk} */
export function openDesk(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no 2D canvas');
  return { canvas, context };
}

/** Coverage 0…1 from base64 bytes. @param {string} base64 */
export function unpackCoverage(base64) {
  const bytes = atob(base64);
  const coverage = new Float32Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) coverage[at] = bytes.charCodeAt(at) / 170;
  return coverage;
}

/** Binomial blur of three by three. @param {Float32Array} map @param {number} width @param {number} height */
export function blur(map, width, height) {
  const wide = new Float32Array(map.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const before = x > 0 ? map[at - 1] : 0;
      const after = x < width - 1 ? map[at + 1] : 0;
      wide[at] = (before + 2 * map[at] + after) / 4;
    }
  }
  const out = new Float32Array(map.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const above = y > 0 ? wide[at - width] : 0;
      const below = y < height - 1 ? wide[at + width] : 0;
      out[at] = (above + 2 * wide[at] + below) / 4;
    }
  }
  return out;
}

/** @param {Desk} desk @param {PageFace} face @param {Setting} setting */
export function prepare({ context }, face, { size, spacing, words }) {
  context.font = `${face.slant} ${face.weight} ${size}px "${face.family}"`;
  context.letterSpacing = `${spacing}px`;
  context.wordSpacing = `${words}px`;
  context.fontKerning = 'normal';
}

/**
 * Sets a text and reads its coverage back.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text
 * @param {{ width: number, height: number, colour: string, passes: number }} target
 */
export function setText(desk, face, setting, text, target) {
  const { context } = desk;
  const { width, height } = target;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  prepare(desk, face, setting);
  context.fillStyle = target.colour;
  context.setTransform(setting.scale, 0, 0, 1, setting.x, setting.y);
  context.fillText(text, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const map = new Float32Array(width * height);
  for (let at = 0; at < map.length; at++) map[at] = data[at * 4 + 3] / 255;
  const once = blur(map, width, height);
  return target.passes > 1 ? blur(once, width, height) : once;
}

/** Share of ink that two maps have in common. @param {Target} target @param {Float32Array} set @param {number} [strength] */
export function similarity(target, set, strength = 1) {
  let mass = 0;
  let difference = 0;
  for (let at = 0; at < set.length; at++) {
    mass += set[at] * strength;
    difference += Math.abs(target.blurred[at] - set[at] * strength);
  }
  return mass + target.mass > 0 ? 1 - difference / (mass + target.mass) : 0;
}

/**
 * Where a text's ink lies around its origin, for a size of one: measured large, since the browser rounds to whole pixels.
 * @param {Desk} desk @param {PageFace} face @param {string} text
 */
export function measureInk(desk, face, text) {
  const size = 200;
  prepare(desk, face, { face: 0, size, spacing: 0, words: 0, scale: 1, x: 0, y: 0 });
  const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    desk.context.measureText(text);
  return {
    left: actualBoundingBoxLeft / size,
    right: actualBoundingBoxRight / size,
    ascent: actualBoundingBoxAscent / size,
    descent: actualBoundingBoxDescent / size,
  };
}

/**
 * How much stronger than the seen colour the ink must be for strokes thinner than a pixel.
 * @param {Target} target @param {Float32Array} set
 */
export function solveStrength(target, set) {
  let both = 0;
  let own = 0;
  for (let at = 0; at < set.length; at++) {
    both += set[at] * target.blurred[at];
    own += set[at] * set[at];
  }
  return own > 0 ? Math.min(1.5, Math.max(1, both / own)) : 1;
}

/**
 * Share of ink in common, the ink as strong as it must be for strokes thinner than a pixel: else thin type is taken for bold.
 * @param {Target} target @param {Float32Array} set
 */
export function judge(target, set) {
  const plain = similarity(target, set);
  const strength = solveStrength(target, set);
  return strength > 1.02 ? Math.max(plain, similarity(target, set, strength) - 0.004) : plain;
}
