/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */
/** @import { Rendering } from '../../lib/visit/browser/render.js' */
/** @import { Site } from '../../lib/site/types.ts' */
/** @import { ChangeInfo } from '../../lib/visit/verify/types.js' */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from '../../lib/index.js';
import { readSite } from '../../lib/site/read-site.js';
import { renderPage } from '../../lib/visit/browser/render.js';
import { compareRenderings, keepSteady } from '../../lib/visit/verify/compare.js';
import { FULL_VIEWS } from '../../lib/visit/verify/views.js';
import { rules } from '../../rules/index.js';

/** The views: the desktop for which old sites were made, and a phone. */
const VIEWS = FULL_VIEWS.filter(({ name }) => name === '800' || name === '360');

const NOTHING = Object.fromEntries(rules.map(({ meta }) => [meta.id, /** @type {const} */ ('off')]));

/** Compressed copies for servers, which are not requested by name. */
const VARIANTS = ['**/*.{gz,br,zst,zz}'];

/**
 * Returns images that are only fetched by browsers without support for the formats offered in addition. Hardly any such
 * browsers remain.
 * @param {string} folder
 */
async function listFallbacks(folder) {
  const { files } = await readSite(folder, { exclude: VARIANTS });
  const texts = [...files.values()]
    .filter(({ type }) => type === 'html' || type === 'css' || type === 'script')
    .map(({ path }) => readFileSync(join(folder, path), 'latin1'));
  const offered = texts.flatMap((text) => text.match(/<picture\b[\s\S]*?<\/picture>/gi) ?? []);
  const elsewhere = texts.map((text) => text.replace(/<picture\b[\s\S]*?<\/picture>/gi, '')).join('\n');
  const names = offered
    .filter((picture) => /<source\b[^>]*\btype=/i.test(picture))
    .flatMap((picture) => /<img\b[^>]*?\bsrc=["']?([^\s"'>]+)/i.exec(picture)?.[1].split('/').at(-1) ?? []);
  return [...files.keys()].filter((path) => {
    const name = encodeURI(path.split('/').at(-1) ?? '');
    return names.includes(name) && !elsewhere.includes(name);
  });
}

/**
 * Returns the cost of a visit to every page of a folder, from a server that compresses text on the fly.
 * @param {string} folder
 */
export async function weigh(folder) {
  const fallbacks = await listFallbacks(folder);
  const { site, pages, resources } = await audit(folder, {
    exclude: [...VARIANTS, ...fallbacks.map((path) => path.replace(/[^\w/.-]/g, '?'))],
    rules: NOTHING,
    link: '4g',
    http: '2',
    server: 'gzip',
    browser: 'off',
    verify: 'off',
    minify: false,
    variants: [],
    cache: 'off',
  });
  const { requests, bytesByEncoding } = site.before;
  const costs = pages.flatMap(({ estimates }) => estimates.slice(0, 1).map(({ before }) => before));
  const packets = costs.reduce((sum, cost) => sum + cost.packets, 0);
  const seconds = costs.reduce((sum, cost) => sum + cost.ms, 0) / 1000 / Math.max(costs.length, 1);
  const paths = [...new Set([...pages, ...resources].flatMap(({ path }) => path ?? []))];
  const bytes = {
    ...bytesByEncoding,
    gzip: shippedBytes(folder, paths, '.gz') ?? bytesByEncoding.gzip,
    br: shippedBytes(folder, paths, '.br') ?? bytesByEncoding.br,
    zstd: shippedBytes(folder, paths, '.zst') ?? bytesByEncoding.zstd,
  };
  return { pages: pages.flatMap(({ path }) => path ?? []), requests, bytes, packets, seconds };
}

/**
 * Returns the transferred bytes if a tool wrote compressed files, or null if it wrote none.
 * @param {string} folder
 * @param {readonly string[]} paths
 * @param {string} suffix
 */
function shippedBytes(folder, paths, suffix) {
  if (!paths.some((path) => existsSync(join(folder, path + suffix)))) return null;
  const sizes = paths.map((path) => {
    const [plain, packed] = [path, path + suffix].map((name) => sizeOf(join(folder, name)));
    return Math.min(plain ?? 0, packed ?? Infinity);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {string} path */
function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/**
 * Renders pages of an original, and then the same pages as written by each tool.
 * @param {OpenBrowser} browser
 * @param {string} original
 * @param {readonly string[]} pages
 */
export async function openEyes(browser, original, pages) {
  const first = await readSite(original);
  /** @type {Map<string, Rendering[]>} */
  const seen = new Map();
  for (const path of pages) seen.set(path, await look(browser, first, path, true));
  // Changed images are compared by similarity, and everything around them by pixel.
  const changes = [...first.files.values()]
    .filter(({ type, path }) => type === 'image' || path.endsWith('.svg'))
    .map(({ path }) => replacedPicture(path));

  /** @param {Site} site @param {string} path */
  async function findDifferences(site, path) {
    const before = /** @type {Rendering[]} */ (seen.get(path));
    const differences = await compareLooks(before, await look(browser, site, path), changes);
    if (differences.length === 0) return [];
    const again = await look(browser, first, path, true);
    const seenAgain = await compareLooks(again, await look(browser, site, path), changes);
    return keepSteady(differences, seenAgain, await compareLooks(before, again, changes));
  }

  return {
    /** @param {string} folder */
    async listDifferent(folder) {
      const site = await readSite(folder);
      const different = [];
      for (const path of pages) {
        const [difference] = await findDifferences(site, path);
        if (difference) different.push(`${path}: ${difference.message}`);
      }
      return different;
    },
  };
}

/**
 * Returns visible differences only. A missing attribute without an effect does not count.
 * @param {readonly Rendering[]} before
 * @param {readonly Rendering[]} after
 * @param {readonly ChangeInfo[]} changes
 */
async function compareLooks(before, after, changes) {
  return (await compareRenderings(before, after, { changes })).filter(({ depth }) => depth !== 'meaning');
}

/** @param {string} resource @returns {ChangeInfo} */
function replacedPicture(resource) {
  return { id: resource, rule: 'any', cause: resource, kind: 'replaced', resource };
}

/** @param {OpenBrowser} browser @param {Site} site @param {string} path @param {boolean} [withBackgrounds] */
function look(browser, site, path, withBackgrounds = false) {
  return renderPage(browser, {
    path,
    files: (name) => site.files.get(name),
    place: site.place,
    views: VIEWS,
    withBackgrounds,
  });
}
