/** @import { Job, Made, Proposal, Rule, Site, SitePath } from '../types.ts' */
/** @import { Maker, Store } from '../make/run-jobs.js' */
/** @import { Ready } from './apply-plan.js' */

import { keyOfJob, runJobs } from '../make/run-jobs.js';

/**
 * A proposal that cannot be done, and why.
 * @typedef {object} Refused
 * @property {Proposal} proposal
 * @property {Rule} rule
 * @property {import('../types.ts').Reason} reason
 * @property {string | null} message
 * @property {string} [text] the words that it seems to show
 */

const SAFETIES = ['safe', 'visual', 'lossy'];

/**
 * Makes what the proposals need and parts those that could be applied from those that cannot.
 * @param {ReadonlyMap<SitePath, readonly Proposal[]>} found
 * @param {{ site: Site, seals: import('./seals.js').Seals, rules: readonly Rule[], settings: ReadonlyMap<string, import('../detect/run-rules.js').RuleSetting>,
 *   safety: import('../types.ts').Safety, makers: Readonly<Record<string, Maker>>, store: Store | null, version: string, atOnce: number }} context
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<{ ready: Ready[], refused: Refused[] }>}
 */
export async function gather(found, context, tick) {
  const { rules, site, seals, safety } = context;
  const ruleById = new Map(rules.map((rule) => [rule.meta.id, rule]));
  const all = [...found.values()]
    .flat()
    .map((proposal) => ({ proposal, rule: /** @type {Rule} */ (ruleById.get(proposal.rule)) }));
  /** @type {Refused[]} */
  const refused = [];
  const open = all.filter((entry) => {
    const { rejected } = entry.proposal;
    const message = rejected ? null : seals.refusalOf(entry.proposal, entry.rule);
    const reason = rejected ?? (message && /** @type {const} */ ('safety'));
    if (reason) refused.push({ ...entry, reason, message });
    return !reason;
  });
  // What safety forbids is not made either: it would only be thrown away.
  const allowed = open.filter(({ rule }) => SAFETIES.indexOf(rule.meta.safety) <= SAFETIES.indexOf(safety));
  /** @type {Map<Proposal, Job[]>} */
  const jobs = new Map(allowed.map(({ proposal, rule }) => [proposal, rule.jobs?.(proposal) ?? []]));
  const made = await runJobs([...jobs.values()].flat(), context, tick);
  /** @type {Ready[]} */
  const ready = [];
  for (const { proposal, rule } of open) {
    const wanted = jobs.get(proposal);
    const things = (wanted ?? []).map((job) => /** @type {Made} */ (made.get(keyOfJob(job, site))));
    const failed = things.find(({ ok }) => !ok);
    if (failed && !failed.ok) {
      const { reason, message, text } = failed;
      refused.push({ proposal, rule, reason, message, ...(text ? { text } : {}) });
    } else if (!wanted) refused.push({ proposal, rule, reason: 'safety', message: null });
    else {
      const message = seals.editRefusalOf({ proposal, rule, made: things });
      if (message) refused.push({ proposal, rule, reason: 'safety', message });
      else ready.push({ proposal, rule, made: things });
    }
  }
  return { ready, refused };
}
