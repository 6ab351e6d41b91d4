/** @import { FullReport } from '../../lib/report/types.ts' */
/** @import { ChangeReport } from '../../lib/report/types.ts' */
/** @import { Compared, Sent } from './measure.js' */

import { readFileSync } from 'node:fs';

const paper = JSON.parse(readFileSync(new URL('paper.json', import.meta.url), 'utf8'));

/** Rules that replace an image with something else. */
const REPLACING = new Set([
  'text-image',
  'image-map',
  'image-button',
  'spacer-image',
  'rule-image',
  'bullet-image',
  'arrow-image',
  'flat-background',
  'corner-image',
  'rollover-pair',
]);

/**
 * Compares the content of the page with the paper's, with all techniques together and with those for one kind of
 * content.
 * @param {FullReport} report
 * @param {Sent} before
 * @param {readonly Technique[]} techniques
 */
export function describeContent(report, before, techniques) {
  const applied = report.changes.filter(({ status }) => status === 'applied');
  const sizes = new Map(report.resources.map(({ path, bytes }) => [path, bytes]));
  const gone = replacedImages(report);
  const goneBytes = sum([...gone].map((path) => sizes.get(path) ?? 0));
  const { replaced } = paper.content.perImage.whole;
  const [page] = report.pages;
  const { css, png, mng } = paper.content;
  const imagesOf = (/** @type {Sent} */ { plain }) =>
    sum(plain.files.filter(({ type }) => type === 'image').map(({ bytes }) => bytes));
  const afterOf = (/** @type {string} */ wanted) => techniques.find(({ name }) => name === wanted)?.after ?? before;
  const become = (/** @type {string} */ name, /** @type {number} */ bytes) =>
    `${change(bytes, bytes - imagesOf(before) + imagesOf(afterOf(name)))}`;
  const [moving, still] = [true, false].map((isMoving) =>
    sum(report.resources.flatMap(({ image, bytes }) => (image && image.frames > 1 === isMoving ? [bytes] : []))),
  );
  const [html, compressed] = [before.plain, afterOf('compression').deflated].map(({ files }) => files[0].bytes);
  const rows = [
    ['', 'paper', 'here'],
    ['requests', `43 → ${43 - css.requestsSaved}`, `${page.before.requests} → ${page.after.requests}`],
    ['images that became HTML and CSS', `${replaced.images} of 40`, `${gone.size} of 40`],
    ['their bytes', `${replaced.gifBytes} → ${replaced.htmlCssBytes}`, `${goneBytes} → ${markupBytes(applied)}`],
    ['GIF to PNG, alone', change(png.gifBytes, png.pngBytes), become('PNG', still)],
    ['animations, alone: MNG, APNG', change(mng.gifBytes, mng.mngBytes), become('animation', moving)],
    ['HTML compressed, alone', change(paper.page.htmlBytes, paper.page.htmlDeflatedBytes), change(html, compressed)],
  ];
  return table(rows);
}

/** @param {number} before @param {number} after */
function change(before, after) {
  return `${before} → ${after} (${percent(after, before)})`;
}

/**
 * Returns the images that the page fetched before and no longer needs in any form.
 * @param {FullReport} report
 */
function replacedImages({ changes }) {
  const images = Map.groupBy(
    changes.filter(({ resource, status }) => resource && status !== 'advised'),
    ({ resource }) => resource,
  );
  return new Set(
    [...images].flatMap(([path, rows]) => {
      const isReplaced = rows.some(({ rule, status }) => REPLACING.has(rule) && status === 'applied');
      const stays = rows.some(
        ({ rule, status }) =>
          (REPLACING.has(rule) && status === 'rejected') || (rule === 'gif-image' && status === 'applied'),
      );
      return isReplaced && !stays && path ? [path] : [];
    }),
  );
}

/** @param {readonly ChangeReport[]} applied */
function markupBytes(applied) {
  return sum(applied.filter(({ rule }) => REPLACING.has(rule)).map(({ after }) => after.bytes));
}

/** The savings of each technique in the paper: requests, and bytes including those of requests and responses. */
const SAVED = Object.freeze({
  'style sheets': {
    requests: paper.content.css.requestsSaved,
    bytes:
      paper.content.perImage.whole.replaced.savedBytes +
      paper.content.css.requestBytesSaved +
      paper.content.css.responseBytesSaved,
  },
  PNG: { requests: 0, bytes: paper.content.png.savedBytes },
  animation: { requests: 0, bytes: paper.content.mng.savedBytes },
  compression: { requests: 0, bytes: paper.page.htmlBytes - paper.page.htmlDeflatedBytes },
});

/** @typedef {{ name: string, after: Sent, loads: readonly Compared[] }} Technique */

/**
 * Lists the savings of each technique per link: requests, then bytes of requests and responses, packets and seconds.
 * @param {readonly Technique[]} techniques
 */
export function describeTechniques(techniques) {
  const rows = techniques.flatMap(({ name, loads }) =>
    [...Map.groupBy(loads, ({ mode }) => mode)].map(([mode, byLink], index) => {
      const cells = byLink.flatMap(({ before, after }) => [
        String(before.bytes - after.bytes),
        String(before.packets - after.packets),
        ((before.ms - after.ms) / 1000).toFixed(2),
      ]);
      const [{ before, after }] = byLink;
      const taken = /** @type {Record<string, { requests: number, bytes: number }>} */ (SAVED)[name];
      const said = index === 0 && taken ? [String(taken.requests), String(taken.bytes)] : ['', ''];
      return [index === 0 ? name : '', mode, ...said, String(before.requests - after.requests), ...cells];
    }),
  );
  const head = ['saved by', '', 'paper: requests', 'bytes', 'here: requests'];
  const links = [...new Set(techniques[0].loads.map(({ link }) => link))];
  return table([[...head, ...links.flatMap((link) => [`${link}: bytes`, 'packets', 'seconds'])], ...rows]);
}

/**
 * Ranks the techniques by saved bytes and counts the combinations without compression whose order is that of the paper,
 * with style sheets alone and with inlined images.
 * @param {readonly Technique[]} techniques
 */
export function describeOrder(techniques) {
  const names = Object.keys(SAVED);
  const byPaper = names.toSorted((a, b) => savedByPaper(b) - savedByPaper(a));
  const count = (/** @type {readonly Technique[]} */ rivals) => {
    const ways = Object.values(
      Object.groupBy(
        rivals.flatMap(({ name, loads }) =>
          loads
            .filter(({ mode }) => !mode.endsWith('deflate'))
            .map(({ link, mode, before, after }) => ({
              way: `${link} ${mode}`,
              name,
              bytes: before.bytes - after.bytes,
            })),
        ),
        ({ way }) => way,
      ),
    );
    const orders = ways.map((way = []) => way.toSorted((a, b) => b.bytes - a.bytes).map(({ name }) => name));
    const same = orders.filter((order) => order.every((name, at) => name.startsWith(byPaper[at])));
    return `${same.length} of ${orders.length}`;
  };
  const alone = techniques.filter(({ name }) => names.includes(name));
  const styles = techniques.filter(({ name }) => name.startsWith('style sheets'));
  const others = alone.filter((each) => !styles.includes(each));
  const [only, widened] = styles.map((style) => count([style, ...others]));
  return (
    `  By bytes saved the paper's order is ${byPaper.join(', ')}: so it is here in ${only} ways to load the ` +
    `page, and in ${widened} where small images that stay are written into it.\n`
  );
}

/** @param {string} name */
function savedByPaper(name) {
  return /** @type {Record<string, { bytes: number }>} */ (SAVED)[name].bytes;
}

/**
 * Lists the cost of loading before and after per link, next to the paper's measurements.
 * @param {readonly Compared[]} loads
 */
export function describeLoading(loads) {
  const measured = /** @type {Record<string, string>} */ ({ LAN: '5', WAN: '7', PPP: '9' });
  const rows = loads.map(({ link, mode, before, after }) => {
    const first = loads.find((each) => each.link === link && each.mode === 'HTTP/1.0');
    const [packets, , seconds] = paper.tables[measured[link]].rows[mode]?.first ?? [];
    return [
      link,
      mode,
      packets ? `${packets}` : '–',
      seconds ? `${seconds}` : '–',
      `${before.packets} → ${after.packets}`,
      `${(before.ms / 1000).toFixed(2)} → ${(after.ms / 1000).toFixed(2)}`,
      percent(after.ms, before.ms),
      first ? percent(after.ms, first.before.ms) : '',
    ];
  });
  const head = ['link', '', 'paper: packets', 'seconds', 'here: packets', 'seconds', 'of the time', 'of HTTP/1.0'];
  return table([head, ...rows]);
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–';
}

/** @param {readonly (readonly string[])[]} rows */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (/** @type {string} */ cell, /** @type {number} */ column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  return rows.map((row) => `  ${row.map(pad).join('   ')}\n`).join('');
}
