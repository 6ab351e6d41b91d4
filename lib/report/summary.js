/** @import { ChangeReport, Cost, Report, ResourceReport, Totals } from './types.ts' */
/** @import { ChangeSaves, JoinedChange, RuleRow, Saves, Summary } from './types.ts' */

import { CONTENT_KINDS } from '../base/content-kinds.js';

/**
 * Summarises a report for all renderings: totals, rules, best changes, largest files.
 * @param {Report} report
 * @returns {Summary}
 */
export function summariseReport(report) {
  const target = sumTargetCosts(report);
  const joined = joinChanges(report.changes);
  const all = (report.rules ?? summariseRules(joined)).map(withoutLoss).sort(byRuleWorth);
  const rules = all.filter((row) => !isAdvice(row));
  const total = totalOf(report, target);
  return {
    before: report.site.before,
    after: report.site.after,
    cost: target,
    rules,
    advice: all.filter(isAdvice),
    // The rest of the time is the saving that cannot be assigned to single rules.
    shared: { ...rules.reduce((left, { saves }) => subtract(left, saves), total), isWithinError: true },
    total,
    best: joined.filter(({ change }) => change.status === 'applied').sort(byWorth),
    biggest: report.resources.filter(({ usedBy }) => usedBy.length > 0).toSorted(bySize),
    isDone: report.command === 'build',
  };
}

/** Returns true if no change of a rule is made. @param {RuleRow} row */
function isAdvice({ applied, advised }) {
  return applied === 0 && advised > 0;
}

/**
 * Returns the saving of all changes together, with packets and time summed over all pages.
 * @param {Report} report
 * @param {Summary['cost']} cost
 * @returns {Saves}
 */
function totalOf({ site: { before, after } }, cost) {
  return {
    requests: before.requests - after.requests,
    bytes: before.bytes - after.bytes,
    packets: cost.before.packets - cost.after.packets,
    ms: cost.before.ms - cost.after.ms,
    ...(cost.isWithinError ? { isWithinError: true } : {}),
  };
}

/** Returns true if anything is left that a row would show. @param {Saves} saves */
export function isSaving({ requests, bytes, ms, isWithinError = false }) {
  return requests !== 0 || Math.abs(bytes) >= 1 || (!isWithinError && Math.abs(ms) >= 1);
}

/** @param {Saves} one @param {Saves} other @returns {Saves} */
export function addSaves(one, other) {
  return {
    requests: one.requests + other.requests,
    bytes: one.bytes + other.bytes,
    packets: one.packets + other.packets,
    ms: one.ms + other.ms,
  };
}

/** @param {Saves} whole @param {Saves} part @returns {Saves} */
function subtract(whole, part) {
  return {
    requests: whole.requests - part.requests,
    bytes: whole.bytes - part.bytes,
    packets: whole.packets - part.packets,
    ms: whole.ms - part.ms,
  };
}

/**
 * Sums the savings of changes by rule.
 * @param {readonly JoinedChange[]} joined
 * @returns {RuleRow[]}
 */
function summariseRules(joined) {
  /** @type {Map<string, RuleRow>} */
  const rows = new Map();
  for (const { change, count, saves, pages } of joined) {
    const { rule, status } = change;
    const former = rows.get(rule) ?? {
      rule,
      applied: 0,
      advised: 0,
      rejected: 0,
      saves: { ...nothing, isWithinError: true },
    };
    rows.set(rule, {
      ...former,
      [status]: former[status] + count,
      saves: {
        requests: former.saves.requests + saves.requests,
        bytes: former.saves.bytes + saves.bytes,
        packets: former.saves.packets + saves.packets * pages.size,
        ms: former.saves.ms + saves.ms * pages.size,
        isWithinError: former.saves.isWithinError && saves.isWithinError,
      },
    });
  }
  return [...rows.values()];
}

/**
 * Removes the loss of a rule that only gives advice: its changes are not recommended for their bytes.
 * @param {RuleRow} row
 * @returns {RuleRow}
 */
function withoutLoss(row) {
  return row.applied === 0 && row.saves.bytes < 0 ? { ...row, saves: nothing } : row;
}

/** @param {RuleRow} a @param {RuleRow} b */
function byRuleWorth(a, b) {
  return b.saves.bytes - a.saves.bytes || b.saves.requests - a.saves.requests || compare(a.rule, b.rule);
}

/**
 * Joins changes with the same message about the same file on several pages. Requests and bytes are those of a visitor
 * to every page once, who fetches a shared file once. Packets and time are those of one page.
 * @param {readonly ChangeReport[]} changes @returns {JoinedChange[]}
 */
export function joinChanges(changes) {
  const groups = Map.groupBy(changes, ({ rule, status, reason, resource, page, line }) =>
    [rule, status, reason, resource ?? `${page}\n${line}`].join('\n'),
  );
  return [...groups.values()].map((group) => {
    const [change] = group;
    const pages = new Set(group.map(({ page }) => page));
    return {
      change,
      count: group.length,
      pages,
      saves: change.status === 'rejected' ? nothing : saveOnce(group, pages.size),
    };
  });
}

const nothing = Object.freeze({ requests: 0, bytes: 0, packets: 0, ms: 0, isWithinError: false });

/** @param {readonly ChangeReport[]} group @param {number} pages @returns {ChangeSaves} */
function saveOnce(group, pages) {
  /** @param {(change: ChangeReport) => number} term */
  const sum = (term) => group.reduce((total, change) => total + term(change), 0);
  const isWithinError = group.every(({ saves: { ms, msBand } }) => Math.abs(ms) <= msBand);
  const each = {
    isWithinError,
    packets: sum(({ saves }) => saves.packets) / pages,
    ms: sum(({ saves }) => saves.ms) / pages,
  };
  const [{ before, after, resource }] = group;
  if (resource === null || before.requests === 0) {
    return { ...each, requests: sum(({ saves }) => saves.requests), bytes: sum(({ saves }) => saves.bytes) };
  }
  const requests = Math.max(...group.map(({ saves }) => saves.requests));
  if (after.requests >= before.requests)
    return { ...each, requests, bytes: Math.max(...group.map(({ saves }) => saves.bytes)) };
  // The file is removed once. Its replacement is written on every page.
  const file = Math.max(...group.map((change) => change.before.bytes));
  return { ...each, requests, bytes: file - sum((change) => change.before.bytes - change.saves.bytes) };
}

/**
 * Orders changes by their saving: bytes, then requests, then time. Ties are ordered by place.
 * @param {{ saves: { requests: number, bytes: number, ms: number }, change: ChangeReport }} a
 * @param {{ saves: { requests: number, bytes: number, ms: number }, change: ChangeReport }} b
 */
function byWorth(a, b) {
  return (
    b.saves.bytes - a.saves.bytes ||
    b.saves.requests - a.saves.requests ||
    b.saves.ms - a.saves.ms ||
    comparePlaces(a.change, b.change)
  );
}

/** Orders single changes, the largest saving first. @param {ChangeReport} a @param {ChangeReport} b */
function compareSavings(a, b) {
  return byWorth({ saves: a.saves, change: a }, { saves: b.saves, change: b });
}

/** Orders by page, line, column, rule. @param {ChangeReport} a @param {ChangeReport} b */
function comparePlaces(a, b) {
  return (
    compare(a.page, b.page) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.rule, b.rule) ||
    compare(a.resource ?? '', b.resource ?? '')
  );
}

/** Sums the cost of every page on the report's own link, version and visit. @param {Report} report */
function sumTargetCosts(report) {
  const { link, http, visit } = report.conditions;
  const sum = { pages: 0, before: { packets: 0, ms: 0 }, after: { packets: 0, ms: 0 }, msBand: 0 };
  for (const page of report.pages) {
    const found = page.estimates.find((each) => each.link === link && each.http === http && each.visit === visit);
    if (!found) continue;
    sum.pages += 1;
    addCost(sum.before, found.before);
    addCost(sum.after, found.after);
    sum.msBand += found.msBand ?? 0;
  }
  const savedMs = sum.before.ms - sum.after.ms;
  const { before, after } = report.site;
  const isCheaper = after.bytes <= before.bytes && after.requests <= before.requests;
  const isSmaller = isCheaper && after.bytes + after.requests < before.bytes + before.requests;
  return { ...sum, isWithinError: Math.abs(savedMs) <= sum.msBand || (savedMs < 0 && isSmaller) };
}

/** Lists kinds of content in the order of reports, with their bytes. @param {Totals} totals */
export function listKinds(totals) {
  return CONTENT_KINDS.map((kind) => ({ kind, bytes: totals[kind] }));
}

/** @param {{ packets: number, ms: number }} sum @param {Cost} cost */
function addCost(sum, cost) {
  sum.packets += cost.packets;
  sum.ms += cost.ms;
}

/** Returns the transferred bytes of a file. @param {ResourceReport} file */
function sentOf({ bytes, sent = bytes }) {
  return sent;
}

/** @param {ResourceReport} a @param {ResourceReport} b */
function bySize(a, b) {
  return sentOf(b) - sentOf(a) || compare(a.path, b.path);
}

/** Compares by code unit, which gives the same order on every machine. @param {string} a @param {string} b */
export function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Lists open changes in the files that were read: advice, and, if nothing was written, all possible changes, the
 * largest saving first.
 * @param {Report} report
 */
export function listOpen({ command, changes }) {
  const isOpen = (/** @type {ChangeReport} */ { status }) =>
    status === 'advised' || (status === 'applied' && command !== 'build');
  return changes.filter(isOpen).sort(compareSavings);
}
