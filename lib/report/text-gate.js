/** @import { Cell } from './text-table.js' */
/** @import { FullReport, Summary } from './types.ts' */

import { exact } from '../base/exact.js';
import { tabulateComparison } from './comparison.js';
import { formatBytes, formatChange, formatCount, formatMs, formatNumber } from './format.js';
import { groupFailures } from './group-failures.js';
import { heading, more, table, wrap } from './text-table.js';

/** Max failures on the terminal. The files have all. */
const maxFailures = 10;

/**
 * Writes the cost of a checked site. Nothing was made, so there is no after.
 * @param {FullReport} report
 * @param {Pick<Summary, 'before' | 'cost'>} now
 * @returns {Cell[][]}
 */
export function checked({ pages, gate }, { before, cost }) {
  if (pages.length === 0) return [[{ text: 'There is no page to load.' }]];
  const { was } = gate?.comparison?.site ?? { was: null };
  /** @type {[string, number | null, number, (value: number) => string][]} */
  const rows = [
    ['requests', was?.requests ?? null, before.requests, formatNumber],
    ['bytes', was?.bytes ?? null, before.bytes, formatBytes],
  ];
  if (cost.pages > 0) {
    const share = cost.pages === 1 ? '' : ' a page';
    rows.push([`packets${share}`, null, cost.before.packets / cost.pages, formatNumber]);
    rows.push([`time${share}`, null, cost.before.ms / cost.pages, formatMs]);
  }
  const head = was ? ['', 'baseline', '', 'now', ''] : ['', 'now'];
  return table([
    head.map((text) => ({ text, end: text !== '', tint: exact('dim') })),
    ...rows.map(([name, from, to, format]) => {
      const now = { text: format(to), end: true, tint: exact('bold') };
      if (!was) return [{ text: name }, now];
      if (from === null) return [{ text: name }, { text: '', end: true }, { text: ' ' }, now, { text: '' }];
      const tint = exact(to > from ? 'bad' : to < from ? 'good' : 'dim');
      return [
        { text: name },
        { text: format(from), end: true },
        { text: '→' },
        now,
        { text: formatChange(from, to), end: true, tint },
      ];
    }),
  ]);
}

/** Writes pages with their baseline and their limit. @param {FullReport} report @returns {Cell[][]} */
export function compared({ gate }) {
  if (!gate?.comparison) return [];
  const { heads, rows, notes } = tabulateComparison(gate.comparison);
  const lines = rows.map(({ cells, isOver }) =>
    cells.map((text, index) => ({ text, end: index > 1, ...(isOver ? { tint: exact('bad') } : {}) })),
  );
  const head = heads.map((text, index) => ({ text, end: index > 1, tint: exact('dim') }));
  return [
    heading(`Against the baseline (allowed: ${gate.comparison.tolerance}; no request more)`),
    ...(rows.length > 0 ? table([head, ...lines]) : []),
    ...notes.map((text) => [{ text: `  ${text}`, tint: exact('dim') }]),
  ];
}

/** @param {FullReport} report @param {number} width @returns {Cell[][]} */
export function verdict({ gate }, width) {
  if (!gate) return [];
  if (gate.passed && gate.against.length === 0) return [[{ text: 'The gate checked nothing.', tint: 'bold' }]];
  if (gate.passed) return [[{ text: `The gate passed: ${describePassed(gate)}.`, tint: 'good' }]];
  const groups = groupFailures(gate.failures);
  const lines = groups
    .slice(0, maxFailures)
    .flatMap(({ failure: { message, fix }, others }) => [
      ...wrap(message, { width, rest: '    ' }).map(([cell]) => [{ ...cell, tint: exact('bad') }]),
      ...(others ? wrap(others, { width, first: '    ' }) : []),
      ...(fix ? wrap(fix, { width, first: '    ' }) : []),
    ]);
  return [
    heading(`The gate failed: ${formatCount(gate.failures.length, 'fault')}`),
    ...lines,
    ...more(groups.length - maxFailures, 'fault'),
  ];
}

/**
 * Describes what a passed gate compared the pages with.
 * @param {Pick<NonNullable<FullReport['gate']>, 'against'>} gate
 */
export function describePassed({ against }) {
  const subjects = { baseline: 'the baseline', budgets: 'the budgets', rules: 'the rules at “error”' };
  return `no fault against ${against.map((name) => subjects[name]).join(', ')}`;
}
