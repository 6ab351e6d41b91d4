/** @import { Change, Job, Made, Proposal, Refused, Rule, Safety } from '../types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Maker, Store } from './run-jobs.js' */

import { exact } from '../../base/exact.js';
import { present } from '../../base/present.js';
import { allows } from '../levels.js';
import { keyOfJob, runJobs } from './run-jobs.js';

/**
 * Constraints from other parts of the site.
 * @typedef {object} Constraints
 * @property {(proposal: Proposal, change: Change | null) => string | null} keptBy returns the setting by which users
 *   keep it unchanged
 * @property {(proposal: Proposal, rule: Rule) => string | null} refusalOf returns the reason to reject a proposal,
 *   whatever is made for it
 * @property {(change: Change) => string | null} editRefusalOf returns the reason to reject a change by the text that it
 *   writes
 */

/**
 * @typedef {{ proposal: Proposal, rule: Rule }} Entry
 * @typedef {{ changes: readonly Change[], refused: readonly Refused[] }} Drafts
 */

/**
 * Makes the files that proposals need and drafts each possible change once. A proposal that another makes unnecessary
 * waits until that one fails. `fallBack` drafts it if a plan left the other out, and returns null if none waits.
 * @param {ReadonlyMap<SitePath, readonly Proposal[]>} found
 * @param {{ site: Site, integrity: Constraints, rules: readonly Rule[], safety: Safety,
 *   makers: Readonly<Record<string, Maker>>, store: Store | null, versionOf: (maker: string) => string | null,
 *   capacity: { readonly atOnce: number } }} context
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Drafts & { fallBack: (isLeftOut: (proposal: Proposal) => boolean) => Promise<Drafts | null> }>}
 */
export async function draftChanges(found, context, tick) {
  const { rules, integrity, safety } = context;
  const ruleById = new Map(rules.map((rule) => [rule.meta.id, rule]));
  const all = [...found.values()].flat().map((proposal) => ({ proposal, rule: present(ruleById.get(proposal.rule)) }));
  /** @type {Refused[]} */
  const refused = [];
  const open = all.filter((entry) => {
    const { rejected } = entry.proposal;
    const kept = integrity.keptBy(entry.proposal, null);
    const message = kept ?? (rejected ? null : integrity.refusalOf(entry.proposal, entry.rule));
    const reason = (kept && exact('off')) ?? rejected ?? (message && exact('safety'));
    if (reason) refused.push(refuse(entry, { reason, message, group: wholeOf(entry) }));
    return !reason;
  });
  // Changes beyond the safety level are not made, because they would be dropped.
  const isSafe = (/** @type {Entry} */ { rule }) => allows(safety, rule.meta.safety);
  const turns = openTurns(open.filter(isSafe), context, tick);
  /** @type {Map<Entry, Change | Refused | null>} drafts, which never change; null: none to report */
  const drafted = new Map();
  const draftAll = () => {
    for (const entry of open) {
      if (drafted.has(entry) || turns.winnerOf(entry.proposal) !== null) continue;
      drafted.set(entry, draftOne(entry, turns.thingsFor(entry.proposal), integrity));
    }
    const drafts = open.flatMap((entry) => {
      const known = drafted.get(entry);
      return (known === undefined ? refuseLoser(entry, turns.winnerOf(entry.proposal)) : known) ?? [];
    });
    return {
      changes: drafts.flatMap((draft) => ('edits' in draft ? [draft] : [])),
      refused: [...refused, ...drafts.flatMap((draft) => ('edits' in draft ? [] : [draft]))],
    };
  };
  await turns.run();
  return {
    ...draftAll(),
    fallBack: async (isLeftOut) => {
      turns.fail(isLeftOut);
      return (await turns.run()) ? draftAll() : null;
    },
  };
}

/** @param {Entry} entry @param {Pick<Refused, 'reason'> & Partial<Refused>} why @returns {Refused} */
function refuse({ proposal, rule }, why) {
  return Object.freeze({ rule: rule.meta, proposal, message: null, group: null, ...why });
}

/** Returns the group of a proposal that is part of a whole, whatever is made of it. @param {Entry} entry */
function wholeOf({ proposal: { whole } }) {
  return whole ? { id: whole, take: exact('all') } : null;
}

/** @param {Entry} entry @param {string | null} winner */
function refuseLoser(entry, winner) {
  const group = entry.rule.group?.(entry.proposal, []) ?? null;
  return refuse(entry, { reason: 'overlaps', message: `${winner} renders it in another way`, group });
}

/**
 * @param {Entry} entry
 * @param {readonly Made[] | null} things null: nothing was made
 * @param {Constraints} integrity
 * @returns {Change | Refused | null} null if there is nothing to report
 */
function draftOne(entry, things, integrity) {
  const { proposal, rule } = entry;
  const group = rule.group?.(proposal, things ?? []) ?? null;
  const failed = things?.find(({ ok }) => !ok);
  if (failed && !failed.ok && proposal.isQuiet && !failed.text && !failed.isLikely) return null;
  if (failed && !failed.ok) return refuse(entry, { reason: failed.reason, message: failed.message, group });
  if (!things) return refuse(entry, { reason: 'safety', group });
  const change = draftChange(rule, proposal, things, group);
  const kept = integrity.keptBy(proposal, change);
  if (kept) return refuse(entry, { reason: 'off', message: kept, group });
  const message = integrity.editRefusalOf(change);
  return message ? refuse(entry, { reason: 'safety', message, group }) : change;
}

/**
 * Creates the rounds in which the files of proposals are made. A proposal whose place another takes is only made if
 * that one fails.
 * @param {readonly Entry[]} allowed
 * @param {Parameters<typeof draftChanges>[1]} context
 * @param {(done: number, of: number) => void} tick
 */
function openTurns(allowed, context, tick) {
  const winnersOf = findWinners(allowed.map(({ proposal }) => proposal));
  /** @type {Map<Proposal, Job[]>} */
  const jobs = new Map();
  /** @type {Map<string, Made>} */
  const made = new Map();
  /** @type {Set<Proposal>} */
  const failed = new Set();
  /** Proposals that still need the original file. @type {Set<Proposal>} */
  const partial = new Set();
  /** Returns the rule that makes a proposal unnecessary. @param {Proposal} proposal */
  const winnerOf = (proposal) =>
    winnersOf(proposal).find(
      (winner) => !failed.has(winner) && (!partial.has(winner) || winner.supersedes?.includes(proposal.rule)),
    )?.rule ?? null;
  const nextTurn = () => allowed.filter(({ proposal }) => !jobs.has(proposal) && winnerOf(proposal) === null);
  return {
    winnerOf,
    thingsFor: (/** @type {Proposal} */ proposal) =>
      jobs.has(proposal) ? thingsOf(jobs.get(proposal), made, context.site) : null,
    fail: (/** @type {(proposal: Proposal) => boolean} */ isLeftOut) => {
      for (const proposal of jobs.keys()) if (isLeftOut(proposal)) failed.add(proposal);
    },
    /** Makes everything that is due. Returns true if that was anything. */
    run: async () => {
      const known = jobs.size;
      for (let turn = nextTurn(); turn.length > 0; turn = nextTurn()) {
        for (const { proposal, rule } of turn) jobs.set(proposal, rule.jobs?.(proposal) ?? []);
        const wanted = turn.flatMap(({ proposal }) => present(jobs.get(proposal)));
        for (const [key, thing] of await runJobs(wanted, context, tick)) made.set(key, thing);
        for (const { proposal } of turn) {
          const things = thingsOf(jobs.get(proposal), made, context.site);
          if (things.some(({ ok }) => !ok)) failed.add(proposal);
          if (things.some((one) => one.ok && one.data.isPartial === true)) partial.add(proposal);
        }
      }
      return jobs.size > known;
    },
  };
}

/**
 * @param {readonly Job[] | undefined} jobs
 * @param {ReadonlyMap<string, Made>} made
 * @param {Site} site
 */
function thingsOf(jobs = [], made, site) {
  return jobs.map((job) => present(made.get(keyOfJob(job, site))));
}

/**
 * Finds the proposals that make another one unnecessary.
 * @param {readonly Proposal[]} proposals
 * @returns {(proposal: Proposal) => readonly Proposal[]}
 */
function findWinners(proposals) {
  const key = (/** @type {string} */ rule, /** @type {SitePath | null} */ page, /** @type {SitePath | null} */ file) =>
    JSON.stringify([rule, page, file]);
  const winners = Map.groupBy(
    proposals.flatMap((winner) =>
      [winner.resource, ...(winner.alsoShown ?? [])].flatMap((file) =>
        [...(winner.supersedes ?? []), ...(winner.supersedesIfWhole ?? [])].map((other) => ({
          loser: key(other, winner.isEverywhere ? null : winner.page, file),
          winner,
        })),
      ),
    ),
    ({ loser }) => loser,
  );
  return ({ rule, page, resource }) =>
    [page, null].flatMap((where) => winners.get(key(rule, where, resource)) ?? []).map(({ winner }) => winner);
}

/**
 * Drafts the change of a rule, with all that it leaves out.
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
    unloads: others.unloads ?? [],
    proof: others.proof ?? (meta.safety === 'safe' ? 'proven' : 'similar'),
  });
}

/**
 * Returns the documents that a change edits.
 * @param {Pick<Change, 'edits' | 'proposal'>} change @returns {Set<SitePath>}
 */
export function documentsOf({ edits, proposal }) {
  return new Set(edits.map(({ document = proposal.page }) => document));
}
