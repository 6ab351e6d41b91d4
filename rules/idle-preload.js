/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page, Reference } from '../lib/site/types.ts' */

import { editsIn } from './kit/proposed.js';
import { isWatched } from './kit/scripted.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'idle-preload',
    category: 'delivery',
    summary: 'Removes preloads of fonts that no page renders.',
    why:
      'Themes preload their fonts on every page, also the icons of other pages and fonts that a site has replaced ' +
      'with its own. A preload takes bandwidth from the files that the first screen needs. If a script renders such ' +
      'a font later, the browser requests it then.',
    default: 'on',
    safety: 'safe',
    reads: ['references', 'follows', 'fonts', 'scripts'],
    options: {},
    messages: { idle: '{name} is preloaded, and no page renders it.' },
    since: '0.2.0',
  },

  detect(page, facts) {
    // Without a visit, nothing is known about the rendered fonts.
    if (facts.scripts.images === null) return [];
    const rendered = new Set(facts.follows.flatMap(({ role, target }) => (isFontOf(role, target) ? target.path : [])));
    return facts.references.flatMap((reference) => proposeFor(page, reference, rendered, facts));
  },

  draft: ({ data }) => ({ edits: editsIn(data), proof: 'proven' }),
};

/**
 * @param {Reference['role']} role @param {Reference['target']} target
 * @returns {target is Extract<Reference['target'], { kind: 'file' }>}
 */
function isFontOf(role, target) {
  return role === 'font' && target.kind === 'file';
}

/**
 * @param {Page} page @param {Reference} reference @param {ReadonlySet<string>} rendered
 * @param {Pick<Facts, 'fonts' | 'scripts'>} facts
 * @returns {Proposal[]}
 */
function proposeFor(page, { role, element, target }, rendered, { fonts, scripts }) {
  const link = element === null ? null : page.elements[element];
  if (role !== 'preload' || target.kind !== 'file' || link?.tag !== 'link' || link.inert) return [];
  const kind = link.attributes.get('as')?.value.trim().toLowerCase();
  const isUsed = rendered.has(target.path) || fonts.has(target.path) || scripts.files.has(target.path);
  if (kind !== 'font' || isUsed || isWatched(link, scripts)) return [];
  const data = { name: target.path.split('/').at(-1), edit: { range: link.range, text: '' } };
  return [{ rule: 'idle-preload', page: page.path, range: link.range, resource: target.path, messageId: 'idle', data }];
}
