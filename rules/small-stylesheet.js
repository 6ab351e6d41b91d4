/** @import { Facts, Page, Proposal, Range, Rule } from '../lib/types.ts' */

import { hasOnly, mayHold, moveCss, policiesIn, policyJobs, sharesCharset, soleReferences } from './shared/inline.js';

/** Attributes of a `<link>` that a `<style>` has too, or that say nothing once the sheet is there. */
const PLAIN = new Set(['rel', 'href', 'type', 'media', 'id', 'charset']);

/** Words of scripts that look for sheets. */
const LOOKS = ['styleSheets', 'styleSheetSets', 'stylesheet', 'link'];

/** @type {Rule} */
export default {
  meta: {
    id: 'small-stylesheet',
    category: 'delivery',
    summary: 'Writes small style sheets into the page.',
    why: 'The page waits for its style sheets before it shows anything: one that is small, and that few pages share, takes longer to ask for than to send along.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'sheets', 'scripts', 'sizes', 'options'],
    options: {
      mostBytes: { type: 'number', default: 4096, description: 'The largest style sheet that is written into a page.' },
    },
    messages: {
      small: '{name} has {bytes} bytes: the page gets them sooner where it carries them itself',
      scripted: '{name} has {bytes} bytes and could stand in the page, but a script uses it',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const page = /** @type {Page} */ (document);
    if (!mayHold(page) || page.base === null || hasUrlVariables(facts)) return [];
    const links = soleReferences(page, facts, { role: 'style', tag: 'link', attribute: 'href' });
    return links.flatMap((link) => proposalFor(page, link, facts));
  },

  jobs: policyJobs,

  apply: ({ range, data }) => ({
    edits: [{ range: /** @type {Range} */ (range), text: /** @type {string} */ (data.text) }],
  }),
};

/**
 * @param {Page} page
 * @param {ReturnType<typeof soleReferences>[number]} link
 * @param {Facts} facts
 * @returns {Proposal[]}
 */
function proposalFor(page, { element, path }, facts) {
  const bytes = facts.sizes.get(path) ?? 0;
  const { attributes } = element;
  const value = (/** @type {string} */ name) => attributes.get(name)?.value.trim().toLowerCase() ?? '';
  const sheets = facts.sheets.filter((sheet) => sheet.path === path);
  if (sheets.length !== 1 || bytes > Number(facts.options.mostBytes)) return [];
  if (!hasOnly(element, PLAIN) || value('rel') !== 'stylesheet' || !['', 'text/css'].includes(value('type'))) return [];
  const css = cssFor(page, sheets[0], value('charset'));
  if (css === null) return [];
  const kept = ['media', 'id'].flatMap((name) => {
    const range = attributes.get(name)?.range;
    return range ? ` ${page.source.slice(range.start, range.end)}` : [];
  });
  const proposal = {
    rule: 'small-stylesheet',
    page: page.path,
    range: element.startTag,
    resource: path,
    data: {
      name: path.split('/').at(-1),
      bytes,
      text: `<style${kept.join('')}>${css}</style>`,
      policies: policiesIn(facts),
      inlines: [path],
    },
  };
  const { words, files } = facts.scripts;
  const isScripted = files.has(path) || LOOKS.some((word) => words.has(word)) || words.has(value('id'));
  if (isScripted) return [{ ...proposal, messageId: 'scripted', rejected: 'in-use-by-script' }];
  return [{ ...proposal, messageId: 'small' }];
}

/**
 * A sheet as it may stand in a `<style>` of the page; null where it would mean another thing there.
 * @param {Page} page
 * @param {import('../lib/types.ts').Sheet} sheet
 * @param {string} charset what the link says of it
 */
function cssFor(page, sheet, charset) {
  if (!sharesCharset(page, sheet) || !['', 'utf-8'].includes(charset)) return null;
  const css = sheet.source.replace(/^@charset "[^"]*";/i, '').trim();
  return /<\/style|\0/i.test(css) ? null : moveCss(css, sheet.path, /** @type {string} */ (page.base));
}

/**
 * Whether a custom property holds a URL: what that leads to hangs on the sheet that uses it.
 * @param {Facts} facts
 */
function hasUrlVariables({ sheets }) {
  return sheets.some(({ source }) => /--[\w-]+\s*:[^;}]*url\(/i.test(source));
}
