import { folderIn } from '../base/trim.js';
import { keepAlive } from '../base/working-on.js';
import { compareRenderings, describeExcess } from './accept/compare-rendering.js';
import { layBackground, nameOf, PLACE, writeBehind } from './accept/draw-background.js';
import { layRest } from './accept/lay-rest.js';
import { setInSystemFont } from './accept/set-in-system-font.js';
import { BASE_CSS, writeBox, writeSystemBox } from './accept/write-box.js';
import { listOtherInks } from './decompose/many-inks.js';
import { isOneMenu, planFonts } from './font/plan-fonts.js';
import { writeFont } from './font/write-font.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { Shown } from './accept/compare-rendering.js' */
/** @import { Tools } from './explain-images.js' */
/** @import { ReadImage, SharedFont } from './font/plan-fonts.js' */
/** @import { Decomposed, Difference, Explained, NotExplained } from './types.ts' */

/**
 * Max differences between a rendering and its image, by the level of safety. Of 325 images of 26 sites, those that look
 * the same to the eye differ visibly in up to 3.7 % of the pixels at strokes, by up to 13.8 levels on average, and in
 * colour by up to 4.8. Others differ in 4.2 %, by 14.8 levels, or in colour by 6.2, or around their strokes in 4 %. At
 * `lossy`, chosen.
 */
const LIMITS = Object.freeze({
  visual: { visibleShare: 0.04, strayShare: 0.035, awayShare: 0.01, mean: 14, tint: 5 },
  lossy: { visibleShare: 0.12, strayShare: 0.1, awayShare: 0.03, mean: 20, tint: 10 },
});

/** Bytes in a style sheet for each byte of a font. */
const BASE64 = 4 / 3;
/** Bytes of a request in addition to its body: headers of request and response. */
const REQUEST_BYTES = 300;

/**
 * An image whose text is known, with the sources that confirm it and the bytes of its file.
 * @typedef {ReadImage & { text: string[], sources: string[], bytes: number, isDrawn?: boolean }} KnownImage `isDrawn`:
 *   its text is characters without meaning
 *
 * An image as a box to render, with its parts.
 * @typedef {Shown & { image: Decomposed, text: readonly string[], sources: string[], font: Explained['font'],
 *   drawn: Explained['background'], boxCss: string, isSystem: boolean, isDrawn?: boolean }} SetImage
 *
 * A font of glyphs for images of one menu.
 * @typedef {SharedFont & { bytes: Uint8Array, dense: Uint8Array | null }} MadeFont
 */

/**
 * Renders images as text: each menu in a font of its own glyphs, or in a system face if that font costs more than the
 * images and the face is indistinguishable.
 * @param {readonly KnownImage[]} known @param {readonly Decomposed[]} unread images that can belong to the same menus
 * @param {'visual' | 'lossy'} likeness @param {Tools} tools
 * @returns {Promise<[string, Explained | NotExplained][]>}
 */
export async function setImages(known, unread, likeness, tools) {
  /** @type {MadeFont[]} */
  const fonts = [];
  for (const font of planFonts(known, tools.isOne)) {
    keepAlive();
    fonts.push(await makeFont(font));
  }
  if (fonts.length === 0) return [];
  return tools.withPage(async (page) => {
    const shown = [];
    /** @type {string[]} */
    const faces = [];
    const inGlyphs = [];
    for (const menu of groupMenus(fonts)) {
      const members = menu.flatMap((font) => /** @type {readonly KnownImage[]} */ (font.members));
      const isWhole =
        !unread.some((image) => members.some((one) => isOneMenu(image, one.image))) &&
        members.every(({ image }) => listOtherInks(image).length === 0);
      const inSystem = isWhole && !paysOff(menu, members) ? await trySystemFont(page, members, tools) : null;
      if (inSystem) shown.push(...inSystem);
      else
        for (const font of menu) {
          faces.push(`@font-face{font-family:${nameOf(font.bytes)};src:url(${dataUrl(font.bytes)})}`);
          shown.push(...setInGlyphFont(font, tools));
          inGlyphs.push(font);
        }
    }
    const accept = async (/** @type {readonly SetImage[]} */ boxes) => {
      const differences = await compareRenderings(page, faces.join(''), BASE_CSS, boxes, tools.decodePng);
      return new Map(boxes.map((one, at) => [one.image.picture.key, decide(one, differences[at], LIMITS[likeness])]));
    };
    const results = await accept(shown);
    // What differs around the text can be in its background.
    const off = new Set([...results].flatMap(([key, result]) => ('failed' in result ? key : [])));
    const again = await accept(inGlyphs.flatMap((font) => setInGlyphFont(font, tools, off)));
    for (const [key, result] of again) if (!('failed' in result)) results.set(key, result);
    return [...results];
  });
}

/** @param {SharedFont} font @returns {Promise<MadeFont>} */
async function makeFont(font) {
  const bytes = await writeFont(font.planOf('pixels', 'g'));
  return { ...font, bytes, dense: font.hasHard ? await writeFont(font.planOf('smooth', 'g')) : null };
}

/** Groups the fonts of images of the same menu. @param {readonly MadeFont[]} fonts */
function groupMenus(fonts) {
  /** @type {MadeFont[][]} */
  const menus = [];
  for (const font of fonts) {
    const isMate = (/** @type {MadeFont} */ { members }) =>
      members.some((one) => font.members.some((other) => isOneMenu(one.image, other.image)));
    const menu = menus.find((fonts) => fonts.some(isMate));
    if (menu) menu.push(font);
    else menus.push([font]);
  }
  return menus;
}

/**
 * Returns true if fonts of glyphs cost less than the images that they replace.
 * @param {readonly MadeFont[]} menu @param {readonly KnownImage[]} members
 */
function paysOff(menu, members) {
  const cost = menu.reduce((sum, { bytes, dense }) => sum + bytes.length + (dense?.length ?? 0), 0) * BASE64;
  return cost < members.reduce((sum, { bytes }) => sum + bytes + REQUEST_BYTES, 0);
}

/**
 * @param {Page} page @param {readonly KnownImage[]} members @param {Tools} tools
 * @returns {Promise<SetImage[] | null>}
 */
async function trySystemFont(page, members, { decodePng, encodePng }) {
  const backgrounds = members.map(({ image }) => writeBehind(image, encodePng));
  const tried = members.map((one, at) => ({ ...one, background: backgrounds[at].css }));
  const settings = await setInSystemFont(page, tried, decodePng);
  if (!settings) return null;
  const [{ face, sizePx }] = settings;
  const { family } = face;
  const keys = members.map(({ image }) => image.picture.key).join();
  const set = nameOf(new TextEncoder().encode(`${face.style}${sizePx}px ${family} ${keys}`));
  const font = { family, set, bytes: null, dense: null, ...usesOf(members) };
  return members.map(({ image, text, sources }, at) => {
    const write = (/** @type {string | null} */ background) => writeSystemBox(image, text[0], settings[at], background);
    return toSetImage({ image, text, sources, font, isSystem: true }, backgrounds[at], write);
  });
}

/**
 * @param {MadeFont} font @param {Tools} tools
 * @param {ReadonlySet<string> | null} [off] the images to render with everything around their text in the background
 */
function setInGlyphFont(font, { encodePng }, off = null) {
  const { bytes, dense, members } = font;
  const family = nameOf(bytes);
  const made = { family, set: family, bytes, dense, ...usesOf(members) };
  return /** @type {readonly KnownImage[]} */ (members).flatMap(({ image: whole, text, sources, isDrawn }) => {
    if (off && !off.has(whole.picture.key)) return [];
    keepAlive();
    const image = off ? layRest(whole) : whole;
    if (!image) return [];
    const write = (/** @type {string | null} */ background) => writeBox(image, text, font, family, background);
    const one = { image, text, sources, font: made, isSystem: false, ...(isDrawn ? { isDrawn } : {}) };
    return toSetImage(one, writeBehind(image, encodePng), write);
  });
}

/**
 * Returns what uses a font: its images, their folder and their pages.
 * @param {readonly ReadImage[]} members
 */
function usesOf(members) {
  const folder = folderIn(members[0].image.picture.key);
  return { users: members.length, folder, pages: Math.max(...members.map(({ pageCount = 1 }) => pageCount)) };
}

/**
 * @param {Pick<SetImage, 'image' | 'text' | 'sources' | 'font' | 'isSystem' | 'isDrawn'>} one
 * @param {{ css: string, plain: string | null, drawn: Explained['background'] }} behind
 * @param {(background: string | null) => { css: string, html: string }} write
 * @returns {SetImage}
 */
function toSetImage(one, { css, plain, drawn }, write) {
  const boxCss = write(plain ?? drawn?.around ?? PLACE).css;
  return { ...one, picture: one.image.picture, coverage: one.image.coverage, drawn, ...write(css), boxCss };
}

/**
 * @param {SetImage} one @param {Difference} difference
 * @param {import('./accept/compare-rendering.js').Limits} limits
 * @returns {Explained | NotExplained}
 */
function decide({ image, text, sources, html, font, drawn, boxCss, isSystem, isDrawn }, difference, limits) {
  const { width, height } = image.picture;
  const said = text.join(' ');
  const excess = describeExcess(difference, limits);
  // A system face was accepted by its glyphs: rasterisers differ in more pixels than are visible.
  if (excess && !isSystem) return { failed: 'looks-different', detail: excess, text: said, difference };
  const box = {
    text: said,
    sources,
    html,
    css: boxCss,
    base: BASE_CSS,
    width,
    height,
    ...(isDrawn ? { isDrawn } : {}),
  };
  return { ...box, font, background: drawn, behind: layBackground(image), difference };
}

/** @param {Uint8Array} bytes */
function dataUrl(bytes) {
  return `data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`;
}
