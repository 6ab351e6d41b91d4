/** @import { Change, Job, Made, Proposal, Refused, Rule, Safety, Site, SitePath } from '../types.ts' */
/** @import { Maker, Store } from './run-jobs.js' */

import { exact } from '../exact.js';
import { present } from '../present.js';
import { keyOfJob, runJobs } from './run-jobs.js';

/** @type {readonly Safety[]} */
const SAFETIES = ['safe', 'visual', 'lossy'];

/**
 * What must stay as it is since something else of the site says so.
 * @typedef {object} Constraints
 * @property {(proposal: Proposal, rule: Rule) => string | null} refusalOf why a proposal must not be done, whatever is
 *   made for it
 * @property {(change: Change) => string | null} editRefusalOf why a change must not be done, by what it writes
 */

/**
 * Makes what the proposals need and drafts each that can be done, once.
 * @param {ReadonlyMap<SitePath, readonly Proposal[]>} found
 * @param {{ site: Site, integrity: Constraints, rules: readonly Rule[], safety: Safety,
 *   makers: Readonly<Record<string, Maker>>, store: Store | null, version: string, atOnce: number }} context
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<{ changes: Change[], refused: Refused[] }>}
 */
export async function draftChanges(found, context, tick) {
  const { rules, site, integrity, safety } = context;
  const ruleById = new Map(rules.map((rule) => [rule.meta.id, rule]));
  const all = [...found.values()].flat().map((proposal) => ({ proposal, rule: present(ruleById.get(proposal.rule)) }));
  /** @type {Refused[]} */
  const refused = [];
  /** @type {(entry: typeof all[number], why: Pick<Refused, 'reason'> & Partial<Refused>) => void} */
  const refuse = ({ proposal, rule }, why) =>
    refused.push(Object.freeze({ rule: rule.meta, proposal, message: null, group: null, ...why }));

  const open = all.filter((entry) => {
    const { rejected } = entry.proposal;
    const message = rejected ? null : integrity.refusalOf(entry.proposal, entry.rule);
    const reason = rejected ?? (message && exact('safety'));
    if (reason) refuse(entry, { reason, message });
    return !reason;
  });
  // What safety forbids, or another change puts something in the place of, is not made: it would only be thrown away.
  const isSafe = (/** @type {typeof all[number]} */ { rule }) =>
    SAFETIES.indexOf(rule.meta.safety) <= SAFETIES.indexOf(safety);
  const winnerOf = findWinners(open.filter(isSafe).map(({ proposal }) => proposal));
  const allowed = open.filter((entry) => isSafe(entry) && winnerOf(entry.proposal) === null);
  /** @type {Map<Proposal, Job[]>} */
  const jobs = new Map(allowed.map(({ proposal, rule }) => [proposal, rule.jobs?.(proposal) ?? []]));
  const made = await runJobs([...jobs.values()].flat(), context, tick);
  /** @type {Change[]} */
  const changes = [];
  for (const entry of open) {
    const { proposal, rule } = entry;
    const wanted = jobs.get(proposal);
    const things = (wanted ?? []).map((job) => present(made.get(keyOfJob(job, site))));
    const group = rule.group?.(proposal, things) ?? null;
    const failed = things.find(({ ok }) => !ok);
    const winner = winnerOf(proposal);
    if (winner !== null) refuse(entry, { reason: 'overlaps', message: `${winner} shows it in another form`, group });
    else if (failed && !failed.ok) refuse(entry, { reason: failed.reason, message: failed.message, group });
    else if (!wanted) refuse(entry, { reason: 'safety', group });
    else {
      const change = draftChange(rule, proposal, things, group);
      const message = integrity.editRefusalOf(change);
      if (message) refuse(entry, { reason: 'safety', message, group });
      else changes.push(change);
    }
  }
  return { changes, refused };
}

/**
 * Finds the rule whose proposal makes another one needless.
 * @param {readonly Proposal[]} proposals
 * @returns {(proposal: Proposal) => string | null}
 */
function findWinners(proposals) {
  const key = (/** @type {string} */ rule, /** @type {SitePath} */ page, /** @type {SitePath | null} */ resource) =>
    JSON.stringify([rule, page, resource]);
  const winners = new Map(
    proposals.flatMap(({ rule, page, resource, supersedes = [], alsoShown = [] }) =>
      supersedes.flatMap((other) => [resource, ...alsoShown].map((file) => exact([key(other, page, file), rule]))),
    ),
  );
  return ({ rule, page, resource }) => winners.get(key(rule, page, resource)) ?? null;
}

/**
 * What a rule would do, with all that it leaves out.
 * @param {Rule} rule
 * @param {Proposal} proposal
 * @param {readonly Made[]} made
 * @param {Change['group']} group
 * @returns {Change}
 */
export function draftChange({ meta, draft }, proposal, made, group) {
  const { page, range } = proposal;
  const { edits, claims, leadsTo = null, words = null, ...others } = draft?.(proposal, made) ?? { edits: [] };
  return Object.freeze({
    rule: meta,
    proposal,
    isAdvice: draft === undefined,
    edits,
    claims: claims ?? (range ? [{ document: page, range }] : []),
    leadsTo,
    words,
    group,
    classes: others.classes ?? [],
    files: others.files ?? [],
    carries: others.carries ?? [],
    asksFor: others.asksFor ?? [],
    proof: others.proof ?? (meta.safety === 'safe' ? 'proven' : 'alike'),
  });
}

/** Documents that a change writes into. @param {Pick<Change, 'edits' | 'proposal'>} change @returns {Set<SitePath>} */
export function documentsOf({ edits, proposal }) {
  return new Set(edits.map(({ document = proposal.page }) => document));
}
