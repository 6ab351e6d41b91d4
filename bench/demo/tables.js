/** @import { FullReport } from '../../lib/report/types.ts' */
/** @import { ChangeReport } from '../../lib/types.ts' */

import { readFileSync } from 'node:fs';

const paper = JSON.parse(readFileSync(new URL('paper.json', import.meta.url), 'utf8'));

/** Rules after which an image is one no more. */
const REPLACING = new Set([
  'text-image',
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

/**
 * What each technique saves alone, over the modem.
 * @param {readonly { name: string, report: FullReport }[]} techniques
 */
export function describeTechniques(techniques) {
  const rows = techniques.flatMap(({ name, report }) =>
    report.pages[0].estimates
      .filter(({ link }) => link === 'ppp')
      .map(({ http, before, after }) => [
        name,
        http,
        String(before.requests - after.requests),
        String(before.bytesDown + before.bytesUp - after.bytesDown - after.bytesUp),
        String(before.packets - after.packets),
        ((before.ms - after.ms) / 1000).toFixed(2),
      ]),
  );
  return table([['saved over the modem', 'HTTP', 'requests', 'bytes', 'packets', 'seconds'], ...rows]);
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
    ];
  });
  return table([['link', 'HTTP', 'paper: packets', 'seconds', 'here: packets', 'seconds', 'of the time'], ...rows]);
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
