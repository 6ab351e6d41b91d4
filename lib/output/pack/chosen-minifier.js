/** @import { PageAround, PackedHtml } from './html.js' */

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parse } from 'parse5';
import { applyCuts, findCuts, isForXml } from './cuts.js';
import { packEmbedded } from './embedded.js';
import { differenceOf, MAX_PAGE_CHARACTERS, packHtml } from './html.js';
import { NO_IDLE_SPACE } from './idle-space.js';
import { joinsLines } from './texts.js';

/**
 * The HTML minifier that the config chose instead of the built-in one. Patterns in the options are texts, `/…/flags`.
 * @typedef {{ name: 'html-minifier-terser', version: string, options: Readonly<Record<string, unknown>> }}
 *   ChosenMinifier
 */

/**
 * Options that the built-in packer handles: scripts and style sheets of a page are packed like files; `minifyURLs`
 * takes a function.
 */
const LEFT_TO_US = Object.freeze({ minifyCSS: false, minifyJS: false, minifyURLs: false });
/** Changes that the check allows in addition to new scripts and style sheets. */
const NOTHING_ELSE = Object.freeze({
  keepsSpace: () => true,
  findIdle: () => NO_IDLE_SPACE,
  dropped: new Set(),
  emptied: new Set(),
});
const IS_ASCII = /^\p{ASCII}*$/u;
const PATTERN = /^\/(.+)\/([a-z]*)$/s;

/** Max size of a page for the second minifier, whose time can grow with the square of the size. */
const MAX_SECOND_CHARACTERS = 100_000;
/** Options of the second minifier, which change no element, value or visible space of most pages. */
const CAREFUL = Object.freeze({
  collapseWhitespace: true,
  conservativeCollapse: true,
  collapseBooleanAttributes: true,
});

/**
 * Packs a page with the built-in packer, then with html-minifier-terser, and returns the result that is sent in fewer
 * bytes. Both have to pass the same check.
 * @param {string} source
 * @param {PageAround} around
 * @returns {Promise<PackedHtml>}
 */
export async function packHtmlTwice(source, around) {
  const own = await packHtml(source, around);
  if (source.length > MAX_SECOND_CHARACTERS || isForXml(source)) return own;
  const { keepsQuotes = false } = around;
  const options = { ...CAREFUL, removeAttributeQuotes: !keepsQuotes };
  const { text, refusal } = await minify({ options }, own.text, around);
  const compress = keepsQuotes ? brotliCompressSync : gzipSync;
  const isSmaller = refusal === null && text !== own.text && compress(text).length < compress(own.text).length;
  return isSmaller ? { text, reason: null } : own;
}

/**
 * Packs a page with the chosen minifier, if the page stays the same by the check of the built-in packer. Otherwise the
 * built-in packer packs it, and `note` is the reason.
 * @param {ChosenMinifier} minifier
 * @param {string} source
 * @param {PageAround} around
 * @returns {Promise<PackedHtml & { note: string | null }>}
 */
export async function packHtmlWith(minifier, source, around) {
  if (source.length > MAX_PAGE_CHARACTERS) return { ...(await packHtml(source, around)), note: null };
  const { text, refusal } = await minify(minifier, await packParts(source, around), around);
  if (refusal === null) return { text, reason: null, note: null };
  const own = await packHtml(source, around);
  return { ...own, note: `${minifier.name} ${minifier.version} ${refusal}; pagethrift's own minifier was used` };
}

/**
 * Returns the minified page and the reasons against it.
 * @param {Pick<ChosenMinifier, 'options'>} minifier
 * @param {string} source
 * @param {PageAround} around
 * @returns {Promise<{ text: string, refusal: string | null }>}
 */
async function minify({ options }, source, { spaceSelectors = [], flowSelectors = null, asciiOnly = false }) {
  if (joinsLines(source)) return { text: source, refusal: 'would add spaces where browsers join lines without one' };
  const text = await minifierRun(options, source);
  if (text instanceof Error) return { text: source, refusal: `failed (${text.message.slice(0, 100)})` };
  // A page of ASCII reads the same in any encoding that a server declares.
  if (IS_ASCII.test(source) && !IS_ASCII.test(text))
    return { text, refusal: 'would write characters that the page contains as references' };
  const before = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const { allowed } = findCuts(before, source, { spaceSelectors, flowSelectors, asciiOnly });
  // The built-in packer lists all parts that can be removed. The options may keep some of them.
  const gone = (/** @type {ReadonlySet<number>} */ starts) =>
    new Set([...starts].filter((start) => !text.includes(source.slice(start, source.indexOf('-->', start) + 3))));
  const [dropped, emptied] = [allowed.dropped, allowed.emptied].map(gone);
  const difference = differenceOf(before, source, text, { ...allowed, dropped, emptied, replaced: new Map() });
  return { text, refusal: difference && `would change the page (${difference.reason})` };
}

/**
 * @param {Readonly<Record<string, unknown>>} options
 * @param {string} source
 * @returns {Promise<string | Error>}
 */
async function minifierRun(options, source) {
  try {
    // Loading it takes longer than most pages do.
    const { minify: run } = await import('html-minifier-terser');
    return await run(source, { ...readPatterns(options), ...LEFT_TO_US });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Packs only the scripts and style sheets in a page, none of them if that would change the page.
 * @param {string} source
 * @param {PageAround} around
 */
async function packParts(source, { integrityHashes = [], asciiOnly = false }) {
  const before = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const { embedded } = findCuts(before, source, { spaceSelectors: [], flowSelectors: null, asciiOnly });
  const { cuts, replaced } = await packEmbedded(embedded, source, { integrityHashes, asciiOnly });
  const text = applyCuts(source, cuts, { trimsEnd: false });
  return differenceOf(before, source, text, { ...NOTHING_ELSE, replaced }) ? source : text;
}

/** @param {Readonly<Record<string, unknown>>} options */
function readPatterns(options) {
  /** @param {unknown} value @returns {unknown} */
  const read = (value) => {
    if (Array.isArray(value)) return value.map(read);
    const pattern = typeof value === 'string' && PATTERN.exec(value);
    return pattern ? new RegExp(pattern[1], pattern[2]) : value;
  };
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, read(value)]));
}
