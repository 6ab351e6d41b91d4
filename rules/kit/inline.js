/** @import { Facts, Job, Proposal } from '../../lib/plan/types.ts' */
/** @import { Document, Element, Page, Reference, SitePath } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { codeOf } from '../../lib/site/page/code.js';
import { HEADER_FILES } from '../../lib/site/page/policy.js';

/** Markup that a server or an XML parser reads before or instead of an HTML parser, and not what Office writes. */
const OTHER_READER =
  /<%|<\?(?!xml:namespace)|\{\{|\{%|<!--#(?:include|exec|echo|set|if|config|flastmod|fsize|printenv)\b|\[%/;
const READ_OTHERWISE = /\.(?:xht|xhtml|xml|php\d?|aspx?|jsp|cfm|shtml)$/i;

/**
 * Whether images may be written into a page: it is read as HTML and nothing there forbids data URLs, whose letters no
 * template reads.
 */
export const mayHoldData = readOnce(
  (/** @type {Page} */ { path, elements }) =>
    !READ_OTHERWISE.test(path) &&
    !elements.some(
      ({ tag, attributes }) =>
        tag === 'meta' && /^content-security-policy/i.test(attributes.get('http-equiv')?.value.trim() ?? ''),
    ),
);

/** Whether other files may be written into a page: nothing there forbids inline code, or would read it as its own. */
export const mayHold = readOnce((/** @type {Page} */ page) => mayHoldData(page) && !OTHER_READER.test(page.source));

/**
 * Reads files that may stand against writing one file into another, so that a proposal fails where they do:
 * servers' headers with a policy, and scripts that look for what is replaced.
 * @param {Facts} facts
 * @param {string | null} lookups a pattern of `lookupsOf`
 * @returns {Job[]}
 */
export function guardJobs({ sizes, references }, lookups) {
  const headers = headerFilesOf(sizes);
  const scripts = references.flatMap(({ role, target }) =>
    role === 'script' && target.kind === 'file' ? target.path : [],
  );
  const policy = {
    pattern: 'content-security-policy',
    reason: 'safety',
    message: 'the server sends a Content-Security-Policy that may forbid it',
  };
  const lookup = { pattern: lookups, reason: 'in-use-by-script', message: 'a script of the page looks for its like' };
  return [
    ...headers.map((resource) => ({ maker: 'text-without', resource, options: policy })),
    ...(lookups === null ? [] : scripts.map((resource) => ({ maker: 'text-without', resource, options: lookup }))),
  ];
}

/** The same for every page of a site. */
const headerFilesOf = readOnce((/** @type {Facts['sizes']} */ sizes) =>
  [...sizes.keys()].filter((path) => HEADER_FILES.test(path)),
);

/**
 * The jobs that a proposal carries.
 * @param {Proposal} proposal
 */
export function guardsOf({ data }) {
  return /** @type {Job[]} */ (data.guards);
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

/**
 * How code looks for elements of a tag that name a file: by the tag, in a selector, in a list that the document keeps,
 * or by the file's name.
 * @param {{ tag: string, list: string }} kind
 * @param {SitePath} path
 */
export function lookupsOf({ tag, list }, path) {
  const quote = '["\'`]';
  const finders = '(?:querySelector(?:All)?|closest|matches|find|filter|\\$|jQuery)';
  const selector = `${finders}\\s*\\(\\s*${quote}[^"'\`]*(?<![\\w.#-])${tag}(?![\\w-])`;
  // Whether there is such a list tells one browser from another.
  const every = '\\bin\\s+document\\.all\\b|(?<!!\\s*)document\\.all\\b(?!\\s*(?:&&|\\|\\||\\?|\\)))';
  const all = `${every}|document\\.getElementsByTagName\\(\\s*${quote}\\*`;
  const name = (path.split('/').at(-1) ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Libraries count those in a fragment of their own.
  const tagged = `${quote}${tag}${quote}(?!\\s*\\)\\.length\\b)`;
  return [`\\b${list}\\b`, tagged, selector, all, name].join('|');
}

/**
 * Whether code of the page itself looks for an element like this, or any script for its id.
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
 * Whether an element has no attributes but these.
 * @param {Element} element
 * @param {ReadonlySet<string>} names
 */
export function hasOnly({ attributes }, names) {
  return [...attributes.keys()].every((name) => names.has(name));
}

/**
 * Whether a text means the same in a page of this encoding as in a file of that one.
 * @param {Document} document
 * @param {{ source: string, encoding: { name: string } }} file
 */
export function sharesCharset({ encoding }, file) {
  return isAscii(file) || (encoding.name === 'utf-8' && file.encoding.name === 'utf-8');
}

const isAscii = readOnce((/** @type {{ source: string }} */ { source }) => /^[\x00-\x7f]*$/.test(source));
