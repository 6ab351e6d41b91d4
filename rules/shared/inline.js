/** @import { Document, Element, Facts, Job, Page, Proposal, Reference, SitePath } from '../../lib/types.ts' */

import { scanUrls } from '../../lib/style/scan-urls.js';

/** Markup that a server or an XML parser reads before or instead of an HTML parser. */
const OTHER_READER = /<%|<\?|\{\{|\{%|<!--#|\[%/;

/** Files in which servers and hosts are told what headers to send. */
const HEADER_FILES =
  /(?:^|\/)(?:_headers|\.htaccess|netlify\.toml|vercel\.json|now\.json|firebase\.json|staticwebapp\.config\.json|web\.config|nginx\.conf)$/;

/** @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1 */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i;

/**
 * Whether other files may be written into a page: it is read as HTML and nothing there forbids inline code.
 * @param {Page} page
 */
export function mayHold(page) {
  if (OTHER_READER.test(page.source) || /\.(?:xht|xhtml|xml|php\d?|aspx?|jsp|cfm|shtml)$/i.test(page.path))
    return false;
  return !page.elements.some(
    ({ tag, attributes }) =>
      tag === 'meta' && /^content-security-policy/i.test(attributes.get('http-equiv')?.value.trim() ?? ''),
  );
}

/**
 * Files of the site that may say a policy against inline code.
 * @param {Facts} facts
 * @returns {SitePath[]}
 */
export function policiesIn({ sizes }) {
  return [...sizes.keys()].filter((path) => HEADER_FILES.test(path));
}

/**
 * Reads the policies of a proposal, so that it fails where one stands in the way.
 * @param {Proposal} proposal
 * @returns {Job[]}
 */
export function policyJobs({ data }) {
  const policies = /** @type {readonly SitePath[]} */ (data.policies);
  return policies.map((resource) => ({ maker: 'inline-policy', resource, options: {} }));
}

/**
 * Elements with a reference to a file of the site in this role, where nothing else of the page names that file.
 * @param {Page} page
 * @param {Facts} facts
 * @param {{ role: Reference['role'], tag: string, attribute: string }} wanted
 * @returns {{ element: Element, reference: Reference, path: SitePath }[]}
 */
export function soleReferences(page, { references }, { role, tag, attribute }) {
  const count = Map.groupBy(references, ({ target }) => (target.kind === 'file' ? target.path : null));
  return references.flatMap((reference) => {
    const { target, element: index, fetched, odd } = reference;
    if (reference.role !== role || reference.attribute !== attribute || target.kind !== 'file' || index === null)
      return [];
    const element = page.elements[index];
    if (element.tag !== tag || element.foreign || element.inert || !fetched || odd) return [];
    return count.get(target.path)?.length === 1 ? [{ element, reference, path: target.path }] : [];
  });
}

/** Words by which scripts find elements by their tag. */
const FINDERS = ['getElementsByTagName', 'getElementsByTagNameNS', 'querySelector', 'querySelectorAll', '$', 'jQuery'];

/**
 * Whether a script of the page may look for an element of this tag, for its id, or for the file it names.
 * @param {Element} element
 * @param {SitePath} path
 * @param {Facts} facts
 */
export function isLookedFor({ tag, attributes }, path, { scripts: { words, files } }) {
  const mayFind = FINDERS.some((word) => words.has(word));
  const isNamed = [tag, tag.toUpperCase(), '*'].some((word) => words.has(word));
  return files.has(path) || words.has(attributes.get('id')?.value.trim() ?? '') || (mayFind && isNamed);
}

/**
 * Whether an element has no attributes but these.
 * @param {Element} element
 * @param {ReadonlySet<string>} names
 */
export function hasOnly({ attributes }, names) {
  return [...attributes.keys()].every((name) => names.has(name));
}

/**
 * A style sheet with its relative URLs as they must be written in another place; null where one cannot be moved.
 * @param {string} css
 * @param {SitePath} from
 * @param {SitePath} to
 * @returns {string | null}
 */
export function moveCss(css, from, to) {
  // These hold URLs that are no `url(…)`, or that mean another thing in another sheet.
  if (
    /image-set\(|\b(?:src|image|attr)\(|@namespace|@(?:-moz-)?document|--[\w-]+\s*:[^;}]*url\(|expression\(|behavior\s*:|progid:/i.test(
      css,
    )
  )
    return null;
  let moved = '';
  let at = 0;
  for (const { url, start, end } of scanUrls(css)) {
    if (/^\s*#/.test(url)) return null;
    const written = moveUrl(url, from, to);
    if (written === null) continue;
    moved += css.slice(at, start) + written;
    at = end;
  }
  return moved + css.slice(at);
}

/**
 * @param {string} url
 * @param {SitePath} from
 * @param {SitePath} to
 * @returns {string | null} null: it may stay as it is
 */
function moveUrl(url, from, to) {
  const [here, there] = [from, to].map((path) => path.split('/').slice(0, -1));
  if (ABSOLUTE.test(url.trim()) || here.join('/') === there.join('/')) return null;
  const names = [...here.map(escapeName)];
  const [, path, suffix] = /** @type {RegExpExecArray} */ (/^([^?#]*)([\s\S]*)$/.exec(url.trim()));
  const parts = path.split('/');
  for (const name of parts) {
    if (name === '..') names.pop();
    else if (name !== '.') names.push(name);
  }
  const base = there.map(escapeName);
  let same = 0;
  while (same < base.length && same < names.length - 1 && base[same] === names[same]) same++;
  const moved = '../'.repeat(base.length - same) + names.slice(same).join('/') + suffix;
  return moved.replace(/[\s"'()\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** @param {string} name */
function escapeName(name) {
  return encodeURIComponent(name).replace(/%(?:40|3A|24|2C|2B|3D|3B|26)/g, decodeURIComponent);
}

/**
 * Whether a text means the same in a page of this encoding as in a file of that one.
 * @param {Document} document
 * @param {{ source: string, encoding: { name: string } }} file
 */
export function sharesCharset({ encoding }, file) {
  return /^[\x00-\x7f]*$/.test(file.source) || (encoding.name === 'utf-8' && file.encoding.name === 'utf-8');
}
