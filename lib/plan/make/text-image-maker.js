/** @import { Explained, NotExplained } from '../../text-images/types.ts' */
/** @import { SiteTexts, StripOptions, TextReading } from './explain-texts.js' */
/** @import { Made } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

import { createHash } from 'node:crypto';
import { exact } from '../../base/exact.js';
import { fileOfImage } from '../../base/image-part.js';
import { readOnce } from '../../base/read-once.js';

/**
 * The images of other states: under the mouse, pressed, and while the mouse is over other images.
 * @typedef {{ hover?: string, pressed?: string, away?: string }} States
 *
 * Uses of a result that need more than its text, or less: it is only read, it is hidden, it is a background, or it
 * names a control.
 * @typedef {{ isOnlyRead?: boolean, isHidden?: boolean, isBehind?: boolean, isSpoken?: boolean }} Uses
 */

/**
 * Creates the maker `text-image`: it reads the images of a site together, and returns the text and the font of each.
 * The same options mean the same site. The readers start with the first image.
 * @param {() => Promise<TextReading>} open
 * @returns {Maker}
 */
export function createTextImageMaker(open) {
  /** @type {Map<string, Promise<Map<string, Explained | NotExplained> | null>>} */
  const sites = new Map();
  // All proposals of a site share one list of images.
  const keyOf = readOnce((/** @type {readonly string[]} */ _) => {
    let key = '';
    return (/** @type {SiteTexts} */ site, /** @type {(path: string) => Uint8Array | null} */ read) =>
      (key ||= keyOfSite(site, read));
  });
  const readSite = async (/** @type {SiteTexts} */ site, /** @type {(path: string) => Uint8Array | null} */ read) =>
    (await open()).site(site, read);
  return async (bytes, options, read) => {
    if (options.areas) {
      const strip = /** @type {StripOptions} */ (/** @type {unknown} */ (options));
      return deliver(await (await open()).strip(bytes, strip, read));
    }
    const { path, hover, pressed, away, isOnlyRead, isHidden, isBehind, isSpoken, ...site } =
      /** @type {SiteTexts & States & Uses & { path: string }} */ (/** @type {unknown} */ (options));
    const key = keyOf(site.siblings)(site, read);
    const known = sites.get(key) ?? readSite(site, read);
    sites.set(key, known);
    const results = await known;
    if (!results) return deliver(null);
    if (isOnlyRead) return deliverText(results.get(path));
    if (isHidden || isBehind) return deliverStaying(results.get(path), isHidden ? SWAPPED : BACKGROUND);
    if (isSpoken && isDrawn(results.get(path))) return UNREAD;
    return deliver(await addStates(results.get(path), bytes, { hover, pressed, away }, results, read));
  };
}

/**
 * Returns the key of a site: its images and the facts about them.
 * @param {SiteTexts} site @param {(path: string) => Uint8Array | null} read
 */
function keyOfSite({ siblings, said, siteTitles, likeness }, read) {
  const hash = createHash('sha256').update(JSON.stringify([siblings, said, siteTitles, likeness]));
  for (const path of siblings) hash.update(read(fileOfImage(path)) ?? new Uint8Array());
  return hash.digest('hex');
}

const NO_BROWSER = 'Text recognition needs a browser, and none is available. Install Chrome or pass --verify off.';

/**
 * Adds the states of an image under the mouse.
 * @param {Explained | NotExplained | undefined} rest @param {Uint8Array} own its file @param {States} states
 * @param {ReadonlyMap<string, Explained | NotExplained>} results @param {(path: string) => Uint8Array | null} read
 * @returns {Promise<(Explained & { [State in 'touched' | 'pressed' | 'away']?: Explained }) | NotExplained |
 *   undefined>}
 */
async function addStates(rest, own, { hover, pressed, away }, results, read) {
  if (!rest || 'failed' in rest) return rest;
  const whole = { ...rest };
  for (const [state, path] of Object.entries({ touched: hover, pressed, away })) {
    if (path === undefined) continue;
    const added =
      readState(rest, results.get(path)) ?? (await keepImage(rest, { path, bytes: read(fileOfImage(path)), own }));
    if ('failed' in added) return added;
    Object.assign(whole, { [state]: added });
  }
  return whole;
}

/**
 * Returns a second image of the text of another one. Returns null if the text cannot show it, because it is no text,
 * has another text or has another size.
 * @param {Explained} rest @param {Explained | NotExplained | undefined} state
 * @returns {Explained | null}
 */
function readState(rest, state) {
  if (!state || 'failed' in state || isDrawn(rest) !== isDrawn(state)) return null;
  return state.text === rest.text && isAsLarge(state, rest) ? state : null;
}

/** The value of the background of a box that shows all of an image in its own size. */
const WHOLE = '{background} 0 0/100% 100%';

/**
 * Returns a state in which the text gives way to an image. If pages show the image at rest in another size than its
 * file has, they show a second file of that size in the same way.
 * @param {Explained} rest
 * @param {{ path: string, bytes: Uint8Array | null, own: Uint8Array }} state `own`: the file of the image at rest
 * @returns {Promise<Explained | NotExplained>}
 */
async function keepImage(rest, { path, bytes, own }) {
  const { decodeImage, sniffImage } = await import('../../images/codecs/decode.js');
  const { selectPart } = await import('../../images/select-part.js');
  const { encodePng } = await import('../../images/png/png-encode.js');
  const { drawPng } = await import('../../text-images/accept/draw-background.js');
  const { hideText } = await import('../../text-images/accept/write-box.js');
  const file = bytes && (await decodeImage(bytes));
  const isSingle = file && !('broken' in file) && file.frames.length === 1;
  const decoded = isSingle && selectPart(file, path);
  const isFitting = decoded && (isAsLarge(decoded, rest) || isAsLarge(decoded, sniffImage(own)));
  if (!isFitting) return { failed: 'looks-different', detail: 'under the mouse, another image shows', text: rest.text };
  const { width, height, frames } = decoded;
  const background = drawPng({ width, height, rgba: frames[0].rgba }, (image) =>
    encodePng(image, { effort: 'balanced' }),
  );
  if (isAsLarge(decoded, rest)) return { ...rest, css: hideText(rest.css), background };
  return { ...rest, css: hideText(rest.css, WHOLE), background: { ...background, around: WHOLE } };
}

/** @param {{ width: number, height: number }} one @param {{ width: number, height: number }} other */
function isAsLarge(one, other) {
  return one.width === other.width && one.height === other.height;
}

/**
 * Returns the text of an image if it is certain and all of its text, even if it cannot be rendered as text.
 * @param {Explained | NotExplained | undefined} result @returns {Made}
 */
function deliverText(result) {
  const isKnown =
    !isDrawn(result) && result && (!('failed' in result) || result.failed !== 'uncertain-text') && result.text;
  if (isKnown && !result.isPart) return { ok: true, data: { text: result.text } };
  return UNREAD;
}

/** Reasons why an image stays that could be read. */
const SWAPPED = exact({ reason: 'in-use-by-script', message: 'it appears in place of another image' });
const BACKGROUND = exact({ reason: 'safety', message: 'no element shows it in place of its text' });

/**
 * Returns the reason why an image stays, with its text if it was read.
 * @param {Explained | NotExplained | undefined} result @param {typeof SWAPPED | typeof BACKGROUND} why
 * @returns {Made}
 */
function deliverStaying(result, { reason, message }) {
  if (isDrawn(result)) return UNREAD;
  if (!result || 'failed' in result) return deliver(result);
  return { ok: false, reason, message: `${message} (possible text: “${result.text}”)`, text: result.text };
}

/** @type {Made} */
const UNREAD = Object.freeze({
  ok: false,
  reason: exact('uncertain-text'),
  message: 'its text could not be read with certainty',
});

/** Returns true if a font draws an image without its text. @param {Explained | NotExplained | undefined} result */
function isDrawn(result) {
  return result !== undefined && 'isDrawn' in result && result.isDrawn === true;
}

/** @param {Explained | NotExplained | null | undefined} result @returns {Made} */
function deliver(result) {
  if (result === null) return { ok: false, reason: 'no-browser', message: NO_BROWSER };
  if (!result) return { ok: false, reason: 'uncertain-text', message: 'its text was not read' };
  if (!('failed' in result)) return { ok: true, data: { ...result } };
  const { failed, detail, text, isLikely = false, isAsLarge = false, isApart = false } = result;
  if (!text) return { ok: false, reason: failed, message: detail, isLikely, isAsLarge, isApart };
  return { ok: false, reason: failed, message: `${detail} (possible text: “${text}”)`, text, isAsLarge, isApart };
}
