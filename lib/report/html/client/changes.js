/** @import { HtmlData, HtmlChange } from '../../types.ts' */
import { formatBytes, formatMs, formatNumber, formatSaving, formatTimeSaving } from '../../format.js';
import { byId, fillSelect, make, makeBar, mountTable } from './dom.js';

/** Shows every change as a bar in a sortable, filtered list. @param {HtmlData} data */
export function startChanges({ changes, isDone }) {
  if (changes.length === 0) return;
  /** @type {Record<string, number>} */
  const largest = {};
  for (const measure of ['requests', 'bytes', 'packets', 'ms']) {
    largest[measure] = Math.max(...changes.map((change) => change[/** @type {'bytes'} */ (measure)]), 0);
  }
  /**
   * @param {'requests' | 'bytes' | 'packets' | 'ms'} measure
   * @param {string} label
   * @param {(value: number) => string} format
   * @param {string} kind
   */
  const column = (measure, label, format, kind) => ({
    key: measure,
    label,
    kind,
    value: (/** @type {HtmlChange} */ change) => change[measure],
    cell: (/** @type {HtmlChange} */ change) => [
      ...(change[measure] > 0 && !(measure === 'ms' && change.isWithinError)
        ? [makeBar(change[measure], largest[measure], change.status)]
        : []),
      measure === 'ms' ? formatTimeSaving(change) : formatSaving(change[measure], format),
    ],
  });
  const table = mountTable(byId('changes-table', HTMLElement), {
    caption: 'What each change saves',
    rows: changes,
    step: 12,
    sort: 'bytes',
    columns: [
      {
        key: 'place',
        label: 'Change',
        kind: 'what',
        value: (change) => change.place,
        cell: (change) => describeChange(change, isDone),
      },
      {
        key: 'pages',
        label: 'Pages',
        kind: 'end wide',
        value: (change) => change.pages,
        cell: (change) => [formatNumber(change.pages)],
      },
      column('requests', 'Requests', formatNumber, 'end wide'),
      column('bytes', 'Bytes', formatBytes, 'end'),
      column('packets', 'Packets', formatNumber, 'end wide'),
      column('ms', 'Time', formatMs, 'end'),
    ],
  });
  const search = byId('changes-search', HTMLInputElement);
  const rule = byId('changes-rule', HTMLSelectElement);
  const status = byId('changes-status', HTMLSelectElement);
  const rules = [...new Set(changes.map((change) => change.rule))].sort();
  fillSelect(rule, [['', 'every rule'], ...rules.map((id) => /** @type {[string, string]} */ ([id, id]))]);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    table.show(
      changes.filter((change) => {
        if (rule.value && change.rule !== rule.value) return false;
        if (status.value && change.status !== status.value) return false;
        const text = `${change.rule} ${change.place} ${change.message}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    );
  };
  for (const control of [search, rule, status]) control.addEventListener('input', filter);
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
