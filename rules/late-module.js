/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page, SitePath } from '../lib/site/types.ts' */

import { draftAhead, proposeAhead } from './kit/ask-ahead.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'late-module',
    category: 'delivery',
    summary: 'Preloads modules that a browser would only find in other modules.',
    why:
      'The imports of a module are known only after it has loaded, and so are their imports. Each step of such a ' +
      'chain costs a round trip that the page can avoid.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'imports'],
    options: {},
    messages: {
      chained: '{name} is requested after {by} has loaded. A preload in the page requests both together.',
    },
    since: '0.2.0',
  },

  detect(page, facts) {
    const named = new Set(facts.references.flatMap(({ target }) => (target.kind === 'file' ? target.path : [])));
    return facts.references.flatMap((reference) => {
      const element = reference.element === null ? null : page.elements[reference.element];
      const { role, target } = reference;
      if (role !== 'script' || target.kind !== 'file' || !element || !isPlainModule(element)) return [];
      const chained = listChained(target.path, facts.imports, named);
      for (const { path } of chained) named.add(path);
      const common = { rule: 'late-module', messageId: 'chained', page, element, reference, rel: 'modulepreload' };
      return chained.flatMap((found) => proposeAhead({ ...common, ...found }));
    });
  },

  draft: draftAhead,
};

/**
 * Returns true if a preload of a module uses the same request as its script.
 * @param {Element} element
 */
function isPlainModule({ tag, inert, attributes }) {
  const value = (/** @type {string} */ name) => attributes.get(name)?.value.trim().toLowerCase() ?? '';
  if (tag !== 'script' || inert || value('type') !== 'module') return false;
  return !attributes.has('async') && value('crossorigin') !== 'use-credentials';
}

/**
 * Returns the modules behind a first one that no element of the page names, each with the module that imports it.
 * @param {SitePath} first
 * @param {Facts['imports']} imports
 * @param {ReadonlySet<SitePath>} named
 */
function listChained(first, imports, named) {
  /** @type {Map<SitePath, SitePath>} */
  const found = new Map();
  const queue = new Set([first]);
  for (const path of queue) {
    for (const imported of imports(path)) {
      if (!queue.has(imported) && !named.has(imported)) found.set(imported, path);
      queue.add(imported);
    }
  }
  return [...found].map(([path, by]) => ({ path, by }));
}
