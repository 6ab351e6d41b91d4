/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

/** @type {Rule} */
export default {
  meta: {
    id: 'page-weight',
    category: 'delivery',
    summary: 'Reports pages that fetch more files or bytes than a limit.',
    why:
      'Every request costs headers and a round trip, and every kilobyte costs a packet. A page beyond these limits ' +
      'is slow on most connections.',
    default: 'advise',
    safety: 'safe',
    reads: ['fetches', 'sizes', 'exceeds'],
    options: {
      requests: {
        type: 'integer',
        default: 60,
        description: 'Max number of files that a page fetches, including itself.',
      },
      bytes: { type: 'integer', default: 1_000_000, description: 'Max bytes of these files, before compression.' },
    },
    messages: { heavy: 'The page fetches {requests} files with {bytes} bytes. The largest is {largest}.' },
    since: '0.1.0',
  },

  detect(page, { fetches, sizes, exceeds, options }) {
    if (fetches.length <= Number(options.requests) && !exceeds(Number(options.bytes))) return [];
    const bytes = fetches.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
    const largest = fetches.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))[0];
    const data = { requests: fetches.length, bytes, largest };
    return [{ rule: 'page-weight', page: page.path, range: null, resource: null, messageId: 'heavy', data }];
  },
};
