/** @import { Explained, NotExplained } from '../../text-images/types.ts' */
/** @import { SiteTexts, StripOptions, TextReading } from './explain-texts.js' */
/** @import { Made } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

import { createHash } from 'node:crypto';
import { readOnce } from '../../base/read-once.js';

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
    const { path, hover, isOnlyRead, isHidden, ...site } =
      /** @type {SiteTexts & { path: string, hover?: string, isOnlyRead?: boolean, isHidden?: boolean }} */ (
        /** @type {unknown} */ (options)
      );
    const key = keyOf(site.siblings)(site, read);
    const known = sites.get(key) ?? readSite(site, read);
    sites.set(key, known);
    const results = await known;
    if (!results) return deliver(null);
    if (isOnlyRead) return deliverText(results.get(path));
    if (isHidden) return deliverHidden(results.get(path));
    return deliver(hover === undefined ? results.get(path) : joinStates(results.get(path), results.get(hover)));
  };
}

/**
 * Returns the key of a site: its images and the facts about them.
 * @param {SiteTexts} site @param {(path: string) => Uint8Array | null} read
 */
function keyOfSite({ siblings, said, siteTitles, likeness }, read) {
  const hash = createHash('sha256').update(JSON.stringify([siblings, said, siteTitles, likeness]));
  for (const path of siblings) hash.update(read(path) ?? new Uint8Array());
  return hash.digest('hex');
}

const NO_BROWSER = 'Text recognition needs a browser, and none is available. Install Chrome or pass --verify off.';

/**
 * Joins an image with the one that replaces it under the mouse, if both show the same text.
 * @param {Explained | NotExplained | undefined} rest @param {Explained | NotExplained | undefined} touched
 * @returns {(Explained & { touched: Explained }) | NotExplained | undefined}
 */
function joinStates(rest, touched) {
  if (!rest || 'failed' in rest) return rest;
  if (!touched || 'failed' in touched)
    return {
      failed: 'looks-different',
      detail: `under the mouse, ${touched?.detail ?? 'another image shows'}`,
      text: rest.text,
    };
  if (touched.text !== rest.text || touched.width !== rest.width || touched.height !== rest.height)
    return { failed: 'looks-different', detail: `hovered, it contains “${touched.text}”`, text: rest.text };
  return { ...rest, touched };
}

/**
 * Returns the text of an image if it is certain, even if it cannot be rendered as text.
 * @param {Explained | NotExplained | undefined} result @returns {Made}
 */
function deliverText(result) {
  const isKnown = result && (!('failed' in result) || result.failed !== 'uncertain-text') && result.text;
  if (isKnown) return { ok: true, data: { text: result.text } };
  return { ok: false, reason: 'uncertain-text', message: 'its text could not be read with certainty' };
}

/**
 * Returns the reason why an image that only a script shows stays, with its text if it was read.
 * @param {Explained | NotExplained | undefined} result @returns {Made}
 */
function deliverHidden(result) {
  if (!result || 'failed' in result) return deliver(result);
  const message = `it appears in place of another image (possible text: “${result.text}”)`;
  return { ok: false, reason: 'in-use-by-script', message, text: result.text };
}

/** @param {Explained | NotExplained | null | undefined} result @returns {Made} */
function deliver(result) {
  if (result === null) return { ok: false, reason: 'no-browser', message: NO_BROWSER };
  if (!result) return { ok: false, reason: 'uncertain-text', message: 'its text was not read' };
  if (!('failed' in result)) return { ok: true, data: { ...result } };
  const { failed, detail, text, isLikely = false } = result;
  if (!text) return { ok: false, reason: failed, message: detail, isLikely };
  return { ok: false, reason: failed, message: `${detail} (possible text: “${text}”)`, text };
}
