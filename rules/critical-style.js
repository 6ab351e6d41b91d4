/** @import { Edit, Facts, Proposal, Reason, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page } from '../lib/site/types.ts' */
/** @import { SheetUse } from '../lib/visit/types.ts' */

import { exact } from '../lib/base/exact.js';
import { guardJobs, guardsOf, mayHold, soleReferences } from './kit/inline.js';
import { editsIn } from './kit/proposed.js';

/** Min bytes of style sheets removed from the first rendering: about one packet after compression. */
const MIN_SPARED = 6_000;
/** Max share of its sheets that a first screen may need. Above it, a second copy gains little. */
const MAX_NEEDED = 0.5;
/** Attributes of a link that can be loaded late. */
const PLAIN = new Set(['rel', 'href', 'type', 'crossorigin', 'integrity', 'as', 'fetchpriority']);

/** @type {Rule} */
export default {
  meta: {
    id: 'critical-style',
    category: 'delivery',
    summary: 'Inlines the styles of the first screen and loads the style sheets without blocking rendering.',
    why:
      'Nothing is rendered before all style sheets have loaded. The page can contain the rules that the first ' +
      'screen needs and load the sheets later. These rules are then sent twice, and again with every page. Whether ' +
      'that is worthwhile depends on the visits.',
    default: 'advise',
    safety: 'visual',
    showsEarlier: true,
    reads: ['references', 'firstScreens', 'sizes'],
    options: {},
    messages: {
      critical:
        'The first screen needs {needed} of {all} kB of the style sheets that block it, mostly {name}. With these ' +
        'rules inlined and the sheets loaded later, it renders as soon as the page has loaded.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    const uses = (facts.firstScreens.get(page.path) ?? []).toSorted((a, b) => b.all - a.all);
    const sumOf = (/** @type {'all' | 'needed'} */ name) => uses.reduce((sum, use) => sum + use[name], 0);
    const [all, needed] = [sumOf('all'), sumOf('needed')];
    if (all - needed < MIN_SPARED || needed > all * MAX_NEEDED) return [];
    const inKilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
    const said = { name: uses[0].path.split('/').at(-1), all: inKilobytes(all), needed: inKilobytes(needed) };
    return proposalFor(page, facts, uses, said);
  },

  jobs: guardsOf,

  draft: ({ page, data }) => {
    const edits = editsIn(data);
    const claims = edits.map(({ range }) => ({ document: page, range }));
    return { edits, claims, asksFor: /** @type {string[]} */ (data.sheets), proof: 'same' };
  },
};

/**
 * @param {Page} page
 * @param {Facts} facts
 * @param {readonly SheetUse[]} uses the largest first
 * @param {Proposal['data']} said
 * @returns {Proposal[]}
 */
function proposalFor(page, facts, uses, said) {
  const links = soleReferences(page, facts, { role: 'style', tag: 'link', attribute: 'href' });
  const elementOf = (/** @type {SheetUse} */ { path }) => links.find((link) => link.path === path)?.element;
  const edits = uses.flatMap((use) => {
    const element = elementOf(use);
    return element && use.text !== null ? editFor(page, element, use.text) : [];
  });
  const sheets = uses.map(({ path }) => path);
  const data = { ...said, edits, sheets, guards: guardJobs(facts, null) };
  const range = elementOf(uses[0])?.startTag ?? null;
  const rejected = refusalOf(page, facts, uses, edits);
  const proposal = {
    rule: 'critical-style',
    page: page.path,
    range,
    resource: uses[0].path,
    messageId: 'critical',
    data,
  };
  return [rejected ? { ...proposal, rejected } : proposal];
}

/**
 * Returns the reason to reject the change: the page renders differently without the sheets, or it still waits for some
 * of them.
 * @param {Page} page
 * @param {Facts} facts
 * @param {readonly SheetUse[]} uses
 * @param {readonly Edit[]} edits
 * @returns {Reason | null}
 */
function refusalOf(page, { references }, uses, edits) {
  if (uses.some(({ text }) => text === null)) return exact('looks-different');
  const waitsFor = references.filter(({ role, fetched }) => role === 'style' && fetched);
  const isWhole = edits.length === uses.length && waitsFor.length === uses.length;
  return isWhole && mayHold(page) ? null : exact('safety');
}

/**
 * Loads the sheet without blocking rendering, at its place in the cascade. Without scripts, the original link applies.
 * @param {Page} page
 * @param {Element} element
 * @param {string} text
 * @returns {Edit[]}
 */
function editFor({ source, encoding }, { attributes, startTag }, text) {
  const isReadable = encoding.name === 'utf-8' || /^[\x00-\x7f]*$/.test(text);
  if ([...attributes.keys()].some((name) => !PLAIN.has(name)) || /<\/style|<!--/i.test(text) || !isReadable) return [];
  const link = source.slice(startTag.start, startTag.end);
  const open = link.slice(0, -1).replace(/\/$/, '').trimEnd();
  const late = `${open} media=print onload="this.media='all'">`;
  const style = text === '' ? '' : `<style>${text}</style>`;
  return [{ range: startTag, text: `${style}${late}<noscript>${link}</noscript>` }];
}
