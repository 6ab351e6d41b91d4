/** @import { Edit, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { deferrableScripts } from './kit/deferrable.js';
import { editsIn } from './kit/proposed.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'blocking-script',
    category: 'delivery',
    summary: 'Defers scripts of the head that do not need to run before the page is rendered.',
    why:
      'A script in the head blocks rendering until it has loaded and run. With “defer”, it runs after parsing, in ' +
      'the same order as the other scripts.',
    default: 'on',
    safety: 'visual',
    beyondCost: true,
    reads: ['references', 'scripts'],
    options: {},
    messages: { waits: '{name} blocks rendering. It can run after the page has been parsed.' },
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
