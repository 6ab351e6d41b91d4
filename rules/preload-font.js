/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, Reference } from '../lib/site/types.ts' */

import { draftAhead, proposeAhead } from './kit/ask-ahead.js';
import { digestNamesOf } from './kit/font-subset.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'preload-font',
    category: 'delivery',
    summary: 'Preloads the fonts that the first screen of a page needs.',
    why:
      'A browser requests a font after the style sheet that names it has loaded and text uses it. The first screen ' +
      'needs its fonts at once, and text is rendered again if they arrive late.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'follows', 'fonts', 'firstFonts', 'sizes'],
    options: {},
    messages: {
      late: '{name} is requested after {by} has loaded. A preload in the page requests both together.',
      named:
        '{name} is requested after {by} has loaded. Its name contains no digest, so it cannot be preloaded ' +
        'safely.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    const isNamed = new Set(facts.references.flatMap(({ target }) => (target.kind === 'file' ? target.path : [])));
    const sheet = firstSheet(page, facts);
    if (!sheet) return [];
    return facts.follows.flatMap(({ from, target }) => {
      if (target.kind !== 'file' || from === page.path || isNamed.has(target.path)) return [];
      const { path } = target;
      if (!facts.firstFonts.has(path) || facts.fonts.get(path)?.format !== 'woff2') return [];
      const common = { rule: 'preload-font', page, ...sheet, path, by: from, rel: 'preload', as: 'font' };
      // A subset of a font without a digest in its name gets a new name, so the preloaded font would be fetched in
      // vain.
      if (!digestNamesOf(facts.sizes).get(path))
        return proposeAhead({ ...common, messageId: 'named' }).map((one) => ({ ...one, rejected: 'safety' }));
      return proposeAhead({ ...common, messageId: 'late' });
    });
  },

  draft: draftAhead,
};

/**
 * Returns the first link to a style sheet of the site, before which preloads are inserted.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {{ element: Element, reference: Reference } | null}
 */
function firstSheet({ elements }, { references }) {
  const reference = references.find(
    ({ role, element, target, fetched }) =>
      role === 'style' && fetched && target.kind === 'file' && element !== null && elements[element].tag === 'link',
  );
  const element = reference?.element == null ? null : elements[reference.element];
  return reference && element && !element.inert ? { element, reference } : null;
}
