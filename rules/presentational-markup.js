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
      'Presentational markup repeats the style of elements hundreds of times on every page. A style sheet states ' +
      'it once for the site, and the remaining markup describes the content. Compression removes the same ' +
      'repetition: on a tour of five pages of 26 unseen sites, compressed HTML and the sheet are 1.6 % larger at ' +
      'the median, and 4.4 % and 3.5 % on 20 and 22 others, so the rule only advises. It is intended for people ' +
      'who maintain the markup: see [old markup](../old-markup.md).',
    default: 'advise',
    safety: 'safe',
    addsStyles: true,
    reads: ['names', 'scripts', 'sheets', 'sizes', 'options'],
    options: {
      fewest: {
        type: 'number',
        default: 10,
        description: 'Min number of elements of a page with presentational markup.',
      },
      minUses: {
        type: 'number',
        default: 3,
        description:
          'Min number of uses of a style on the site that justifies a class. If bytes decide, about one per page.',
      },
      minSavingPercent: {
        type: 'number',
        default: 0,
        description:
          'Min saving in percent of the compressed HTML of a tour of five pages, including the style sheet and its ' +
          'request. A value below 0 converts the site for the sake of its markup.',
      },
    },
    messages: {
      styled:
        '{count} elements have presentational markup. {classes} classes of {name}, which {pages} pages share, ' +
        'replace {removed} tags and attributes.',
      scripted: '{count} elements have presentational markup, but scripts of the page change the classes of elements.',
      based: '{count} elements have presentational markup, but relative URLs of the page have another base.',
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
