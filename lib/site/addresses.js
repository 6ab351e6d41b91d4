/** @import { SiteAddress, SiteFile, SitePath } from './types.ts' */

import { exact } from '../base/exact.js';
import { decodePath } from './text/decode-path.js';
import { encodeName } from './text/disk-name.js';

/**
 * A page by its file, or a route without a file by its address, which begins with a slash.
 * @typedef {string} PageKey
 *
 * The answer of a static file server to a request: a file and a status, or a path to redirect to.
 * @typedef {{ path: SitePath, status: 200 | 404, redirect?: undefined } | { redirect: string }} Resolved
 */

/**
 * The origin of a site whose host is unknown: secure, and with a name that no site has and no page links to
 * (https://www.rfc-editor.org/rfc/rfc6761). Scripts treat it as any public address.
 */
const ORIGIN = 'https://www.site.example.com';
/** The place of a site of which nothing is known. @type {SiteAddress} */
export const ANYWHERE = Object.freeze({ origin: null, folder: '' });

const INDEX = /(^|\/)index\.html?$/i;
const PAGE_ENDING = /\.html?$/i;
/** Links to a page of the site by its file, or by its file without the extension. */
const LINK = /\bhref\s*=\s*["']?(?![a-z][a-z0-9+.-]*:|\/\/|[#?])([^\s"'<>?#]+)/gi;
/** Max pages that are searched for links: conventions apply to a whole site. */
const MAX_READ = 100;
/** Files that hosts send for unknown addresses, each with its status. The first existing one is used. */
const FALLBACKS = /** @type {const} */ ([
  ['200.html', 200],
  ['404.html', 404],
]);
/** A rule of Netlify and Cloudflare Pages that sends one file for all addresses. */
const CATCH_ALL = /^[ \t]*\/\*(?:[ \t]+(\S+))?[ \t]+200\b/gm;
const SCRIPT = /<script\b/i;
/** Parts of a document that are not rendered. */
const UNSEEN = /<(script|style|noscript|template|title)\b[^<>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^<>]*>/gi;
const SHOWS = /<(?:img|svg|canvas|video|picture|input|button|iframe|object|embed)\b/i;

/** Returns true if a key names a route without a file. @param {PageKey} page */
export function isRoute(page) {
  return page.startsWith('/');
}

/**
 * Returns the public address of a page as a browser shows it, without the origin: `/`, `/guide/`, `/about`.
 * @param {PageKey} page @param {SiteAddress} [place]
 */
export function addressOfPage(page, place = ANYWHERE) {
  if (isRoute(page)) return page;
  const { folder, cleanUrls } = place;
  const path = INDEX.test(page) ? page.replace(INDEX, '$1') : cleanUrls ? page.replace(PAGE_ENDING, '') : page;
  return `/${encodeSegments(folder + path)}`;
}

/** Returns the URL under which a page is visited. @param {PageKey} page @param {SiteAddress} [place] */
export function urlOfPage(page, place = ANYWHERE) {
  return `${place.origin ?? ORIGIN}${addressOfPage(page, place)}`;
}

/** Returns the URL of a file by its full name. @param {SitePath} path @param {SiteAddress} [place] */
export function urlOfPath(path, { origin, folder } = ANYWHERE) {
  return `${origin ?? ORIGIN}/${encodeSegments(folder + path)}`;
}

/** Returns the origin of the site's host. @param {SiteAddress} [place] */
export function urlOfHost({ origin } = ANYWHERE) {
  return origin ?? ORIGIN;
}

/**
 * Returns the path below the site's folder that a URL requests. The URL can be invalid, because browsers request hosts
 * with braces and the like.
 * @param {string} url
 * @param {SiteAddress} [place]
 * @returns {string | null} null if the URL belongs to another host, or is outside of the site's folder
 */
export function pathOfUrl(url, { origin, folder } = ANYWHERE) {
  const parsed = URL.parse(url);
  if (!parsed || parsed.host !== new URL(origin ?? ORIGIN).host) return null;
  const name = decodePath(parsed.pathname.slice(1));
  return `${name}/`.startsWith(folder) ? name.slice(folder.length) : null;
}

/**
 * Returns the response of static hosts to a path: the file itself, the index of a folder, or a page without its
 * extension; for documents also a redirect to a folder, and the fallback page.
 * @param {string} path below the site's folder, decoded
 * @param {(path: SitePath) => boolean} has
 * @param {SiteAddress} [place]
 * @param {boolean} [isDocument] true if a document is requested
 * @returns {Resolved | null}
 */
export function resolvePath(path, has, { fallback } = ANYWHERE, isDocument = true) {
  const isFolder = path === '' || path.endsWith('/');
  const names = isFolder ? [`${path}index.html`, `${path}index.htm`] : [path, `${path}.html`];
  const found = names.find(has);
  if (found !== undefined) return { path: found, status: 200 };
  if (!isFolder && has(`${path}/index.html`)) return { redirect: `${path}/` };
  return isDocument && fallback && has(fallback.path) ? fallback : null;
}

/**
 * Returns the file that is sent for a page's address.
 * @param {PageKey} page @param {SiteAddress} [place]
 * @returns {SitePath}
 */
export function documentOf(page, { fallback } = ANYWHERE) {
  if (!isRoute(page)) return page;
  return isHashRoute(page) ? 'index.html' : (fallback?.path ?? 'index.html');
}

/** Returns true for a route that scripts read from the fragment: `/#/guide`. @param {string} address */
export function isHashRoute(address) {
  return /^[^#]*#!?\//.test(address);
}

/**
 * Returns the conventions that a site's files and links show: whether pages are requested without their extension, and
 * which page is sent for unknown addresses.
 * @param {ReadonlyMap<SitePath, SiteFile>} files
 * @param {string} folder of the host that contains the site
 * @returns {Pick<SiteAddress, 'cleanUrls' | 'fallback'>}
 */
export function findConventions(files, folder = '') {
  const pages = [...files.values()].filter(({ type }) => type === 'html');
  const fallback = findFallback(files, pages);
  return { ...(hasCleanUrls(files, pages, folder) ? { cleanUrls: true } : {}), ...(fallback ? { fallback } : {}) };
}

/** Returns the conventions as text for the report. @param {SiteAddress} [place] @returns {string[]} */
export function describeConventions({ folder, cleanUrls, fallback } = ANYWHERE) {
  return [
    'dir/index.html → /dir/',
    ...(cleanUrls ? ['page.html → /page'] : []),
    ...(fallback ? [`unknown address → ${fallback.path} (${fallback.status})`] : []),
    ...(folder === '' ? [] : [`base path /${folder}`]),
  ];
}

/**
 * Returns the files that can be sent for unknown addresses, in order of precedence.
 * @param {string} rules the text of `_redirects`, empty if there is none
 * @returns {NonNullable<SiteAddress['fallback']>[]}
 */
export function listFallbacks(rules) {
  const targets = [...rules.matchAll(CATCH_ALL)].map(([, named = '']) => named.replace(/^\//, ''));
  const target = targets.find((named) => named === '' || /\.html?$/.test(named));
  const named = target === undefined ? [] : [Object.freeze({ path: target || 'index.html', status: exact(200) })];
  return [...named, ...FALLBACKS.map(([path, status]) => Object.freeze({ path, status }))];
}

/**
 * @param {ReadonlyMap<SitePath, SiteFile>} files @param {readonly SiteFile[]} pages
 * @returns {SiteAddress['fallback'] | null}
 */
function findFallback(files, pages) {
  const rules = files.get('_redirects');
  const known = listFallbacks(rules ? textOf(rules) : '').find(({ path }) => files.has(path));
  if (known) return known;
  // A single-page application that is filled by scripts is served at all of its addresses.
  const [page] = pages;
  const isShell = pages.length === 1 && page.path === 'index.html' && isEmptyShell(textOf(page));
  return isShell ? Object.freeze({ path: page.path, status: 200 }) : null;
}

/** Returns true if a document has no visible content before its scripts have run. @param {string} source */
function isEmptyShell(source) {
  if (!SCRIPT.test(source)) return false;
  const body = source.slice(Math.max(0, source.search(/<body\b/i)));
  return !SHOWS.test(body) && body.replace(UNSEEN, '').trim() === '';
}

/**
 * Returns true if links name more pages without their extension than with it.
 * @param {ReadonlyMap<SitePath, SiteFile>} files @param {readonly SiteFile[]} pages @param {string} folder
 */
function hasCleanUrls(files, pages, folder) {
  const step = Math.max(1, Math.ceil(pages.length / MAX_READ));
  let clean = 0;
  let full = 0;
  for (const page of pages.filter((_, index) => index % step === 0)) {
    for (const [, href] of textOf(page).matchAll(LINK)) {
      const path = pathFrom(page.path, href, { origin: null, folder });
      if (path === null || path === '' || path.endsWith('/')) continue;
      if (files.has(path)) full += PAGE_ENDING.test(path) && !INDEX.test(path) ? 1 : 0;
      else if (files.has(`${path}.html`)) clean += 1;
    }
  }
  return clean > full;
}

/**
 * Returns the path that a URL in a file requests, null if it is outside of the site.
 * @param {SitePath} from @param {string} href @param {SiteAddress} [place]
 */
export function pathFrom(from, href, place) {
  const url = URL.parse(href.trim(), urlOfPath(from, place));
  return url && pathOfUrl(url.href, place);
}

/** @param {SiteFile} file */
function textOf({ bytes }) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Encodes a path in the form that browsers show. @param {string} path */
function encodeSegments(path) {
  const encode = (/** @type {string} */ text) => encodeURI(text).replace(/[?#]/g, encodeURIComponent);
  return path
    .split('/')
    .map((name) => encodeName(name, encode))
    .join('/');
}
