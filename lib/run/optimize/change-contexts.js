/** @import { Proposal } from '../../plan/types.ts' */
/** @import { Element, Page, Site, SitePath, Text } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { PageRecord } from '../../visit/types.ts' */

import { createHash } from 'node:crypto';
import { isRoute } from '../../site/addresses.js';
import { readPage } from '../../site/page/read-page.js';

/** Attributes without an effect on the layout, including `on…`. */
const WORDS = /^(?:href|src|alt|title|name|value|content|summary|usemap|data-.*|aria-.*|on.*)$/;
/** Elements on either side whose styles may depend on a changed one (`+` and `~` mostly name the next). */
const SIBLINGS = 2;

/**
 * @typedef {{ proposal: Proposal, cause: string, isDrawn?: boolean }} SeenChange `isDrawn`: see `Proof`
 * @typedef {{ template: string, contexts: readonly string[] }} Contexts
 */

/** @type {Contexts} */
const NO_CONTEXTS = Object.freeze({ template: '', contexts: Object.freeze([]) });

/**
 * Creates a function that names pages by their structure, so that one rendering represents all pages that differ from
 * it only in their text.
 * @param {Site} site
 * @param {Linked} linked
 */
export function openChangeContexts(site, { graph, seen }) {
  /** @type {Map<SitePath, ReadonlySet<string>>} */
  const idsOfSheet = new Map();
  const filesOf = openCodeOf(site, graph);
  const idsOf = (/** @type {SitePath} */ path) => {
    const known = idsOfSheet.get(path) ?? readIds(Buffer.from(site.files.get(path)?.bytes ?? []).toString('latin1'));
    idsOfSheet.set(path, known);
    return known;
  };

  /**
   * @param {SitePath} path
   * @param {readonly SeenChange[]} changes
   * @returns {Contexts | null}
   */
  function name(path, changes) {
    if (isRoute(path)) {
      const record = seen.records.get(path);
      if (!record) return null;
      const sheets = filesOf(path).shared.filter(({ type }) => type === 'css');
      const styledIds = new Set(sheets.flatMap(({ fetched }) => [...idsOf(fetched)]));
      const fetched = new Set(graph.fetches.get(path));
      const hashes = [site.files.get(record.document)?.hash, ...sheets.map(({ hash }) => hash)];
      return nameRoute(record, changes, { styledIds, fetched, hashes });
    }
    const file = site.files.get(path);
    const page = file && readPage(file).page;
    if (!page) return null;
    const { shared, own } = filesOf(path);
    const styles = page.elements.filter(({ tag }) => tag === 'style').map(({ range }) => sourceOf(page, range));
    const ids = new Set([
      ...styles.flatMap((text) => [...readIds(text)]),
      ...shared.flatMap(({ fetched, type }) => (type === 'css' ? [...idsOf(fetched)] : [])),
    ]);
    const template = digest([page.quirks, shared.map(({ hash }) => hash), styles]);
    /** @type {string[] | undefined} places where a style sheet can have an effect, for all of its changes */
    let kinds;
    const listKinds = () => {
      kinds ??= [...new Set(page.elements.map((element) => describe(element, ids)))].sort();
      return kinds;
    };
    const fetched = new Set(graph.fetches.get(path));
    const contexts = changes.flatMap(({ proposal, cause, isDrawn }) => {
      if (isDrawn) return proposal.resource && fetched.has(proposal.resource) ? digest([cause]) : [];
      return digest([cause, own, describeContext(page, proposal, ids, listKinds)]);
    });
    return { template, contexts: [...new Set(contexts)] };
  }

  /** @type {Map<SitePath, { changes: readonly SeenChange[], named: Contexts | null }>} of the last look */
  const known = new Map();

  /**
   * Names the template of a page and the places where it changes. Returns null if the page cannot be read. Pages
   * without visible changes are not read, and a result is kept while the changes are the same.
   * @param {SitePath} path
   * @param {readonly SeenChange[]} changes that can be visible
   * @returns {Contexts | null}
   */
  return (path, changes) => {
    if (changes.length === 0) return NO_CONTEXTS;
    const before = known.get(path);
    const isSame =
      before?.changes.length === changes.length &&
      changes.every(({ proposal, cause }, at) => {
        const other = before.changes[at];
        return proposal === other.proposal && cause === other.cause;
      });
    const named = isSame ? before.named : name(path, changes);
    known.set(path, { changes, named });
    return named;
  };
}

/**
 * Names a route by the elements that its scripts had created at the end of a visit, because it has no markup. A change
 * can have an effect on every kind of them.
 * @param {PageRecord} record
 * @param {readonly SeenChange[]} changes
 * @param {{ styledIds: ReadonlySet<string>, fetched: ReadonlySet<SitePath>, hashes: readonly unknown[] }} files
 *   `styledIds`: ids in its sheets; `hashes`: of its document and sheets
 * @returns {Contexts}
 */
function nameRoute({ names, letters }, changes, { styledIds, fetched, hashes }) {
  const kinds = [
    ...names.tags,
    ...names.classes.map((one) => `.${one}`),
    ...names.ids.flatMap((one) => (styledIds.has(one) ? `#${one}` : [])),
    ...letters.map(({ family, weight, isItalic }) => `${family} ${weight} ${isItalic}`),
  ];
  const contexts = changes.flatMap(({ proposal, cause, isDrawn }) => {
    if (isDrawn) return proposal.resource && fetched.has(proposal.resource) ? digest([cause]) : [];
    return kinds.map((kind) => digest([cause, kind]));
  });
  return { template: digest(hashes), contexts: [...new Set(contexts)] };
}

/**
 * Returns the style sheets and scripts of a page, shared ones and its own. Generators that bundle scripts give each
 * page a script with its content: such pages have the same structure, but each is rendered.
 * @param {Site} site @param {Linked['graph']} graph
 */
function openCodeOf({ files }, { fetches, references }) {
  /** @type {Map<SitePath, number>} number of pages with a script in their markup, by script */
  const counts = new Map();
  const listNamed = (/** @type {SitePath} */ page) =>
    new Set((references.get(page) ?? []).flatMap(({ target }) => (target.kind === 'file' ? [target.path] : [])));
  for (const page of fetches.keys()) for (const path of listNamed(page)) counts.set(path, (counts.get(path) ?? 0) + 1);

  return (/** @type {SitePath} */ page) => {
    const named = listNamed(page);
    const isShared = (/** @type {SitePath} */ path) => named.has(path) && (counts.get(path) ?? 0) > 1;
    const code = (fetches.get(page) ?? []).flatMap((fetched) => {
      const { type, hash } = files.get(fetched) ?? {};
      return type === 'css' || type === 'script' ? [{ fetched, type, hash }] : [];
    });
    const { shared = [], own = [] } = Object.groupBy(code, ({ fetched, type }) =>
      type === 'css' || isShared(fetched) ? 'shared' : 'own',
    );
    return { shared, own: own.map(({ hash }) => hash) };
  };
}

/** @param {string} css @returns {ReadonlySet<string>} ids that a style may depend on, and colours, which do no harm */
function readIds(css) {
  return new Set([...css.matchAll(/#([\w-]+)/g)].map(([, id]) => id));
}

/** @param {unknown} value */
function digest(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** @param {Page} page @param {{ start: number, end: number }} range */
function sourceOf({ source }, { start, end }) {
  return source.slice(start, end);
}

/**
 * Returns the context of a change: its element, its neighbours and its ancestors. The context of a changed file is
 * where the file is rendered; that of a style sheet is every element of the same kind on the page.
 * @param {Page} page
 * @param {Proposal} proposal
 * @param {ReadonlySet<string>} ids
 * @param {() => readonly string[]} listKinds
 * @returns {unknown}
 */
function describeContext(page, { page: document, range }, ids, listKinds) {
  if (range === null) return null;
  if (document !== page.path) return [document, range.start, listKinds()];
  const element = page.elements.findLast((each) => each.range.start <= range.start && each.range.end >= range.end);
  if (!element) return [range.end - range.start];
  const siblings = (element.parent?.children ?? page.children).filter(({ tag }) => tag !== '#comment');
  const at = siblings.indexOf(element);
  /** @type {string[]} */
  const around = [];
  for (let inside = element.parent; inside; inside = inside.parent) around.push(describe(inside, ids));
  return [
    element.range.start === range.start && element.range.end === range.end,
    siblings.slice(Math.max(0, at - SIBLINGS), at + SIBLINGS + 1).map((each) => describe(each, ids)),
    Math.min(at, SIBLINGS),
    around,
  ];
}

/** @param {Element | Text} node @param {ReadonlySet<string>} ids */
function describe(node, ids) {
  if ('text' in node) return node.text.trim() === '' ? '' : 'words';
  const attributes = [...node.attributes].flatMap(([name, { value }]) =>
    WORDS.test(name) || (name === 'id' && !ids.has(value)) ? [] : [`${name}=${value}`],
  );
  return `<${[node.tag, ...attributes].join(' ')}>`;
}
