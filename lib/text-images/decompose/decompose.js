/** @import { Background, Decomposed, Picture, Piece, Rgb, Shadow } from '../types.ts' */
/** @import { ShadowShape } from './find-shadow.js' */
import { keepAlive } from '../../base/working-on.js';
import { aloneBackgrounds } from './alone-backgrounds.js';
import { borrowBackgrounds } from './borrow-background.js';
import { addInks, SEVERAL_INKS } from './choose-inks.js';
import { listInks, measureCoverage } from './find-ink.js';
import { findShadow, layShadow, listNear } from './find-shadow.js';
import { hidesText } from './hidden-text.js';
import { isJoined, isLined, isUnboxed } from './in-lines.js';
import {
  holdsGraphics,
  layGraphics,
  listEnds,
  listGraphics,
  listInked,
  listParts,
  listPatterns,
  mayBelongToText,
} from './keep-graphics.js';
import { partFromShade } from './part-shade.js';
import { apart } from './picture.js';
import { AS_MUCH, isBetter, MORE_INK, spanOf, withOthers } from './rank-ways.js';
import { repair } from './repair-background.js';
import { shareShadows } from './share-shadows.js';
import { shareTexts } from './share-text.js';
import { splitLines } from './split-lines.js';
import { groupSets, voteBackgrounds } from './vote-background.js';

/** Min share of the pixels different from the background that the foreground must explain. */
const MIN_EXPLAINED = 0.9;
/** The same share from which a background without a file, or a shadow, is accepted. */
const DRAWN = 0.97;

/** Rounds in which the coverage by a text and its shadow are measured by turns. */
const SHADOW_ROUNDS = 2;
/** Max difference between a foreground colour and a shadow that is part of the foreground, in levels. */
const SAME_INK = 60;
/** Max pieces of a text with a shadow. More are a photo. */
const MAX_SHADED = 90;

/**
 * @typedef {{ picture: Picture, failed: string, lacksInk?: boolean }} Undecomposed `lacksInk`: true if nothing stands
 * out from a background, as in most photos
 */

/**
 * Decomposes images into background, foreground and pieces: sets by vote, the others one by one.
 * @param {readonly Picture[]} pictures of a site
 * @returns {(Decomposed | Undecomposed)[]} in the same order
 */
export function decompose(pictures) {
  /** @type {Map<Picture, Decomposed | Undecomposed>} */
  const found = new Map();
  /** @type {Map<Picture, Background[]>} */
  const known = new Map();
  const sets = groupSets(pictures);
  for (const set of sets) {
    const shared = (set.length > 1 ? voteBackgrounds(set) : []).map((one) => ({
      ...one,
      kind: /** @type {const} */ ('image'),
      isShared: true,
    }));
    for (const picture of set) {
      const alone = aloneBackgrounds(picture);
      const backgrounds = [...alone, ...shared, ...shared.flatMap((one) => repair(picture, one, alone) ?? [])];
      known.set(picture, backgrounds);
      found.set(picture, choose(picture, backgrounds));
    }
  }
  const chooseAgain = (
    /** @type {Picture} */ picture,
    /** @type {readonly Background[]} */ more,
    /** @type {ShadowShape | undefined} */ shape,
  ) => choose(picture, [...(known.get(picture) ?? []), ...more], shape && [shape]);
  for (const group of Map.groupBy(pictures, ({ height }) => height).values())
    shareShadows(group, sets, found, chooseAgain);
  borrowBackgrounds(pictures, sets, found, chooseAgain);
  const all = shareTexts(pictures.map((picture) => found.get(picture) ?? { picture, failed: 'nothing was found' }));
  return addInks(all, (picture) => known.get(picture) ?? []);
}

/**
 * Returns the best decomposition of an image, or the reason why there is none. The colour of the page is tried first,
 * the most frequent one last.
 * @param {Picture} picture @param {readonly Background[]} backgrounds
 * @param {readonly ShadowShape[]} [shapes] of its text's shadow
 */
function choose(picture, backgrounds, shapes) {
  keepAlive();
  const [page] = takeFlat(picture, backgrounds, 'page');
  const best = chooseUsual(picture, backgrounds, shapes);
  if ('failed' in best) return page ?? takeFlat(picture, backgrounds, 'usual').at(0) ?? best;
  return page ? withOthers(page, [best, ...(best.others ?? [])]) : best;
}

/**
 * Tries backgrounds without end caps last: what looks like a cap can be a character at the image's side.
 * @param {Picture} picture @param {readonly Background[]} backgrounds @param {readonly ShadowShape[]} [shapes]
 * @returns {Decomposed | Undecomposed}
 */
function chooseUsual(picture, backgrounds, shapes) {
  const usual = chooseAmong(
    picture,
    backgrounds.filter(({ isBare, flat }) => !isBare && !flat),
    shapes,
  );
  const bare = backgrounds.filter(({ isBare }) => isBare);
  if (!('failed' in usual) || bare.length === 0) return usual;
  const other = chooseAmong(picture, bare, shapes);
  return 'failed' in other ? usual : other;
}

/**
 * Decomposes an image above one colour, as far as text of one colour explains all of it: what is around the text of a
 * button would be taken for its shadow.
 * @param {Picture} picture @param {readonly Background[]} backgrounds @param {'page' | 'usual'} kind of the colour
 */
function takeFlat(picture, backgrounds, kind) {
  const plain = backgrounds.flatMap((one) => (one.flat === kind ? (takeApart(picture, one) ?? []) : []));
  const taken = plain.flatMap((one) => {
    const parted = castParted(one);
    return parted && parted.lost <= one.lost ? [parted, one] : [one];
  });
  return taken.filter((one) => one.explained > DRAWN && !holdsGraphics(one) && isJoined(one) && isUnboxed(one));
}

/**
 * @param {Picture} picture @param {readonly Background[]} backgrounds @param {readonly ShadowShape[]} [shapes]
 * @returns {Decomposed | Undecomposed}
 */
function chooseAmong(picture, backgrounds, shapes) {
  const plain = backgrounds.flatMap((background) => takeApart(picture, background) ?? []);
  const ways = plain.flatMap((one) => {
    const cast = castShadow(one, shapes);
    if (cast && (cast.explained >= Math.min(DRAWN, one.explained) || cast.lost <= one.lost)) return [cast];
    // Without a shadow there is nothing to fill.
    return one.background.isFilled ? [] : [one];
  });
  if (ways.length === 0)
    return { picture, failed: 'no foreground colour stands out from a background', lacksInk: true };
  const clean = ways.filter((one) => one.explained >= MIN_EXPLAINED && isLined(one) && !holdsGraphics(one));
  // The background of a set can show what this image does not.
  const inexact = ways.filter((one) => !clean.includes(one) || (one.background.kind === 'image' && one.explained < 1));
  const usual = [...clean, ...inexact.flatMap((one) => keepGraphics(one) ?? [])];
  const joined = ways.filter((one) => one.explained >= MIN_EXPLAINED && !clean.includes(one) && isJoined(one));
  if (usual.length + joined.length === 0) return { picture, failed: SEVERAL_INKS };
  const [seen, spare] = [usual, joined].map((list) =>
    list.filter((one) => !hidesText(picture, one.background, one.ink, one.lines)),
  );
  const free = usual.length > 0 ? seen : spare;
  if (free.length === 0) return { picture, failed: 'part of its text may be in its background' };
  const best = free.reduce((one, other) => (isBetter(other, one) ? other : one));
  // A background in CSS needs no file, and one that repeats a small one, unless the foreground then contains parts of
  // the background.
  const [least, smallest] = [areaOf, spanOf].map((measure) => Math.min(...free.map(measure)));
  const drawn = free.find(
    (one) =>
      (one.background.kind !== 'image' || one.background.isRepeated) &&
      one.explained > DRAWN &&
      areaOf(one) <= least * MORE_INK &&
      spanOf(one) <= smallest * MORE_INK,
  );
  return withOthers(drawn ?? best, [...free, ...spare]);
}

/** Counts the pixels that the foreground covers. @param {Decomposed} image */
function areaOf({ coverage }) {
  return coverage.reduce((sum, value) => sum + value, 0);
}

/**
 * Decomposes an image again, with pieces that cannot be text of one colour left in its background. Characters that
 * touch such a piece stay in the foreground.
 * @param {Decomposed} image
 * @returns {Decomposed | null} null if nothing is left, or if a left piece can be part of the text
 */
function keepGraphics({ picture, background, coverage, strange, lines, shadow }) {
  const graphics = listGraphics(listParts(picture, background, strange), { picture, coverage });
  const pixels = [...graphics.flatMap((part) => part.pixels), ...listPatterns(lines, picture.width)];
  if (pixels.length === 0) return null;
  const inked = listInked(graphics, coverage, strange, picture);
  /** @type {Set<number>} */
  const text = new Set();
  for (;;) {
    const left = pixels.filter((pixel) => !text.has(pixel));
    const taken = takeApart(picture, layGraphics(picture, background, left));
    const rest = taken && shadow ? castShadow(taken, [shadow]) : taken;
    if (!rest || rest.explained < MIN_EXPLAINED || !isLined(rest)) return null;
    const more = inked.filter((part) => !text.has(part.pixels[0]) && mayBelongToText(part, rest.lines, picture));
    const isLeft = (/** @type {typeof graphics[number]} */ part) => part.pixels.some((pixel) => !text.has(pixel));
    if (more.length === 0)
      return graphics.some((part) => isLeft(part) && mayBelongToText(part, rest.lines, picture)) ? null : rest;
    for (const pixel of more.flatMap((part) => part.pixels)) text.add(pixel);
    // A character that the edge of the image cuts was taken for a frame.
    for (const { pixels, strange } of graphics)
      if (strange === 0 && pixels.some((pixel) => text.has(pixel))) for (const pixel of pixels) text.add(pixel);
  }
}

/**
 * Decomposes an image again, with a separate first or last piece left in its background.
 * @param {Decomposed} image
 * @returns {Decomposed | null} null if no piece is separate
 */
export function leaveEnds({ picture, background, lines }) {
  const pixels = listEnds(lines, picture.width);
  if (pixels.length === 0) return null;
  const rest = takeApart(picture, layGraphics(picture, background, pixels));
  return rest && rest.explained >= MIN_EXPLAINED && isLined(rest) ? rest : null;
}

/**
 * Decomposes an image with a given background and the first possible foreground colour, or with the one that explains
 * more of the image if that one does not explain it.
 * @param {Picture} picture @param {Background} background
 * @returns {Decomposed | null}
 */
function takeApart(picture, background) {
  const [usual, ...others] = listInks(picture, background);
  if (!usual) return null;
  const measure = (/** @type {Rgb} */ ink) => ({ ink, ...measureCoverage(picture, background, ink) });
  const first = measure(usual);
  const best = (first.explained > DRAWN ? [] : others.map(measure)).reduce(
    (one, other) => (other.explained > one.explained ? other : one),
    first,
  );
  const lines = splitLines(best.coverage, picture.width, picture.height);
  return { picture, background, ...best, lines, shadow: null };
}

/**
 * Share of an image that its foreground explains if what is next to its text are smoothed edges. Chosen. 1 of 26 sites
 * depends on it.
 */
const FRINGED = 0.99;

/**
 * Returns true if a shadow may be the smoothed edge of the text.
 * @param {Shadow} shadow @param {Pick<Decomposed, 'explained'>} image without the shadow
 */
function isSmoothedEdge({ x, y, blur }, { explained }) {
  return x === 0 && y === 0 && blur === 1 && explained > FRINGED;
}

/**
 * Decomposes an image again, with a shadow of its text. A shadow that its colour separates from the text is preferred:
 * otherwise, a part of it can count as text.
 * @param {Decomposed} image @param {readonly ShadowShape[]} [shapes]
 * @returns {Decomposed | null} null if no shadow is found
 */
function castShadow(image, shapes) {
  if (image.lines.reduce((sum, { pieces }) => sum + pieces.length, 0) > MAX_SHADED) return null;
  const cast = castFrom(image, null, shapes);
  if (!cast) return null;
  const isEdge = isSmoothedEdge(cast.shadow, image);
  const parted = castParted(image, shapes);
  if (parted && (isEdge || parted.explained >= cast.explained - AS_MUCH)) return parted;
  return isEdge ? null : cast;
}

/**
 * Decomposes an image again, with a shadow that the colours of its pixels separate from its text.
 * @param {Decomposed} image @param {readonly ShadowShape[]} [shapes]
 */
function castParted(image, shapes) {
  const { picture, background, ink, coverage } = image;
  const text = partFromShade(picture, background, ink, coverage);
  return text && castFrom(image, text, shapes);
}

/**
 * Measures the shadow of a text and the coverage by the text in turn.
 * @param {Decomposed} image @param {Float32Array | null} most max coverage by the text, if it is known
 * @param {readonly ShadowShape[]} [shapes]
 */
function castFrom(image, most, shapes) {
  const { picture, background, ink, coverage } = image;
  const { width, height } = picture;
  /** @type {Decomposed & { shadow: Shadow } | null} */
  let cast = null;
  let text = most ?? coverage;
  for (let round = 0; round < SHADOW_ROUNDS; round++) {
    const near = cast && !shapes ? listNear(cast.shadow) : shapes;
    const shadow = findShadow(picture, background, text, near);
    if (!shadow || apart(shadow.colour, ink) <= SAME_INK) return cast;
    const behind = { ...background, rgb: layShadow(background, shadow, text, width, height) };
    const rest = measureCoverage(picture, behind, ink);
    text = most ? rest.coverage.map((share, at) => Math.min(share, most[at])) : rest.coverage;
    cast = { picture, background, ink, ...rest, coverage: text, lines: splitLines(text, width, height), shadow };
    if (isSmoothedEdge(shadow, image)) return cast;
  }
  return cast;
}
