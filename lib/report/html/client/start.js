/** @import { HtmlData } from '../../types.ts' */
import { formatBytes, formatChange, formatMs, formatNumber } from '../../format.js';
import { startChanges } from './changes.js';
import { byId, make, SortableTable } from './dom.js';
import { startImages } from './images.js';
import { startLoading } from './loading.js';
import { startTreemap } from './treemap.js';

/** @typedef {HtmlData['pages'][0] & { estimate: HtmlData['pages'][0]['estimates'][0] | undefined }} PageRow */

/** Starts the report, one part after the other, so that the first is visible at once. */
export function startReport() {
  /** @type {HtmlData} */
  const data = JSON.parse(byId('data', HTMLElement).textContent ?? '');
  startTheme();
  startChanges(data);
  startLoading(data);
  requestAnimationFrame(() => {
    startTreemap(data);
    startPages(data);
    startImages(data);
    document.documentElement.dataset.ready = 'yes';
  });
}

/** Adds a choice between the light theme, the dark theme and that of the system. */
export function startTheme() {
  const button = byId('theme', HTMLElement);
  const order = ['system', 'light', 'dark'];
  let current = 0;
  button.addEventListener('click', () => {
    current = (current + 1) % order.length;
    document.documentElement.dataset.theme = order[current];
    button.textContent = `Theme: ${order[current]}`;
  });
}

/** Lists every page with its costs. @param {HtmlData} data */
export function startPages({ pages, conditions }) {
  if (pages.length === 0) return;
  new SortableTable(byId('pages-table', HTMLElement), {
    caption: `Every page; time over ${conditions}`,
    rows: pages.map((page) => ({ ...page, estimate: page.estimates.find(({ name }) => name === conditions) })),
    step: 25,
    sort: 'bytes',
    columns: [
      { key: 'path', label: 'Page', kind: 'what' },
      { key: 'requests', label: 'Requests', kind: 'end wide' },
      { key: 'bytes', label: 'Bytes', kind: 'end' },
      { key: 'change', label: 'Change', kind: 'end wide' },
      { key: 'ms', label: 'Time', kind: 'end wide' },
    ],
    valuesOf: valuesOfPage,
    cellsOf: cellsOfPage,
  });
}

/** Returns the values by which pages are sorted. @param {PageRow} page */
export function valuesOfPage({ path, before, after, estimate }) {
  const change = -after.bytes / Math.max(1, before.bytes);
  return { path, requests: after.requests, bytes: after.bytes, change, ms: estimate?.after.ms ?? 0 };
}

/** Returns the cells of a page. @param {PageRow} page */
export function cellsOfPage({ path, before, after, estimate }) {
  const time = estimate?.before.ms ? `${formatMs(estimate.before.ms)} → ${formatMs(estimate.after.ms)}` : '–';
  return [
    [make('span', { class: 'place' }, path)],
    [`${formatNumber(before.requests)} → ${formatNumber(after.requests)}`],
    [`${formatBytes(before.bytes)} → ${formatBytes(after.bytes)}`],
    [formatChange(before.bytes, after.bytes)],
    [time],
  ];
}
