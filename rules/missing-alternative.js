/** @import { Facts, Made, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Range } from '../lib/site/types.ts' */

import { present } from '../lib/base/present.js';
import { escapeAttribute } from '../lib/site/page/escape.js';
import { textOf } from '../lib/site/page/tree.js';
import { mayShowText, siteImages } from './kit/site-images.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'missing-alternative',
    category: 'lettering',
    summary: 'Adds the text of an image as its missing alternative text.',
    why:
      'A screen reader announces the file name of a text image without alternative text, and nothing for a link ' +
      'whose only image has an empty one (WCAG 1.1.1). If the text is certain, the page can provide it.',
    default: 'on',
    safety: 'visual',
    beyondCost: true,
    reads: ['images', 'references', 'usage', 'behind', 'backgrounds', 'options'],
    options: {},
    messages: {
      missing: '{name} contains text and has no alternative text.',
      empty: '{name} is the only content of a link, and its alternative text is empty.',
      named: '{name} has its file name as alternative text.',
    },
    since: '0.3.0',
  },

  detect(page, facts) {
    return facts.references.flatMap((reference) => proposeFor(page, facts, reference) ?? []);
  },

  jobs({ resource, data: { site } }) {
    const { siblings, said, siteTitles, likeness } = /** @type {ReturnType<typeof siteImages>} */ (site);
    const path = String(resource);
    return [
      {
        maker: 'text-image',
        resource: path,
        options: { path, siblings, said, siteTitles, likeness, isOnlyRead: true },
      },
    ];
  },

  draft(proposal, [made]) {
    const text = readText(made);
    if (!text) return { edits: [] };
    const range = /** @type {Range} */ (proposal.data.at);
    const written = escapeAttribute(text).replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);
    return {
      edits: [{ range, text: ` alt="${written}"` }],
      claims: [{ document: proposal.page, range }],
      words: { text, similarity: 1, font: '', parts: [] },
      proof: 'proven',
    };
  },
};

/** @param {Made} made */
function readText(made) {
  return made.ok ? String(made.data?.text ?? '') : '';
}

/**
 * @param {Page} page @param {Facts} facts @param {Facts['references'][number]} reference
 * @returns {Proposal | null}
 */
function proposeFor(page, facts, { element: index, target, attribute, odd }) {
  if (index === null || attribute !== 'src' || target.kind !== 'file' || odd) return null;
  const element = page.elements[index];
  const image = facts.images.get(target.path);
  if (element.tag !== 'img' || element.inert || element.foreign || !image || !mayShowText(image)) return null;
  const messageId = faultOf(element, target.path);
  if (!messageId) return null;
  const data = { name: target.path.split('/').at(-1), site: siteImages(facts), at: placeOf(page, element) };
  return {
    ...{ rule: 'missing-alternative', page: page.path, range: element.range, resource: target.path },
    ...{ messageId, data, isQuiet: true },
  };
}

/**
 * Returns the problem of an image's alternative text, or null if there is none.
 * @param {Element} element @param {string} path
 */
function faultOf({ attributes, parent }, path) {
  if (['role', 'aria-label', 'aria-labelledby', 'aria-hidden'].some((name) => attributes.has(name))) return null;
  const alt = attributes.get('alt')?.value.trim();
  if (alt === undefined) return 'missing';
  const isLabelled = parent?.attributes.has('aria-label') || parent?.attributes.has('title');
  if (alt === '') return parent?.tag === 'a' && !isLabelled && textOf(parent).trim() === '' ? 'empty' : null;
  const file = path.split('/').at(-1) ?? '';
  return [file, file.replace(/\.[a-z]+$/i, '')].some(
    (name) => name.toLowerCase() === alt.toLowerCase() && name !== alt,
  ) || /\.(?:gif|png|jpe?g|webp)$/i.test(alt)
    ? 'named'
    : null;
}

/**
 * Returns the range of the attribute with the space before it, or the position for a new one.
 * @param {Page} page @param {Element} element
 */
function placeOf(page, { attributes, startTag }) {
  const alt = attributes.get('alt');
  if (alt) return { start: page.source.slice(0, alt.range.start).trimEnd().length, end: alt.range.end };
  const start = startTag.start + present(/^<[a-z]+/i.exec(page.source.slice(startTag.start)))[0].length;
  return { start, end: start };
}
