/** @import { FileLookup } from '../browser/serve.js' */
/** @import { ChangedPage } from './types.js' */

/** Of pages that change in no place which was not seen on another, one in so many is looked at all the same. */
const SAMPLE_EVERY = 50;

/** @typedef {'full' | 'geometry' | 'none'} Depth */

const SHEET_NAME = /\.css(?:[?#]|$)/i;
const SHARED_FILE = /<(?:link|script)\b[^<>]*?\b(?:href|src)\s*=\s*["']?([^"'\s>]+)/gi;

/**
 * Puts pages together that are built alike and changed alike, where the mode asks for it.
 * @param {readonly ChangedPage[]} pages @param {FileLookup} before @param {string} mode
 * @returns {ChangedPage[][]}
 */
export function groupPages(pages, before, mode) {
  if (mode === 'all' || mode === 'off') return pages.map((page) => [page]);
  return [...Map.groupBy(pages, (page) => nameGroup(page, before)).values()];
}

/**
 * Decides how closely each page is looked at.
 * @param {readonly (readonly ChangedPage[])[]} groups @param {FileLookup} before
 * @param {string} mode `all`, `changed`, `sample N` or `off`
 * @returns {Map<ChangedPage, Depth>}
 */
export function assignDepths(groups, before, mode) {
  const sample = /^sample\s+(\d+)$/.exec(mode);
  if (!sample && !['all', 'changed', 'off'].includes(mode)) {
    throw new Error(`verify mode “${mode}” is not known: use all, changed, sample N or off`);
  }
  const sampled = new Set(sample ? pickEvenly(groups, Number(sample[1])) : []);
  /** @param {readonly ChangedPage[]} group @returns {[ChangedPage, Depth][]} */
  const assign = (group) => {
    if (mode === 'changed') return assignInGroup(group, before);
    const first = mode === 'all' || sampled.has(group) ? 'full' : 'none';
    return group.map((page, index) => [page, index === 0 || mode === 'all' ? first : 'none']);
  };
  return new Map(groups.flatMap(assign));
}

/**
 * The page with most to see, the shortest of such, is looked at in full; another by its boxes if it changes in a place
 * that was not seen yet, and now and then one that does not.
 * @param {readonly ChangedPage[]} group @param {FileLookup} before
 * @returns {[ChangedPage, Depth][]}
 */
function assignInGroup(group, before) {
  const sizeOf = (/** @type {ChangedPage} */ { path }) => before(path)?.bytes.length ?? 0;
  const [richest] = group.toSorted((a, b) => countContexts(b) - countContexts(a) || sizeOf(a) - sizeOf(b));
  const seen = new Set(richest.contexts);
  let alike = 0;
  return group.map((page) => {
    if (page === richest) return [page, 'full'];
    const isNew = !page.contexts || page.contexts.some((context) => !seen.has(context));
    for (const context of page.contexts ?? []) seen.add(context);
    if (isNew) return [page, 'geometry'];
    if (countContexts(page) === 0) return [page, 'none'];
    alike += 1;
    return [page, alike % SAMPLE_EVERY === 0 ? 'geometry' : 'none'];
  });
}

/** @param {ChangedPage} page */
function countContexts({ contexts = [] }) {
  return contexts.length;
}

/**
 * Takes so many items spread over a list, the same ones each time.
 * @template T
 * @param {readonly T[]} items @param {number} count
 * @returns {T[]}
 */
function pickEvenly(items, count) {
  const step = Math.max(items.length / Math.max(count, 1), 1);
  return items
    .filter((_, index) => count > 0 && Math.floor(index / step) !== Math.floor((index - 1) / step))
    .slice(0, count);
}

/**
 * Where nothing can be seen of any change, the rules are tried and not the page: its own scripts make no difference.
 * @param {ChangedPage} page @param {FileLookup} before
 */
function nameGroup({ path, changes, template }, before) {
  const causes = [...new Set(changes.map(({ cause, rule, isProven }) => (isProven ? rule : cause)))].sort();
  if (changes.every(({ isProven }) => isProven)) return JSON.stringify(['proven', nameStyles(path, before), causes]);
  return JSON.stringify([template ?? nameTemplate(path, before), causes]);
}

/**
 * Pages that share their style sheets lay things out alike, whatever scripts each has.
 * @param {string} path @param {FileLookup} before
 */
export function nameStyles(path, before) {
  return listShared(path, before)
    .filter((name) => SHEET_NAME.test(name))
    .join(' ');
}

/** Pages that share their style sheets and scripts are built alike. @param {string} path @param {FileLookup} before */
function nameTemplate(path, before) {
  return listShared(path, before).join(' ');
}

/** The files that a page links, by their names alone. @param {string} path @param {FileLookup} before */
function listShared(path, before) {
  const source = new TextDecoder('latin1').decode(before(path)?.bytes ?? new Uint8Array());
  const files = [...source.matchAll(SHARED_FILE)].map(([, url]) => url.replace(/^.*\//, ''));
  return [...new Set(files)].sort();
}
