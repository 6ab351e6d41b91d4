/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Range } from '../lib/site/types.ts' */
/** @import { AreaBox } from './kit/areas.js' */
/** @import { AreaLink } from './kit/map-links.js' */
/** @import { Place } from './kit/words.js' */

/** @typedef {{ source: Range, before: string, after: string, links: readonly AreaLink[] }} MapData */

import { exact } from '../lib/base/exact.js';
import { present } from '../lib/base/present.js';
import { coverShare, findMap, readAreas } from './kit/areas.js';
import { draftWords, jobsOfWords, readWords, rowOfWords } from './kit/draft-words.js';
import { languageOf } from './kit/language.js';
import { isFallback, linksArePlain, readLink, writeLink } from './kit/map-links.js';
import { proposeWords, TEXT_RULE, WORDS_MESSAGES } from './kit/words.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'image-map',
    summary: 'Replaces strips of text images that have an image map with rows of links.',
    why:
      'A navigation bar made of one image and a map consists of text and links. As text it needs no request, can ' +
      'be read aloud and zoomed, and shows where each link is.',
    ...TEXT_RULE,
    messages: {
      ...WORDS_MESSAGES,
      words: '{name} contains text with an image map, which links can replace without a request.',
      mapped: '{name} contains text, but the areas of its map are not separate rectangles that links could replace.',
      linked: '{name} contains text with an image map, but a link around it has another target.',
      styled: '{name} contains text with an image map, but the page styles links at this place differently.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    return proposeWords('image-map', page, facts, isStrip, (place) => hindranceOf(page, place, facts)).map(
      (proposal) => (proposal.rejected ? proposal : withLinks(page, proposal, facts)),
    );
  },

  jobs: jobsOfWords,
  group: rowOfWords,

  draft(proposal, made) {
    const { source, before, after, links } = /** @type {MapData} */ (/** @type {unknown} */ (proposal.data));
    const said = readWords(made)?.said ?? [];
    const { edits, ...others } = draftWords(proposal, made, { range: source });
    const linked = edits.map(({ range, text }) => ({
      range,
      text: `${before}${text.replace(/ \{area(\d+)\}/g, (_, index) => writeLink(links[index], said[index]))}${after}`,
    }));
    return { ...others, edits: linked };
  },
};

/** Kinds that a strip with a row of text labels may be classified as. */
const MAYBE_WORDS = /^(?:text|text-and-graphic|logo|chart|icon|unknown)$/;

/** @param {Place} place */
function isStrip({ element, image }) {
  return element.tag === 'img' && element.attributes.has('usemap') && MAYBE_WORDS.test(image.kind);
}

/**
 * Returns the reason why the map of an image cannot be converted to links, or null if it can.
 * @param {Page} page @param {Place} place @param {Facts} facts
 */
function hindranceOf(page, { element, image }, { sheets, scripts }) {
  const map = findMap(page, element);
  const areas = map && readAreas(page, map, image);
  const refuse = (/** @type {string} */ messageId) => ({ messageId, rejected: exact('image-map') });
  if (!map || !areas) return refuse('mapped');
  const names = ['name', 'id'].map((name) => map.attributes.get(name)?.value ?? '');
  if (names.some((name) => scripts.words.has(name))) {
    return { messageId: 'scripted', rejected: exact('in-use-by-script') };
  }
  if (!isFallback(element, coverShare(areas, image))) return refuse('linked');
  return linksArePlain(element, sheets) ? null : refuse('styled');
}

/**
 * Returns a candidate with the links that replace the areas, and the link around the image.
 * @param {Page} page @param {Proposal} proposal @param {Facts} facts
 * @returns {Proposal}
 */
function withLinks(page, proposal, { images }) {
  const element = present(page.elements.find(({ range }) => range === proposal.range));
  const image = present(images.get(String(proposal.resource)));
  const areas = /** @type {AreaBox[]} */ (readAreas(page, present(findMap(page, element)), image));
  const { parent } = element;
  const outer = parent?.tag === 'a' && parent.attributes.has('href') ? parent : null;
  const range = outer?.range ?? element.range;
  const said = (/** @type {AreaBox} */ area, /** @type {string} */ name) =>
    area.element.attributes.get(name)?.value.trim() || null;
  const boxes = areas.map((area) => ({
    ...{ x: area.x, y: area.y, width: area.width, height: area.height },
    said: {
      alts: [said(area, 'alt')].flatMap((alt) => alt ?? []),
      titles: [said(area, 'title')].flatMap((title) => title ?? []),
      linkTexts: [],
      fileName: said(area, 'href') ?? '',
      linkNames: [],
      language: languageOf(page),
      pages: [],
    },
  }));
  const between = (/** @type {Range | null} */ from, /** @type {Range | null} */ to) =>
    from && to ? page.source.slice(from.end, to.start) : '';
  return {
    ...proposal,
    range,
    data: {
      ...proposal.data,
      areas: boxes,
      source: range,
      before: between(outer?.startTag ?? null, element.range),
      after: between(element.range, outer?.endTag ?? null),
      links: areas.map(({ element: area }) => readLink(page, area)),
    },
  };
}
