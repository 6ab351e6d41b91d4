/**
 * @import { Attribute, Element, Findings, Page, Reference, Role, SitePath, Sheet, Text, Warning } from '../types.ts'
 */
/** @import { Paths } from './resolve-url.js' */

import { exact } from '../../base/exact.js';
import { isText } from '../page/tree.js';
import { scanUrls } from '../style/scan-urls.js';
import { mayBeWritten, runsCode } from '../text/comments.js';
import { locateIn } from '../text/position.js';
import { unpackCode } from '../text/unpack-code.js';
import { chooseIcon, isNotChosen } from './choose-image.js';
import { urlsOf } from './element-urls.js';
import { resolveUrl } from './resolve-url.js';
import { filesNamedIn } from './script-names.js';
import { warningFor } from './warnings.js';

/** Roles of links that are not fetched with the page. */
const NOT_FETCHED = new Set(['link', 'form', 'refresh', 'string']);
const KEPT_OUT = new Set(['link', 'form']);
/**
 * Imports of a module, by the name of a file. The text before `from` is matched backwards, and only if a name follows,
 * so that a script full of `import` takes no longer than another.
 */
const IMPORT = new RegExp(
  String.raw`(?<![\w$.])(?:import|(?=from\s*["'])(?<=(?<![\w$.])(?:import` +
    String.raw`|export)[\w$\s{},*]{1,5000})from)\s*(["'])(\.{0,2}\/[^"'\n]+)\1`,
  'g',
);

/**
 * Finds all references of a page: files that it fetches, its links, and names in its scripts.
 * @param {Page} page
 * @param {Paths} paths
 * @returns {Findings}
 */
export function findPageReferences(page, paths) {
  const collector = collectFor(page.path, page.source, page.base, paths);
  const icon = chooseIcon(page.elements);
  const placeIn = placesIn(page);
  for (const element of page.elements) {
    for (const { attribute, url, at, role } of urlsOf(element)) {
      const passedOver = isNotChosen(element, attribute, at) || (role === 'icon' && element !== icon);
      collector.add(url, placeIn(attribute, url, at), roleIn(element, role), element, attribute.name, passedOver);
    }
    for (const attribute of element.attributes.values()) {
      if (attribute.name === 'style') addStyleAttribute(collector, placeIn, attribute, element);
      else if (/^on|^data-|^srcdoc$/.test(attribute.name) || /^\s*javascript:/i.test(attribute.value)) {
        collector.protect(attribute.value);
      }
    }
    if (element.tag === 'style')
      for (const text of textsOf(element)) addCss(collector, text.text, text.range.start, element);
    if (element.tag === 'script') {
      for (const { text, range } of textsOf(element)) {
        const isModule = /^module$/i.test(element.attributes.get('type')?.value ?? '');
        collector.protect(isModule ? collector.addImports(text, range.start) : text);
      }
    }
  }
  const hasScripts = runsCode(page.source);
  for (const { text } of commentsOf(page)) if (mayBeWritten(text, hasScripts)) collector.protect(text);
  return collector.done();
}

/**
 * Finds all references of a style sheet.
 * @param {Pick<Sheet, 'path' | 'source'>} sheet
 * @param {Paths} paths
 * @returns {Findings}
 */
export function findSheetReferences(sheet, paths) {
  const collector = collectFor(sheet.path, sheet.source, sheet.path, paths);
  addCss(collector, sheet.source, 0, null);
  return collector.done();
}

/**
 * Finds the files that a script or another text names. They keep their names.
 * @param {SitePath} path
 * @param {string} text
 * @param {Paths} paths
 * @returns {Findings}
 */
export function findTextReferences(path, text, paths) {
  const collector = collectFor(path, text, path, paths);
  collector.protect(/\.m?js$/i.test(path) ? collector.addImports(text, 0) : text);
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
     * @param {{ range: import('../types.ts').Range, exact: boolean }} place
     * @param {Role} role
     * @param {Element | null} element
     * @param {string | null} attribute
     * @param {boolean} [passedOver] true if a browser chooses another offer
     */
    add(url, { range, exact: isWhole }, role, element, attribute, passedOver = false) {
      const { target, suffix, odd: written } = resolveUrl(url, base, paths);
      const odd = written ?? (isWhole ? null : 'escaped');
      if (target.kind === 'inline' || (role === 'string' && target.kind !== 'file')) return;
      if (KEPT_OUT.has(role) && target.kind !== 'missing') {
        if (target.kind === 'file') linked.add(target.path);
        if (written === null) return;
      }
      const fetched = !NOT_FETCHED.has(role) && !element?.inert;
      const reference = Object.freeze({
        ...{ from, range: Object.freeze(range), ...locate(range.start), element: element?.index ?? null, attribute },
        ...{ url, suffix, role, target: Object.freeze(target), odd, fetched },
        ...(role === 'script' && (!element || isDeferred(element)) ? { deferred: exact(true) } : {}),
        ...(passedOver ? { passedOver: exact(true) } : {}),
      });
      const warning = warningFor(reference);
      if (warning) warnings.push(warning);
      if (KEPT_OUT.has(role)) return;
      references.push(reference);
      // A server that ignores case, or a browser that corrects the path, still finds this file.
      if (target.kind === 'missing' && target.meant) named.add(target.meant);
      if (target.kind === 'file' && (role === 'string' || role === 'refresh')) named.add(target.path);
    },
    /** @param {string} code @param {number} offset @returns {string} the code without the names that it imports */
    addImports(code, offset) {
      const kept = [];
      let from = 0;
      for (const { 0: all, 2: url, index } of code.matchAll(IMPORT)) {
        if (resolveUrl(url, base, paths).target.kind !== 'file') continue;
        const start = offset + index + all.length - 1 - url.length;
        this.add(url, { range: { start, end: start + url.length }, exact: true }, 'script', null, null);
        kept.push(code.slice(from, start - offset), ' '.repeat(url.length));
        from = start - offset + url.length;
      }
      return kept.join('') + code.slice(from);
    },
    /** @param {string} text */
    protect(text) {
      for (const path of filesNamedIn(unpackCode(text), [base ?? from, from], paths)) named.add(path);
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
 */
function addCss(collector, css, offset, element) {
  for (const found of scanUrls(css)) {
    const place = { range: { start: offset + found.start, end: offset + found.end }, exact: true };
    collector.add(found.url, place, roleOfUrl(found), element, null, found.isPassedOver);
  }
}

/**
 * @param {ReturnType<typeof collectFor>} collector
 * @param {ReturnType<typeof placesIn>} placeIn
 * @param {Attribute} attribute
 * @param {Element} element
 */
function addStyleAttribute(collector, placeIn, attribute, element) {
  for (const found of scanUrls(attribute.value)) {
    const written = attribute.value.slice(found.start, found.end);
    const place = placeIn(attribute, written, found.start);
    collector.add(found.url, place, roleOfUrl(found), element, 'style', found.isPassedOver);
  }
}

/** @param {import('../style/scan-urls.js').CssUrl} found */
function roleOfUrl({ url, isImport }) {
  return isImport ? 'style' : /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i.test(url) ? 'font' : 'background';
}

/** @param {Element} script */
function isDeferred({ attributes }) {
  return attributes.has('async') || attributes.has('defer') || /^module$/i.test(attributes.get('type')?.value ?? '');
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
 * Creates a function that returns the positions of attribute URLs. Character references in the value are supported,
 * except inside the URL itself. An attribute with many URLs is compared with its source once.
 * @param {Page} page
 */
function placesIn(page) {
  /** @type {Attribute | null} */
  let last = null;
  let range = { start: 0, end: 0 };
  let written = '';
  let isVerbatim = false;
  /**
   * @param {Attribute} attribute
   * @param {string} url as in the value
   * @param {number} at position in the value
   */
  return (attribute, url, at) => {
    const { value } = attribute;
    if (attribute !== last) {
      last = attribute;
      range = attribute.valueRange ?? { start: attribute.range.end, end: attribute.range.end };
      written = page.source.slice(range.start, range.end);
      isVerbatim = written === value;
    }
    const trimmed = url.trim();
    const from = at + url.indexOf(trimmed);
    const offset = isVerbatim ? from : nthIndexOf(written, trimmed, value.slice(0, from).split(trimmed).length);
    const start = range.start + offset;
    // An attribute that is one URL is used as a whole, in any notation.
    return offset === -1
      ? { range, exact: value.trim() === trimmed }
      : { range: { start, end: start + trimmed.length }, exact: true };
  };
}

/**
 * @param {string} text
 * @param {string} part
 * @param {number} count
 */
function nthIndexOf(text, part, count) {
  let at = -1;
  for (let found = 0; found < count; found++) {
    at = text.indexOf(part, at + 1);
    if (at === -1) return -1;
  }
  return at;
}

/** @param {Element} element */
function textsOf(element) {
  return element.children.filter(isText);
}

/** @param {Page} page */
function commentsOf(page) {
  return [page, ...page.elements].flatMap(({ children }) =>
    children.flatMap((child) => ('text' in child && child.tag === '#comment' ? [child] : [])),
  );
}
