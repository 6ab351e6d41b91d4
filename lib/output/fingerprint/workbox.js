/*
 * Lists of files that a service worker fetches ahead, as Workbox and the plugins built on it write them:
 *   precacheAndRoute([{url:"index.html",revision:"0f3a…"},{"revision":null,"url":"assets/app-8f3a2b1c.js"}], {})
 */

const WORKBOX = /precacheAndRoute|workbox/;
const QUOTED = String.raw`(["'])((?:(?!\QUOTE)[^\\])*)\QUOTE`;
const field = (/** @type {string} */ name, /** @type {string} */ value) => String.raw`["']?${name}["']?\s*:\s*${value}`;
const url = (/** @type {number} */ group) => field('url', QUOTED.replaceAll('QUOTE', String(group)));
const revision = (/** @type {number} */ group) =>
  field('revision', `(?:null|${QUOTED.replaceAll('QUOTE', String(group))})`);
const ENTRY = new RegExp(String.raw`\{\s*(?:${url(1)}\s*,\s*${revision(3)}|${revision(5)}\s*,\s*${url(7)})\s*\}`, 'gd');

/**
 * Returns the entries of such lists, none if no known tool wrote the script.
 * @param {string} script
 * @returns {{ url: string, start: number, revision: { start: number, end: number } | null }[]}
 */
export function readPrecacheList(script) {
  if (!WORKBOX.test(script)) return [];
  return [...script.matchAll(ENTRY)].map((match) => {
    const { indices = [] } = match;
    const [start] = indices[2] ?? indices[8] ?? [0, 0];
    const said = indices[4] ?? indices[6];
    return { url: match[2] ?? match[8], start, revision: said ? { start: said[0], end: said[1] } : null };
  });
}
