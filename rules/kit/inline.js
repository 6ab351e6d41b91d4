/** @import { Facts, Job, Proposal } from '../../lib/plan/types.ts' */
/** @import { Document, Element, Page, Reference, SitePath } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { namesOf } from '../../lib/base/traced-map.js';
import { codeOf } from '../../lib/site/page/code.js';
import { HEADER_FILES } from '../../lib/site/page/policy.js';

/** Markup that a server or an XML parser processes before or instead of an HTML parser, except for Office markup. */
const OTHER_READER =
  /<%|<\?(?!xml:namespace)|\{\{|\{%|<!--#(?:include|exec|echo|set|if|config|flastmod|fsize|printenv)\b|\[%/;
const READ_OTHERWISE = /\.(?:xht|xhtml|xml|php\d?|aspx?|jsp|cfm|shtml)$/i;

/**
 * Returns true if images can be inlined into a page: it is parsed as HTML, and no policy in it forbids data URLs.
 * Template languages do not interpret the characters of a data URL.
 */
export const mayHoldData = readOnce(
  (/** @type {Page} */ { path, elements }) =>
    !READ_OTHERWISE.test(path) &&
    !elements.some(
      ({ tag, attributes }) =>
        tag === 'meta' && /^content-security-policy/i.test(attributes.get('http-equiv')?.value.trim() ?? ''),
    ),
);

/**
 * Returns the reason why text with a font of its own cannot be written into a page, null if there is none.
 * @param {Page} page
 * @returns {{ messageId: 'processed' | 'policy', rejected: import('../../lib/plan/types.ts').Reason } | null}
 */
export function findTextBarrier(page) {
  if (mayHoldData(page)) return null;
  return { messageId: READ_OTHERWISE.test(page.path) ? 'processed' : 'policy', rejected: 'safety' };
}

/**
 * Returns true if other files can be inlined into a page: no policy forbids inline code, and no template language would
 * interpret it.
 */
export const mayHold = readOnce((/** @type {Page} */ page) => mayHoldData(page) && !OTHER_READER.test(page.source));

/**
 * Returns jobs that check files for reasons against inlining, so that a candidate fails if there are any: server
 * headers with a policy, and scripts that search for the replaced element.
 * @param {Facts} facts
 * @param {string | null} lookups a pattern of `lookupsOf`
 * @returns {Job[]}
 */
export function guardJobs({ sizes, references }, lookups) {
  const headers = headerFilesOf(namesOf(sizes));
  const scripts = references.flatMap(({ role, target }) =>
    role === 'script' && target.kind === 'file' ? target.path : [],
  );
  const policy = {
    pattern: 'content-security-policy',
    reason: 'safety',
    message: 'a Content-Security-Policy of the server may forbid it',
  };
  const lookup = { pattern: lookups, reason: 'in-use-by-script', message: 'a script of the page may look it up' };
  return [
    ...headers.map((resource) => ({ maker: 'text-without', resource, options: policy })),
    ...(lookups === null ? [] : scripts.map((resource) => ({ maker: 'text-without', resource, options: lookup }))),
  ];
}

/** Returns the header files of a site. */
const headerFilesOf = readOnce((/** @type {readonly SitePath[]} */ paths) =>
  paths.filter((path) => HEADER_FILES.test(path)),
);

/**
 * Returns the guard jobs of a candidate.
 * @param {Proposal} proposal
 */
export function guardsOf({ data }) {
  return /** @type {Job[]} */ (data.guards);
}

/**
 * Returns the elements that reference a file of the site in this role, if nothing else of the page references that
 * file.
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

/**
 * Returns a pattern for code that searches for elements of a tag, by tag name, selector, document collection or file
 * name.
 * @param {{ tag: string, list: string }} kind
 * @param {SitePath} path
 */
export function lookupsOf({ tag, list }, path) {
  const quote = '["\'`]';
  const finders = '(?:querySelector(?:All)?|closest|matches|find|filter|\\$|jQuery)';
  const selector = `${finders}\\s*\\(\\s*${quote}[^"'\`]*(?<![\\w.#-])${tag}(?![\\w-])`;
  // A test for the existence of such a list only distinguishes browsers.
  const every = '\\bin\\s+document\\.all\\b|(?<!!\\s*)document\\.all\\b(?!\\s*(?:&&|\\|\\||\\?|\\)))';
  const all = `${every}|document\\.getElementsByTagName\\(\\s*${quote}\\*`;
  const name = (path.split('/').at(-1) ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Libraries count the elements of their own fragment in this way.
  const tagged = `${quote}${tag}${quote}(?!\\s*\\)\\.length\\b)`;
  return [`\\b${list}\\b`, tagged, selector, all, name].join('|');
}

/**
 * Returns true if inline code searches for elements like this one, or if any script contains its id.
 * @param {Page} page
 * @param {Element} element
 * @param {string} lookups
 * @param {Facts} facts
 */
export function isLookedFor(page, { attributes }, lookups, { scripts: { words } }) {
  const pattern = new RegExp(lookups, 'i');
  return codeOf(page).some(({ text }) => pattern.test(text)) || words.has(attributes.get('id')?.value.trim() ?? '');
}

/**
 * Returns true if an element has no other attributes than these.
 * @param {Element} element
 * @param {ReadonlySet<string>} names
 */
export function hasOnly({ attributes }, names) {
  return [...attributes.keys()].every((name) => names.has(name));
}

/**
 * Returns true if a text has the same meaning in a page of one encoding as in a file of another.
 * @param {Document} document
 * @param {{ source: string, encoding: { name: string } }} file
 */
export function sharesCharset({ encoding }, file) {
  return isAscii(file) || (encoding.name === 'utf-8' && file.encoding.name === 'utf-8');
}

const isAscii = readOnce((/** @type {{ source: string }} */ { source }) => /^[\x00-\x7f]*$/.test(source));
