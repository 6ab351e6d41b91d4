/** @import { FileLookup } from '../browser/serve.js' */
/** @import { ChangedPage } from './types.js' */

/** @typedef {'full' | 'geometry' | 'none'} Depth */

const SHARED_FILE = /<(?:link|script)\b[^>]*?\b(?:href|src)\s*=\s*["']?([^"'\s>]+)/gi;

/**
 * Decides how closely each page is looked at.
 * @param {readonly ChangedPage[]} pages @param {FileLookup} before
 * @param {string} mode `all`, `changed`, `sample N` or `off`
 * @returns {Map<ChangedPage, Depth>}
 */
export function assignDepths(pages, before, mode) {
  const isGrouped = mode !== 'all' && mode !== 'off';
  const groups = isGrouped
    ? [...Map.groupBy(pages, (page) => nameGroup(page, before)).values()]
    : pages.map((page) => [page]);
  const sample = /^sample\s+(\d+)$/.exec(mode);
  if (!sample && !['all', 'changed', 'off'].includes(mode)) {
    throw new Error(`verify mode “${mode}” is not known: use all, changed, sample N or off`);
  }
  const sampled = new Set(sample ? pickEvenly(groups, Number(sample[1])) : groups);
  return new Map(
    groups.flatMap((group) =>
      group.map((page, index) => [page, chooseDepth({ mode, isFirst: index === 0, isSampled: sampled.has(group) })]),
    ),
  );
}

/** @param {{ mode: string, isFirst: boolean, isSampled: boolean }} place @returns {Depth} */
function chooseDepth({ mode, isFirst, isSampled }) {
  if (mode === 'off') return 'none';
  if (mode === 'all') return 'full';
  if (mode === 'changed') return isFirst ? 'full' : 'geometry';
  return isFirst && isSampled ? 'full' : 'none';
}

/**
 * Takes so many items spread over a list, the same ones each time.
 * @template T
 * @param {readonly T[]} items @param {number} count
 */
function pickEvenly(items, count) {
  const step = Math.max(items.length / Math.max(count, 1), 1);
  return items
    .filter((_, index) => count > 0 && Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(0, count);
}

/** @param {ChangedPage} page @param {FileLookup} before */
function nameGroup({ path, changes, template }, before) {
  const causes = [...new Set(changes.map(({ cause }) => cause))].sort();
  return JSON.stringify([template ?? nameTemplate(path, before), causes]);
}

/** Pages that share their style sheets and scripts are built alike. @param {string} path @param {FileLookup} before */
function nameTemplate(path, before) {
  const bytes = before(path)?.bytes;
  if (!bytes) return '';
  const source = new TextDecoder('latin1').decode(bytes);
  const files = [...source.matchAll(SHARED_FILE)].map(([, url]) => url.replace(/^.*\//, ''));
  return [...new Set(files)].sort().join(' ');
}
