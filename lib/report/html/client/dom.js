/** Functions for elements and a sortable table, which run in the report. */

import { formatNumber } from '../../format.js';

/** @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes */

/** Creates an HTML element. @param {string} tag @param {Attributes} [attributes] @param {(Node | string)[]} children */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** Creates an SVG element. @param {string} tag @param {Attributes} [attributes] @param {(Node | string)[]} children */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Sets attributes and listeners. Null and false values are left out.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * Returns an element of the page's markup.
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the report has no ${kind.name} #${id}`);
  return element;
}

/** Fills a `<select>` with options. @param {HTMLElement} select @param {[value: string, label: string][]} options */
export function fillSelect(select, options) {
  select.replaceChildren(...options.map(([value, label]) => make('option', { value }, label)));
}

/** Compares the values of two rows in a column. @param {string | number} a @param {string | number} b */
export function compareValues(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Draws a bar in proportion to the largest value.
 * @param {number} value
 * @param {number} largest
 * @param {string} kind
 */
export function makeBar(value, largest, kind) {
  const share = largest > 0 ? Math.max(0, Math.min(100, (100 * value) / largest)) : 0;
  return make('span', { class: `bar ${kind}`, style: `--share:${share.toFixed(2)}%`, 'aria-hidden': 'true' });
}

/**
 * Adds a table to the page that sorts by its headings and grows on demand.
 * @template Row
 * @param {HTMLElement} host
 * @param {{ caption: string, step: number, sort: string, rows: readonly Row[], columns: { key: string, label: string,
 *   kind?: string, value: (row: Row) => string | number, cell: (row: Row) => (Node | string)[] }[] }} table
 */
export function mountTable(host, { caption, columns, rows, step, sort }) {
  let current = rows;
  let shown = step;
  let key = sort;
  let direction = -1;
  const body = make('tbody');
  const status = make('p', { class: 'note', role: 'status' });
  const more = make('button', { type: 'button', class: 'more', click: () => grow() });
  const heads = columns.map((column) => {
    const button = make('button', { type: 'button', click: () => sortBy(column.key) }, column.label);
    return make('th', { scope: 'col', class: column.kind ?? null }, button);
  });
  const table = make(
    'table',
    { class: 'sortable' },
    make('caption', {}, caption),
    make('thead', {}, make('tr', {}, ...heads)),
    body,
  );
  host.replaceChildren(
    make('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 }, table),
    status,
    more,
  );

  const refresh = () => {
    const column = columns.find((each) => each.key === key) ?? columns[0];
    const sorted = current
      .map((row, index) => ({ row, index, value: column.value(row) }))
      .sort((a, b) => direction * compareValues(a.value, b.value) || a.index - b.index);
    body.replaceChildren(
      ...sorted.slice(0, shown).map(({ row }) => {
        const cells = columns.map((each, index) =>
          index === 0
            ? make('th', { scope: 'row', class: each.kind ?? null }, ...each.cell(row))
            : make('td', { class: each.kind ?? null }, ...each.cell(row)),
        );
        return make('tr', {}, ...cells);
      }),
    );
    for (const [index, head] of heads.entries()) {
      const sorting = columns[index].key === key;
      if (sorting) head.setAttribute('aria-sort', direction < 0 ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    const visible = Math.min(shown, current.length);
    status.textContent =
      current.length === 0 ? 'Nothing matches.' : `${formatNumber(visible)} of ${formatNumber(current.length)} shown`;
    more.textContent = `Show ${formatNumber(Math.min(step * 4, current.length - visible))} more`;
    more.hidden = visible >= current.length;
  };
  /** @param {string} next */
  const sortBy = (next) => {
    direction = next === key ? -direction : -1;
    key = next;
    refresh();
  };
  const grow = () => {
    shown += step * 4;
    refresh();
  };
  refresh();
  return {
    /** @param {readonly Row[]} next */
    show(next) {
      current = next;
      shown = step;
      refresh();
    },
  };
}
