/** @import { HtmlData } from '../../types.ts' */
import { formatBytes, formatChange, formatMs, formatNumber } from '../../format.js';
import { startChanges } from './changes.js';
import { byId, make, mountTable } from './dom.js';
import { startImages } from './images.js';
import { startLoading } from './loading.js';
import { startTreemap } from './treemap.js';

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
  /** @param {HtmlData['pages'][0]} page */
  const target = (page) => page.estimates.find((each) => each.name === conditions);
  const rows = pages.map((page) => ({
    ...page,
    ms: target(page)?.after.ms ?? 0,
    msBefore: target(page)?.before.ms ?? 0,
  }));
  mountTable(byId('pages-table', HTMLElement), {
    caption: `Every page; time over ${conditions}`,
    rows,
    step: 25,
    sort: 'bytes',
    columns: [
      {
        key: 'path',
        label: 'Page',
        kind: 'what',
        value: (page) => page.path,
        cell: (page) => [make('span', { class: 'place' }, page.path)],
      },
      {
        key: 'requests',
        label: 'Requests',
        kind: 'end wide',
        value: (page) => page.after.requests,
        cell: (page) => [`${formatNumber(page.before.requests)} → ${formatNumber(page.after.requests)}`],
      },
      {
        key: 'bytes',
        label: 'Bytes',
        kind: 'end',
        value: (page) => page.after.bytes,
        cell: (page) => [`${formatBytes(page.before.bytes)} → ${formatBytes(page.after.bytes)}`],
      },
      {
        key: 'change',
        label: 'Change',
        kind: 'end wide',
        value: (page) => -page.after.bytes / Math.max(1, page.before.bytes),
        cell: (page) => [formatChange(page.before.bytes, page.after.bytes)],
      },
      {
        key: 'ms',
        label: 'Time',
        kind: 'end wide',
        value: (page) => page.ms,
        cell: (page) => [page.msBefore ? `${formatMs(page.msBefore)} → ${formatMs(page.ms)}` : '–'],
      },
    ],
  });
}
