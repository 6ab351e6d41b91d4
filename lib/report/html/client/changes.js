/** @import { HtmlData, HtmlChange } from '../../types.ts' */
import { formatBytes, formatNumber, formatSaving, formatTimeSaving } from '../../format.js';
import { byId, fillSelect, make, makeBar, SortableTable } from './dom.js';

/** Shows every change as a bar in a sortable, filtered list. @param {HtmlData} data */
export function startChanges({ changes, isDone }) {
  if (changes.length === 0) return;
  const largest = largestSavings(changes);
  const table = new SortableTable(byId('changes-table', HTMLElement), {
    caption: 'Savings of each change',
    rows: changes,
    step: 12,
    sort: 'bytes',
    columns: [
      { key: 'place', label: 'Change', kind: 'what' },
      { key: 'pages', label: 'Pages', kind: 'end wide' },
      { key: 'requests', label: 'Requests', kind: 'end wide' },
      { key: 'bytes', label: 'Bytes', kind: 'end' },
      { key: 'packets', label: 'Packets', kind: 'end wide' },
      { key: 'ms', label: 'Time', kind: 'end' },
    ],
    valuesOf: ({ place, pages, requests, bytes, packets, ms }) => ({ place, pages, requests, bytes, packets, ms }),
    cellsOf: (change) => cellsOfChange(change, isDone, largest),
  });
  const controls = {
    search: byId('changes-search', HTMLInputElement),
    rule: byId('changes-rule', HTMLSelectElement),
    status: byId('changes-status', HTMLSelectElement),
  };
  const rules = [...new Set(changes.map((change) => change.rule))].sort();
  fillSelect(controls.rule, [['', 'every rule'], ...rules.map((id) => /** @type {[string, string]} */ ([id, id]))]);
  const filter = () => table.show(filterChanges(changes, controls));
  for (const control of Object.values(controls)) control.addEventListener('input', filter);
}

/** Returns the largest saving in each measure. @param {readonly HtmlChange[]} changes */
export function largestSavings(changes) {
  const largest = { requests: 0, bytes: 0, packets: 0, ms: 0 };
  for (const measure of /** @type {(keyof typeof largest)[]} */ (Object.keys(largest)))
    largest[measure] = Math.max(...changes.map((change) => change[measure]), 0);
  return largest;
}

/**
 * Returns the cells of a change.
 * @param {HtmlChange} change
 * @param {boolean} isDone
 * @param {ReturnType<typeof largestSavings>} largest
 */
export function cellsOfChange(change, isDone, largest) {
  return [
    describeChange(change, isDone),
    [formatNumber(change.pages)],
    [...barOf(change, 'requests', largest), formatSaving(change.requests, formatNumber)],
    [...barOf(change, 'bytes', largest), formatSaving(change.bytes, formatBytes)],
    [...barOf(change, 'packets', largest), formatSaving(change.packets, formatNumber)],
    [...barOf(change, 'ms', largest), formatTimeSaving(change)],
  ];
}

/**
 * Draws the bar of a saving, if there is one.
 * @param {HtmlChange} change
 * @param {'requests' | 'bytes' | 'packets' | 'ms'} measure
 * @param {ReturnType<typeof largestSavings>} largest
 */
export function barOf(change, measure, largest) {
  const isShown = change[measure] > 0 && !(measure === 'ms' && change.isWithinError);
  return isShown ? [makeBar(change[measure], largest[measure], change.status)] : [];
}

/**
 * Returns the changes that the controls select.
 * @param {readonly HtmlChange[]} changes
 * @param {{ search: HTMLInputElement, rule: HTMLSelectElement, status: HTMLSelectElement }} controls
 */
export function filterChanges(changes, { search, rule, status }) {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  return changes.filter((change) => {
    if (rule.value && change.rule !== rule.value) return false;
    if (status.value && change.status !== status.value) return false;
    const text = `${change.rule} ${change.place} ${change.message}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * Describes a change: its file or place, its rule, its message.
 * @param {HtmlChange} change
 * @param {boolean} isDone
 */
export function describeChange(change, isDone) {
  const reason = change.reason
    ? `not done: ${change.reason}`
    : change.status === 'advised'
      ? 'advised'
      : isDone
        ? 'done'
        : 'possible';
  return [
    make('span', { class: 'place' }, change.place),
    make('span', { class: `tag ${change.status}` }, `${change.rule} · ${reason}`),
    make('span', { class: 'message' }, change.message),
  ];
}
