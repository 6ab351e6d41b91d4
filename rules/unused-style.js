/** @import { Edit, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Document, Page, Range, Sheet, SitePath, Text } from '../lib/site/types.ts' */
/** @import { Unused } from './kit/unused-rules.js' */

import { isText } from '../lib/site/page/tree.js';
import { openSaidNames } from '../lib/site/style/said-names.js';
import { editsIn } from './kit/proposed.js';
import { findUnused } from './kit/unused-rules.js';

/**
 * Attributes that contain links, descriptions or names that are read separately. All others may be data for scripts.
 */
const NO_DATA = /^(?:class|id|href|src|srcset|sizes|alt|title|content|style|d|points|transform|viewbox|width|height)$/;
/** Min bytes of unused rules that justify changing a cached sheet. */
const MIN_BYTES = 200;

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'unused-style',
    category: 'style',
    summary: 'Removes rules of style sheets that no page of the site can use.',
    why:
      'A CSS framework contains rules for all its features, and every visitor waits for them. A rule is kept if a ' +
      'page, a script, a template or data contains the names in its selector, or may compose them. Sheets of pages ' +
      'that load scripts or data from other hosts, or have scripts and were not visited, stay unchanged, because ' +
      'these can use any name: see [unused styles](../unused-styles.md).',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['names', 'texts'],
    options: {
      keep: {
        type: 'string',
        default: '',
        description: 'A regular expression of class names, ids and tags that always count as used.',
      },
    },
    messages: {
      unused: '{count} of {all} rules of {name} apply to nothing on the site: {bytes} bytes, {share} % of the sheet.',
    },
    since: '0.2.0',
  },

  survey(document) {
    return document.kind === 'sheet' ? document : { texts: dataOf(document) };
  },

  detectSite(notes, { names, texts, unclear, options }) {
    const all = /** @type {ReadonlyMap<SitePath, Sheet | { texts: readonly string[] }>} */ (notes);
    // Pages of a template have the same lists.
    const lists = new Set([texts, ...[...all.values()].map((note) => ('texts' in note ? note.texts : []))]);
    const isSaid = openSaidNames([...new Set([...lists].flat())]);
    const kept = options.keep ? new RegExp(String(options.keep)) : null;
    const isKnown = (
      /** @type {import('../lib/site/style/selector-names.js').NameKind} */ kind,
      /** @type {string} */ name,
    ) => names(kind, name) || isSaid(name) || kept?.test(name) === true;
    return [...all].flatMap(([path, note]) => {
      if ('texts' in note || note.broken) return [];
      const unused = findUnused(note, isKnown);
      if (unused.bytes < MIN_BYTES) return [];
      const proposal = proposalFor(path, note, unused);
      return [unclear.has(path) ? { ...proposal, rejected: /** @type {const} */ ('in-use-by-script') } : proposal];
    });
  },

  draft: ({ data }) => ({ edits: editsIn(data), proof: 'even' }),
};

/**
 * @param {SitePath} path
 * @param {Sheet} sheet
 * @param {Unused} unused
 * @returns {Proposal}
 */
function proposalFor(path, { source, rules }, { ranges, count, bytes }) {
  const share = Math.round((100 * bytes) / source.length);
  const edits = ranges.map((/** @type {Range} */ range) => ({ range, text: '' }));
  const data = { name: path.split('/').at(-1), count, all: rules.length, bytes, share, edits };
  return { rule: 'unused-style', page: path, range: null, resource: path, messageId: 'unused', data };
}

/** Returns the parts of a page that scripts may read: code, data and templates. @param {Page} page */
function dataOf({ elements }) {
  return elements.flatMap(({ tag, attributes, children }) => [
    ...[...attributes.values()].flatMap(({ name, value }) => (NO_DATA.test(name) || value === '' ? [] : value)),
    ...(tag === 'script' ? children.filter(isText).map(({ text }) => text) : []),
  ]);
}
