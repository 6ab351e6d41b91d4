/** @import { Delivery } from '../serve/delivery.js' */
/** @import { HintGroup } from './page-hints.js' */
/** @import { Ahead } from './plan-prefetch.js' */

import { ASK_FIRST, FOR_EVER } from '../serve/delivery.js';
import { addressesOf } from './page-hints.js';
import { RULES_FILE, RULES_TYPE } from './plan-prefetch.js';
import { quoteHostPath } from './quote.js';

/*
 * Hosts of static sites compress by themselves and negotiate no files. Their configuration only contains cache
 * durations.
 */

/** Max rules of such a file on Cloudflare Pages, minus one for all other files. */
const MAX_RULES = 99;

/**
 * Writes `_headers` of Netlify and Cloudflare Pages, which send the preloads of a page's `Link` header early.
 * @param {Delivery} delivery @param {readonly HintGroup[]} hints @param {Ahead | null} ahead
 */
export function writeHeadersFile(delivery, hints, ahead) {
  const rules = lastingPaths(delivery).map((path) => `${path}\n  ! Cache-Control\n  Cache-Control: ${FOR_EVER}\n`);
  const early = hints.flatMap(({ value, pages }) =>
    pages.flatMap(addressesOf).map((address) => `${address}\n  Link: ${value}\n`),
  );
  return `/*\n  Cache-Control: ${ASK_FIRST}\n${[...rules, ...early, ...rulesOf(ahead)].slice(0, MAX_RULES).join('')}`;
}

/** Names the rules for pages whose links are fetched ahead. @param {Ahead | null} ahead */
function rulesOf(ahead) {
  if (!ahead) return [];
  const named = ahead.pages
    .flatMap(addressesOf)
    .map((address) => `${address}\n  Speculation-Rules: "/${RULES_FILE}"\n`);
  return [`/${RULES_FILE}\n  Content-Type: ${RULES_TYPE}\n`, ...named];
}

/** Writes `vercel.json`. @param {Delivery} delivery */
export function writeVercel(delivery) {
  const headers = lastingPaths(delivery).map((path) => ({
    source: path.replace('*', '(.*)'),
    headers: [{ key: 'Cache-Control', value: FOR_EVER }],
  }));
  return json({ headers: [{ source: '/(.*)', headers: [{ key: 'Cache-Control', value: ASK_FIRST }] }, ...headers] });
}

/** Writes `firebase.json`. @param {Delivery} delivery */
export function writeFirebase(delivery) {
  const headers = lastingPaths(delivery).map((path) => ({
    source: path.replace('*', '**'),
    headers: [{ key: 'Cache-Control', value: FOR_EVER }],
  }));
  return json({
    hosting: {
      public: '.',
      headers: [{ source: '**', headers: [{ key: 'Cache-Control', value: ASK_FIRST }] }, ...headers],
    },
  });
}

/** Writes `staticwebapp.config.json` for Azure. @param {Delivery} delivery */
export function writeAzure(delivery) {
  const routes = lastingPaths(delivery).map((route) => ({ route, headers: { 'Cache-Control': FOR_EVER } }));
  return json({ globalHeaders: { 'Cache-Control': ASK_FIRST }, routes });
}

/** Writes a note about GitHub Pages. */
export function writeGitHubNote() {
  return (
    `GitHub Pages sets all headers itself. It compresses with gzip, and caches every file for ten minutes.
It cannot send compressed copies (build with --variants "") or files compressed against a dictionary. Files with ` +
    `a digest
in their names are revalidated after ten minutes, which costs a request without content.
`
  );
}

/**
 * Returns folders in which every file is cached without limit, and single files, up to the limit of the hosts.
 * @param {Delivery} delivery
 */
function lastingPaths({ lasting, changing }) {
  const mixed = new Set(changing.flatMap(foldersOf));
  const paths = [...lasting.keys()].map((path) => {
    const whole = foldersOf(path).find((folder) => folder !== '' && !mixed.has(folder));
    return whole === undefined ? `/${quoteHostPath(path)}` : `/${quoteHostPath(whole)}*`;
  });
  return [...new Set(paths)].slice(0, MAX_RULES);
}

/** Returns the folders of a file, the uppermost first. @param {string} path */
function foldersOf(path) {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`)];
}

/** @param {unknown} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
