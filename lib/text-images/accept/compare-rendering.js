/** @import { Page } from 'puppeteer-core' */
/** @import { Difference, Picture } from '../types.ts' */
import { apart, colourAt } from '../decompose/picture.js';

/** Size of a screenshot with several boxes, at most this high, in pixels. */
const SHEET = Object.freeze({ width: 1200, height: 4000 });
/** Visible difference of a channel, in levels. */
const VISIBLE = 48;
/** Visible difference of a channel away from strokes, where nothing covers it, in levels. */
const STRAY = 16;
/** Min coverage of a pixel of a stroke. */
const STROKE = 0.5;

/**
 * A box to render, and the image it must match.
 * @typedef {{ picture: Picture, coverage?: Float32Array, css: string, html: string }} Shown `coverage`: by its text
 *
 * Max differences between a rendering and its image. The shares are of the pixels at strokes: the room around a text
 * makes no difference.
 * @typedef {{ visibleShare: number, strayShare: number, awayShare: number, mean: number, tint: number }} Limits
 */

/**
 * Renders boxes in the browser at one device pixel per CSS pixel and compares them with their images. An image that
 * pages have above several backgrounds is compared above each.
 * @param {Page} page @param {string} fonts style sheet with the fonts @param {string} base declarations of all boxes
 * @param {readonly Shown[]} boxes @param {(png: Uint8Array) => Promise<{ width: number, rgba: Uint8Array }>} decode
 * @returns {Promise<Difference[]>} the largest difference of each
 */
export async function compareRenderings(page, fonts, base, boxes, decode) {
  const places = boxes.flatMap((box) =>
    [box.picture, ...(box.picture.elsewhere ?? [])].map((picture) => ({ ...box, picture, box })),
  );
  const rendered = await renderBoxes(page, fonts, base, places, decode);
  const compared = places.map(({ picture, coverage, box }, at) => ({
    box,
    difference: compare(picture, rendered[at], coverage),
  }));
  const grouped = Map.groupBy(compared, ({ box }) => box);
  return boxes.map((box) => worstOf((grouped.get(box) ?? []).map(({ difference }) => difference)));
}

/**
 * Returns what exceeds the limits of a difference, null if nothing does.
 * @param {Difference} difference @param {Limits} limits
 */
export function describeExcess(difference, limits) {
  const { strokePixels, visiblePixels, strayPixels, awayPixels, strokeDifference, tint } = difference;
  if (visiblePixels > strokePixels * limits.visibleShare) return `its rendering differs in ${visiblePixels} pixels`;
  const isStray = strayPixels > strokePixels * limits.strayShare || awayPixels > strokePixels * limits.awayShare;
  if (isStray) return `its rendering differs in ${strayPixels} pixels around its text`;
  if (tint > limits.tint) return `the colour of its text differs by ${tint.toFixed(1)} levels`;
  if (strokeDifference <= limits.mean) return null;
  return `its text differs by ${strokeDifference.toFixed(1)} levels on average`;
}

/**
 * Returns the worst of each measure: above one background, a text can differ in colour, above another one in its edges.
 * @param {readonly Difference[]} differences @returns {Difference}
 */
function worstOf(differences) {
  const most = (/** @type {Exclude<keyof Difference, 'isIdentical'>} */ key) =>
    Math.max(...differences.map((one) => one[key]));
  return {
    isIdentical: differences.every(({ isIdentical }) => isIdentical),
    strokePixels: most('strokePixels'),
    visiblePixels: most('visiblePixels'),
    strayPixels: most('strayPixels'),
    awayPixels: most('awayPixels'),
    strokeDifference: most('strokeDifference'),
    tint: most('tint'),
    similarity: Math.min(...differences.map(({ similarity }) => similarity)),
  };
}

/**
 * Renders boxes in the browser at one device pixel per CSS pixel.
 * @param {Page} page @param {string} fonts style sheet with the fonts @param {string} base declarations of all boxes
 * @param {readonly Shown[]} boxes @param {(png: Uint8Array) => Promise<{ width: number, rgba: Uint8Array }>} decode
 * @returns {Promise<Uint8ClampedArray[]>} three bytes for each pixel of each box
 */
export async function renderBoxes(page, fonts, base, boxes, decode) {
  const rendered = [];
  for (let from = 0; from < boxes.length; ) {
    const { placed, height } = placeBoxes(boxes, from);
    from += placed.length;
    await page.setViewport({ width: SHEET.width, height, deviceScaleFactor: 1 });
    await page.setContent(writeSheet(fonts, base, placed));
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const shot = await decode(await page.screenshot({ optimizeForSpeed: true }));
    for (const { box, x, y } of placed) rendered.push(cropShot(box.picture, shot, x, y));
  }
  return rendered;
}

/**
 * @param {Picture} picture @param {{ width: number, rgba: Uint8Array }} shot @param {number} left @param {number} top
 */
function cropShot({ width, height }, shot, left, top) {
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((y + top) * shot.width + x + left) * 4;
      rgb.set(shot.rgba.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return rgb;
}

/** @param {readonly Shown[]} boxes @param {number} from */
function placeBoxes(boxes, from) {
  const placed = [];
  let [x, y, row] = [0, 0, 0];
  for (const box of boxes.slice(from)) {
    const { width, height } = box.picture;
    if (x > 0 && x + width > SHEET.width) [x, y, row] = [0, y + row + 4, 0];
    if (placed.length > 0 && y + height > SHEET.height) break;
    placed.push({ box, x, y });
    x += width + 4;
    row = Math.max(row, height);
  }
  return { placed, height: y + row };
}

/** @param {string} fonts @param {string} base @param {readonly { box: Shown, x: number, y: number }[]} placed */
function writeSheet(fonts, base, placed) {
  const boxes = placed.map(({ box: { picture, css, html }, x, y }) => {
    const matte = picture.clear ? `background:rgb(${colourAt(picture.rgb, picture.clear.indexOf(1)).join()})` : '';
    return (
      `<div style="position:absolute;left:${x}px;top:${y}px;line-height:0;${matte}">` +
      `<span class="b" style="${css.replaceAll('"', "'")}">${html}</span></div>`
    );
  });
  return `<!DOCTYPE html><style>${fonts}body{margin:0}.b{${base};vertical-align:top}</style>${boxes.join('')}`;
}

/**
 * Compares a rendering with its image. Without a coverage, all pixels count as pixels at strokes.
 * @param {Picture} picture @param {Uint8ClampedArray} shown @param {Float32Array} [coverage] @returns {Difference}
 */
export function compare({ width, height, rgb, tolerance }, shown, coverage) {
  const pixels = width * height;
  const stray = Math.max(STRAY, tolerance * 2);
  let [most, sum, atStrokes] = [0, 0, 0];
  const counts = { visible: 0, stray: 0, away: 0 };
  /** @type {number[]} */
  const near = [];
  for (let at = 0; at < pixels; at++) {
    const off = differenceAt(rgb, shown, at, width);
    const isAtStroke = !coverage || isNearStroke(coverage, at, width);
    [most, sum] = [Math.max(most, apart(colourAt(rgb, at), colourAt(shown, at))), sum + off];
    if (off > VISIBLE) counts.visible++;
    if (isAtStroke) {
      near.push(at);
      atStrokes += off;
    } else {
      if (off > stray) counts.stray++;
      if (off > VISIBLE) counts.away++;
    }
  }
  return {
    isIdentical: most <= Math.min(2, tolerance),
    strokePixels: near.length,
    visiblePixels: counts.visible,
    strayPixels: counts.stray,
    awayPixels: counts.away,
    strokeDifference: near.length && atStrokes / near.length,
    tint: coverage ? measureTint(rgb, shown, coverage, near) : 0,
    similarity: Math.max(0, 1 - sum / pixels / 32),
  };
}

/**
 * Returns how much the colour of a text differs, in levels: the mean difference at strokes, without its part on the
 * line from the background to the text, on which bolder or finer text differs.
 * @param {Uint8ClampedArray} rgb @param {Uint8ClampedArray} shown @param {Float32Array} coverage
 * @param {readonly number[]} near the pixels at strokes
 */
function measureTint(rgb, shown, coverage, near) {
  const [off, text, around] = [0, 1, 2].map(() => ({ count: 0, sum: [0, 0, 0] }));
  const add = (/** @type {typeof off} */ means, /** @type {readonly number[]} */ colour) => {
    means.count++;
    for (const [channel, value] of colour.entries()) means.sum[channel] += value;
  };
  for (const at of near) {
    const [own, other] = [colourAt(rgb, at), colourAt(shown, at)];
    add(off, [own[0] - other[0], own[1] - other[1], own[2] - other[2]]);
    add(coverage[at] >= STROKE ? text : around, other);
  }
  const [mean, to, from] = [off, text, around].map(({ count, sum }) => sum.map((value) => value / Math.max(1, count)));
  const line = to.map((value, channel) => value - from[channel]);
  const length = line.reduce((sum, value) => sum + value * value, 0);
  const along = length === 0 ? 0 : line.reduce((sum, value, channel) => sum + value * mean[channel], 0) / length;
  return Math.max(...mean.map((value, channel) => Math.abs(value - line[channel] * along)));
}

/** Shares of the channels in the brightness of a colour, as in BT.601. */
const BRIGHTNESS = [0.299, 0.587, 0.114];

/**
 * Returns how much a pixel differs to the eye, in levels: in brightness by itself, in colour together with the pixels
 * next to it. Text drawn for the subpixels of a display has fringes of colour, one pixel wide, and JPEG blurs colours.
 * @param {Uint8ClampedArray} rgb @param {Uint8ClampedArray} shown @param {number} at @param {number} width
 */
function differenceAt(rgb, shown, at, width) {
  const x = at % width;
  const [from, to] = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at];
  const colours = [0, 0, 0];
  let brightness = 0;
  for (let near = from; near <= to; near++) {
    const [red, green, blue] = [0, 1, 2].map((channel) => rgb[near * 3 + channel] - shown[near * 3 + channel]);
    const bright = red * BRIGHTNESS[0] + green * BRIGHTNESS[1] + blue * BRIGHTNESS[2];
    if (near === at) brightness = bright;
    colours[0] += red - bright;
    colours[1] += green - bright;
    colours[2] += blue - bright;
  }
  return Math.max(Math.abs(brightness), ...colours.map((sum) => Math.abs(sum) / (to - from + 1)));
}

/**
 * Returns true if a stroke covers a pixel or one next to it.
 * @param {Float32Array} coverage @param {number} at @param {number} width
 */
function isNearStroke(coverage, at, width) {
  for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++) if (coverage[at + y * width + x] >= STROKE) return true;
  return false;
}
