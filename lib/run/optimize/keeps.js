/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Element, Range, Site, SitePath } from '../../site/types.ts' */
/** @import { Change, Proposal } from '../../plan/types.ts' */

import picomatch from 'picomatch';
import { documentsOf } from '../../plan/make/draft-changes.js';
import { doesMention } from '../../site/mentions.js';
import { readPage } from '../../site/page/read-page.js';

/** The attribute that keeps an element: `keep` for all rules, `keep: rule other-rule` for some. */
const ATTRIBUTE = 'data-pagethrift';
const KEEP = /^\s*keep\s*(?::([\w\s,-]+))?$/i;

/**
 * The rules that may not change something.
 * @typedef {'all' | ReadonlySet<string>} KeptFrom
 *
 * Globs of files that users keep unchanged, by rule (`*`: all rules), as in the settings.
 * @typedef {Readonly<Record<string, readonly string[]>>} KeepSettings
 *
 * @typedef {object} Keeps
 * @property {ReadonlyMap<SitePath, KeptFrom>} files files and pages, and the files that kept elements show
 * @property {ReadonlyMap<SitePath, readonly { range: Range, from: KeptFrom }[]>} elements by page
 * @property {readonly string[]} unused globs that match no file
 */

/**
 * Finds the files and elements that users keep unchanged, by globs and in pages.
 * @param {Site} site
 * @param {Linked} linked
 * @param {KeepSettings} settings
 * @returns {Keeps}
 */
export function findKeeps(site, linked, settings) {
  /** @type {Map<SitePath, KeptFrom>} */
  const files = new Map();
  const unused = Object.entries(settings).flatMap(([rule, globs]) =>
    globs.filter((glob) => {
      const isKept = picomatch(glob, { dot: true });
      const found = [...site.files.keys()].filter((path) => isKept(path));
      for (const path of found) files.set(path, addTo(files.get(path), rule === '*' ? 'all' : new Set([rule])));
      return found.length === 0;
    }),
  );
  const elements = findElements(site);
  for (const [page, kept] of elements) {
    for (const { index, from } of kept) {
      for (const { element, target } of linked.graph.references.get(page) ?? []) {
        if (target.kind === 'file' && element !== null && index.has(element))
          files.set(target.path, addTo(files.get(target.path), from));
      }
    }
  }
  return { files, elements, unused };
}

/**
 * Returns the reason why a proposal or change is rejected because its file, page or element is kept, null if it is
 * none.
 * @param {Keeps} keeps
 * @param {Proposal} proposal
 * @param {Change | null} change
 * @returns {string | null}
 */
export function explainKept({ files, elements }, { rule, page, range, resource, alsoShown = [] }, change) {
  const written = change
    ? [...documentsOf(change), ...change.files.flatMap(({ path, insteadOf = path }) => insteadOf)]
    : [];
  const carried = change ? change.carries.map(({ path }) => path) : [];
  const touched = [resource, ...alsoShown, ...written, ...carried].filter((path) => path !== null);
  const kept = touched.find((path) => isKeptFrom(files.get(path), rule));
  if (kept !== undefined) return `${kept} is kept unchanged by a setting`;
  const own = files.get(page);
  // A rule that may not change a page does not affect it, whatever file the rule writes.
  if (own && own !== 'all' && own.has(rule)) return `${page} is kept from the rule “${rule}” by a setting`;
  const around =
    range && elements.get(page)?.find((each) => contains(each.range, range) && isKeptFrom(each.from, rule));
  return around ? `it is in an element with ${ATTRIBUTE}="keep"` : null;
}

/**
 * Returns a warning for each glob that matches nothing: it is misspelt, or its file was removed.
 * @param {Keeps} keeps
 */
export function warnOfUnused({ unused }) {
  return unused.map((glob) => ({ code: 'unused-keep', message: `“keep” names “${glob}”, which no file matches.` }));
}

/** @param {KeptFrom | undefined} from @param {string} rule */
export function isKeptFrom(from, rule) {
  return from === 'all' || (from?.has(rule) ?? false);
}

/**
 * Finds the elements that pages mark as kept.
 * @param {Site} site
 * @returns {Map<SitePath, { range: Range, from: KeptFrom, index: ReadonlySet<number> }[]>}
 */
export function findElements(site) {
  const pages = [...site.files.values()].filter((file) => file.type === 'html' && doesMention(file, ATTRIBUTE));
  return new Map(
    pages.flatMap((file) => {
      const { page } = readPage(file, site.place);
      const kept = (page?.elements ?? []).flatMap((element) => {
        const from = readAttribute(element);
        return from ? [{ range: element.range, from, index: new Set(listIndexes(element)) }] : [];
      });
      return kept.length > 0 ? [/** @type {const} */ ([file.path, kept])] : [];
    }),
  );
}

/** @param {Element} element @returns {KeptFrom | null} */
function readAttribute({ attributes }) {
  const said = KEEP.exec(attributes.get(ATTRIBUTE)?.value ?? '');
  if (!said) return null;
  const rules = said[1]?.split(/[\s,]+/).filter(Boolean) ?? [];
  return rules.length > 0 ? new Set(rules) : 'all';
}

/** Returns the indexes of an element and all its descendants. @param {Element} root */
function listIndexes(root) {
  const indexes = [];
  for (const open = [root]; open.length > 0; ) {
    const element = /** @type {Element} */ (open.pop());
    indexes.push(element.index);
    for (const child of element.children) if ('index' in child) open.push(child);
  }
  return indexes;
}

/** @param {KeptFrom | undefined} known @param {KeptFrom} more @returns {KeptFrom} */
function addTo(known, more) {
  if (known === 'all' || more === 'all') return 'all';
  return new Set([...(known ?? []), ...more]);
}

/** @param {Range} outer @param {Range} inner */
function contains(outer, inner) {
  return outer.start <= inner.start && inner.end <= outer.end;
}
