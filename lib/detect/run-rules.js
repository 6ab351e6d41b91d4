/** @import { Document, Facts, ImageFacts, Level, Proposal, Rule, Safety, Site, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */

import { readPages } from '../page/read-page.js';
import { parseSheet } from '../style/parse-sheet.js';
import { decodeText } from '../text/encoding.js';
import { openPageFacts } from './page-facts.js';

/**
 * What the user asks of a rule.
 * @typedef {{ level: Level, options: Readonly<Record<string, unknown>> }} RuleSetting
 * @typedef {{ site: Site, linked: Linked, images: ReadonlyMap<SitePath, ImageFacts>, rules: readonly Rule[],
 *   settings: ReadonlyMap<string, RuleSetting> }} Detection
 */

/**
 * Runs every rule over every document and gathers what they propose.
 * @param {Detection} detection
 * @param {(done: number, of: number) => void} [tick]
 * @returns {Map<SitePath, Proposal[]>}
 */
export function runRules(detection, tick = () => {}) {
  const { site, linked } = detection;
  // A sheet that no page fetches costs no visitor anything.
  const documents = [...site.files.values()].filter(
    ({ type, path }) => type === 'html' || (type === 'css' && linked.graph.usedBy.has(path)),
  );
  const factsOf = openFacts(detection);
  /** @type {Map<SitePath, Proposal[]>} */
  const proposals = new Map();
  let done = 0;
  const take = (/** @type {Document | null} */ document, /** @type {SitePath} */ path) => {
    if (document) proposals.set(path, proposeFor(document, detection, factsOf));
    tick(++done, documents.length);
  };
  const [pages, sheets] = ['html', 'css'].map((type) => documents.filter((file) => file.type === type));
  readPages(pages, site.place, (file, { page }) => take(page, file.path));
  for (const file of sheets) take(readSheet(file), file.path);
  return new Map(
    documents.flatMap(({ path }) => {
      const found = proposals.get(path) ?? [];
      return found.length > 0 ? [[path, found]] : [];
    }),
  );
}

/**
 * What the rules propose for one document.
 * @param {Document} document
 * @param {Detection} detection
 * @param {(document: Document, rule: Rule) => Facts} factsOf
 */
function proposeFor(document, { rules, settings }, factsOf) {
  return rules
    .filter(
      ({ meta }) => settings.get(meta.id)?.level !== 'off' && (meta.documents ?? ['page']).includes(document.kind),
    )
    .flatMap((rule) => rule.detect(document, factsOf(document, rule)));
}

/** @param {import('../types.ts').SiteFile} file */
function readSheet(file) {
  const decoded = decodeText(file.bytes);
  return decoded ? parseSheet(file.path, decoded.text, decoded.encoding) : null;
}

/**
 * A function that gives a rule the facts it says it reads, and no others.
 * @param {Detection} detection
 * @returns {(document: Document, rule: Rule) => Facts}
 */
export function openFacts({ site, linked, images, settings }) {
  const pageFacts = openPageFacts(site, linked);
  const sizes = new Map([...site.files.values()].map(({ path, size }) => [path, size]));
  /** @type {Document | null} */
  let current = null;
  /** @type {Map<string, unknown>} */
  let known = new Map();
  /** @type {Record<keyof Facts, (document: Document, rule: Rule) => unknown>} */
  const sources = {
    images: () => images,
    references: ({ path }) => linked.graph.references.get(path) ?? [],
    fetches: ({ path }) => linked.graph.fetches.get(path) ?? [],
    sheets: (document) => (document.kind === 'page' ? pageFacts.sheetsOf(document) : [document]),
    usage: () => linked.usage,
    scripts: (document) =>
      document.kind === 'page' ? pageFacts.scriptsOf(document) : pageFacts.scriptsBeside(document.path),
    sizes: () => sizes,
    options: (_, { meta }) => settings.get(meta.id)?.options ?? {},
  };
  return (document, rule) => {
    if (document !== current) known = new Map();
    current = document;
    const entries = [...new Set([...rule.meta.reads, /** @type {const} */ ('options')])].map((name) => {
      const key = name === 'options' ? `options:${rule.meta.id}` : name;
      if (!known.has(key)) known.set(key, sources[name](document, rule));
      return [name, known.get(key)];
    });
    return /** @type {Facts} */ (Object.freeze(Object.fromEntries(entries)));
  };
}
