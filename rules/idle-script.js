/** @import { Rule } from '../lib/plan/types.ts' */

/** @type {Rule} */
export default {
  meta: {
    id: 'idle-script',
    category: 'delivery',
    summary: 'Reports large scripts of which almost nothing runs on a page.',
    why:
      'A library for diagrams, maps or formulas is often loaded by every page and used by a few. The browser records ' +
      'which functions run while the page loads, is scrolled, its menus are opened and its links are followed. A ' +
      'script that runs less than a quarter of its code can be loaded on demand, or only by the pages that need it. ' +
      'Only its author knows how.',
    default: 'advise',
    safety: 'safe',
    reads: ['idle', 'sizes'],
    options: {
      minBytes: { type: 'integer', default: 50_000, description: 'Min bytes of a script, before compression.' },
    },
    messages: { idle: 'Less than a quarter of {name} ({bytes} bytes) runs on this page. Load it on demand.' },
    since: '0.2.0',
  },

  detect(page, { idle, sizes, options }) {
    return idle.flatMap((path) => {
      const bytes = sizes.get(path) ?? 0;
      if (bytes < Number(options.minBytes)) return [];
      const data = { name: path.split('/').at(-1), bytes };
      return [{ rule: 'idle-script', page: page.path, range: null, resource: path, messageId: 'idle', data }];
    });
  },
};
