/** @import { Change, Proposal, RuleMeta } from '../../lib/plan/types.ts' */

/**
 * Returns a change as a rule would build it, with the given properties.
 * @param {Partial<Omit<Change, 'proposal' | 'rule'>> & { proposal?: Partial<Proposal>, rule?: Partial<RuleMeta> }}
 *   [about]
 * @returns {Change}
 */
export function makeChange({ proposal, rule, ...about } = {}) {
  const id = proposal?.rule ?? rule?.id ?? 'gif-image';
  const whole = { rule: id, page: 'index.html', range: null, resource: null, messageId: 'x', data: {}, ...proposal };
  const { page, range } = whole;
  return {
    rule: {
      ...{ id, category: 'image', summary: '', why: '', default: 'on', safety: 'safe', reads: [], options: {} },
      ...{ messages: {}, since: '0.1.0' },
      ...rule,
    },
    proposal: whole,
    isAdvice: false,
    edits: [],
    classes: [],
    files: [],
    leadsTo: null,
    carries: [],
    asksFor: [],
    unloads: [],
    claims: range ? [{ document: page, range }] : [],
    group: null,
    words: null,
    proof: 'proven',
    ...about,
  };
}
