/** @import { Edit, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { deferrableScripts } from './kit/deferrable.js';
import { editsIn } from './kit/proposed.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'blocking-script',
    category: 'delivery',
    summary: 'Lets the page show before scripts of its head are there, where they need not run first.',
    why:
      'Nothing after a script in the head is shown before it has arrived and run. With “defer” it runs when the page ' +
      'has been read, in the same order as the others.',
    default: 'on',
    safety: 'visual',
    beyondCost: true,
    reads: ['references', 'scripts'],
    options: {},
    messages: { waits: '{name} holds up the page, and could as well run when that has been read' },
    since: '0.2.0',
  },

  detect(page, facts) {
    return deferrableScripts(page, facts).map(({ element, path }) => {
      const at = Math.max(...[...element.attributes.values()].map(({ range }) => range.end));
      const range = { start: at, end: at };
      const data = { name: path.split('/').at(-1), edit: { range, text: ' defer' } };
      return { rule: 'blocking-script', page: page.path, range, resource: path, messageId: 'waits', data };
    });
  },

  // Scripts that depend on their order are all deferred, or none.
  group: ({ page }) => ({ id: `defer ${page}`, take: 'all' }),

  draft: ({ data }) => ({ edits: editsIn(data), claims: [], proof: 'even' }),
};
