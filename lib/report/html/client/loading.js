/** @import { HtmlData, HtmlTrace, HtmlTraceSide } from '../../types.ts' */
import { formatBytes, formatChange, formatMs, formatNumber, shorten } from '../../format.js';
import { byId, fillSelect, make, makeBar, makeSvg } from './dom.js';

/** Shows how the chosen page loads under the chosen conditions. @param {HtmlData} data */
export function startLoading(data) {
  if (data.pages.length === 0) return;
  const page = byId('loading-page', HTMLSelectElement);
  const conditions = byId('loading-conditions', HTMLSelectElement);
  fillSelect(
    page,
    data.pages.map(({ path }, index) => [String(index), path]),
  );
  const draw = () => {
    const chosen = data.pages[Number(page.value)];
    const estimate = chosen.estimates.find((each) => each.name === conditions.value);
    const trace = data.traces.find((each) => each.page === Number(page.value) && each.name === conditions.value);
    drawPairs(
      byId('loading-packets', HTMLElement),
      `Packets of ${chosen.path} by kind`,
      listPackets(trace, estimate),
      formatNumber,
    );
    drawWaterfalls(byId('loading-waterfall', HTMLElement), data, trace, chosen.path);
  };
  const choosePage = () => {
    const chosen = data.pages[Number(page.value)];
    const former = conditions.value;
    const traces = data.traces.filter((each) => each.page === Number(page.value));
    const names = [...new Set([...chosen.estimates, ...traces].map(({ name }) => name))];
    fillSelect(
      conditions,
      names.map((name) => [name, name]),
    );
    const wanted = [former, data.conditions].find((name) => names.includes(name));
    if (wanted) conditions.value = wanted;
    drawPairs(
      byId('loading-times', HTMLElement),
      `Load time of ${chosen.path}, before above after`,
      chosen.estimates.map(({ name, before, after }) => ({
        label: name,
        before: before.ms,
        after: after.ms,
        largest: Math.max(before.ms, after.ms),
      })),
      formatMs,
    );
    draw();
  };
  page.addEventListener('input', choosePage);
  conditions.addEventListener('input', draw);
  choosePage();
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    requestAnimationFrame(draw);
  });
}

/**
 * Lists packets by kind if the model has them, otherwise by direction.
 * @param {HtmlTrace | undefined} trace
 * @param {HtmlData['pages'][0]['estimates'][0] | undefined} estimate
 */
export function listPackets(trace, estimate) {
  if (trace) {
    const names = { data: 'data', ack: 'acknowledgement', syn: 'opening', fin: 'closing', retransmitted: 'sent again' };
    return Object.entries(names).map(([kind, label]) => ({
      label,
      before: trace.before.packets[/** @type {'data'} */ (kind)],
      after: trace.after.packets[/** @type {'data'} */ (kind)],
    }));
  }
  if (!estimate) return [];
  const { before, after } = estimate;
  return [
    { label: 'to the visitor', before: before.packetsDown, after: after.packetsDown },
    { label: 'to the server', before: before.packetsUp, after: after.packetsUp },
  ];
}

/**
 * Draws pairs of bars, before over after, as a table; `largest`: value of a full bar, by default the largest of all.
 * @param {HTMLElement} host
 * @param {string} caption
 * @param {{ label: string, before: number, after: number, largest?: number }[]} pairs
 * @param {(value: number) => string} format
 */
export function drawPairs(host, caption, pairs, format) {
  const most = Math.max(0, ...pairs.flatMap(({ before, after }) => [before, after]));
  const heads = ['', 'before', 'after', 'change'].map((text) =>
    text ? make('th', { scope: 'col', class: text === 'change' ? 'end' : null }, text) : make('td', {}),
  );
  const rows = pairs.map(({ label, before, after, largest = most }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, label),
      make('td', { class: 'end' }, makeBar(before, largest, 'before'), format(before)),
      make('td', { class: 'end' }, makeBar(after, largest, 'after'), format(after)),
      make('td', { class: 'end' }, formatChange(before, after)),
    ),
  );
  const table = make(
    'table',
    { class: 'pairs' },
    make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...heads)),
    make('tbody', {}, ...rows),
  );
  host.replaceChildren(table);
}

/**
 * Draws the waterfalls before and after on one time axis.
 * @param {HTMLElement} host
 * @param {HtmlData} data
 * @param {HtmlTrace | undefined} trace
 * @param {string} path
 */
export function drawWaterfalls(host, data, trace, path) {
  if (!trace) {
    host.replaceChildren(
      make('p', { class: 'note' }, 'The report contains no waterfall of this page under these conditions.'),
    );
    return;
  }
  /** @type {('before' | 'after')[]} */
  const sides = ['before', 'after'];
  const endMs = Math.max(1, ...sides.flatMap((side) => trace[side].rows.map((row) => row[6])));
  host.replaceChildren(...sides.map((side) => drawWaterfall(host, data, trace[side], `${path}, ${side}`, endMs)));
}

/**
 * Draws one waterfall, with the same figures as a table below it.
 * @param {HTMLElement} host
 * @param {HtmlData} data
 * @param {HtmlTraceSide} side
 * @param {string} title
 * @param {number} endMs
 */
export function drawWaterfall(host, data, side, title, endMs) {
  const width = Math.max(300, host.clientWidth);
  const nameWidth = Math.round(Math.min(260, width * 0.34));
  const rowHeight = 18;
  const top = 22;
  const maxRows = 120;
  const rows = side.rows.slice(0, maxRows);
  const height = top + rows.length * rowHeight + 4;
  /** @param {number} ms */
  const x = (ms) => nameWidth + ((width - nameWidth - 8) * ms) / endMs;
  const ticks = listTicks(endMs, width < 500 ? 3 : 6).map((ms) =>
    makeSvg(
      'g',
      { class: 'tick' },
      makeSvg('line', { x1: x(ms), x2: x(ms), y1: top - 4, y2: height }),
      makeSvg('text', { x: x(ms), y: 12, 'text-anchor': x(ms) > width - 40 ? 'end' : 'middle' }, formatMs(ms)),
    ),
  );
  const bars = rows.map(([name, type, bytes, found, request, first, done], index) => {
    const y = top + index * rowHeight;
    const kind = data.types[type];
    return makeSvg(
      'g',
      { class: `row fill-${kind}` },
      makeSvg(
        'title',
        {},
        `${data.names[name]}: ${formatBytes(bytes)}, found ${formatMs(found)}, asked ${formatMs(request)}, ` +
          `first byte ${formatMs(first)}, complete ${formatMs(done)}`,
      ),
      makeSvg('rect', { class: 'hit', x: 0, y, width, height: rowHeight }),
      makeSvg('text', { x: 0, y: y + 13 }, shorten(data.names[name], Math.floor(nameWidth / 6.4))),
      makeSvg('line', { class: 'queue', x1: x(found), x2: x(request), y1: y + 9, y2: y + 9 }),
      makeSvg('rect', {
        class: 'wait',
        x: x(request),
        y: y + 5,
        width: Math.max(0.5, x(first) - x(request)),
        height: 8,
      }),
      makeSvg('rect', {
        class: 'load',
        x: x(first),
        y: y + 3,
        width: Math.max(1.5, x(done) - x(first)),
        height: 12,
        rx: 2,
      }),
    );
  });
  const lastMs = Math.max(0, ...side.rows.map((row) => row[6]));
  const label = `Waterfall of ${title}: ${formatNumber(side.rows.length)} files in ${formatMs(lastMs)}`;
  const svg = makeSvg(
    'svg',
    { class: 'waterfall', role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` },
    ...ticks,
    ...bars,
  );
  const cut = side.rows.length > maxRows ? ` (the first ${maxRows} drawn)` : '';
  return make('figure', {}, make('figcaption', {}, `${label}${cut}`), svg, tabulateWaterfall(data, side, title));
}

/**
 * Creates a table of a waterfall, filled when it is opened.
 * @param {HtmlData} data
 * @param {HtmlTraceSide} side
 * @param {string} title
 */
export function tabulateWaterfall(data, side, title) {
  const box = make('div', { class: 'scroll', role: 'region', 'aria-label': `Figures of ${title}`, tabindex: 0 });
  const details = make('details', {}, make('summary', {}, 'as a table'), box);
  details.addEventListener('toggle', () => {
    if (box.childElementCount > 0) return;
    const heads = ['File', 'Bytes', 'Found', 'Asked', 'First byte', 'Complete'].map((text, index) =>
      make('th', { scope: 'col', class: index ? 'end' : null }, text),
    );
    const rows = side.rows.map(([name, , bytes, ...times]) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, data.names[name]),
        make('td', { class: 'end' }, formatBytes(bytes)),
        ...times.map((ms) => make('td', { class: 'end' }, formatMs(ms))),
      ),
    );
    box.append(make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...rows)));
  });
  return details;
}

/** Chooses round times for an axis. @param {number} endMs @param {number} most */
export function listTicks(endMs, most) {
  const rough = endMs / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.floor(endMs / step) + 1 }, (_, index) => index * step);
}
