/** @import { ChangeReport, Cost, Report, ResourceReport, Totals } from '../types.ts' */
/** @import { Digest, RankedChange, RuleRow } from './types.ts' */

/** Sums a report up into what every rendering shows: totals, rules, best changes, biggest files. @param {Report} report @returns {Digest} */
export function digestReport(report) {
  const target = sumTargetCosts(report);
  return {
    before: report.site.before,
    after: report.site.after,
    cost: target,
    rules: summariseRules(report.changes),
    best: rankChanges(report.changes),
    biggest: report.resources.toSorted(bySize),
    applied: report.changes.some((change) => change.status === 'applied'),
  };
}

/** Groups what changes save by rule, the most bytes first. @param {readonly ChangeReport[]} changes @returns {RuleRow[]} */
export function summariseRules(changes) {
  /** @type {Map<string, RuleRow>} */
  const rows = new Map();
  for (const change of changes) {
    const row = rows.get(change.rule) ?? {
      rule: change.rule,
      applied: 0,
      advised: 0,
      rejected: 0,
      saves: { requests: 0, bytes: 0, packets: 0, ms: 0 },
    };
    row[change.status] += 1;
    if (change.status !== 'rejected') addSaves(row.saves, change.saves);
    rows.set(change.rule, row);
  }
  return [...rows.values()].sort(
    (a, b) => b.saves.bytes - a.saves.bytes || b.saves.requests - a.saves.requests || compare(a.rule, b.rule),
  );
}

/** Joins changes that say the same of the same file on several pages and puts the best first. @param {readonly ChangeReport[]} changes @returns {RankedChange[]} */
export function rankChanges(changes) {
  /** @type {Map<string, RankedChange>} */
  const groups = new Map();
  for (const change of changes) {
    if (change.status === 'rejected') continue;
    const key = change.resource
      ? `${change.rule}\n${change.resource}`
      : `${change.rule}\n\n${change.page}\n${change.line}`;
    const group = groups.get(key);
    if (group) {
      group.pages.add(change.page);
      group.count += 1;
      addSaves(group.saves, change.saves);
    } else {
      const { requests, bytes, packets, ms } = change.saves;
      groups.set(key, { change, count: 1, pages: new Set([change.page]), saves: { requests, bytes, packets, ms } });
    }
  }
  return [...groups.values()].sort(byWorth);
}

/** Orders changes by what they save: bytes, then requests, then time; ties by place. @param {{ saves: { requests: number, bytes: number, ms: number }, change: ChangeReport }} a @param {{ saves: { requests: number, bytes: number, ms: number }, change: ChangeReport }} b */
function byWorth(a, b) {
  return (
    b.saves.bytes - a.saves.bytes ||
    b.saves.requests - a.saves.requests ||
    b.saves.ms - a.saves.ms ||
    comparePlaces(a.change, b.change)
  );
}

/** Orders single changes, the one that saves most first. @param {ChangeReport} a @param {ChangeReport} b */
export function compareSavings(a, b) {
  return byWorth({ saves: a.saves, change: a }, { saves: b.saves, change: b });
}

/** Orders by page, line, column, rule. @param {ChangeReport} a @param {ChangeReport} b */
export function comparePlaces(a, b) {
  return (
    compare(a.page, b.page) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.rule, b.rule) ||
    compare(a.resource ?? '', b.resource ?? '')
  );
}

/** Adds what every page costs on the report's own link, version and visit. @param {Report} report */
function sumTargetCosts(report) {
  const { link, http, visit } = report.conditions;
  const sum = { pages: 0, before: { packets: 0, ms: 0 }, after: { packets: 0, ms: 0 } };
  for (const page of report.pages) {
    const found = page.estimates.find((each) => each.link === link && each.http === http && each.visit === visit);
    if (!found) continue;
    sum.pages += 1;
    addCost(sum.before, found.before);
    addCost(sum.after, found.after);
  }
  return sum;
}

/** Kinds of content in the order reports show them, with their bytes. @param {Totals} totals */
export function listKinds(totals) {
  return /** @type {const} */ (['html', 'css', 'script', 'image', 'other']).map((kind) => ({
    kind,
    bytes: totals[kind],
  }));
}

/** @param {{ packets: number, ms: number }} sum @param {Cost} cost */
function addCost(sum, cost) {
  sum.packets += cost.packets;
  sum.ms += cost.ms;
}

/** @param {RuleRow['saves']} sum @param {RuleRow['saves']} saves */
function addSaves(sum, saves) {
  sum.requests += saves.requests;
  sum.bytes += saves.bytes;
  sum.packets += saves.packets;
  sum.ms += saves.ms;
}

/** @param {ResourceReport} a @param {ResourceReport} b */
function bySize(a, b) {
  return b.bytes - a.bytes || compare(a.path, b.path);
}

/** Compares by code unit: the same order on every machine. @param {string} a @param {string} b */
export function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
