/** @import { Decomposed } from '../types.ts' */
/** @import { Said } from './judge-text.js' */
import { isOneMenu } from '../font/plan-fonts.js';
import { clusterPieces } from './cluster-pieces.js';
import { hasEnglishWord, isEnglish, isInTitle } from './witnesses.js';

/** Names of logos. Words such as “catalogo” and “dialogo” end in the same letters. */
const NAMED = /(?<!cata|dia|pro|epi|ana|mono)logo(?!ff|ut|ic|gra)/i;
const ABROAD = /^(?:https?:)?\/\//i;
/** Min share of a site's titles that contain the site's name. */
const USUAL = 0.5;
/** Min count of titles that contain a text which is the site's name. */
const MIN_TITLES = 2;
/** Min share of its glyphs that an image has in common with another text of the same menu. */
const SHARED = 0.5;
/** Max words of a mark, and max ratio of its width to its height: those of cards and badges. */
const MARK = Object.freeze({ words: 2, aspect: 3 });
/** Count of other texts in images of one size from which they are a menu, and no marks. */
const MIN_MATES = 2;
/** Max ratio of the highest glyphs of a menu's texts: letters with descenders are up to 1.4 times as high as others. */
const SAME_TYPE = 1.4;
/** Min letters of a name. */
const MIN_LETTERS = 3;

/**
 * Finds images whose text is a name in its own lettering: of the site, or of another that a link leads to. The images
 * of a menu share their glyphs or their size, a logo does not. A mark without a link, such as that of a credit card or
 * a sponsor, is in its own lettering, too.
 * @param {readonly { image: Decomposed, text: readonly string[], sources: readonly string[] }[]} known
 * @param {(image: Decomposed) => Said} saidOf
 * @param {readonly string[]} siteTitles the distinct titles of the site's pages
 * @returns {Set<Decomposed>}
 */
export function findLogos(known, saidOf, siteTitles) {
  const titles = siteTitles.map(squeeze);
  const clusters = clusterPieces(known.flatMap(({ image }) => image.lines.flatMap(({ pieces }) => pieces)));
  /** @type {Map<unknown, Set<string>>} */
  const texts = new Map();
  const glyphsOf = (/** @type {Decomposed} */ image) =>
    new Set(image.lines.flatMap(({ pieces }) => pieces.map((piece) => clusters.get(piece))));
  for (const { image, text } of known) {
    for (const cluster of glyphsOf(image))
      texts.set(cluster, (texts.get(cluster) ?? new Set()).add(squeeze(text.join(''))));
  }
  const isShared = (/** @type {Decomposed} */ image) => {
    const glyphs = [...glyphsOf(image)];
    return glyphs.filter((cluster) => (texts.get(cluster)?.size ?? 0) > 1).length >= glyphs.length * SHARED;
  };
  const logos = known.filter((one) => {
    const { image, text } = one;
    const said = saidOf(image);
    // Images under the mouse are on no page. The image at rest decides.
    if (said.pages.length === 0) return false;
    const isItem = () => isShared(image) || listMates(one, known, saidOf).size >= MIN_MATES;
    // A menu can have an item with the text “Logo”, and names say the text.
    if (isNamed(said)) return !NAMED.test(text.join(' ')) || !isItem();
    const isName =
      isNameOf(squeeze(text.join('')), titles) || leadsAbroad(said) || isMark(one, said, known, siteTitles);
    return isName && !isItem();
  });
  return new Set(logos.map(({ image }) => image));
}

/**
 * Returns true for one or two words that nothing links, in an image that no other text is like, if it is as short as a
 * mark and the page does not say its text, or if an English site has none of its words elsewhere, as with a brand.
 * @param {{ image: Decomposed, text: readonly string[], sources: readonly string[] }} one @param {Said} said
 * @param {readonly { image: Decomposed }[]} known @param {readonly string[]} siteTitles
 */
function isMark({ image, text: lines, sources }, said, known, siteTitles) {
  const { width, height } = image.picture;
  const text = lines.join(' ');
  const isShort = width < height * MARK.aspect && !sources.includes('page');
  const isBrand = isEnglish(said.language) && !hasEnglishWord(text) && !isInTitle(text, siteTitles);
  return (
    (isShort || isBrand) &&
    text.split(' ').length <= MARK.words &&
    said.linkNames.length === 0 &&
    !known.some((other) => other.image !== image && isOneMenu(other.image, image))
  );
}

/**
 * Returns the other texts in images of the same menu, which lead to pages of the site. They have the same size, or the
 * same height, colour and size of type. Marks of several others, such as badges, have the same size, too, but all of
 * them lead to other sites.
 * @param {{ image: Decomposed, text: readonly string[] }} one
 * @param {readonly { image: Decomposed, text: readonly string[] }[]} known
 * @param {(image: Decomposed) => Said} saidOf
 */
function listMates({ image: one, text }, known, saidOf) {
  const own = squeeze(text.join(''));
  const isAbroad = leadsAbroad(saidOf(one));
  const isBeside = (/** @type {Decomposed} */ other) =>
    (isOneMenu(other, one) && isOneType(other, one)) || (!isAbroad && isAsLarge(other, one));
  const mates = known.filter(
    ({ image }) => isBeside(image) && saidOf(image).linkNames.length > 0 && !leadsAbroad(saidOf(image)),
  );
  return new Set(mates.map((mate) => squeeze(mate.text.join(''))).filter((other) => other !== own));
}

/** @param {Decomposed} one @param {Decomposed} other */
function isAsLarge({ picture }, { picture: other }) {
  return picture.width === other.width && picture.height === other.height;
}

/** @param {Decomposed} one @param {Decomposed} other */
function isOneType(one, other) {
  const [low, high] = [one, other].map(highestGlyph).sort((a, b) => a - b);
  return high <= low * SAME_TYPE;
}

/** @param {Decomposed} image */
export function highestGlyph({ lines }) {
  return Math.max(...lines.flatMap(({ pieces }) => pieces.map(({ height }) => height)));
}

/** Returns true if the file or its folder is named as a logo, or the page says so. @param {Said} said */
function isNamed({ fileName, alts, titles }) {
  return [...fileName.split('/').slice(-2), ...alts, ...titles].some((name) => NAMED.test(name));
}

/** @param {Said} said */
function leadsAbroad({ linkNames }) {
  return linkNames.length > 0 && linkNames.every((name) => ABROAD.test(name));
}

/** @param {string} text @param {readonly string[]} titles */
function isNameOf(text, titles) {
  const held = titles.filter((title) => title.includes(text)).length;
  return text.length >= MIN_LETTERS && held >= MIN_TITLES && held >= titles.length * USUAL;
}

/** Returns the letters and digits of a text. @param {string} text */
function squeeze(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
