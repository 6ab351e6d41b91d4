import { formatBytes, formatMs } from '../../lib/report/format.js';

/** @import { Form, Tried } from './try-image.js' */
/** @import { Priced } from './try-pages.js' */

/**
 * Creates an element. @param {string} name @param {Record<string, string>} attributes
 * @param {...(string | Node)} children
 */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {string} caption @param {readonly string[]} head @param {readonly (readonly (string | Node)[])[]} rows */
function table(caption, head, rows) {
  const body = rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((cell, at) => element(at === 0 ? 'th' : 'td', at === 0 ? { scope: 'row' } : {}, cell)),
    ),
  );
  return element(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: '0' },
    element(
      'table',
      {},
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ...head.map((cell) => element('th', { scope: 'col' }, cell)))),
      element('tbody', {}, ...body),
    ),
  );
}

/** @param {string} name @param {Uint8Array} bytes @param {Tried} tried */
export function showImage(name, bytes, { facts, forms, decoded }) {
  const frames = decoded.frames.length > 1 ? `, ${decoded.frames.length} frames` : '';
  const kind = facts.kind === 'unknown' ? 'no certain kind' : facts.kind;
  const colours = facts.colours > 256 ? 'more than 256 colours' : `${facts.colours} colours`;
  const smaller = forms.filter((form) => form.bytes.length < bytes.length);
  const best = smaller.reduce((least, form) => (form.bytes.length < least ? form.bytes.length : least), bytes.length);
  const says =
    best < bytes.length
      ? `The smallest form takes ${formatBytes(best)} instead of ${formatBytes(bytes.length)}.`
      : 'No form is smaller: a build leaves this image as it is.';
  return [
    element('h2', {}, name),
    element(
      'p',
      {},
      `${facts.format.toUpperCase()}, ${facts.width} × ${facts.height}${frames}, ${colours}, ${kind}. ${says}`,
    ),
    table(
      'Forms of this image',
      ['form', 'size', 'change', 'SSIMULACRA 2', 'file'],
      [['as it is', formatBytes(bytes.length), '', '', ''], ...forms.map((form) => rowOfForm(name, bytes, form))],
    ),
    figures(bytes, forms),
  ];
}

/** @param {string} name @param {Uint8Array} bytes @param {Form} form */
function rowOfForm(name, bytes, form) {
  const share = Math.round((form.bytes.length / bytes.length - 1) * 100);
  const change = `${share < 0 ? '−' : '+'}${Math.abs(share)} %`;
  const file = name.replace(/\.\w+$/, '') + (form.type === 'image/webp' ? '.webp' : '.png');
  const link = element('a', { href: urlOf(form.bytes, form.type), download: file }, `Save ${file}`);
  const score = form.similarity === 100 ? 'the same pixels' : (form.similarity?.toFixed(1) ?? '');
  return [form.name, formatBytes(form.bytes.length), change, score, link];
}

/** @param {Uint8Array} bytes @param {readonly Form[]} forms */
function figures(bytes, forms) {
  const all = [{ name: 'as it is', type: '', bytes }, ...forms];
  return element(
    'div',
    { class: 'pictures' },
    ...all.map(({ name, type, bytes: data }) =>
      element('figure', {}, element('img', { src: urlOf(data, type), alt: '' }), element('figcaption', {}, name)),
    ),
  );
}

/** @param {Uint8Array} bytes @param {string} type */
function urlOf(bytes, type) {
  return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
}

/** @param {{ pages: readonly Priced[], notes: readonly string[] }} priced */
export function showPages({ pages, notes }) {
  const tables = pages.flatMap(({ name, requests, bytes, rows }) => [
    element('h2', {}, name),
    element('p', {}, `${requests} requests, ${formatBytes(bytes)} on a first visit.`),
    table(
      `Cost of ${name}`,
      ['link', 'HTTP', 'packets', 'on the wire', 'time'],
      rows.map(({ link, http, packets, bytes: wire, ms, msBand }) => [
        link,
        http,
        String(packets),
        formatBytes(wire),
        `${formatMs(ms)} ± ${formatMs(msBand)}`,
      ]),
    ),
  ]);
  const list = notes.map((note) => element('li', {}, note));
  return list.length === 0 ? tables : [...tables, element('h3', {}, 'Not counted'), element('ul', {}, ...list)];
}
