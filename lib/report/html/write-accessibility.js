/** @import { AccessibilityReport } from '../types.ts' */

import { escapeHtml } from '../escape.js';
import { formatNumber } from '../format.js';
import { listImageCounts, listImagePages } from '../image-counts.js';

/** Max pages in the list. The JSON report has all. */
const MAX_PAGES = 50;

/**
 * Writes the counts of a site's images that assistive technology cannot read, before and after, and the pages that
 * still have any.
 * @param {AccessibilityReport} counts
 */
export function writeAccessibility(counts) {
  const rows = listImageCounts(counts).map(({ label, before, after }) => writeRow(label, [before, after]));
  const pages = listImagePages(counts, MAX_PAGES).map(({ page, imagesWithoutAlternative, imagesOfText }) =>
    writeRow(page, [imagesWithoutAlternative, imagesOfText]),
  );
  const left =
    pages.length === 0 ? '' : writeTable(['Page, after', 'Without alternative', 'Images of text'], pages.join(''));
  return `${writeTable(['Images', 'Before', 'After'], rows.join(''))}${left}`;
}

/** @param {string} name @param {readonly number[]} counts */
function writeRow(name, counts) {
  const cells = counts.map((count) => `<td class="end">${formatNumber(count)}</td>`);
  return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}</tr>`;
}

/** @param {readonly string[]} heads @param {string} rows */
function writeTable([first, ...others], rows) {
  const heads = others.map((head) => `<th scope="col" class="end">${head}</th>`).join('');
  return (
    `<div class="scroll" role="region" aria-label="${first}" tabindex="0"><table><thead><tr>` +
    `<th scope="col">${first}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`
  );
}
