/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { ImageUsage, SitePath } from '../../lib/site/types.ts' */
/** @import { SiteTexts } from '../../lib/plan/make/explain-texts.js' */

/**
 * @typedef {NonNullable<ReturnType<Facts['behind']['get']>>} Behind
 * @typedef {Pick<Facts, 'images' | 'usage' | 'behind' | 'backgrounds'>} SiteFacts
 */

import { fileOfImage } from '../../lib/base/image-part.js';
import { present } from '../../lib/base/present.js';
import { readOnce } from '../../lib/base/read-once.js';
import { wholeOf } from '../../lib/base/traced-map.js';
import { labelOf } from './background-labels.js';
import { findCommonSize, findShownSize } from './shown-size.js';

/** Range of sizes of text images, in pixels. 81 of 2,758 labelled ones are larger, mostly pictures with a text. */
const SIZES = Object.freeze({ minWidth: 12, maxWidth: 1280, minHeight: 7, maxHeight: 170 });
/** Max height and min aspect of photographs that may be labels: buttons and headings on a textured background. */
const LABEL = Object.freeze({ maxHeight: 60, minAspect: 2 });
/** Kinds that never contain text, whatever their size. */
const WITHOUT_TEXT = new Set(['spacer', 'rule', 'solid', 'gradient', 'tile', 'animation']);
/** Max number of images of a site that are analysed together. Images that pages render come first. */
const MAX_IMAGES = 1500;
/** Titles that are enough to know the site's name by. */
const MAX_TITLES = 200;

/**
 * Returns true if an image may contain text, judging by its size and kind.
 * @param {ImageFacts} image
 */
export function mayShowText({ width, height, frames, broken, kind, format }) {
  return (
    !broken &&
    frames === 1 &&
    format !== 'svg' &&
    !WITHOUT_TEXT.has(kind) &&
    (kind !== 'photo' || (height <= LABEL.maxHeight && width >= height * LABEL.minAspect)) &&
    width >= SIZES.minWidth &&
    width <= SIZES.maxWidth &&
    height >= SIZES.minHeight &&
    height <= SIZES.maxHeight
  );
}

/**
 * Returns the images of a site that may contain text, with the descriptions that its pages give. The result is the same
 * object for every page.
 * @param {SiteFacts & Pick<Facts, 'options'>} facts
 * @returns {SiteTexts}
 */
export function siteImages(facts) {
  return gatherFrom(facts)[facts.options.lossy ? 'lossy' : 'visual'];
}

/**
 * Returns the images of a site that may contain text and that no page shows at rest.
 * @param {SiteFacts} facts
 */
export function hiddenImages(facts) {
  return gatherFrom(facts).hidden;
}

/**
 * Returns the files that elements show in place of their text, whether text can replace them or not.
 * @param {SiteFacts} facts
 */
export function labelFiles(facts) {
  return gatherFrom(facts).labelFiles;
}

/**
 * Returns the size in which a site shows an image as far as text can replace it there.
 * @param {SiteFacts} facts @param {SitePath} path @param {ImageFacts} image
 */
export function shownSizeOf(facts, path, image) {
  return gatherFrom(facts).scaled.get(path) ?? image;
}

/** @param {SiteFacts} facts */
function gatherFrom({ images, usage, behind, backgrounds }) {
  return gather(wholeOf(images))(wholeOf(usage))(wholeOf(behind))(wholeOf(backgrounds));
}

const gather = readOnce((/** @type {Facts['images']} */ images) =>
  readOnce((/** @type {Facts['usage']} */ usage) =>
    readOnce((/** @type {Facts['behind']} */ behind) =>
      readOnce((/** @type {Facts['backgrounds']} */ backgrounds) => gatherSite({ images, usage, behind, backgrounds })),
    ),
  ),
);

/** @param {SiteFacts} facts */
function gatherSite({ images, usage, behind, backgrounds }) {
  const candidates = [...images].filter(([, image]) => mayShowText(image));
  const shown = candidates.filter(([path]) => usage.has(path));
  const sizes = Map.groupBy(shown, ([, image]) => sizeOf(image));
  // Rollover images have the same size and are referenced by scripts only.
  const others = candidates.filter(([path, image]) => !usage.has(path) && sizes.has(sizeOf(image)));
  const files = [...shown, ...others].map(([path]) => path);
  const { labels, files: inLabels } = listLabels(images, backgrounds);
  const siblings = [...new Set([...files, ...labels.keys()])].slice(0, MAX_IMAGES).sort();
  const titles = titlesOf(usage);
  const behindOf = (/** @type {SitePath} */ path) => {
    const image = images.get(path);
    const own = behind.get(fileOfImage(path));
    if (own || usage.has(path) || !image) return own ?? [];
    return distinct((sizes.get(sizeOf(image)) ?? []).flatMap(([other]) => behind.get(other) ?? []));
  };
  const scaled = listScaled(siblings, { images, usage }, sizes);
  const said = siblings.map((path) => ({
    ...joinSaid(saidOf(path, usage.get(path) ?? [], titles), labels.get(path)),
    ...(scaled.has(path) ? { shownAs: scaled.get(path) } : {}),
    behind: behindOf(path),
  }));
  const siteTitles = [...new Set(titles.values())].sort().slice(0, MAX_TITLES);
  const site = { siblings, said, siteTitles };
  return {
    hidden: siblings.filter((path) => !usage.has(path) && !labels.has(path)),
    scaled,
    labelFiles: inLabels,
    visual: { ...site, likeness: /** @type {const} */ ('visual') },
    lossy: { ...site, likeness: /** @type {const} */ ('lossy') },
  };
}

/**
 * Returns the sizes of the images that pages show in another size than their own. An image under the mouse has that of
 * the images of its size at rest.
 * @param {readonly SitePath[]} siblings @param {Pick<Facts, 'images' | 'usage'>} facts
 * @param {ReadonlyMap<string, readonly [SitePath, ImageFacts][]>} sizes the images that pages show, by their size
 */
function listScaled(siblings, { images, usage }, sizes) {
  const sizeIn = (/** @type {SitePath} */ path) => findShownSize(present(images.get(path)), usage.get(path) ?? []);
  return new Map(
    siblings.flatMap((path) => {
      const image = images.get(path);
      const mates = (image && sizes.get(sizeOf(image))) ?? [];
      const size = usage.has(path) ? sizeIn(path) : findCommonSize(mates.map(([mate]) => sizeIn(mate)));
      return size ? [[path, size]] : [];
    }),
  );
}

/**
 * `SaidByLabels`: what elements say about the background image that is shown in place of their text.
 * @typedef {{ alts: string[], titles: string[], language: string | null, pages: SitePath[] }} SaidByLabels
 */

/**
 * Returns the images, and parts of images, that are shown in place of the text of elements, with what the elements say,
 * and the files of all of them.
 * @param {Facts['images']} images @param {Facts['backgrounds']} backgrounds
 */
function listLabels(images, backgrounds) {
  /** @type {Map<string, SaidByLabels>} */
  const labels = new Map();
  /** @type {Set<SitePath>} */
  const files = new Set();
  for (const [page, boxes] of backgrounds) {
    for (const box of boxes) {
      const label = labelOf(box, images);
      if (label) files.add(label.path);
      if (!label || label.failed || !mayShowText({ ...present(images.get(label.path)), ...label })) continue;
      const { text, title, language } = box;
      for (const key of [label.key, label.hover ?? [], label.active ?? []].flat()) {
        const known = labels.get(key) ?? { alts: [], titles: [], language, pages: [] };
        labels.set(key, {
          ...known,
          alts: [...new Set([...known.alts, ...(text ? [text] : [])])],
          titles: [...new Set([...known.titles, ...(title ? [title] : [])])],
          pages: [...known.pages, page],
        });
      }
    }
  }
  return { labels, files };
}

/**
 * Adds what elements say to what pages say about an image.
 * @param {ReturnType<typeof saidOf>} said @param {SaidByLabels | undefined} labels
 */
function joinSaid(said, labels) {
  if (!labels) return said;
  const pages = [...new Set([...said.pages, ...labels.pages])];
  return {
    ...said,
    fileName: fileOfImage(said.fileName),
    alts: [...new Set([...said.alts, ...labels.alts])],
    titles: [...new Set([...said.titles, ...labels.titles])],
    language: said.language ?? labels.language,
    pages: pages.slice(0, 3),
    pageCount: Math.max(said.pageCount, pages.length),
  };
}

/** @param {Behind} backgrounds @returns {Behind} */
function distinct(backgrounds) {
  return [...new Map(backgrounds.map((one) => [`${one.colour} ${one.image}`, one])).values()];
}

/** @param {ImageFacts} image */
function sizeOf({ width, height }) {
  return `${width} ${height}`;
}

/**
 * Titles of pages with images, by the pages' paths.
 * @param {Facts['usage']} usage
 */
function titlesOf(usage) {
  /** @type {Map<SitePath, string>} */
  const titles = new Map();
  for (const { page, said } of [...usage.values()].flat()) if (said.pageTitle) titles.set(page, said.pageTitle);
  return titles;
}

/** Any host: links of a page are relative to it. */
const HOST = 'http://site.invalid/';

/**
 * Titles of the pages of the site that links lead to.
 * @param {readonly ImageUsage[]} usages @param {ReadonlyMap<SitePath, string>} titles
 */
function targetsOf(usages, titles) {
  return usages.flatMap(({ page, said }) => {
    const target = said.linkName === null ? null : URL.parse(said.linkName, HOST + page);
    return (target?.href.startsWith(HOST) && titles.get(target.pathname.slice(1))) || [];
  });
}

/** @param {SitePath} path @param {readonly ImageUsage[]} usages @param {ReadonlyMap<SitePath, string>} titles */
function saidOf(path, usages, titles) {
  const all = (/** @type {'alt' | 'title' | 'linkText' | 'linkName'} */ key) => [
    ...new Set(usages.flatMap(({ said }) => said[key] ?? [])),
  ];
  const pages = [...new Set(usages.map(({ page }) => page))];
  return {
    alts: all('alt'),
    titles: all('title'),
    linkTexts: all('linkText'),
    fileName: path,
    linkNames: all('linkName'),
    targets: [...new Set(targetsOf(usages, titles))],
    language: usages.find(({ said }) => said.language)?.said.language ?? null,
    pages: pages.slice(0, 3),
    pageCount: pages.length,
  };
}
