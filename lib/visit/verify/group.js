/** @import { FileLookup } from '../browser/serve.js' */
/** @import { ChangedPage } from './types.js' */

import { exact } from '../../base/exact.js';

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
  if (mode === 'changed') return assignChanged(groups, before);
  /** @param {readonly ChangedPage[]} group @returns {[ChangedPage, Depth][]} */
  const assign = (group) => {
    const first = mode === 'all' || sampled.has(group) ? 'full' : 'none';
    return group.map((page, index) => [page, index === 0 || mode === 'all' ? first : 'none']);
  };
  return new Map(groups.flatMap(assign));
}

/**
 * Groups of which something shows by itself come first: what is drawn there with a changed file needs no other look.
 * @param {readonly (readonly ChangedPage[])[]} groups @param {FileLookup} before
 */
function assignChanged(groups, before) {
  const [drawn, shown] = [true, false].map((isDrawn) =>
    groups.filter(([{ changes }]) => isDrawnAlike(changes) === isDrawn),
  );
  const isCovered = openCoverage(before);
  const richest = shown.map((group) => byRichness(group, before)[0]);
  const covered = new Set(richest.toSorted((a, b) => countContexts(b) - countContexts(a)).filter(isCovered));
  const depths = new Map(shown.flatMap((group, at) => assignInGroup(group, richest[at], covered.has(richest[at]))));
  const looked = [...depths].flatMap(([page, depth]) => (depth === 'full' ? page : []));
  for (const group of drawn) for (const [page, depth] of assignDrawn(group, looked, before)) depths.set(page, depth);
  return depths;
}

/**
 * Of pages on which nothing shows but what is drawn with changed files: those that draw with one that was not seen yet,
 * and one where its rules were not tried under its styles.
 * @param {readonly ChangedPage[]} group @param {ChangedPage[]} looked at in full; grows by those of the group
 * @param {FileLookup} before
 */
function assignDrawn(group, looked, before) {
  const provenOf = (/** @type {ChangedPage} */ { changes }) =>
    changes.flatMap(({ rule, isProven }) => (isProven ? rule : []));
  const [{ path }] = group;
  const rules = provenOf(group[0]);
  const isLike = (/** @type {ChangedPage} */ page) => nameStyles(page.path, before) === nameStyles(path, before);
  const tries = (/** @type {ChangedPage} */ page) => rules.every((rule) => provenOf(page).includes(rule));
  let isTried = looked.some((page) => isLike(page) && tries(page));
  const seen = new Set(looked.flatMap(({ contexts = [] }) => contexts));
  let alike = 0;
  /** @param {ChangedPage} page @returns {Depth} */
  const depthOf = (page) => {
    if (!isTried || !page.contexts || page.contexts.some((context) => !seen.has(context))) {
      isTried = true;
      looked.push(page);
      for (const context of page.contexts ?? []) seen.add(context);
      return 'full';
    }
    alike += Math.sign(countContexts(page));
    return countContexts(page) > 0 && alike % SAMPLE_EVERY === 0 ? 'geometry' : 'none';
  };
  return byRichness(group, before).map((page) => exact([page, depthOf(page)]));
}

/**
 * Pages with most to see first, the shortest of such before others.
 * @param {readonly ChangedPage[]} group @param {FileLookup} before
 */
function byRichness(group, before) {
  const sizeOf = (/** @type {ChangedPage} */ { path }) => before(path)?.bytes.length ?? 0;
  return group.toSorted((a, b) => countContexts(b) - countContexts(a) || sizeOf(a) - sizeOf(b));
}

/**
 * Tells whether all that changes on a page was seen in full on others that are built alike, each change in the same
 * surroundings; if not, it is one of those from then on.
 * @param {FileLookup} before
 */
function openCoverage(before) {
  /** @type {Map<string, Set<string>>} what was seen, by how pages are built */
  const seenIn = new Map();
  return (/** @type {ChangedPage} */ { path, changes, template = nameTemplate(path, before), contexts = [] }) => {
    const seen = seenIn.get(template) ?? new Set();
    const tried = changes.flatMap(({ rule, isProven }) => (isProven ? `rule ${rule}` : []));
    const needed = [...contexts, ...tried];
    const isCovered = contexts.length > 0 && needed.every((each) => seen.has(each));
    if (!isCovered) seenIn.set(template, new Set([...seen, ...needed]));
    return isCovered;
  };
}

/**
 * The page with most to see, the shortest of such, is looked at in full unless others stand for it; another by its
 * boxes if it changes in a place that was not seen yet, and now and then one that does not.
 * @param {readonly ChangedPage[]} group @param {ChangedPage} richest @param {boolean} isCovered
 * @returns {(readonly [ChangedPage, Depth])[]}
 */
function assignInGroup(group, richest, isCovered) {
  const seen = new Set(richest.contexts);
  let alike = 0;
  /** @param {ChangedPage} page @returns {Depth} */
  const depthOf = (page) => {
    if (page === richest) return isCovered ? 'geometry' : 'full';
    const isNew = !page.contexts || page.contexts.some((context) => !seen.has(context));
    for (const context of page.contexts ?? []) seen.add(context);
    if (isNew) return 'geometry';
    if (countContexts(page) === 0) return 'none';
    alike += 1;
    return alike % SAMPLE_EVERY === 0 ? 'geometry' : 'none';
  };
  return group.map((page) => exact([page, depthOf(page)]));
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

/** Whether changes show alike wherever something is drawn with their files. @param {ChangedPage['changes']} changes */
export function isDrawnAlike(changes) {
  return changes.every(({ isProven, isDrawn }) => isProven || isDrawn);
}

/**
 * Where nothing can be seen of any change, or the same wherever something is drawn with its file, the rules are tried
 * and not the page: its own scripts make no difference.
 * @param {ChangedPage} page @param {FileLookup} before
 */
function nameGroup({ path, changes, template }, before) {
  const causes = [...new Set(changes.map(({ cause, rule, isProven }) => (isProven ? rule : cause)))].sort();
  if (isDrawnAlike(changes)) return JSON.stringify(['drawn', nameStyles(path, before), causes]);
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
