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
 * A table that sorts by its headings and grows on demand. `valuesOf` returns the values by which a row is sorted, by
 * the key of their column, and `cellsOf` the contents of its cells.
 * @template Row
 * @typedef {object} TableOptions
 * @property {string} caption
 * @property {number} step
 * @property {string} sort
 * @property {readonly Row[]} rows
 * @property {readonly { key: string, label: string, kind?: string }[]} columns
 * @property {(row: Row) => Readonly<Record<string, string | number>>} valuesOf
 * @property {(row: Row) => readonly (Node | string)[][]} cellsOf
 */

/** @template Row */
export class SortableTable {
  /** @type {TableOptions<Row>} */
  #options;
  /** @type {readonly Row[]} */
  #rows;
  /** Count of rows shown at most. */
  #limit;
  /** Key of the column that sorts. */
  #key;
  #direction = -1;
  #body = make('tbody');
  #status = make('p', { class: 'note', role: 'status' });
  #more = make('button', { type: 'button', class: 'more', click: () => this.#grow() });
  /** @type {HTMLElement[]} */
  #heads;

  /**
   * Adds the table to the page.
   * @param {HTMLElement} host
   * @param {TableOptions<Row>} options
   */
  constructor(host, options) {
    const { caption, columns, rows, step, sort } = options;
    this.#options = options;
    this.#rows = rows;
    this.#limit = step;
    this.#key = sort;
    this.#heads = columns.map((column) => this.#createHead(column));
    const head = make('thead', {}, make('tr', {}, ...this.#heads));
    const table = make('table', { class: 'sortable' }, make('caption', {}, caption), head, this.#body);
    const region = make('div', { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0 }, table);
    host.replaceChildren(region, this.#status, this.#more);
    this.#refresh();
  }

  /** Replaces the rows. @param {readonly Row[]} rows */
  show(rows) {
    this.#rows = rows;
    this.#limit = this.#options.step;
    this.#refresh();
  }

  /** @param {TableOptions<Row>['columns'][number]} column */
  #createHead({ key, label, kind }) {
    const button = make('button', { type: 'button', click: () => this.#sortBy(key) }, label);
    return make('th', { scope: 'col', class: kind ?? null }, button);
  }

  /** @param {string} key */
  #sortBy(key) {
    this.#direction = key === this.#key ? -this.#direction : -1;
    this.#key = key;
    this.#refresh();
  }

  #grow() {
    this.#limit += this.#options.step * 4;
    this.#refresh();
  }

  #refresh() {
    this.#body.replaceChildren(
      ...this.#sortRows()
        .slice(0, this.#limit)
        .map((row) => this.#renderRow(row)),
    );
    for (const [index, head] of this.#heads.entries()) {
      if (this.#options.columns[index].key !== this.#key) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', this.#direction < 0 ? 'descending' : 'ascending');
    }
    const count = this.#rows.length;
    const visible = Math.min(this.#limit, count);
    this.#status.textContent =
      count === 0 ? 'Nothing matches.' : `${formatNumber(visible)} of ${formatNumber(count)} shown`;
    this.#more.textContent = `Show ${formatNumber(Math.min(this.#options.step * 4, count - visible))} more`;
    this.#more.hidden = visible >= count;
  }

  #sortRows() {
    return this.#rows
      .map((row, index) => ({ row, index, value: this.#options.valuesOf(row)[this.#key] }))
      .sort((a, b) => this.#direction * compareValues(a.value, b.value) || a.index - b.index)
      .map(({ row }) => row);
  }

  /** @param {Row} row */
  #renderRow(row) {
    const cells = this.#options.cellsOf(row).map((content, index) => {
      const kind = this.#options.columns[index].kind ?? null;
      return index === 0
        ? make('th', { scope: 'row', class: kind }, ...content)
        : make('td', { class: kind }, ...content);
    });
    return make('tr', {}, ...cells);
  }
}
