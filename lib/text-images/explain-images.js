import { createHash } from 'node:crypto';
import { compareRenderings } from './accept/compare-rendering.js';
import { BASE_CSS, writeBackground, writeBox } from './accept/write-box.js';
import { decompose } from './decompose/decompose.js';
import { layFlat } from './decompose/picture.js';
import { planFonts } from './font/plan-fonts.js';
import { writeFont } from './font/write-font.js';
import { readSite } from './read/read-site.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Said } from './read/judge-text.js' */
/** @import { Reader } from './read/reader.js' */
/** @import { Explained, NotExplained, Decomposed } from './types.ts' */

/** Differences up to which a rendering counts as the image, by what a run may cost. */
const LIMITS = Object.freeze({
  visual: { visibleShare: 0.016, mean: 5 },
  lossy: { visibleShare: 0.03, mean: 9 },
});

/**
 * An image of a site, with what pages say of it.
 * @typedef {{ path: string, decoded: DecodedImage, said: Said }} SiteImage
 *
 * What is needed to read and render.
 * @typedef {{ openReader: () => Promise<Reader>, withPage: <T>(work: (page: Page) => Promise<T>) => Promise<T>,
 *   decodePng: (png: Uint8Array) => Promise<{ width: number, rgba: Uint8Array }>,
 *   encodePng: (image: { width: number, height: number, rgba: Uint8Array }) => Uint8Array, isOne?: boolean }} Tools
 *   `isOne`: whether all images are parts of one, which has one font
 */

/**
 * Explains the text images of a site by backgrounds, inks and glyphs, and sets them as text in fonts of those glyphs.
 * @param {readonly SiteImage[]} images @param {'visual' | 'lossy'} likeness @param {Tools} tools
 * @returns {Promise<Map<string, Explained | NotExplained>>} by path
 */
export async function explainImages(images, likeness, tools) {
  /** @type {Map<string, Explained | NotExplained>} */
  const results = new Map();
  const pictures = images.flatMap(({ path, decoded }) => layFlat(decoded, path) ?? []);
  for (const { path } of images) results.set(path, { failed: 'looks-different', detail: 'it is transparent in part' });
  /** @type {Decomposed[]} */
  const taken = [];
  for (const one of decompose(pictures)) {
    if ('failed' in one) results.set(one.picture.key, { failed: 'looks-different', detail: one.failed });
    else taken.push(one);
  }
  const said = new Map(images.map((image) => [image.path, image.said]));
  const pages = new Map(images.map((image) => [image.path, signPages(image.said.pages)]));
  const read = await readSite(tools.openReader, taken, ({ picture }) => said.get(picture.key) ?? NOTHING_SAID);
  const known = [];
  for (const image of taken) {
    const verdict = read.get(image);
    if (verdict && 'text' in verdict)
      known.push({ image, text: verdict.text, sources: verdict.sources, pages: pages.get(image.picture.key) ?? '' });
    else
      results.set(image.picture.key, {
        failed: 'uncertain-text',
        detail: verdict?.uncertain ?? '',
        text: verdict?.maybe,
      });
  }
  for (const [path, result] of await setImages(known, likeness, tools)) results.set(path, result);
  return results;
}

/** Images on more pages than this are needed throughout a site. */
const FEW_PAGES = 2;

/** @param {readonly string[]} pages */
function signPages(pages) {
  return pages.length > FEW_PAGES ? 'many' : pages.toSorted().join(' ');
}

/** @type {Said} */
const NOTHING_SAID = Object.freeze({
  alts: [],
  titles: [],
  linkTexts: [],
  fileName: '',
  linkNames: [],
  language: null,
  pages: [],
});

/**
 * @param {readonly { image: Decomposed, text: string[], sources: string[], pages: string }[]} known
 * @param {'visual' | 'lossy'} likeness @param {Tools} tools
 * @returns {Promise<[string, Explained | NotExplained][]>}
 */
async function setImages(known, likeness, { withPage, decodePng, encodePng, isOne }) {
  const shown = [];
  /** @type {string[]} */
  const faces = [];
  for (const font of planFonts(known, isOne)) {
    const bytes = await writeFont(font.planOf('pixels', 'g'));
    const dense = font.hasHard ? await writeFont(font.planOf('smooth', 'g')) : null;
    const family = nameOf(bytes);
    faces.push(`@font-face{font-family:${family};src:url(${dataUrl(bytes)})}`);
    for (const member of font.members) {
      const { image, text } = member;
      const plain = writeBackground(image);
      const { width, height } = image.picture;
      const behind = layBackground(image);
      const drawn = plain === null ? drawPng({ width, height, rgba: behind }, encodePng) : null;
      const background = plain ?? `url(data:image/png;base64,${Buffer.from(drawn?.bytes ?? []).toString('base64')})`;
      const sources = known.find((one) => one.image === image)?.sources ?? [];
      const write = (/** @type {string} */ url) => writeBox(image, text, font, family, plain ?? url);
      const made = { family, bytes, dense, users: font.members.length };
      shown.push({
        image,
        text,
        sources,
        font: made,
        drawn,
        behind,
        ...write(background),
        boxCss: write('{background}').css,
      });
    }
  }
  if (shown.length === 0) return [];
  const boxes = shown.map(({ image, css, html }) => ({ picture: image.picture, css, html }));
  const differences = await withPage((page) => compareRenderings(page, faces.join(''), BASE_CSS, boxes, decodePng));
  return shown.map((one, at) => [one.image.picture.key, decide(one, differences[at], LIMITS[likeness])]);
}

/**
 * @param {{ image: Decomposed, text: readonly string[], sources: string[], html: string, font: Explained['font'],
 * drawn: Explained['background'],
 *   behind: Uint8Array, boxCss: string }} one
 * @param {import('./accept/compare-rendering.js').Difference} difference @param {{ visibleShare: number, mean: number
 * }} limits
 * @returns {Explained | NotExplained}
 */
function decide({ image, text, sources, html, font, drawn, behind, boxCss }, difference, limits) {
  const { width, height } = image.picture;
  const said = text.join(' ');
  if (difference.visiblePixels > width * height * limits.visibleShare || difference.meanDifference > limits.mean)
    return {
      failed: 'looks-different',
      detail: `its rendering differs in ${difference.visiblePixels} pixels`,
      text: said,
      difference,
    };
  const box = { text: said, sources, html, css: boxCss, base: BASE_CSS, width, height };
  return { ...box, font, background: drawn, behind, difference };
}

/** The background of an image with its transparency. @param {Decomposed} image */
function layBackground({ background: { rgb, clear }, picture: { width, height } }) {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    if (clear?.[at]) continue;
    rgba.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
    rgba[at * 4 + 3] = 255;
  }
  return rgba;
}

/**
 * @param {{ width: number, height: number, rgba: Uint8Array }} image @param {Tools['encodePng']} encodePng
 * @returns {NonNullable<Explained['background']>}
 */
export function drawPng(image, encodePng) {
  const bytes = encodePng(image);
  return { bytes, key: nameOf(bytes) };
}

/** @param {Uint8Array} bytes */
function nameOf(bytes) {
  return `g${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`;
}

/** @param {Uint8Array} bytes */
function dataUrl(bytes) {
  return `data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`;
}
