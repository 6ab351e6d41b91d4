/** @import { Draft, Edit, Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page, Sheet, SitePath } from '../lib/site/types.ts' */
/** @import { SheetLink } from './kit/sheet-links.js' */

import { readOnce } from '../lib/base/read-once.js';
import { beforeAny, folderIn } from '../lib/base/trim.js';
import { siblingsOf } from '../lib/site/page/tree.js';
import { moveCss } from '../lib/site/style/move-css.js';
import { hashText } from './kit/hash-text.js';
import { guardJobs, guardsOf } from './kit/inline.js';
import { cssOf, sheetLinks } from './kit/sheet-links.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'many-stylesheets',
    category: 'delivery',
    summary: 'Merges adjacent style sheets into one file.',
    why:
      'Each style sheet costs a request before the page is rendered. One file with the same rules in the same ' +
      'order costs one. Pages that use the same sheets share it.',
    default: 'advise',
    safety: 'safe',
    reads: ['references', 'sheetAt', 'urlVariables', 'scripts', 'sizes', 'options'],
    options: {
      mostBytes: { type: 'number', default: 100000, description: 'Max bytes of a merged file.' },
    },
    messages: {
      many: '{names} are adjacent. One style sheet replaces them and saves {spared} requests.',
      scripted: '{names} are adjacent and could be one style sheet, but a script uses them.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    return runsOf(page, sheetLinks(page, facts)).flatMap((links) => proposalFor(page, links, facts));
  },

  jobs: guardsOf,

  draft: ({ data }) => ({
    .../** @type {Draft} */ (data.change),
    carries: /** @type {SitePath[]} */ (data.copies).map((path) => ({ path, isCopy: true })),
  }),
};

/**
 * Returns runs of adjacent links that apply to the same media.
 * @param {Page} page
 * @param {readonly SheetLink[]} links
 */
function runsOf(page, links) {
  /** @type {SheetLink[][]} */
  const runs = [];
  for (const link of links.filter(({ sheet }) => isWhole(sheet))) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.media === link.media && follows(page, last, link)) runs.at(-1)?.push(link);
    else runs.push([link]);
  }
  return runs.filter(({ length }) => length > 1);
}

/**
 * @param {Page} page
 * @param {SheetLink} before
 * @param {SheetLink} after
 */
function follows(page, before, after) {
  const { element } = after;
  if (before.element.parent !== element.parent || !siblingsOf(page, element).includes(before.element)) return false;
  return page.source.slice(before.element.range.end, element.range.start).trim() === '';
}

/**
 * Returns true if a sheet can be joined with others before and after it: it has no syntax error, ends with a complete
 * rule, and contains nothing that must come first.
 */
const isWhole = readOnce((/** @type {Sheet} */ sheet) => {
  const css = cssOf(sheet);
  const end = css
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .trimEnd()
    .at(-1);
  if (sheet.broken) return false;
  return sheet.rules.length > 0 && (end === '}' || end === ';') && !/@import|@namespace|@charset|<!--|-->/i.test(css);
});

/**
 * @param {Page} page
 * @param {readonly SheetLink[]} links
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(page, links, facts) {
  const { start } = links[0].element.startTag;
  const { end } = links[links.length - 1].element.startTag;
  const names = links.map(({ path }) => path.split('/').at(-1)).join(', ');
  const proposal = { rule: 'many-stylesheets', page: page.path, range: { start, end }, resource: links[0].path };
  const data = { names, spared: links.length - 1, copies: links.map(({ path }) => path) };
  if (links.some(({ isScripted, element }) => isScripted || element.attributes.has('id'))) {
    return [{ ...proposal, messageId: 'scripted', data, rejected: 'in-use-by-script' }];
  }
  const change = mergeLinks(page, links, facts);
  if (!change || change.files[0].bytes.length > Number(facts.options.mostBytes)) return [];
  return [
    {
      ...proposal,
      messageId: 'many',
      data: { ...data, change, guards: links.flatMap(({ lookups }) => guardJobs(facts, lookups)) },
    },
  ];
}

/**
 * Returns the merged file and the text edits that reference it, or null if a sheet cannot be moved.
 * @param {Page} page
 * @param {readonly SheetLink[]} links
 * @param {Facts} facts
 */
function mergeLinks(page, links, { sizes }) {
  const [first, ...others] = links;
  const href = first.element.attributes.get('href');
  if (!href?.valueRange) return null;
  const folder = first.path.slice(0, first.path.lastIndexOf('/') + 1);
  let name = `styles-${hashText(links.map(({ path }) => path).join('\n'))}.css`;
  while (sizes.has(folder + name)) name = `more-${name}`;
  const texts = links.map(({ css, path }) => moveCss(css, path, folder + name));
  if (texts.includes(null)) return null;
  const text = texts.join('\n');
  const written = beforeAny(page.source.slice(href.valueRange.start, href.valueRange.end).trim(), /[?#]/);
  /** @type {Edit[]} */
  const edits = [{ range: href.valueRange, text: folderIn(written) + name }];
  let from = first.element.startTag.end;
  for (const { element } of others) {
    edits.push({ range: { start: from, end: element.startTag.end }, text: '' });
    from = element.startTag.end;
  }
  const bytes = new TextEncoder().encode(/^[\x00-\x7f]*$/.test(text) ? text : `@charset "utf-8";${text}`);
  return { edits, files: [{ path: folder + name, bytes }] };
}
