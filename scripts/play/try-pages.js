import { parseHar } from '../../lib/plan/price/har.js';
import { openPageInputs } from '../../lib/plan/price/page-inputs.js';
import { estimatePage } from '../../lib/plan/price/price-changes.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { siteFromResponses } from '../../lib/site/site-from-responses.js';

/** @import { PageInput } from '../../lib/plan/price/types.ts' */

/** @typedef {{ link: string, http: string, ms: number, msBand: number, packets: number, bytes: number }} Row */
/** @typedef {{ name: string, requests: number, bytes: number, rows: Row[] }} Priced */
/** @typedef {{ name: string, bytes: Uint8Array }} Dropped */

/** Placeholder address of a dropped page, to which no request is made. */
const ORIGIN = 'https://page.invalid/';
/** Types that a server compresses on the fly. */
const TEXT = new Set(['html', 'css', 'script', 'text']);

/**
 * Prices the pages of a HAR file.
 * @param {string} text @param {readonly string[]} links @param {readonly string[]} versions
 * @returns {{ pages: Priced[], notes: string[] }}
 */
export function priceHar(text, links, versions) {
  const pages = parseHar(JSON.parse(text));
  return {
    pages: pages.map((page) => price(page, page.title || page.url, links, versions)),
    notes: pages.flatMap(({ skipped }) => skipped),
  };
}

/**
 * Prices a page with the files that were dropped next to it.
 * @param {readonly Dropped[]} files @param {readonly string[]} links @param {readonly string[]} versions
 * @returns {Promise<{ pages: Priced[], notes: string[] }>}
 */
export async function priceFiles(files, links, versions) {
  const first = files.find(({ name }) => /\.x?html?$/i.test(name)) ?? files[0];
  const source = new TextDecoder().decode(first.bytes);
  const responses = files.map(({ name, bytes }) => ({
    url: new URL(encodeURI(name === first.name ? name : placeOf(name, source)), ORIGIN).href,
    status: 200,
    contentType: '',
    bytes,
    encodedBytes: bytes.length,
  }));
  const { site, page } = siteFromResponses(new URL(encodeURI(first.name), ORIGIN).href, responses);
  const linked = linkSite(site);
  /** @type {Map<string, number>} */
  const sent = new Map();
  for (const { path, type, bytes } of site.files.values())
    sent.set(path, TEXT.has(type) ? await sizeOfGzip(bytes) : bytes.length);
  const { input } = openPageInputs(site, linked, (path) => sent.get(path) ?? 0)(page);
  const missing = linked.graph.warnings.filter(({ code }) => code === 'missing-resource');
  const [example] = missing;
  const notes = example
    ? [`${missing.length} references lead to no dropped file, for example: ${example.message}.`]
    : [];
  return { pages: [price(input, first.name, links, versions)], notes };
}

/**
 * Returns the path by which a page names a file: browsers give a dropped file's name without its folder.
 * @param {string} name
 * @param {string} source of the page
 */
function placeOf(name, source) {
  const end = source.indexOf(`/${name}`);
  return end < 0 ? name : `${/[\w.~%/-]*$/.exec(source.slice(0, end))?.[0] ?? ''}/${name}`;
}

/**
 * @param {PageInput} page @param {string} name @param {readonly string[]} links @param {readonly string[]} versions
 * @returns {Priced}
 */
function price(page, name, links, versions) {
  const rows = links.flatMap((link) =>
    versions.map((http) => {
      const conditions = { link, http: /** @type {'2'} */ (http), visit: /** @type {const} */ ('first'), server: {} };
      const { ms, msBand, packets, bytesUp, bytesDown } = estimatePage(page, conditions).estimate;
      return { link, http, ms, msBand: msBand ?? 0, packets, bytes: bytesUp + bytesDown };
    }),
  );
  return { name, requests: page.files.length, bytes: page.files.reduce((sum, { bytes }) => sum + bytes, 0), rows };
}

/** @param {Uint8Array} bytes */
async function sizeOfGzip(bytes) {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(packed).arrayBuffer()).byteLength;
}
