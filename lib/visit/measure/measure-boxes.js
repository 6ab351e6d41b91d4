/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Element, Graph, Site, SitePath, Warning } from '../../site/types.ts' */
/** @import { PageBoxes, PageRecord } from '../types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { eachAtOnce } from '../../base/at-once.js';
import { countTask } from '../../base/count-task.js';
import { readPages } from '../../site/page/read-page.js';
import { ancestorsOf } from '../../site/page/tree.js';
import { measureImageBoxes } from '../browser/image-boxes.js';
import { markImages } from './mark-images.js';

/** Min pixels of a measured image. Other sizes of a smaller one save less than a packet. */
const MIN_PIXELS = 20_000;
/** Skips images that fit in one packet: resizing cannot save a packet. */
const ONE_PACKET_BYTES = 1460;
/**
 * Pages of a group that are measured one by one, so that all others can be compared with them: the first one may be the
 * one that differs. Chosen. On 1 of 5 sites, all 9 other pages were measured in full because of that.
 */
const MAX_MODELS = 3;
/** Attributes that style sheets do not depend on. */
const WORDS = new Set(['alt', 'title', 'src', 'href']);
/** Types of files that affect the layout of a page. */
const LAYS_OUT = new Set(['css', 'script', 'font', 'text']);

/**
 * @typedef {object} Wanted
 * @property {Site} site
 * @property {Pick<Graph, 'references' | 'fetches'>} graph
 * @property {ReadonlyMap<SitePath, ImageFacts>} images
 * @property {OpenBrowser | null} browser null: no boxes are measured
 * @property {{ get(key: string): Promise<Uint8Array | null>, put(key: string, bytes: Uint8Array): Promise<unknown> } |
 *   null} store
 * @property {string} version
 * @property {ReadonlyMap<SitePath, Pick<PageRecord, 'pictures' | 'images'>>} records of visits
 */

/**
 * Measures the rendered sizes of images on pages. Of similar pages with images of the same sizes, one is measured. If
 * scripts run, the others are measured, too, unless their visits rendered the images like that of the first.
 * @param {Wanted} wanted
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<{ boxes: Map<SitePath, PageBoxes>, warnings: Warning[] }>}
 */
export async function measureBoxes(wanted, tick) {
  const { browser } = wanted;
  /** @type {Map<SitePath, PageBoxes>} */
  const boxes = new Map();
  /** @type {Warning[]} */
  const warnings = [];
  if (!browser) return { boxes, warnings };
  const matters = openWorth(wanted);
  const groups = groupPages(wanted, matters);
  let done = 0;
  /** @param {PageToMeasure} page @param {readonly Model[]} models */
  const measure = async (page, models) => {
    const { path } = page;
    const expected = models.map((model) => moveBoxes(model.boxes, model.page, page));
    try {
      boxes.set(path, await recall(path, { ...wanted, browser, expected, matters }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push({ code: 'unmeasured', page: path, message: `images of ${path} are not measured: ${reason}` });
    }
  };
  /** @param {readonly PageToMeasure[]} group */
  const measureGroup = async (group) => {
    /** @type {Model[]} */
    const models = [];
    let open = group;
    for (let turn = 0; turn < MAX_MODELS && open.length > 0; turn++) {
      const [first, ...others] = open;
      await measure(first, models);
      const measured = boxes.get(first.path);
      const similar = measured ? findSimilar(first, others, wanted.records, matters) : new Set();
      if (measured) {
        models.push({ page: first, boxes: measured });
        for (const other of similar) boxes.set(other.path, keepMattering(moveBoxes(measured, first, other), matters));
      }
      open = others.filter((other) => !similar.has(other));
    }
    await eachAtOnce(open, browser.jobs, (other) => measure(other, models));
    tick(++done, groups.length);
  };
  await eachAtOnce(groups, browser.jobs, measureGroup);
  return { boxes: new Map([...boxes].sort(([a], [b]) => (a < b ? -1 : 1))), warnings };
}

/**
 * @typedef {{ path: SitePath, isScripted: boolean, likeness: string, shows: SitePath[] }} PageToMeasure `likeness`: the
 *   key of similar pages; pages with scripts are checked
 */

/** @typedef {{ page: PageToMeasure, boxes: PageBoxes }} Model a measured page */

/**
 * Returns a check for images that are worth measuring.
 * @param {Pick<Wanted, 'site' | 'images'>} wanted
 */
function openWorth({ site, images }) {
  return (/** @type {SitePath} */ path) => {
    const image = images.get(path);
    if (!image || image.broken || image.format === 'svg') return false;
    return image.width * image.height >= MIN_PIXELS && (site.files.get(path)?.size ?? 0) > ONE_PACKET_BYTES;
  };
}

/**
 * Groups similar pages that have images worth measuring.
 * @param {Wanted} wanted
 * @param {(path: SitePath) => boolean} isWorthIt
 * @returns {PageToMeasure[][]}
 */
function groupPages({ site, graph: { references, fetches }, images }, isWorthIt) {
  const files = [...fetches.keys()]
    .filter((page) => fetches.get(page)?.some(isWorthIt))
    .flatMap((page) => site.files.get(page) ?? []);
  /** @type {PageToMeasure[]} */
  const pages = [];
  readPages(files, site.place, ({ path }, { page }) => {
    if (!page) return;
    const shown = (references.get(path) ?? []).flatMap(({ element, target }) =>
      element !== null && target.kind === 'file' && isWorthIt(target.path)
        ? [{ element: page.elements[element], path: target.path }]
        : [],
    );
    const sheets = (fetches.get(path) ?? []).filter((file) => site.files.get(file)?.type === 'css');
    const isScripted = page.elements.some(({ tag }) => tag === 'script');
    const places = shown.map((one) => [
      images.get(one.path)?.width,
      images.get(one.path)?.height,
      // Pages of a generator may have their name in a class.
      ...[one.element, ...ancestorsOf(one.element)].map(isScripted ? ({ tag }) => tag : describeElement),
    ]);
    const own = page.elements
      .filter(({ tag }) => tag === 'style')
      .map(({ range }) => page.source.slice(range.start, range.end));
    const likeness = JSON.stringify([isScripted, sheets, own, places]);
    pages.push({ path, isScripted, likeness, shows: shown.map((one) => one.path) });
  });
  return [...Map.groupBy(pages, ({ likeness }) => likeness).values()];
}

/** @param {Element} element */
function describeElement({ tag, attributes, parent }) {
  const said = [...attributes].filter(([name]) => !WORDS.has(name)).map(([name, { value }]) => `${name}=${value}`);
  return [tag, ...said, parent?.children.filter((child) => 'attributes' in child).length].join(' ');
}

/**
 * Returns the measurements of one page, applied to the images of another.
 * @param {PageBoxes} measured @param {PageToMeasure} first @param {PageToMeasure} other
 * @returns {PageBoxes}
 */
function moveBoxes({ images }, first, other) {
  const named = nameImages(first, other);
  return { page: other.path, images: images.map((box) => ({ ...box, path: named.get(box.path) ?? box.path })) };
}

/** Returns the images of a page by those of another. @param {PageToMeasure} first @param {PageToMeasure} other */
function nameImages(first, other) {
  return new Map(first.shows.map((path, index) => [path, other.shows[index]]));
}

/** @param {PageBoxes} boxes @param {(path: SitePath) => boolean} matters @returns {PageBoxes} */
function keepMattering({ page, images }, matters) {
  return { page, images: images.filter(({ path }) => matters(path)) };
}

/**
 * Returns the pages whose images are rendered like those of the first of their group: all if no scripts run, otherwise
 * those whose visits rendered the same sizes. Pages that were not visited are like those that were.
 * @param {PageToMeasure} first @param {readonly PageToMeasure[]} others @param {Wanted['records']} records
 * @param {(path: SitePath) => boolean} matters
 * @returns {Set<PageToMeasure>}
 */
function findSimilar(first, others, records, matters) {
  if (!first.isScripted) return new Set(others);
  const expected = records.get(first.path)?.pictures;
  if (!expected) return new Set();
  const isMet = (/** @type {PageToMeasure} */ other) => {
    const found = records.get(other.path)?.pictures;
    if (!found) return null;
    const named = nameImages(first, other);
    const moved = expected.map((picture) => ({ ...picture, path: named.get(picture.path) ?? picture.path }));
    const [mattering, wanted] = [found, moved].map((all) => all.filter(({ path }) => matters(path)));
    return isDeepStrictEqual(mattering, wanted);
  };
  const met = new Map(others.map((other) => [other, isMet(other)]));
  const isTrusted = [...met.values()].includes(true) && ![...met.values()].includes(false);
  return new Set(others.filter((other) => met.get(other) ?? isTrusted));
}

/**
 * Describes the layout of a page: the files that it fetches, and the sizes of its images.
 * @param {SitePath} path
 * @param {Pick<Wanted, 'site' | 'graph' | 'images' | 'version'> & { expected: readonly PageBoxes[] }} wanted
 */
function digestLayout(path, { site, graph, images, version, expected }) {
  const digest = createHash('sha256').update(JSON.stringify([version, site.place, path, expected]));
  for (const name of graph.fetches.get(path) ?? [path]) {
    const file = site.files.get(name);
    const image = images.get(name);
    if (name === path || (file && LAYS_OUT.has(file.type))) digest.update(`${name} ${file?.hash} `);
    if (image) digest.update(`${name} ${image.width} ${image.height} `);
  }
  return digest.digest('hex');
}

/**
 * Measures a page, or recalls an earlier measurement if its layout is unchanged.
 * @param {SitePath} path
 * @param {Wanted & { browser: OpenBrowser, expected: readonly PageBoxes[], matters: (path: SitePath) => boolean }}
 *   wanted
 * @returns {Promise<PageBoxes>}
 */
async function recall(path, wanted) {
  const { site, images, browser, store, version, expected, matters } = wanted;
  const slot = `${version}/${digestLayout(path, wanted)}`;
  const known = await store?.get(slot);
  countTask('boxes', Boolean(known));
  if (known) return JSON.parse(Buffer.from(known).toString());
  const sizeOf = (/** @type {string} */ name) => {
    const image = images.get(name);
    return image && !image.broken && image.format !== 'svg' ? image : null;
  };
  const marked = markImages(site, path);
  const files = (/** @type {string} */ name) => (name === path && marked ? { bytes: marked } : site.files.get(name));
  const measured = await measureImageBoxes(browser, {
    path,
    files,
    sizeOf,
    expected,
    matters,
    ...(site.place ? { place: site.place } : {}),
  });
  await store?.put(slot, Buffer.from(JSON.stringify(measured)));
  return measured;
}
