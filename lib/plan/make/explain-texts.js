/** @import { Box, Explained, NotExplained, Rgb } from '../../text-images/types.ts' */
/** @import { SiteImage, Tools } from '../../text-images/explain-images.js' */
/** @import { Said } from '../../text-images/read/judge-text.js' */
/** @import { OpenBrowser } from '../../visit/browser/open.js' */

import { fileOfImage } from '../../base/image-part.js';

/**
 * The possible text images of a site: their paths, and the facts from pages about each, in the same order.
 * @typedef {{ siblings: readonly string[], said: readonly Said[], siteTitles: readonly string[],
 *   likeness: 'visual' | 'lossy' }} SiteTexts
 *
 * A strip of text with an image map, by its areas.
 * @typedef {{ areas: readonly (Box & { said: Said })[], likeness: 'visual' | 'lossy',
 *   behind: Said['behind'] }} StripOptions
 */

/**
 * Files by their path, the browser, and the readers, which start with the first image.
 * @typedef {object} Sources
 * @property {(path: string) => Uint8Array | null} read
 * @property {() => Promise<OpenBrowser | null>} share
 * @property {() => Promise<import('../../text-images/read/reader.js').Reader>} openReader
 *
 * Reads text images, here or on another machine. Returns null if there is no browser.
 * @typedef {object} TextReading
 * @property {(site: SiteTexts, read: Sources['read']) => Promise<Map<string, Explained | NotExplained> | null>} site
 * @property {(bytes: Uint8Array, strip: StripOptions, read: Sources['read']) => Promise<Explained | NotExplained |
 *   null>} strip
 */

/**
 * Creates a reader of text images that works in this process.
 * @param {() => Promise<OpenBrowser | null>} share
 * @returns {TextReading & { close: () => Promise<void> }}
 */
export function createTextReading(share) {
  /** @type {ReturnType<Sources['openReader']> | null} */
  let opening = null;
  const openReader = () => {
    opening ??= import('../../text-images/read/reader.js').then((reader) => reader.openReader());
    return opening;
  };
  return {
    site: (site, read) => explainSite(site, { read, share, openReader }),
    strip: (bytes, strip, read) => explainStrip(bytes, strip, { read, share, openReader }),
    close: async () => (await opening)?.close(),
  };
}

/**
 * Lists the files that reading text images needs: the images, and those behind them.
 * @param {readonly string[]} siblings @param {readonly Pick<Said, 'behind'>[]} said
 */
export function listNeeded(siblings, said) {
  const behind = said.flatMap(({ behind: all = [] }) => all.flatMap(({ image }) => (image === null ? [] : image)));
  return [...new Set([...siblings.map(fileOfImage), ...behind])];
}

/**
 * @param {Uint8Array} bytes @param {StripOptions} options @param {Sources} sources
 * @returns {Promise<Explained | NotExplained | null>}
 */
async function explainStrip(bytes, { areas, likeness, behind }, { read, share, openReader }) {
  const browser = await share();
  if (!browser) return null;
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { explainMap } = await import('../../text-images/explain-map.js');
  const decoded = await decodeImage(bytes);
  if ('broken' in decoded) return { failed: 'looks-different', detail: decoded.broken };
  const file = { bytes: bytes.length, behind: await (await openBackdrops(read))({ behind }) };
  return explainMap(decoded, file, areas, likeness, await toolsFor(browser, openReader));
}

/** @param {SiteTexts} site @param {Sources} sources */
async function explainSite({ siblings, said, siteTitles, likeness }, { read, share, openReader }) {
  const browser = await share();
  if (!browser) return null;
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { drawScaled } = await import('../../text-images/draw-scaled.js');
  const { selectPart } = await import('../../images/select-part.js');
  const { explainImages } = await import('../../text-images/explain-images.js');
  const tools = await toolsFor(browser, openReader);
  const readBehind = await openBackdrops(read);
  /** @type {SiteImage[]} */
  const images = [];
  for (const [at, path] of siblings.entries()) {
    const bytes = read(fileOfImage(path)) ?? new Uint8Array();
    const file = await decodeImage(bytes);
    if ('broken' in file || file.frames.length > 1) continue;
    const { shownAs } = said[at];
    const decoded = shownAs ? await drawScaled(file, bytes, shownAs, tools) : selectPart(file, path);
    images.push({ path, decoded, said: said[at], bytes: bytes.length, behind: await readBehind(said[at]) });
  }
  return explainImages(images, likeness, { ...tools, siteTitles });
}

/**
 * Creates a function that returns the distinct colours behind an image on pages, without backgrounds that have no
 * single colour. Most images of a site have the same backgrounds, so each is measured once.
 * @param {(path: string) => Uint8Array | null} read
 */
async function openBackdrops(read) {
  const { decodeImage } = await import('../../images/codecs/decode.js');
  const { averageColour, parseColour } = await import('../../text-images/decompose/backdrop.js');
  /** @type {Map<string, Rgb | null>} */
  const known = new Map();
  const measure = async (/** @type {string} */ colour, /** @type {string | null} */ image) => {
    const bytes = image === null ? null : read(image);
    const tile = bytes && (await decodeImage(bytes));
    const plain = parseColour(colour);
    return tile && !('broken' in tile) ? averageColour(tile, plain) : plain;
  };
  return async (/** @type {Pick<Said, 'behind'>} */ { behind = [] }) => {
    /** @type {Map<string, Rgb>} */
    const colours = new Map();
    for (const { colour, image } of behind) {
      if (colour === null) continue;
      const key = `${colour} ${image ?? ''}`;
      const found = known.get(key);
      const shown = found === undefined ? await measure(colour, image) : found;
      known.set(key, shown);
      if (shown) colours.set(shown.join(), shown);
    }
    return [...colours.values()];
  };
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
