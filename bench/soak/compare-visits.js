/** @import { Visit } from './visit-page.js' */
/** @import { Shown } from './in-page.js' */

import { comparePictures, isAllowed } from './compare-pictures.js';

/** Max movement of a box, in CSS pixels, caused by rounding. */
const BOX_PIXELS = 1.5;
/** Tags with essential content, none of which may be lost. */
const KEPT_TAGS = ['a', 'button', 'input', 'select', 'textarea', 'h1', 'h2', 'h3', 'iframe', 'video', 'canvas', 'form'];
const SHOWN = 5;

/** @typedef {{ kind: string, detail: string, rendering?: string }} Finding */

/**
 * Lists the differences between a visit before and after a build.
 * @param {Visit} before @param {Visit} after @param {string} level
 * @returns {Promise<Finding[]>}
 */
export async function compareVisits(before, after, level) {
  return [
    ...compareLoads(before, after),
    ...compareTours(before, after),
    ...before.rendered.flatMap((one, index) => compareShown(one, after.rendered[index], level)),
    ...(await compareRenderings(before, after, level)),
  ];
}

/** @param {Visit} before @param {Visit} after @returns {Finding[]} */
function compareLoads(before, after) {
  /** @type {Finding[]} */
  const found = [];
  if (after.bytes > before.bytes) found.push({ kind: 'bytes', detail: `${before.bytes} → ${after.bytes}` });
  const [was, is] = [before.requests.length, after.requests.length];
  if (is > was) found.push({ kind: 'requests', detail: `${was} → ${is}` });
  for (const key of /** @type {const} */ (['failures', 'errors', 'outside'])) {
    const news = after[key].filter((each) => !before[key].includes(each));
    if (news.length > 0 && (key !== 'failures' || after[key].length > before[key].length))
      found.push({ kind: key, detail: news.slice(0, SHOWN).join('; ') });
  }
  if (before.workers !== after.workers)
    found.push({ kind: 'service worker', detail: `${before.workers} → ${after.workers} registered` });
  return found;
}

/** @param {Visit} before @param {Visit} after @returns {Finding[]} */
function compareTours(before, after) {
  const index = before.steps.findIndex((step, at) => JSON.stringify(step) !== JSON.stringify(after.steps[at]));
  if (index < 0 && before.steps.length === after.steps.length) return [];
  const [was, is] = [before.steps[index], after.steps[index]];
  if (!was || !is) return [{ kind: 'tour', detail: `${before.steps.length} → ${after.steps.length} steps` }];
  const keys = /** @type {const} */ (['act', 'path', 'title', 'dialogs', 'words']);
  const key = keys.find((each) => was[each] !== is[each]) ?? 'words';
  if (key === 'words' && isGain(was.words.split(' '), is.words.split(' '))) return [];
  const detail = `“${was.act}”, ${key}: ${cut(String(was[key]), String(is[key]))}`;
  return [{ kind: 'tour', detail }];
}

/** Returns the first difference of two texts. @param {string} one @param {string} other */
function cut(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 20);
  return `…${one.slice(from, at + 60)} → …${other.slice(from, at + 60)}`;
}

/** Returns true if no word was lost. @param {readonly string[]} was @param {readonly string[]} is */
function isGain(was, is) {
  return listLostWords(was, is).length === 0;
}

/**
 * Lists lost words. An element inside a word splits it, and may be removed.
 * @param {readonly string[]} was @param {readonly string[]} is
 */
function listLostWords(was, is) {
  return was.join('') === is.join('') ? [] : listLost(was, is);
}

/**
 * Lists the items of the first list that the second lacks, each as often as it is missing.
 * @param {readonly string[]} was @param {readonly string[]} is
 */
function listLost(was, is) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const each of is) counts.set(each, (counts.get(each) ?? 0) + 1);
  return was.filter((each) => {
    const left = counts.get(each) ?? 0;
    counts.set(each, left - 1);
    return left <= 0;
  });
}

/**
 * @param {{ name: string, frames: Shown[] }} before @param {{ name: string, frames: Shown[] }} after
 * @param {string} level
 * @returns {Finding[]}
 */
function compareShown(before, after, level) {
  const rendering = before.name;
  if (before.frames.length !== after.frames.length)
    return [{ kind: 'frames', rendering, detail: `${before.frames.length} → ${after.frames.length}` }];
  return before.frames.flatMap((was, index) => {
    const is = after.frames[index];
    /** @type {Finding[]} */
    const found = [];
    const lost = listLostWords(was.words, is.words);
    if (lost.length > 0) found.push({ kind: 'text', rendering, detail: `lost: ${lost.slice(0, SHOWN).join(' ')}` });
    const gained = level === 'safe' ? listLostWords(is.words, was.words) : [];
    if (gained.length > 0) found.push({ kind: 'text', rendering, detail: `new: ${gained.slice(0, SHOWN).join(' ')}` });
    const links = [...listLost(was.links, is.links), ...listLost(is.links, was.links)];
    if (links.length > 0) found.push({ kind: 'links', rendering, detail: links.slice(0, SHOWN).join(' ') });
    const broken = listLost(is.broken, was.broken);
    if (is.broken.length > was.broken.length)
      found.push({ kind: 'broken images', rendering, detail: broken.slice(0, SHOWN).join(' ') });
    if (was.title !== is.title) found.push({ kind: 'title', rendering, detail: `${was.title} → ${is.title}` });
    const moved = findMoved(was, is);
    if (moved) found.push({ kind: 'boxes', rendering, detail: moved });
    return found;
  });
}

/** @param {Shown} was @param {Shown} is @returns {string | null} */
function findMoved(was, is) {
  for (const [tag, boxes] of Object.entries(was.boxes)) {
    const others = is.boxes[tag] ?? [];
    if (boxes.length !== others.length) {
      if (KEPT_TAGS.includes(tag)) return `${boxes.length} → ${others.length} <${tag}>`;
      continue;
    }
    const at = boxes.findIndex((box, index) =>
      box.some((value, side) => Math.abs(value - others[index][side]) > BOX_PIXELS),
    );
    if (at >= 0) return `<${tag}> ${at}: ${boxes[at].join(', ')} → ${others[at].join(', ')}`;
  }
  return null;
}

/** @param {Visit} before @param {Visit} after @param {string} level @returns {Promise<Finding[]>} */
async function compareRenderings(before, after, level) {
  const pairs = [
    ...before.rendered.map((one, at) => ({ name: one.name, one: one.picture, other: after.rendered[at].picture })),
    ...before.hovered.map((one, at) => ({ name: `hover-${at}`, one, other: after.hovered[at] })),
  ];
  /** @type {Finding[]} */
  const found = [];
  for (const { name, one, other } of pairs) {
    if (!other) {
      found.push({ kind: 'pixels', rendering: name, detail: 'nothing to hover over' });
      continue;
    }
    const difference = await comparePictures(one, other, level);
    if (isAllowed(difference, level)) continue;
    const { pixels, worst, share, sizes } = difference;
    const detail = sizes || `${pixels} pixels, worst square ${worst}, ${(100 * share).toFixed(2)} % of squares`;
    found.push({ kind: 'pixels', rendering: name, detail });
  }
  return found;
}
