/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything
 * but its arguments and the other functions that are sent with it.
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
 * @property {string} slant with ` small-caps` behind it where its small letters are capitals
 *
 * @typedef {{ text: string, width: number, height: number, coverage: string, box: Target['box'], colour: string,
 *   isSmall: boolean }} LineInput
 *
 * @typedef {object} Desk
 * @property {OffscreenCanvas} canvas
 * @property {OffscreenCanvasRenderingContext2D} context
 * @property {Map<string, Drawing>} drawings texts as they were set, for whoever asks for them a whole pixel aside
 * @property {Map<string, Bounds>} bounds of texts in faces
 * @property {Float32Array} across a map blurred along rows
 * @property {Float32Array} soft a map that nobody keeps
 *
 * @typedef {{ left: number, right: number, ascent: number, descent: number }} Bounds how far ink reaches from its
 *   origin
 *
 * @typedef {object} Drawing the coverage of a text, 0…255, from some pixels before and above its target
 * @property {Uint8Array} alpha
 * @property {number} x @property {number} y of the pixel that the text's origin lies in
 * @property {number} width @property {number} height of its target
 */

/** @param {number} width @param {number} height @returns {Desk} */
export function openDesk(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no 2D canvas');
  const [across, soft] = [new Float32Array(0), new Float32Array(0)];
  return { canvas, context, drawings: new Map(), bounds: new Map(), across, soft };
}

/** Coverage 0…1 from base64 bytes. @param {string} base64 */
export function unpackCoverage(base64) {
  const bytes = atob(base64);
  const coverage = new Float32Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) coverage[at] = bytes.charCodeAt(at) / 170;
  return coverage;
}

/**
 * Blurs by three binomial taps along both axes, or by five.
 * @param {Desk} desk @param {ArrayLike<number>} map @param {number} start of its first pixel @param {number} stride
 * @param {{ width: number, height: number, passes: number }} size @param {number} unit what stands for 1 in it
 * @param {Float32Array} out
 */
export function blur(desk, map, start, stride, { width, height, passes }, unit, out) {
  const isWide = passes > 1;
  if (desk.across.length < width * height) desk.across = new Float32Array(width * height);
  const { across } = desk;
  const weight = 1 / (unit * (isWide ? 256 : 16));
  for (let y = 0; y < height; y++) {
    const from = start + y * stride;
    const to = y * width;
    let [far, before, here, after] = [0, 0, map[from], width > 1 ? map[from + 1] : 0];
    for (let x = 0; x < width; x++) {
      const next = x + 2 < width ? map[from + x + 2] : 0;
      across[to + x] = isWide ? far + next + 4 * (before + after) + 6 * here : before + after + 2 * here;
      far = before;
      before = here;
      here = after;
      after = next;
    }
  }
  const [one, two, last] = [width, 2 * width, width * height];
  for (let at = 0; at < last; at++) {
    const near = (at >= one ? across[at - one] : 0) + (at + one < last ? across[at + one] : 0);
    if (!isWide) out[at] = (near + 2 * across[at]) * weight;
    else {
      const away = (at >= two ? across[at - two] : 0) + (at + two < last ? across[at + two] : 0);
      out[at] = (away + 4 * near + 6 * across[at]) * weight;
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
 * A text's coverage, drawn unless it was before, but for whole pixels.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text
 * @param {{ width: number, height: number, colour: string }} target
 * @returns {{ alpha: Uint8Array, start: number, stride: number }} where in it the target's first pixel lies
 */
export function drawText(desk, face, setting, text, { width, height, colour }) {
  /** Pixels around the target that are drawn too. */
  const ROOM = 3;
  const { context, drawings } = desk;
  const [x, y] = [Math.floor(setting.x), Math.floor(setting.y)];
  const { size, spacing, words, scale } = setting;
  const place = `${setting.x - x} ${setting.y - y}`;
  const key = `${setting.face} ${size} ${spacing} ${words} ${scale} ${place} ${colour} ${text}`;
  const stride = width + 2 * ROOM;
  let drawing = drawings.get(key);
  const isNear =
    drawing?.width === width &&
    drawing.height === height &&
    Math.abs(x - drawing.x) <= ROOM &&
    Math.abs(y - drawing.y) <= ROOM;
  if (!drawing || !isNear) {
    const rows = height + 2 * ROOM;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, stride, rows);
    prepare(desk, face, setting);
    context.fillStyle = colour;
    context.setTransform(scale, 0, 0, 1, setting.x + ROOM, setting.y + ROOM);
    context.fillText(text, 0, 0);
    const { data } = context.getImageData(0, 0, stride, rows);
    const alpha = new Uint8Array(stride * rows);
    for (let at = 0; at < alpha.length; at++) alpha[at] = data[at * 4 + 3];
    drawing = { alpha, x, y, width, height };
    drawings.set(key, drawing);
  }
  return { alpha: drawing.alpha, start: (ROOM + drawing.y - y) * stride + ROOM + drawing.x - x, stride };
}

/**
 * Sets a text and reads its coverage back, blurred.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text
 * @param {{ width: number, height: number, colour: string, passes: number }} target
 */
export function setText(desk, face, setting, text, target) {
  const { alpha, start, stride } = drawText(desk, face, setting, text, target);
  return blur(desk, alpha, start, stride, target, 255, new Float32Array(target.width * target.height));
}

/**
 * Share of ink that two maps have in common.
 * @param {Target} target
 * @param {Float32Array} set
 * @param {number} [strength]
 */
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
 * Where a text's ink lies around its origin, for a size of one: measured large, since the browser rounds to whole
 * pixels.
 * @param {Desk} desk @param {PageFace} face @param {string} text @returns {Bounds}
 */
export function measureInk(desk, face, text) {
  const key = `${face.family} ${face.weight} ${face.slant} ${text}`;
  const known = desk.bounds.get(key);
  if (known) return known;
  const size = 200;
  prepare(desk, face, { face: 0, size, spacing: 0, words: 0, scale: 1, x: 0, y: 0 });
  const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    desk.context.measureText(text);
  const bounds = {
    left: actualBoundingBoxLeft / size,
    right: actualBoundingBoxRight / size,
    ascent: actualBoundingBoxAscent / size,
    descent: actualBoundingBoxDescent / size,
  };
  desk.bounds.set(key, bounds);
  return bounds;
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
 * Share of ink that a setting has in common with a line, the ink as strong as it must be for strokes thinner than a
 * pixel: else thin type is taken for bold. Letters that an edge would cut off count for less.
 * @param {Desk} desk @param {PageFace[]} faces @param {Setting} setting @param {string} text @param {Target} target
 */
export function rate(desk, faces, setting, text, target) {
  /** What is cut off shows at once, however well the rest fits; edges of a target near its ink are the image's. */
  const CUT = { share: 0.07, loss: 0.04 };
  const { ascent, descent } = measureInk(desk, faces[setting.face], text);
  const room = CUT.share * setting.size;
  const isCut = setting.y - ascent * setting.size < -room || setting.y + descent * setting.size > target.height + room;
  const area = target.width * target.height;
  if (desk.soft.length !== area) desk.soft = new Float32Array(area);
  const { alpha, start, stride } = drawText(desk, faces[setting.face], setting, text, target);
  const set = blur(desk, alpha, start, stride, target, 255, desk.soft);
  const plain = similarity(target, set);
  const strength = solveStrength(target, set);
  const share = strength > 1.02 ? Math.max(plain, similarity(target, set, strength) - 0.004) : plain;
  return isCut ? share - CUT.loss : share;
}
