import { createHash } from 'node:crypto';
import { readOnce } from '../../base/read-once.js';

/** @import { Box, Explained, NotExplained, Rgb } from '../../text-images/types.ts' */
/** @import { SiteImage, Tools } from '../../text-images/explain-images.js' */
/** @import { Said } from '../../text-images/read/judge-text.js' */
/** @import { Made } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

/**
 * The possible text images of a site: their paths, and the facts from pages about each, in the same order.
 * @typedef {{ siblings: readonly string[], said: readonly Said[], siteTitles: readonly string[],
 *   likeness: 'visual' | 'lossy' }} SiteOptions
 *
 * A strip of text with an image map, by its areas.
 * @typedef {{ areas: readonly (Box & { said: Said })[], likeness: 'visual' | 'lossy',
 *   behind: Said['behind'] }} StripOptions
 */

/**
 * Creates the maker `text-image`: it reads the images of a site together, and returns the text and the font of each.
 * The same options mean the same site. The readers and the browser start with the first image.
 * @param {{ share: () => Promise<import('../../visit/browser/open.js').OpenBrowser | null> }} options
 * @returns {{ make: Maker, close: () => Promise<void> }}
 */
export function openTextImageMaker({ share }) {
  /** @type {Map<string, Promise<Map<string, Explained | NotExplained> | null>>} */
  const sites = new Map();
  /** @type {ReturnType<typeof import('../../text-images/read/reader.js').openReader> | null} */
  let opening = null;
  const openReader = () => {
    opening ??= import('../../text-images/read/reader.js').then((reader) => reader.openReader());
    return opening;
  };
  // All proposals of a site share one list of images.
  const keyOf = readOnce((/** @type {readonly string[]} */ _) => {
    let key = '';
    return (/** @type {SiteOptions} */ site, /** @type {(path: string) => Uint8Array | null} */ read) =>
      (key ||= keyOfSite(site, read));
  });
  return {
    make: async (bytes, options, read) => {
      if (options.areas)
        return deliver(
          await explainStrip(bytes, /** @type {StripOptions} */ (/** @type {unknown} */ (options)), {
            read,
            share,
            openReader,
          }),
        );
      const { path, hover, isOnlyRead, isHidden, ...site } =
        /** @type {SiteOptions & { path: string, hover?: string, isOnlyRead?: boolean, isHidden?: boolean }} */ (
          /** @type {unknown} */ (options)
        );
      const key = keyOf(site.siblings)(site, read);
      const known = sites.get(key) ?? explainSite(site, read, share, openReader);
      sites.set(key, known);
      const results = await known;
      if (!results) return deliver(null);
      if (isOnlyRead) return deliverText(results.get(path));
      if (isHidden) return deliverHidden(results.get(path));
      return deliver(hover === undefined ? results.get(path) : joinStates(results.get(path), results.get(hover)));
    },
    close: async () => (await opening)?.close(),
  };
}

/**
 * Returns the key of a site: its images and the facts about them.
 * @param {SiteOptions} site @param {(path: string) => Uint8Array | null} read
 */
function keyOfSite({ siblings, said, siteTitles, likeness }, read) {
  const hash = createHash('sha256').update(JSON.stringify([siblings, said, siteTitles, likeness]));
  for (const path of siblings) hash.update(read(path) ?? new Uint8Array());
  return hash.digest('hex');
}

const NO_BROWSER = 'Text recognition needs a browser, and none is available. Install Chrome or pass --verify off.';

/**
 * @param {Uint8Array} bytes @param {StripOptions} options
 * @param {{ read: (path: string) => Uint8Array | null,
 *   share: () => Promise<import('../../visit/browser/open.js').OpenBrowser | null>,
 *   openReader: () => Promise<import('../../text-images/read/reader.js').Reader> }} tools
 * @returns {Promise<Explained | NotExplained | null>}
 */
async function explainStrip(bytes, { areas, likeness, behind }, { read, share, openReader }) {
  const browser = await share();
  if (!browser) return null;
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { explainMap } = await import('../../text-images/explain-map.js');
  const decoded = await decodeImage(bytes);
  if ('broken' in decoded) return { failed: 'looks-different', detail: decoded.broken };
  const file = { bytes: bytes.length, behind: await readBehind({ behind }, read) };
  return explainMap(decoded, file, areas, likeness, await toolsFor(browser, openReader));
}

/**
 * @param {SiteOptions} site @param {(path: string) => Uint8Array | null} read
 * @param {() => Promise<import('../../visit/browser/open.js').OpenBrowser | null>} share
 * @param {() => Promise<import('../../text-images/read/reader.js').Reader>} openReader
 */
async function explainSite({ siblings, said, siteTitles, likeness }, read, share, openReader) {
  const browser = await share();
  if (!browser) return null;
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { explainImages } = await import('../../text-images/explain-images.js');
  /** @type {SiteImage[]} */
  const images = [];
  for (const [at, path] of siblings.entries()) {
    const bytes = read(path) ?? new Uint8Array();
    const decoded = await decodeImage(bytes);
    if (!('broken' in decoded) && decoded.frames.length === 1)
      images.push({ path, decoded, said: said[at], bytes: bytes.length, behind: await readBehind(said[at], read) });
  }
  return explainImages(images, likeness, { ...(await toolsFor(browser, openReader)), siteTitles });
}

/**
 * Returns the distinct colours behind an image on pages, without backgrounds that have no single colour.
 * @param {Pick<Said, 'behind'>} said @param {(path: string) => Uint8Array | null} read
 * @returns {Promise<Rgb[]>}
 */
async function readBehind({ behind = [] }, read) {
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { averageColour, parseColour } = await import('../../text-images/decompose/backdrop.js');
  /** @type {Map<string, Rgb>} */
  const colours = new Map();
  for (const { colour, image } of behind) {
    if (colour === null) continue;
    const bytes = image === null ? null : read(image);
    const tile = bytes && (await decodeImage(bytes));
    const plain = parseColour(colour);
    const shown = tile && !('broken' in tile) ? averageColour(tile, plain) : plain;
    if (shown) colours.set(shown.join(), shown);
  }
  return [...colours.values()];
}

/**
 * Loads the components that read, render and encode. They are loaded with the first image, because many sites have no
 * text images.
 * @param {import('../../visit/browser/open.js').OpenBrowser} browser
 * @param {() => Promise<import('../../text-images/read/reader.js').Reader>} openReader
 * @returns {Promise<Tools>}
 */
async function toolsFor(browser, openReader) {
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { encodePng } = await import('../../images/png/png-encode.js');
  return {
    openReader,
    withPage: (work) => browser.withPage(work),
    decodePng: async (png) => {
      const decoded = await decodeImage(png);
      if ('broken' in decoded) throw new Error(`A screenshot cannot be read: ${decoded.broken}`);
      return { width: decoded.width, rgba: decoded.frames[0].rgba };
    },
    encodePng: (image) => encodePng(image, { effort: 'balanced' }),
  };
}

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
