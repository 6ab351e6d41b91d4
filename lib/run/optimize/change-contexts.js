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
 * @typedef {{ proposal: Proposal, cause: string, isDrawn?: boolean }} SeenChange `isDrawn`: true if it is the same
 *   wherever its file is rendered
 * @typedef {{ template: string, contexts: readonly string[], kinds: readonly string[] }} Contexts `contexts`: places of
 *   its changes, and files that they replace; `kinds`: kinds of elements on which changes of style sheets can have an
 *   effect
 */

/** @type {Contexts} */
const NO_CONTEXTS = Object.freeze({ template: '', contexts: Object.freeze([]), kinds: Object.freeze([]) });

/**
 * Creates a function that names pages by their structure, so that one rendering represents all pages that differ from
 * it only in their text.
 * @param {Site} site
 * @param {Linked} linked
 */
export function openChangeContexts(site, { graph, seen }) {
  /** @type {Map<SitePath, ReadonlySet<string>>} */
  const namesInSheet = new Map();
  const filesOf = openCodeOf(site, graph);
  const namesIn = (/** @type {SitePath} */ path) => {
    const known =
      namesInSheet.get(path) ?? readNames(Buffer.from(site.files.get(path)?.bytes ?? []).toString('latin1'));
    namesInSheet.set(path, known);
    return known;
  };

  /**
   * @param {SitePath} path
   * @param {readonly SeenChange[]} changes
   * @returns {Contexts | null}
   */
  function name(path, changes) {
    const { shared, own } = filesOf(path);
    const sheets = shared.filter(({ type }) => type === 'css');
    const inSheets = new Set(sheets.flatMap(({ fetched }) => [...namesIn(fetched)]));
    const fetched = new Set(graph.fetches.get(path));
    const record = seen.records.get(path);
    if (isRoute(path)) {
      const hashes = record && [site.files.get(record.document)?.hash, ...sheets.map(({ hash }) => hash)];
      return hashes ? nameRoute(record, changes, { names: inSheets, fetched, hashes }) : null;
    }
    const file = site.files.get(path);
    const page = file && readPage(file).page;
    if (!page) return null;
    const styles = page.elements.filter(({ tag }) => tag === 'style').map(({ range }) => sourceOf(page, range));
    const names = new Set([...inSheets, ...styles.flatMap((text) => [...readNames(text)])]);
    const { files = [], sheet = [], places = [] } = Object.groupBy(changes, (change) => scopeOf(change, path));
    // Rules of one page and of a sheet that other pages share do not depend on each other.
    const template = digest([page.quirks, shared.map(({ hash }) => hash), places.length > 0 ? styles : []]);
    const kinds = sheet.length > 0 ? [...listKinds(page, names), ...(record ? kindsOfRecord(record, names) : [])] : [];
    const contexts = [
      ...digestFiles(files, fetched),
      ...places.map(({ proposal, cause }) => digest([cause, own, describeContext(page, proposal, names)])),
    ];
    return { template, contexts: [...new Set(contexts)], kinds: digestKinds(sheet, kinds) };
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
 * Returns where a change has an effect: wherever its whole file is used, on the elements that a place in a sheet
 * styles, or in a place of the page.
 * @param {SeenChange} change @param {SitePath} path
 */
function scopeOf({ isDrawn, proposal: { page, range } }, path) {
  if (isDrawn || (range === null && page !== path)) return 'files';
  return page === path ? 'places' : 'sheet';
}

/** @param {readonly SeenChange[]} changes @param {ReadonlySet<SitePath>} fetched */
function digestFiles(changes, fetched) {
  return changes.flatMap(({ proposal: { resource }, cause }) =>
    resource && fetched.has(resource) ? digest([cause]) : [],
  );
}

/** @param {readonly SeenChange[]} changes @param {readonly string[]} kinds */
function digestKinds(changes, kinds) {
  const distinct = [...new Set(kinds)];
  return [...new Set(changes.map(({ cause }) => cause))].flatMap((cause) =>
    distinct.map((kind) => digest([cause, kind])),
  );
}

/**
 * Names a route by the elements that its scripts had created at the end of a visit, because it has no markup. A change
 * of the document can have an effect on every kind of them.
 * @param {PageRecord} record
 * @param {readonly SeenChange[]} changes
 * @param {{ names: ReadonlySet<string>, fetched: ReadonlySet<SitePath>, hashes: readonly unknown[] }} files `names`: in
 *   its sheets; `hashes`: of its document and sheets
 * @returns {Contexts}
 */
function nameRoute(record, changes, { names, fetched, hashes }) {
  const { drawn = [], others = [] } = Object.groupBy(changes, ({ isDrawn }) => (isDrawn ? 'drawn' : 'others'));
  const contexts = new Set(digestFiles(drawn, fetched));
  return {
    template: digest(hashes),
    contexts: [...contexts],
    kinds: digestKinds(others, kindsOfRecord(record, names)),
  };
}

/**
 * Returns the kinds of elements that a page had at the end of a visit, as far as style sheets tell them apart.
 * @param {PageRecord} record @param {ReadonlySet<string>} inSheets
 */
function kindsOfRecord({ names, letters }, inSheets) {
  const named = [...names.classes.map((one) => `.${one}`), ...names.ids.map((one) => `#${one}`)];
  return [
    ...names.tags,
    ...named.filter((one) => inSheets.has(one)),
    ...letters.map(({ family, weight, isItalic }) => `${family} ${weight} ${isItalic}`),
  ];
}

/**
 * Returns the kinds of elements in the markup of a page, as far as style sheets tell them apart.
 * @param {Page} page @param {ReadonlySet<string>} inSheets
 */
function listKinds({ elements }, inSheets) {
  return elements.flatMap(({ tag, attributes }) => [
    tag,
    ...[...attributes].flatMap(([name, { value }]) => {
      const named = name === 'class' ? value.split(/\s+/).map((one) => `.${one}`) : name === 'id' ? [`#${value}`] : [];
      return [...named.filter((one) => inSheets.has(one)), ...(inSheets.has(`[${name}`) ? [`[${name}=${value}`] : [])];
    }),
  ]);
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

/**
 * Returns the classes, ids and attributes in the selectors of a sheet with their signs, and other words that do no
 * harm.
 * @param {string} css
 * @returns {ReadonlySet<string>}
 */
function readNames(css) {
  const names = css.matchAll(/[.#[](?:[\w-]|[^\0-\x7f]|\\.)+/g);
  return new Set([...names].map(([name]) => name.replace(/\\(.)/g, '$1')));
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
 * Returns the context of a change in the markup: its element, its neighbours and its ancestors.
 * @param {Page} page
 * @param {Proposal} proposal
 * @param {ReadonlySet<string>} names
 * @returns {unknown}
 */
function describeContext(page, { range }, names) {
  if (range === null) return null;
  const element = page.elements.findLast((each) => each.range.start <= range.start && each.range.end >= range.end);
  if (!element) return [range.end - range.start];
  const siblings = (element.parent?.children ?? page.children).filter(({ tag }) => tag !== '#comment');
  const at = siblings.indexOf(element);
  /** @type {string[]} */
  const around = [];
  for (let inside = element.parent; inside; inside = inside.parent) around.push(describe(inside, names));
  return [
    element.range.start === range.start && element.range.end === range.end,
    siblings.slice(Math.max(0, at - SIBLINGS), at + SIBLINGS + 1).map((each) => describe(each, names)),
    Math.min(at, SIBLINGS),
    around,
  ];
}

/** @param {Element | Text} node @param {ReadonlySet<string>} names */
function describe(node, names) {
  if ('text' in node) return node.text.trim() === '' ? '' : 'words';
  const attributes = [...node.attributes].flatMap(([name, { value }]) =>
    WORDS.test(name) || (name === 'id' && !names.has(`#${value}`)) ? [] : [`${name}=${value}`],
  );
  return `<${[node.tag, ...attributes].join(' ')}>`;
}
