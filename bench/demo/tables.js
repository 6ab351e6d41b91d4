/** @import { FullReport } from '../../lib/report/types.ts' */
/** @import { ChangeReport } from '../../lib/types.ts' */

import { readFileSync } from 'node:fs';

const paper = JSON.parse(readFileSync(new URL('paper.json', import.meta.url), 'utf8'));

/** Rules after which an image is one no more. */
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
 * What became of the page's content, beside the paper's.
 * @param {FullReport} report
 */
export function describeContent(report) {
  const applied = report.changes.filter(({ status }) => status === 'applied');
  const sizes = new Map(report.resources.map(({ path, bytes }) => [path, bytes]));
  const gone = replacedImages(report);
  const goneBytes = sum([...gone].map((path) => sizes.get(path) ?? 0));
  const png = conversions(applied, 'gif-image', sizes);
  const animation = conversions(applied, 'animated-gif', sizes);
  const { replaced, toPngOnly } = paper.content.perImage.whole;
  const [page] = report.pages;
  const html = page.before.bytesByEncoding.identity - page.before.image;
  const { css, mng } = paper.content;
  const rows = [
    ['', 'paper', 'here'],
    ['requests', `43 → ${43 - css.requestsSaved}`, `${page.before.requests} → ${page.after.requests}`],
    ['images that became HTML and CSS', `${replaced.images} of 40`, `${gone.size} of 40`],
    ['their bytes', `${replaced.gifBytes} → ${replaced.htmlCssBytes}`, `${goneBytes} → ${markupBytes(applied)}`],
    [
      'GIF to PNG, the rest',
      `${toPngOnly.gifBytes} → ${toPngOnly.pngBytes} (${percent(toPngOnly.pngBytes, toPngOnly.gifBytes)})`,
      `${png.before} → ${png.after} (${percent(png.after, png.before)})`,
    ],
    [
      'animations',
      `${paper.page.animatedGifBytes} → ${mng.mngBytes} (${percent(mng.mngBytes, paper.page.animatedGifBytes)}, MNG)`,
      `${animation.before} → ${animation.after} (${percent(animation.after, animation.before)}, APNG)`,
    ],
    [
      'HTML compressed',
      `${paper.page.htmlBytes} → ${paper.page.htmlDeflatedBytes} (${percent(paper.page.htmlDeflatedBytes, paper.page.htmlBytes)})`,
      `${html} → ${page.after.html} (${percent(page.after.html, html)})`,
    ],
  ];
  return table(rows);
}

/**
 * Images that the page fetched before and no longer needs in any form.
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

/**
 * @param {readonly ChangeReport[]} applied
 * @param {string} rule
 * @param {ReadonlyMap<string, number>} sizes
 */
function conversions(applied, rule, sizes) {
  const rows = applied.filter((row) => row.rule === rule);
  const before = sum(rows.map(({ resource }) => sizes.get(resource ?? '') ?? 0));
  return { before, after: before - sum(rows.map(({ saves }) => saves.bytes)) };
}

/** What each technique took from the paper's page: requests, and bytes with those of requests and responses. */
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

/**
 * What each technique saves alone on each link: requests, then bytes on the wire, packets and seconds.
 * @param {readonly { name: string, report: FullReport }[]} techniques the estimates of each under all conditions
 */
export function describeTechniques(techniques) {
  const links = ['lan', 'wan', 'ppp'];
  const rows = techniques.flatMap(({ name, report }) =>
    [...Map.groupBy(report.pages[0].estimates, ({ http }) => http)].map(([http, estimates], index) => {
      const cells = links.flatMap((link) => {
        const found = estimates.find((each) => each.link === link);
        if (!found) return ['–', '–', '–'];
        const { before, after } = found;
        return [
          String(before.bytesDown + before.bytesUp - after.bytesDown - after.bytesUp),
          String(before.packets - after.packets),
          ((before.ms - after.ms) / 1000).toFixed(2),
        ];
      });
      const [{ before, after }] = estimates;
      const taken = /** @type {Record<string, { requests: number, bytes: number }>} */ (SAVED)[name];
      const said = index === 0 && taken ? [String(taken.requests), String(taken.bytes)] : ['', ''];
      return [index === 0 ? name : '', http, ...said, String(before.requests - after.requests), ...cells];
    }),
  );
  const head = ['saved by', 'HTTP', 'paper: requests', 'bytes', 'here: requests'];
  return table([[...head, ...links.flatMap((link) => [`${link}: bytes`, 'packets', 'seconds'])], ...rows]);
}

/**
 * The techniques by the bytes they save, the most first: under how many conditions the order is the paper's.
 * @param {readonly { name: string, report: FullReport }[]} techniques
 */
export function describeOrder(techniques) {
  const names = Object.keys(SAVED);
  const byPaper = names.toSorted((a, b) => savedByPaper(b) - savedByPaper(a));
  const single = techniques.filter(({ name }) => names.includes(name));
  const common = techniques.at(-1)?.report.pages[0].estimates ?? [];
  const orders = common.map(({ link, http }) => {
    const saved = single.map(({ name, report }) => {
      const { before, after } =
        report.pages[0].estimates.find((each) => each.link === link && each.http === http) ??
        report.pages[0].estimates[0];
      return { name, bytes: before.bytesDown + before.bytesUp - after.bytesDown - after.bytesUp };
    });
    return saved
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ name }) => name)
      .join(', ');
  });
  const same = orders.filter((order) => order === byPaper.join(', ')).length;
  return `  By bytes saved the paper's order is ${byPaper.join(', ')}: so it is here under ${same} of ${orders.length} conditions.\n`;
}

/** @param {string} name */
function savedByPaper(name) {
  return /** @type {Record<string, { bytes: number }>} */ (SAVED)[name].bytes;
}

/**
 * What loading costs before and after on each link, beside what the paper measured of its page.
 * @param {FullReport} report
 */
export function describeLoading(report) {
  const measured = /** @type {Record<string, string>} */ ({ lan: '5', wan: '7', ppp: '9' });
  const named = /** @type {Record<string, string>} */ ({
    '1.0': 'HTTP/1.0',
    1.1: 'HTTP/1.1',
    '1.1-pipelined': 'HTTP/1.1 pipelined',
  });
  const first = report.pages[0].estimates.find(({ link, http }) => link === 'ppp' && http === '1.0');
  const rows = report.pages[0].estimates.map(({ link, http, before, after }) => {
    const [packets, , seconds] = paper.tables[measured[link]].rows[named[http]]?.first ?? [];
    return [
      link,
      http,
      packets ? `${packets}` : '–',
      seconds ? `${seconds}` : '–',
      `${before.packets} → ${after.packets}`,
      `${(before.ms / 1000).toFixed(2)} → ${(after.ms / 1000).toFixed(2)}`,
      percent(after.ms, before.ms),
      link === 'ppp' && first ? percent(after.ms, first.before.ms) : '',
    ];
  });
  const head = ['link', 'HTTP', 'paper: packets', 'seconds', 'here: packets', 'seconds', 'of the time', 'of HTTP/1.0'];
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
  return rows
    .map(
      (row) =>
        `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('   ')}\n`,
    )
    .join('');
}
