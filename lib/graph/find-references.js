/** @import { Element, Findings, Page, Reference, Role, SitePath, Sheet, Text, Warning } from '../types.ts' */
/** @import { Paths } from './resolve-url.js' */

import { scanUrls } from '../style/scan-urls.js';
import { locateIn } from '../util/position.js';
import { urlsOf } from './element-urls.js';
import { resolveUrl } from './resolve-url.js';
import { filesNamedIn } from './script-names.js';
import { warningFor } from './warnings.js';

/** Roles that lead somewhere without fetching anything with the page. */
const NOT_FETCHED = new Set(['link', 'form', 'refresh', 'string']);
const KEPT_OUT = new Set(['link', 'form']);

/**
 * Every reference of a page: what it fetches, what it links to, what its scripts name.
 * @param {Page} page
 * @param {Paths} paths
 * @param {readonly SitePath[]} all
 * @returns {Findings}
 */
export function findPageReferences(page, paths, all) {
  const collector = collectFor(page.path, page.source, page.base, paths);
  for (const element of page.elements) {
    for (const { attribute, url, at, role } of urlsOf(element)) {
      collector.add(url, placeIn(page, attribute, url, at), roleIn(element, role), element, attribute.name);
    }
    for (const attribute of element.attributes.values()) {
      if (attribute.name === 'style' && attribute.valueRange) {
        addCss(collector, attribute.value, attribute.valueRange.start, element, attribute.name);
      } else if (/^on|^data-|^srcdoc$/.test(attribute.name) || /^\s*javascript:/i.test(attribute.value)) {
        collector.protect(attribute.value, all);
      }
    }
    if (element.tag === 'style')
      for (const text of textsOf(element)) addCss(collector, text.text, text.range.start, element, null);
    if (element.tag === 'script') for (const text of textsOf(element)) collector.protect(text.text, all);
  }
  for (const comment of commentsOf(page)) collector.protect(comment.text, all);
  return collector.done();
}

/**
 * Every reference of a style sheet.
 * @param {Pick<Sheet, 'path' | 'source'>} sheet
 * @param {Paths} paths
 * @returns {Findings}
 */
export function findSheetReferences(sheet, paths) {
  const collector = collectFor(sheet.path, sheet.source, sheet.path, paths);
  addCss(collector, sheet.source, 0, null, null);
  return collector.done();
}

/**
 * What a script or another text names: those files keep their names.
 * @param {SitePath} path
 * @param {string} text
 * @param {Paths} paths
 * @param {readonly SitePath[]} all
 * @returns {Findings}
 */
export function findTextReferences(path, text, paths, all) {
  const collector = collectFor(path, text, path, paths);
  collector.protect(text, all);
  return collector.done();
}

/**
 * @param {SitePath} from
 * @param {string} source
 * @param {SitePath | null} base
 * @param {Paths} paths
 */
function collectFor(from, source, base, paths) {
  /** @type {Reference[]} */
  const references = [];
  /** @type {Set<SitePath>} */
  const linked = new Set();
  /** @type {Set<SitePath>} */
  const named = new Set();
  /** @type {Warning[]} */
  const warnings = [];
  const locate = locateIn(source);
  return {
    /**
     * @param {string} url
     * @param {import('../types.ts').Range} range
     * @param {Role} role
     * @param {Element | null} element
     * @param {string | null} attribute
     */
    add(url, range, role, element, attribute) {
      const { target, suffix, odd } = resolveUrl(url, base, paths);
      if (target.kind === 'inline' || (role === 'string' && target.kind !== 'file')) return;
      if (KEPT_OUT.has(role) && target.kind !== 'missing') {
        if (target.kind === 'file') linked.add(target.path);
        if (odd === null) return;
      }
      const fetched = !NOT_FETCHED.has(role) && !element?.inert;
      const reference = Object.freeze({
        ...{ from, range: Object.freeze(range), ...locate(range.start), element: element?.index ?? null, attribute },
        ...{ url, suffix, role, target: Object.freeze(target), odd, fetched },
      });
      const warning = warningFor(reference);
      if (warning) warnings.push(warning);
      if (KEPT_OUT.has(role)) return;
      references.push(reference);
      // A server that ignores case, or a browser that mends the path, still leads there.
      if (target.kind === 'missing' && target.meant) named.add(target.meant);
      if (target.kind === 'file' && (role === 'string' || role === 'refresh')) named.add(target.path);
    },
    /** @param {string} text @param {readonly SitePath[]} all */
    protect(text, all) {
      for (const path of filesNamedIn(text, [base ?? from, from], paths, all)) named.add(path);
    },
    /** @returns {Findings} */
    done: () =>
      Object.freeze({
        references: Object.freeze(references.sort((a, b) => a.range.start - b.range.start)),
        linked: Object.freeze([...linked]),
        protected: Object.freeze([...named]),
        warnings: Object.freeze(warnings),
      }),
  };
}

/**
 * @param {ReturnType<typeof collectFor>} collector
 * @param {string} css
 * @param {number} offset
 * @param {Element | null} element
 * @param {string | null} attribute
 */
function addCss(collector, css, offset, element, attribute) {
  for (const { url, start, end, isImport } of scanUrls(css)) {
    const role = isImport ? 'style' : /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i.test(url) ? 'font' : 'background';
    collector.add(url, { start: offset + start, end: offset + end }, role, element, attribute);
  }
}

/**
 * @param {Element} element
 * @param {Role} role
 * @returns {Role}
 */
function roleIn(element, role) {
  if (element.tag === 'source' && role === 'media' && element.parent?.tag === 'picture') return 'image';
  if (element.tag === 'input' && role === 'image') {
    return element.attributes.get('type')?.value.toLowerCase() === 'image' ? 'image' : 'string';
  }
  return role;
}

/**
 * Where a URL of an attribute stands; the whole value where character references hide its exact place.
 * @param {Page} page
 * @param {import('../types.ts').Attribute} attribute
 * @param {string} url
 * @param {number} at
 */
function placeIn(page, attribute, url, at) {
  const { start, end } = attribute.valueRange ?? { start: attribute.range.end, end: attribute.range.end };
  const written = page.source.slice(start, end);
  if (written !== attribute.value) return { start, end };
  const lead = url.length - url.trimStart().length;
  return { start: start + at + lead, end: start + at + lead + url.trim().length };
}

/** @param {Element} element */
function textsOf(element) {
  return /** @type {Text[]} */ (element.children.filter((child) => child.tag === '#text'));
}

/** @param {Page} page */
function commentsOf(page) {
  const lists = [page.children, ...page.elements.map((element) => element.children)];
  return /** @type {Text[]} */ (lists.flat().filter((child) => child.tag === '#comment'));
}
