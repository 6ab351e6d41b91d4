/** @import { CDPSession, Protocol } from 'puppeteer-core' */
/** @import { SiteAddress, SitePath } from '../../site/types.ts' */

import { pathOfUrl } from '../../site/addresses.js';

/** Min characters of a script that is worth loading later: several packets, compressed. */
const MIN_CHARACTERS = 4000;
/** Max share of a script's characters that ran if it counts as idle. Five of nine unseen sites have such scripts. */
const MAX_SHARE = 0.25;

const SCRIPT = /\.m?js$/i;

/** @typedef {{ start: number, end: number, count: number }} Span */

/**
 * Makes a page record which functions of its scripts run.
 * @param {CDPSession} session
 */
export async function watchScripts(session) {
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
}

/**
 * Lists the scripts of the site of which almost nothing ran, in order.
 * @param {CDPSession} session @param {SiteAddress | undefined} place
 * @returns {Promise<SitePath[]>}
 */
export async function listIdleScripts(session, place) {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  await session.send('Profiler.disable');
  const used = result.flatMap(({ url, functions }) => {
    const path = pathOfUrl(url, place);
    // Scripts in pages have the address of the page.
    return path !== null && SCRIPT.test(path) ? [{ path, ...measureUse(functions) }] : [];
  });
  const groups = [...Map.groupBy(used, ({ path }) => path)];
  return groups
    .filter(([, uses]) => uses.every(({ all, ran }) => all >= MIN_CHARACTERS && ran < all * MAX_SHARE))
    .map(([path]) => path)
    .sort();
}

/**
 * Counts the characters of a script and those that ran: a character belongs to the innermost function around it.
 * @param {readonly Protocol.Profiler.FunctionCoverage[]} functions
 */
export function measureUse(functions) {
  const spans = functions
    .flatMap(({ ranges }) => ranges.map(({ startOffset: start, endOffset: end, count }) => ({ start, end, count })))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let ran = 0;
  /** @type {Span[]} */
  const open = [];
  for (const span of spans) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= span.start) open.pop();
    const length = span.end - span.start;
    // What an inner function has for itself is taken from the one around it.
    if (isRun(open.at(-1))) ran -= length;
    if (isRun(span)) ran += length;
    open.push(span);
  }
  return { all: Math.max(0, ...spans.map(({ end }) => end)), ran };
}

/** @param {Span | undefined} span */
function isRun(span) {
  return (span?.count ?? 0) > 0;
}
