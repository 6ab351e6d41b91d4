/** @import { Edit, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { SitePath } from '../lib/site/types.ts' */
/** @import { SiteClasses, Styled } from './kit/markup/site-classes.js' */
/** @import { MarkupNote } from './kit/markup/survey-page.js' */

import { hashText } from './kit/hash-text.js';
import { chooseClasses } from './kit/markup/site-classes.js';
import { surveyPage } from './kit/markup/survey-page.js';

const ID = 'presentational-markup';

/** @type {Rule} */
export default {
  meta: {
    id: ID,
    category: 'style',
    summary: 'Moves <font>, bgcolor, align and similar markup into one style sheet of the site.',
    why:
      'Markup of old says on every page, hundreds of times, how elements look. A style sheet says it once for the ' +
      'site, and the markup that is left says what the page says. Compression finds the same repetition: on a tour ' +
      'of five pages of 26 unseen sites, compressed HTML and the sheet are 1.6 % larger at the median, so the rule ' +
      'stays advice. It is for people who maintain the markup: see [old markup](../old-markup.md).',
    default: 'advise',
    safety: 'safe',
    addsStyles: true,
    reads: ['names', 'scripts', 'sheets', 'sizes', 'options'],
    options: {
      fewest: { type: 'number', default: 10, description: 'How many elements of a page must say how they look.' },
      minUses: {
        type: 'number',
        default: 3,
        description: 'How often the site must say a look for a class to say it; once a page where bytes decide.',
      },
      minSavingPercent: {
        type: 'number',
        default: 0,
        description:
          'How much smaller the compressed HTML of a tour of five pages must get, with the style sheet and its ' +
          'request. Less than 0 converts the site for the sake of its markup.',
      },
    },
    messages: {
      styled:
        '{count} elements say how they look: {classes} classes of {name}, which {pages} pages share, say it in the ' +
        'place of {removed} tags and attributes',
      scripted: '{count} elements say how they look, but scripts of the page give elements other classes',
      based: '{count} elements say how they look, but relative URLs of the page start from elsewhere',
    },
    since: '0.1.0',
  },

  survey: surveyPage,

  detectSite(notes, { names, sizes, options }) {
    const all = [.../** @type {ReadonlyMap<SitePath, MarkupNote>} */ (notes)].sort(([a], [b]) => (a < b ? -1 : 1));
    const styled = all.filter(([, { count }]) => count >= Number(options.fewest));
    const open = new Map(styled.filter(([, { left }]) => left === null));
    const isTaken = (/** @type {string} */ name) => names('class', name);
    const minPercent = Number(options.minSavingPercent);
    // A class pays for its rule if about every page of a visit uses it.
    const minUses = Math.max(Number(options.minUses), minPercent < 0 ? 0 : all.length);
    const classes = chooseClasses(open, { all: all.map(([, note]) => note), minUses, isTaken });
    const sheet = { path: `styles-${hashText(classes.css)}.css`, css: classes.css };
    while (sizes.has(sheet.path)) sheet.path = `site-${sheet.path}`;
    return [
      ...styled.flatMap(([path, note]) => (note.left ? [leave(path, note, note.left)] : [])),
      ...[...classes.styled].map(([path, elements]) =>
        propose(path, /** @type {MarkupNote} */ (open.get(path)), { styled: elements, classes, sheet, minPercent }),
      ),
    ];
  },

  group: ({ data }) => ({ id: ID, take: 'together', minPercent: Number(data.minPercent) }),

  draft: ({ data }) => ({
    edits: /** @type {Edit[]} */ (data.edits),
    files: [{ path: String(data.sheet), bytes: new TextEncoder().encode(String(data.css)), pages: Number(data.pages) }],
    claims: [],
    proof: 'styles',
  }),
};

/** @param {SitePath} path @param {MarkupNote} note @param {'scripted' | 'based'} why @returns {Proposal} */
function leave(path, { count }, why) {
  const place = { rule: ID, page: path, range: null, resource: path };
  return { ...place, messageId: why, data: { count }, rejected: why === 'scripted' ? 'in-use-by-script' : 'external' };
}

/**
 * @param {SitePath} path
 * @param {MarkupNote} note
 * @param {{ styled: readonly Styled[], classes: SiteClasses, sheet: { path: SitePath, css: string }, minPercent: number
 *   }} site
 * @returns {Proposal}
 */
function propose(path, { linkAt, count }, { styled, classes, sheet, minPercent }) {
  const href = `${'../'.repeat(path.split('/').length - 1)}${sheet.path}`;
  const link = { range: { start: linkAt, end: linkAt }, text: `<link rel="stylesheet" href="${href}">` };
  const changes = styled.flatMap((one) => editsOf(one, classes.names));
  const data = {
    count,
    edits: [link, ...changes],
    sheet: sheet.path,
    css: sheet.css,
    minPercent,
    name: sheet.path,
    classes: classes.names.size,
    pages: classes.styled.size,
    removed: changes.filter(({ text }) => text === '').length,
  };
  return { rule: ID, page: path, range: null, resource: path, messageId: 'styled', data };
}

/**
 * @param {Styled} styled
 * @param {ReadonlyMap<string, string>} names
 * @returns {Edit[]}
 */
function editsOf({ carrier: { edits, sizeEdits, place }, withSizes, key }, names) {
  const name = names.get(key);
  const classed = name === undefined ? [] : [{ range: place.range, text: `${place.before}${name}${place.after}` }];
  return [...edits, ...(withSizes ? sizeEdits : []), ...classed];
}
