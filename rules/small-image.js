/** @import { Document, Element, Facts, Page, Proposal, Range, Reference, Rule } from '../lib/types.ts' */

import { guardJobs, guardsOf, mayHold } from './shared/inline.js';

const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  gif: 'image/gif',
  png: 'image/png',
  apng: 'image/png',
  svg: 'image/svg+xml',
});

/** @type {Rule} */
export default {
  meta: {
    id: 'small-image',
    category: 'delivery',
    summary: 'Writes tiny images into the page or style sheet as data URLs.',
    why: 'Asking for an image and naming it in the answer takes some hundred bytes each way: a picture of less than that, shown once, is cheaper sent along.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'scripts', 'sizes', 'usage', 'options'],
    options: {
      mostBytes: { type: 'number', default: 1024, description: 'The largest image that is written into a document.' },
      mostPages: {
        type: 'number',
        default: 2,
        description: 'The most pages that may show it: more share it better as a file.',
      },
    },
    messages: {
      small: '{name} has {bytes} bytes, less than it takes to ask for it',
      scripted: '{name} has {bytes} bytes and could be sent along, but a script uses it',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    if (document.kind === 'page' && !mayHold(document)) return [];
    return facts.references.flatMap((reference) => proposalFor(document, reference, facts));
  },

  jobs: (proposal) => [
    { maker: 'data-uri', resource: String(proposal.resource), options: { type: proposal.data.type } },
    ...guardsOf(proposal),
  ],

  apply({ range }, [made]) {
    if (!made.ok) return { edits: [] };
    return { edits: [{ range: /** @type {Range} */ (range), text: String(made.data.uri) }] };
  },
};

/**
 * @param {Document} document
 * @param {Reference} reference
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(document, reference, facts) {
  const { target, odd, fetched, range, suffix } = reference;
  if (target.kind !== 'file' || odd || !fetched || suffix.includes('#') || !canHold(document, reference)) return [];
  const { path } = target;
  const bytes = facts.sizes.get(path) ?? 0;
  const type = typeOf(path, facts);
  if (!type || bytes > Number(facts.options.mostBytes) || !isRare(path, facts)) return [];
  const data = { name: path.split('/').at(-1), bytes, type, guards: guardJobs(facts, null) };
  const proposal = { rule: 'small-image', page: document.path, range, resource: path, data };
  const element = elementOf(document, reference);
  const { words, files, walksImages } = facts.scripts;
  const isWatched =
    element &&
    ([...element.attributes.keys()].some((name) => name.startsWith('on')) ||
      ['id', 'name'].some((name) => words.has(element.attributes.get(name)?.value ?? '')));
  const isScripted = files.has(path) || isWatched || (walksImages && reference.role === 'image');
  return isScripted
    ? [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }]
    : [{ ...proposal, messageId: 'small' }];
}

/**
 * The media type of an image that a data URL may hold; SVG is text to the site, and no image facts are kept of it.
 * @param {string} path
 * @param {Facts} facts
 */
function typeOf(path, { images }) {
  const image = images.get(path);
  if (!image) return /\.svg$/i.test(path) ? TYPES.svg : undefined;
  return image.broken ? undefined : TYPES[image.format];
}

/**
 * Whether the image is shown in one place of this document, and on few pages.
 * @param {string} path
 * @param {Facts} facts
 */
function isRare(path, { references, usage, options }) {
  const here = references.filter(({ target }) => target.kind === 'file' && target.path === path);
  const pages = new Set((usage.get(path) ?? []).map(({ page }) => page));
  return here.length === 1 && pages.size <= Number(options.mostPages);
}

/**
 * Whether a data URL may stand in this place: the image is shown from there, and no other is chosen instead.
 * @param {Document} document
 * @param {Reference} reference
 */
function canHold(document, reference) {
  const { role, attribute, range } = reference;
  const { source } = document;
  const element = elementOf(document, reference);
  if (element?.inert || element?.foreign) return false;
  if (attribute === null || attribute === 'style') {
    // A string outside of `url(…)` is no image to every browser.
    return role === 'background' && /url\(\s*["']?$/i.test(source.slice(Math.max(0, range.start - 16), range.start));
  }
  if (!element || (attribute !== 'src' && attribute !== 'background')) return false;
  if (attribute === 'background') return role === 'background';
  const { tag, attributes, parent } = element;
  if (role !== 'image' || (tag !== 'img' && tag !== 'input') || parent?.tag === 'picture') return false;
  return !['srcset', 'lowsrc', 'crossorigin', 'longdesc'].some((name) => attributes.has(name)) && !isLazy(element);
}

/** @param {Element} element */
function isLazy({ attributes }) {
  return attributes.get('loading')?.value.toLowerCase() === 'lazy';
}

/**
 * @param {Document} document
 * @param {Reference} reference
 * @returns {Element | null}
 */
function elementOf(document, { element }) {
  return document.kind === 'page' && element !== null ? /** @type {Page} */ (document).elements[element] : null;
}
