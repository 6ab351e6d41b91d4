/** @import { SitePath } from '../../site/types.ts' */

import { parse } from 'parse5';
import { IS_PLAIN } from '../serve/delivery.js';

/** @typedef {import('parse5').DefaultTreeAdapterTypes.ChildNode} Node */
/** @typedef {{ value: string, pages: SitePath[] }} HintGroup pages with the same hints */

/** Max hints that browsers and hosts use: more compete with the page itself for its first packets. */
const MAX_HINTS = 4;

/**
 * Lists the preloads of a page for Early Hints, as the value of a `Link` header: style sheets and scripts in its head
 * that block the first paint. Elements with `crossorigin` are left out, because hosts derive no hints from them.
 * @param {SitePath} page @param {string} html @param {ReadonlySet<SitePath>} files that are served
 * @returns {string} empty if there is nothing to hint at
 */
export function hintsOf(page, html, files) {
  if (!IS_PLAIN.test(page)) return '';
  const head = childOf(childOf(parse(html), 'html'), 'head');
  const children = head && 'childNodes' in head ? head.childNodes : [];
  if (children.some((node) => node.nodeName === 'base')) return '';
  const hints = children.flatMap((node) => {
    const [url, as] = blockingOf(node);
    const target = URL.parse(url, `https://site.invalid/${page}`);
    if (!url || target?.origin !== 'https://site.invalid' || target.search) return [];
    const path = target.pathname.slice(1);
    return IS_PLAIN.test(path) && files.has(path) ? [`</${path}>; rel=preload; as=${as}`] : [];
  });
  return [...new Set(hints)].slice(0, MAX_HINTS).join(', ');
}

/** Returns the URL and the kind of a file that blocks the first paint, empty for other nodes. @param {Node} node */
function blockingOf(node) {
  const attributes = new Map('attrs' in node ? node.attrs.map(({ name, value }) => [name, value]) : []);
  if (attributes.has('crossorigin')) return ['', ''];
  if (node.nodeName === 'link') {
    const isSheet = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/).includes('stylesheet');
    const isUsed = /^(?:|all|screen)$/i.test((attributes.get('media') ?? '').trim()) && !attributes.has('disabled');
    return isSheet && isUsed ? [attributes.get('href') ?? '', 'style'] : ['', ''];
  }
  const waits = ['async', 'defer', 'nomodule'].some((name) => attributes.has(name)) || attributes.get('type');
  return node.nodeName === 'script' && !waits ? [attributes.get('src') ?? '', 'script'] : ['', ''];
}

/** @param {{ childNodes?: Node[] } | object | null} node @param {string} name @returns {Node | null} */
function childOf(node, name) {
  const children = node && 'childNodes' in node ? /** @type {Node[]} */ (node.childNodes) : [];
  return children.find(({ nodeName }) => nodeName === name) ?? null;
}

/**
 * Groups pages by their hints, the largest group first.
 * @param {ReadonlyMap<SitePath, string>} hints
 * @returns {HintGroup[]}
 */
export function groupHints(hints) {
  const groups = Map.groupBy([...hints.keys()], (page) => hints.get(page) ?? '');
  return [...groups]
    .filter(([value]) => value !== '')
    .map(([value, pages]) => ({ value, pages: pages.sort() }))
    .sort((a, b) => b.pages.length - a.pages.length || (a.value < b.value ? -1 : 1));
}

/** Lists the addresses of a page: its file, and its folder if it is the folder's index. @param {SitePath} page */
export function addressesOf(page) {
  const folder = /^(.*\/)?index\.html$/.exec(page);
  return folder ? [`/${page}`, `/${folder[1] ?? ''}`] : [`/${page}`];
}
