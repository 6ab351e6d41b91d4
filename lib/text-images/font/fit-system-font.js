/** @import { Page } from 'puppeteer-core' */
/** @import { Decomposed } from '../types.ts' */
/** @import { ReadImage } from './plan-fonts.js' */

/**
 * A system face. `family` is the name in a style sheet, `style` its weight and slant.
 * @typedef {{ family: string, style: string }} Face
 *
 * The extent of a line's foreground, and of the face, as shares of the font size.
 * @typedef {{ left: number, right: number, ascent: number, descent: number, above: number, below: number }} Extent
 *
 * A line in a system face.
 * @typedef {{ face: Face, sizePx: number, spacingPx: number, scale: number, x: number, baseline: number,
 *   heightPx: number }} Setting `scale`: of the width; `heightPx`: line height that gives the baseline of the image
 */

/** Faces whose shapes and widths are nearly the same on all systems. */
const FAMILIES = Object.freeze([
  'Arial,sans-serif',
  'Times New Roman,serif',
  'Verdana,sans-serif',
  'Georgia,serif',
  'Courier New,monospace',
]);
/** @type {readonly Face[]} */
const FACES = FAMILIES.flatMap((family) =>
  ['', 'bold ', 'italic ', 'italic bold '].map((style) => Object.freeze({ family, style })),
);
/** Size in pixels at which the extent is measured. */
const MEASURED_PX = 200;
/**
 * Letter spacing at most, in shares of the type's size, scales, differences of a line's extent and of its size in
 * pixels, share of a menu's lines that may have another size, and scale that shows.
 */
const LIMITS = Object.freeze({
  spacing: 0.12,
  least: 0.8,
  most: 1.2,
  widthPx: 1.6,
  heightPx: 1.6,
  sizePx: 1.5,
  odd: 0.34,
  scale: 0.008,
});
/** Max settings that are rendered for a set, and lines by which they are compared. */
const MOST = Object.freeze({ settings: 16, lines: 5 });

/**
 * Proposes system faces for a set of single lines, the likeliest first, each with the setting of every line.
 * @param {Page} page @param {readonly ReadImage[]} members @param {readonly Face[]} [faces]
 * @returns {Promise<Setting[][]>} empty if none has the right width
 */
export async function proposeSettings(page, members, faces = FACES) {
  if (members.some(({ image }) => image.lines.length !== 1)) return [];
  const texts = members.map(({ text }) => text[0]);
  const extents = await page.evaluate(measureInk, texts, faces, MEASURED_PX);
  const proposals = faces.flatMap((face, at) => settingsIn(face, extents[at], members));
  return proposals
    .sort((one, other) => one.error - other.error)
    .slice(0, MOST.settings)
    .map(({ settings }) => settings);
}

/** @param {Face} face @param {readonly Extent[]} extents @param {readonly ReadImage[]} members */
function settingsIn(face, extents, members) {
  const natural = members.map(
    ({ image }, at) => image.lines[0].box.height / (extents[at].ascent + extents[at].descent),
  );
  const usual = median(natural);
  const proposals = [];
  for (let sizePx = Math.floor(usual) - 1; sizePx <= Math.ceil(usual) + 1; sizePx += 0.5)
    proposals.push(...settingsAt(face, sizePx, extents, members));
  return proposals;
}

/**
 * Returns settings that give lines their width, by letter spacing or by scaling the characters.
 * @param {Face} face @param {number} sizePx @param {readonly Extent[]} extents @param {readonly ReadImage[]} members
 */
function settingsAt(face, sizePx, extents, members) {
  const gaps = members.map(({ text }) => Math.max(1, [...text[0]].length - 1));
  const natural = extents.map(({ left, right }) => (left + right) * sizePx);
  const wanted = members.map(({ image }) => image.lines[0].box.width);
  const raw = median(wanted.map((px, at) => (px - natural[at]) / gaps[at]));
  const spacing = Math.abs(raw) * Math.max(...gaps) < 1 ? 0 : Math.round(raw * 10) / 10;
  const stretch = Math.round(median(wanted.map((px, at) => px / natural[at])) * 1000) / 1000;
  const heights = members.map(({ image }, at) =>
    Math.abs(image.lines[0].box.height - (extents[at].ascent + extents[at].descent) * sizePx),
  );
  if (median(heights) > LIMITS.heightPx) return [];
  const ways = [{ spacingPx: spacing, scale: 1 }, ...(spacing === 0 ? [] : [{ spacingPx: 0, scale: stretch }])];
  return ways.flatMap(({ spacingPx, scale }) => {
    const isNear = Math.abs(spacingPx) <= sizePx * LIMITS.spacing && scale >= LIMITS.least && scale <= LIMITS.most;
    // A menu has one face. Some of its images can be a little larger.
    const sizes = natural.map((px, at) => ownSize(px * scale + spacingPx * gaps[at], wanted[at], sizePx));
    if (!isNear || sizes.some((size) => size === null)) return [];
    const own = sizes.map((size) => size ?? sizePx);
    const off = natural.map((px, at) =>
      Math.abs(((px * scale) / sizePx) * own[at] + spacingPx * gaps[at] - wanted[at]),
    );
    const odd = own.filter((size) => size !== sizePx).length / own.length;
    const error = mean(off) + mean(heights) + (spacingPx === 0 ? 0 : 0.5) + Math.abs(scale - 1) * 5 + odd;
    const settings = members.map(({ image }, at) =>
      settle({ face, sizePx: own[at], spacingPx, scale }, extents[at], image),
    );
    return odd > LIMITS.odd ? [] : [{ error, settings }];
  });
}

/**
 * Returns the size at which a line has its width: that of the menu, or one near it.
 * @param {number} px @param {number} wanted @param {number} sizePx @returns {number | null}
 */
function ownSize(px, wanted, sizePx) {
  if (Math.abs(px - wanted) <= LIMITS.widthPx) return sizePx;
  const own = Math.round((sizePx * wanted * 2) / px) / 2;
  return Math.abs(own - sizePx) <= LIMITS.sizePx ? own : null;
}

/**
 * @param {Pick<Setting, 'face' | 'sizePx' | 'spacingPx' | 'scale'>} way @param {Extent} extent @param {Decomposed}
 *   image
 * @returns {Setting}
 */
function settle(way, { left, ascent, above, below }, { lines: [{ box }] }) {
  const { sizePx, scale } = way;
  const baseline = Math.round(box.y + ascent * sizePx);
  const x = Math.round((box.x + left * sizePx * scale) * 2) / 2;
  const heightPx = 2 * baseline - Math.round(above * sizePx) + Math.round(below * sizePx);
  return { ...way, x, baseline, heightPx };
}

/**
 * Lists the settings next to one in size and width, the same for all lines.
 * @param {readonly Setting[]} settings
 * @returns {Setting[][]}
 */
export function listSizes(settings) {
  const sizes = [-0.5, -0.25, 0, 0.25, 0.5].flatMap((px) => [0.99, 1, 1.01].map((by) => ({ px, by })));
  return sizes.map(({ px, by }) =>
    settings.map((one) => ({
      ...one,
      sizePx: one.sizePx + px,
      scale: roundScale((one.scale * one.sizePx * by) / (one.sizePx + px)),
    })),
  );
}

/** Rounds a scale, to 1 if the difference is invisible. @param {number} scale */
function roundScale(scale) {
  return Math.abs(scale - 1) < LIMITS.scale ? 1 : Math.round(scale * 1000) / 1000;
}

/** The settings next to one: shifted by up to a pixel. @param {Setting} setting @returns {Setting[]} */
export function listShifts(setting) {
  const rows = [-1, 0, 1].filter((dy) => setting.heightPx + 2 * dy > 0);
  return [-1, -0.5, 0, 0.5, 1].flatMap((dx) =>
    rows.map((dy) => ({
      ...setting,
      x: setting.x + dx,
      baseline: setting.baseline + dy,
      heightPx: setting.heightPx + 2 * dy,
    })),
  );
}

/** Selects the lines by which settings are compared. @template T @param {readonly T[]} members */
export function chooseFew(members) {
  const step = Math.max(1, members.length / MOST.lines);
  return Array.from({ length: Math.min(members.length, MOST.lines) }, (_, at) => Math.floor(at * step));
}

/**
 * Measures the extent of texts in faces. Runs in the page.
 * @param {readonly string[]} texts @param {readonly Face[]} faces @param {number} sizePx
 * @returns {Extent[][]} for each face, of each text
 */
function measureInk(texts, faces, sizePx) {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('the browser has no 2D canvas');
  return faces.map(({ family, style }) => {
    context.font = `${style}${sizePx}px ${family}`;
    return texts.map((text) => {
      const ink = context.measureText(text);
      return {
        left: ink.actualBoundingBoxLeft / sizePx,
        right: ink.actualBoundingBoxRight / sizePx,
        ascent: ink.actualBoundingBoxAscent / sizePx,
        descent: ink.actualBoundingBoxDescent / sizePx,
        above: ink.fontBoundingBoxAscent / sizePx,
        below: ink.fontBoundingBoxDescent / sizePx,
      };
    });
  });
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
