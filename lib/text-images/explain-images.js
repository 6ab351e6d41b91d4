import { decompose } from './decompose/decompose.js';
import { hidesMoreText, hidesOtherText } from './decompose/hidden-text.js';
import { layFlat } from './decompose/picture.js';
import { MANY_PAGES } from './font/plan-fonts.js';
import { drawUnread } from './read/draw-unread.js';
import { findLogos } from './read/find-logos.js';
import { readSite } from './read/read-site.js';
import { isApart } from './set-apart.js';
import { setImages } from './set-images.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Said } from './read/judge-text.js' */
/** @import { Reader } from './read/reader.js' */
/** @import { Explained, NotExplained, Decomposed, Rgb } from './types.ts' */

/**
 * An image of a site, with the facts about it from pages.
 * @typedef {{ path: string, decoded: DecodedImage, said: Said, bytes: number, behind?: readonly Rgb[] }} SiteImage
 * `bytes`: of its file; `behind`: the colours behind it on pages, as far as they are known
 *
 * Tools for reading and rendering.
 * @typedef {{ openReader: () => Promise<Reader>, withPage: <T>(work: (page: Page) => Promise<T>) => Promise<T>,
 *   decodePng: (png: Uint8Array) => Promise<{ width: number, rgba: Uint8Array }>,
 *   encodePng: (image: { width: number, height: number, rgba: Uint8Array }) => Uint8Array, isOne?: boolean,
 *   siteTitles?: readonly string[] }} Tools `isOne`: true if all images are parts of one, which has one font;
 *   `siteTitles`: the distinct titles of its pages
 */

/**
 * Explains the text images of a site by backgrounds, foregrounds and glyphs, and renders them as text in fonts of those
 * glyphs.
 * @param {readonly SiteImage[]} images @param {'visual' | 'lossy'} likeness @param {Tools} tools
 * @returns {Promise<Map<string, Explained | NotExplained>>} by path
 */
export async function explainImages(images, likeness, tools) {
  /** @type {Map<string, Explained | NotExplained>} */
  const results = new Map();
  const pictures = images.flatMap(({ path, decoded, behind, said }) => {
    const picture = layFlat(decoded, path, behind);
    return picture ? { ...picture, isScaled: said.shownAs !== undefined } : [];
  });
  for (const { path } of images) results.set(path, { failed: 'looks-different', detail: 'it is transparent in part' });
  /** @type {Decomposed[]} */
  const taken = [];
  for (const one of decompose(pictures)) {
    if ('failed' in one)
      results.set(one.picture.key, { failed: 'looks-different', detail: one.failed, lacksInk: one.lacksInk });
    else taken.push(one);
  }
  const { siteTitles = [] } = tools;
  const said = new Map(images.map((image) => [image.path, { ...image.said, siteTitles }]));
  const bytes = new Map(images.map((image) => [image.path, image.bytes]));
  const pages = new Map(images.map((image) => [image.path, signPages(image.said.pages)]));
  const saidOf = (/** @type {Decomposed} */ { picture }) => said.get(picture.key) ?? NOTHING_SAID;
  const read = await readSite(tools.openReader, taken, saidOf);
  const aboutOf = (/** @type {Decomposed} */ { picture: { key } }) => ({
    pages: pages.get(key) ?? '',
    pageCount: said.get(key)?.pageCount ?? 1,
    bytes: bytes.get(key) ?? 0,
  });
  const { known, guessed, refused } = sortRead(taken, read, aboutOf);
  for (const [path, result] of refused) results.set(path, result);
  const logos = findLogos(known, saidOf, siteTitles);
  for (const { image, text } of known)
    if (logos.has(image))
      results.set(image.picture.key, { failed: 'safety', detail: 'it may be a logo', text: text.join(' ') });
  const open = known.filter(({ image }) => !logos.has(image));
  const unread = taken.filter((image) => !open.some((one) => one.image.picture === image.picture));
  // The parts of one image are read together or not at all.
  const marks = findLogos([...known, ...guessed], saidOf, siteTitles);
  const likely = tools.isOne ? [] : guessed.filter(({ image }) => !marks.has(image));
  const drawn = drawUnread(likely, open);
  for (const [path, result] of await setImages([...open, ...drawn], unread, likeness, tools))
    if (!drawn.some(({ image }) => image.picture.key === path) || !('failed' in result)) results.set(path, result);
  for (const { path, decoded } of images) {
    const result = results.get(path);
    if (result && 'failed' in result) results.set(path, { ...result, ...compareSize(decoded, known, result) });
  }
  const set = known.filter((one) => !('failed' in (results.get(one.image.picture.key) ?? {})));
  for (const image of taken) {
    const { key } = image.picture;
    const result = results.get(key);
    if (result && 'failed' in result && isApart(image, set)) results.set(key, { ...result, isApart: true });
  }
  for (const { image } of known) {
    const result = results.get(image.picture.key);
    const isPart = hidesOtherText(image) || (logos.has(image) && image.background.graphics !== undefined);
    if (result && isPart) results.set(image.picture.key, { ...result, isPart });
  }
  return results;
}

/**
 * Sorts images into those whose text is known, those that may be drawn without it, and the reasons for all others.
 * @param {readonly Decomposed[]} taken @param {Awaited<ReturnType<typeof readSite>>} read
 * @param {(image: Decomposed) => { pages: string, pageCount: number, bytes: number }} aboutOf
 */
function sortRead(taken, read, aboutOf) {
  const known = [];
  const guessed = [];
  /** @type {Map<string, NotExplained>} */
  const refused = new Map();
  for (const whole of taken) {
    const { image, verdict } = read.get(whole) ?? { image: whole };
    const { graphics } = image.background;
    const hides = (graphics !== undefined && hidesOtherText(image, graphics)) || hidesMoreText(image);
    const isKnown = verdict && 'text' in verdict;
    const text = isKnown ? verdict.text : [verdict?.maybe ?? ''];
    const one = { image, text, sources: isKnown ? verdict.sources : [], ...aboutOf(image) };
    if (isKnown && !hides) known.push(one);
    else {
      const detail = isKnown ? 'more of its text is in another colour' : (verdict?.uncertain ?? '');
      refused.set(whole.picture.key, { failed: 'uncertain-text', detail, text: text.join(' ') });
      if (!hides) guessed.push(one);
    }
  }
  return { known, guessed, refused };
}

/**
 * Compares the size of an image that was not read with those of texts. A photo can be as high as a menu by chance.
 * @param {{ width: number, height: number }} size @param {readonly { image: Decomposed }[]} known
 * @param {NotExplained} result
 */
function compareSize({ width, height }, known, { lacksInk }) {
  const mates = known.filter(({ image }) => image.picture.height === height);
  if (mates.length === 0) return {};
  const isAsLarge = mates.some(({ image }) => image.picture.width === width);
  return { isLikely: isAsLarge || !lacksInk, ...(isAsLarge ? { isAsLarge } : {}) };
}

/** Pages above which an image counts as used throughout a site. */
const FEW_PAGES = 2;

/** @param {readonly string[]} pages */
function signPages(pages) {
  return pages.length > FEW_PAGES ? MANY_PAGES : pages.toSorted().join(' ');
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
