/** @import { Background, Decomposed, Picture } from '../types.ts' */
import { findInk, measureCoverage } from './find-ink.js';
import { hidesText } from './hidden-text.js';
import { apart, colourAt } from './picture.js';
import { findRowBackground } from './row-background.js';
import { splitLines } from './split-lines.js';
import { groupSets, voteBackground } from './vote-background.js';

/** Share of what differs from the background that must be ink. */
const LEAST_EXPLAINED = 0.9;
/** The same from which a background that needs no file is taken. */
const DRAWN = 0.97;

/** @typedef {{ picture: Picture, failed: string }} Undecomposed */

/**
 * Takes images apart into background, ink and pieces: sets by vote, what is left one by one.
 * @param {readonly Picture[]} pictures of a site
 * @returns {(Decomposed | Undecomposed)[]} in the same order
 */
export function decompose(pictures) {
  /** @type {Map<Picture, Decomposed | Undecomposed>} */
  const found = new Map();
  for (const set of groupSets(pictures)) {
    const voted = set.length > 1 ? voteBackground(set) : null;
    for (const picture of set) {
      const alone = takeApart(picture, aloneBackground(picture));
      const shared = voted ? takeApart(picture, { ...voted, kind: 'image' }) : null;
      found.set(picture, choose(picture, alone, shared));
    }
  }
  return pictures.map((picture) => found.get(picture) ?? { picture, failed: 'nothing was found' });
}

/**
 * The better of two ways to take an image apart, or why neither will do.
 * @param {Picture} picture @param {Decomposed | null} alone @param {Decomposed | null} shared
 */
function choose(picture, alone, shared) {
  const ways = [alone, shared].filter((one) => one !== null);
  if (ways.length === 0) return { picture, failed: 'no ink stands out from a background' };
  const clean = ways.filter(({ explained }) => explained >= LEAST_EXPLAINED);
  if (clean.length === 0) return { picture, failed: 'it has more than one ink and a background' };
  const lined = clean.filter(({ lines }) => lines.length > 0);
  if (lined.length === 0) return { picture, failed: 'it has no lines of ink' };
  const free = lined.filter((one) => !hidesText(picture, one.background, one.ink, one.lines));
  if (free.length === 0) return { picture, failed: 'part of its text may be in its background' };
  // A background that CSS draws needs no file.
  const drawn = free.find(({ background, explained }) => background.kind !== 'image' && explained > DRAWN);
  return drawn ?? free.reduce((best, one) => (one.explained > best.explained ? one : best));
}

/** @param {Picture} picture */
function aloneBackground(picture) {
  const { clear, width, height, rgb } = picture;
  if (clear) {
    const plain = new Uint8ClampedArray(rgb.length);
    const at = clear.indexOf(1);
    for (let pixel = 0; pixel < width * height; pixel++) plain.set(rgb.subarray(at * 3, at * 3 + 3), pixel * 3);
    return { rgb: plain, clear: new Uint8Array(width * height).fill(1), kind: /** @type {const} */ ('clear') };
  }
  const rows = findRowBackground(picture);
  return rows && { rgb: rows.rgb, clear: null, kind: kindOf(rows, width, height) };
}

/**
 * @param {{ rgb: Uint8ClampedArray, left: number, right: number }} rows @param {number} width @param {number} height
 * @returns {Background['kind']}
 */
function kindOf({ rgb, left, right }, width, height) {
  if (left + right > 0) return 'image';
  const isPlain = Array.from(
    { length: height },
    (_, y) => apart(colourAt(rgb, y * width), colourAt(rgb, 0)) <= 2,
  ).every(Boolean);
  return isPlain ? 'plain' : 'rows';
}

/**
 * @param {Picture} picture @param {Background | null} background
 * @returns {Decomposed | null}
 */
function takeApart(picture, background) {
  if (!background) return null;
  const ink = findInk(picture, background);
  if (!ink) return null;
  const { coverage, explained } = measureCoverage(picture, background, ink);
  const lines = splitLines(coverage, picture.width, picture.height);
  return { picture, background, ink, coverage, lines, explained };
}
