/** @import { FileLookup } from '../browser/serve.js' */
/** @import { ChangedPage } from './types.js' */

import { exact } from '../../base/exact.js';

/** One in this many pages is rendered although all its changes were verified on other pages. */
const SAMPLE_EVERY = 50;

/** @typedef {'full' | 'geometry' | 'none'} Depth */

const SHEET_NAME = /\.css(?:[?#]|$)/i;
const SHARED_FILE = /<(?:link|script)\b[^<>]*?\b(?:href|src)\s*=\s*["']?([^"'\s>]+)/gi;

/**
 * Groups pages of the same template with the same changes, if the mode asks for it.
 * @param {readonly ChangedPage[]} pages @param {FileLookup} before @param {string} mode
 * @returns {ChangedPage[][]}
 */
export function groupPages(pages, before, mode) {
  if (mode === 'all' || mode === 'off') return pages.map((page) => [page]);
  return [...Map.groupBy(pages, (page) => nameGroup(page, before)).values()];
}

/**
 * Decides the depth of verification of each page.
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
 * Decides first for groups with visible changes of their own. Changed files that are rendered there need no other page.
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
 * Decides for pages on which only the rendering of changed files can differ: those with a file that was not verified
 * yet, and one whose styles were not yet combined with its rules.
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

/** Returns the changes of a page that can be visible. @param {ChangedPage} page */
export function visibleOf({ changes }) {
  return changes.filter(({ isProven }) => !isProven);
}

/**
 * Chooses the pages to render in all windows: for each template and rule one page, and all pages with text in place of
 * an image, because text wraps in each window in another way.
 * @param {readonly ChangedPage[]} pages that are verified in full @param {FileLookup} before
 * @returns {Set<ChangedPage>}
 */
export function chooseForAllWindows(pages, before) {
  /** @type {Set<string>} */
  const seen = new Set();
  const chosen = pages
    .toSorted((a, b) => visibleOf(b).length - visibleOf(a).length)
    .filter((page) => {
      const { path, template = nameTemplate(path, before) } = page;
      const visible = visibleOf(page);
      const kinds = visible.map(({ rule, kind }) => JSON.stringify([template, rule, kind]));
      const isNew = kinds.some((kind) => !seen.has(kind)) || visible.some(({ text }) => text !== undefined);
      for (const kind of kinds) seen.add(kind);
      return isNew;
    });
  return new Set(chosen);
}

/**
 * Sorts pages by their visible changes, most first, and the shortest first among equals.
 * @param {readonly ChangedPage[]} group @param {FileLookup} before
 */
function byRichness(group, before) {
  const sizeOf = (/** @type {ChangedPage} */ { path }) => before(path)?.bytes.length ?? 0;
  return group.toSorted((a, b) => countContexts(b) - countContexts(a) || sizeOf(a) - sizeOf(b));
}

/**
 * Creates a check whether all changes of a page were verified in full on others of the same template, each in the same
 * context. If not, the page counts as verified from then on.
 * @param {FileLookup} before
 */
function openCoverage(before) {
  /** @type {Map<string, Set<string>>} verified contexts, by template */
  const seenIn = new Map();
  return (/** @type {ChangedPage} */ page) => {
    const { path, changes, template = nameTemplate(path, before), contexts = [] } = page;
    const seen = seenIn.get(template) ?? new Set();
    const needed = [...contexts, ...changes.map(({ rule }) => `rule ${rule}`)];
    const isCovered = countContexts(page) > 0 && needed.every((each) => seen.has(each));
    if (!isCovered) seenIn.set(template, new Set([...seen, ...needed]));
    return isCovered;
  };
}

/**
 * Decides for a group: the page with most visible changes, the shortest of those, is verified in full unless others
 * cover it. Others are verified by their boxes if a change has a new context, and a sample of the rest.
 * @param {readonly ChangedPage[]} group @param {ChangedPage} richest @param {boolean} isCovered
 * @returns {(readonly [ChangedPage, Depth])[]}
 */
function assignInGroup(group, richest, isCovered) {
  const seen = new Set(placesOf(richest));
  let alike = 0;
  /** @param {ChangedPage} page @returns {Depth} */
  const depthOf = (page) => {
    if (page === richest) return isCovered ? 'geometry' : 'full';
    const places = placesOf(page);
    const isNew = !page.contexts || places.some((place) => !seen.has(place));
    for (const place of places) seen.add(place);
    if (isNew) return 'geometry';
    if (countContexts(page) === 0) return 'none';
    alike += 1;
    return alike % SAMPLE_EVERY === 0 ? 'geometry' : 'none';
  };
  return group.map((page) => exact([page, depthOf(page)]));
}

/** @param {ChangedPage} page */
function placesOf({ contexts = [], kinds = [] }) {
  return [...contexts, ...kinds];
}

/** @param {ChangedPage} page */
function countContexts(page) {
  return placesOf(page).length;
}

/**
 * Selects items that are spread over a list, the same ones each time.
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

/** Returns true if changes look the same wherever their files are rendered. @param {ChangedPage['changes']} changes */
export function isDrawnAlike(changes) {
  return changes.every(({ isProven, isDrawn }) => isProven || isDrawn);
}

/**
 * Returns the name of a page's group. If no change is visible, or all are the same wherever their files are rendered,
 * rules are tested instead of pages: a page's own scripts make no difference.
 * @param {ChangedPage} page @param {FileLookup} before
 */
export function nameGroup({ path, changes, template }, before) {
  const causes = [...new Set(changes.map(({ cause, rule, isProven }) => (isProven ? rule : cause)))].sort();
  if (isDrawnAlike(changes)) return JSON.stringify(['drawn', nameStyles(path, before), causes]);
  return JSON.stringify([template ?? nameTemplate(path, before), causes]);
}

/**
 * Returns a name for the style sheets of a page. Pages that share them have the same layout rules, whatever their
 * scripts.
 * @param {string} path @param {FileLookup} before
 */
export function nameStyles(path, before) {
  return listShared(path, before)
    .filter((name) => SHEET_NAME.test(name))
    .join(' ');
}

/**
 * Returns a name for the style sheets and scripts of a page. Pages that share them have the same template.
 * @param {string} path @param {FileLookup} before
 */
function nameTemplate(path, before) {
  return listShared(path, before).join(' ');
}

/** Returns the names of the files that a page links. @param {string} path @param {FileLookup} before */
function listShared(path, before) {
  const source = new TextDecoder('latin1').decode(before(path)?.bytes ?? new Uint8Array());
  const files = [...source.matchAll(SHARED_FILE)].map(([, url]) => url.replace(/^.*\//, ''));
  return [...new Set(files)].sort();
}
