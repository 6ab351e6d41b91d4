/** @import { Page, Rule } from '../lib/types.ts' */

/** What would be spared on the way to the first screen; compressed, about a packet. Of 17 sites of today 7 have it. */
const LEAST_SPARED = 6_000;
/** A first screen that needs more than this of its sheets gains little by a second copy of it. */
const MOST_NEEDED = 0.5;

/** @type {Rule} */
export default {
  meta: {
    id: 'critical-style',
    category: 'delivery',
    summary: 'Says how little of its style sheets the first screen of a page needs.',
    why:
      'Nothing shows before all style sheets have come. What the first screen needs could stand in the page, and the ' +
      'rest come later. It is sent twice then, and again with every page: whether that is worth it, visits decide.',
    default: 'advise',
    safety: 'visual',
    reads: ['references', 'firstScreens'],
    options: {},
    messages: {
      critical:
        'the first screen needs {needed} of {all} kB of the style sheets that it waits for, most of it of {name}; ' +
        'written into the page, with the rest loaded behind it, it would show as soon as the page is there',
    },
    since: '0.2.0',
  },

  detect(document, { references, firstScreens }) {
    const page = /** @type {Page} */ (document);
    const uses = (firstScreens.get(page.path) ?? []).toSorted((a, b) => b.all - a.all);
    const [all, needed] = ['all', 'needed'].map((name) =>
      uses.reduce((sum, use) => sum + use[/** @type {'all' | 'needed'} */ (name)], 0),
    );
    if (all - needed < LEAST_SPARED || needed > all * MOST_NEEDED) return [];
    const [{ path }] = uses;
    const link = references.find(
      ({ role, target, element }) =>
        role === 'style' && target.kind === 'file' && target.path === path && element !== null,
    );
    const range = link?.element == null ? null : page.elements[link.element].startTag;
    const inKilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
    const data = { name: path.split('/').at(-1), all: inKilobytes(all), needed: inKilobytes(needed) };
    return [{ rule: 'critical-style', page: page.path, range, resource: path, messageId: 'critical', data }];
  },
};
