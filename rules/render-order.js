/** @import { Element, Facts, Page, Proposal, Rule } from '../lib/types.ts' */

import { ancestorsOf } from '../lib/page/tree.js';
import { soleReferences } from './shared/inline.js';

/** Ways in which a script writes into the page while it is parsed. */
const WRITES = ['write', 'writeln', 'currentScript'];
const SCRIPT_TYPE = /^(?:|(?:text|application)\/(?:x-)?(?:javascript|ecmascript))$/;

/** @type {Rule} */
export default {
  meta: {
    id: 'render-order',
    category: 'delivery',
    summary: 'Says which scripts and style sheets hold up the page, and where they would not.',
    why:
      'Nothing after a script in the head is shown before it has arrived and run; a style sheet that the page ' +
      'names late is asked for late, and what was shown is drawn again.',
    default: 'advise',
    safety: 'visual',
    reads: ['references', 'scripts', 'sizes'],
    options: {},
    messages: {
      blocking: '{name} ({bytes} bytes) stands in the head and holds up the page; with “defer” it would not',
      late: '{name} ({bytes} bytes) is named after the page has begun to show; in the head it would come in time',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const page = /** @type {Page} */ (document);
    return [...blockingScripts(page, facts), ...lateSheets(page, facts)].map(({ element, path, messageId }) => ({
      rule: 'render-order',
      page: page.path,
      range: element.startTag,
      resource: path,
      messageId,
      data: { name: path.split('/').at(-1), bytes: facts.sizes.get(path) ?? 0 },
    }));
  },
};

/**
 * Scripts of the head that the parser waits for, though no script of the page writes into it.
 * @param {Page} page
 * @param {Facts} facts
 */
function blockingScripts(page, facts) {
  if (WRITES.some((word) => facts.scripts.words.has(word))) return [];
  return soleReferences(page, facts, { role: 'script', tag: 'script', attribute: 'src' })
    .filter(({ element }) => isWaitedFor(element) && standsInHead(page, element))
    .map((found) => ({ ...found, messageId: 'blocking' }));
}

/**
 * Sheets that are named behind something that shows.
 * @param {Page} page
 * @param {Facts} facts
 */
function lateSheets(page, facts) {
  return soleReferences(page, facts, { role: 'style', tag: 'link', attribute: 'href' })
    .filter(({ element }) => !standsInHead(page, element) && showsBefore(page, element))
    .map((found) => ({ ...found, messageId: 'late' }));
}

/** @param {Element} element */
function isWaitedFor({ attributes }) {
  const type = attributes.get('type')?.value.trim().toLowerCase() ?? '';
  return SCRIPT_TYPE.test(type) && !['async', 'defer', 'nomodule'].some((name) => attributes.has(name));
}

/**
 * @param {Page} page
 * @param {Element} element
 */
function standsInHead(page, element) {
  if (ancestorsOf(element).some(({ tag }) => tag === 'head')) return true;
  if (ancestorsOf(element).some(({ tag }) => tag === 'body')) return false;
  return !showsBefore(page, element);
}

/**
 * @param {Page} page
 * @param {Element} element
 */
function showsBefore({ elements }, element) {
  const silent = new Set(
    'html head body title meta link base style script noscript template frameset frame noframes'.split(' '),
  );
  return elements.some(({ tag, range, inert }) => range.start < element.range.start && !inert && !silent.has(tag));
}
