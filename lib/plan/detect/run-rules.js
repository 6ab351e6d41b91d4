/**
 * @import { FontFacts } from '../../fonts/types.ts'
 * @import { ImageFacts } from '../../images/types.ts'
 * @import { Facts, Level, Proposal, Rule, SiteFacts } from '../types.ts'
 * @import { Document, Site, SitePath, Warning } from '../../site/types.ts'
 */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { exact } from '../../base/exact.js';
import { timed } from '../../base/spans.js';
import { workOn } from '../../base/working-on.js';
import { readPages } from '../../site/page/read-page.js';
import { parseSheet } from '../../site/style/parse-sheet.js';
import { decodeText } from '../../site/text/encoding.js';
import { openModuleImports } from './module-imports.js';
import { openPageFacts } from './page-facts.js';
import { openElementNames, textsOfSite } from './site-names.js';

/**
 * What the user asks of a rule.
 * @typedef {{ level: Level, options: Readonly<Record<string, unknown>> }} RuleSetting
 * @typedef {{ site: Site, linked: Linked, images: ReadonlyMap<SitePath, ImageFacts>,
 *   boxes?: Facts['boxes'], firstScreens?: Facts['firstScreens'], fonts?: ReadonlyMap<SitePath, FontFacts>,
 *   rules: readonly Rule<Document>[], settings: ReadonlyMap<string, RuleSetting>, failures?: Warning[] }} Detection
 *   `failures` takes a warning for each rule that throws; without it the error is thrown on
 */

/**
 * Planning takes time by the square of a document's proposals: a second for these.
 */
const MAX_PROPOSALS = 1000;
/** Characters of an error's message that a warning quotes: parsers quote whole files. */
const MAX_REASON = 200;
/** @type {ReadonlyMap<SitePath, FontFacts>} */
const NO_FONTS = new Map();
/** @type {ReadonlySet<SitePath>} */
const NO_PATHS = new Set();

/**
 * Runs every rule over every document and gathers what they propose, by the document that it is about.
 * @param {Detection} detection
 * @param {(done: number, of: number) => void} [tick]
 * @param {'detect' | 'normalise'} [ask] what rules are asked for
 * @returns {Map<SitePath, Proposal[]>}
 */
export function runRules(detection, tick = () => {}, ask = 'detect') {
  const { site, linked, rules } = detection;
  if (rules.length === 0) return new Map();
  // A sheet that no page fetches costs no visitor anything.
  const documents = [...site.files.values()].filter(
    ({ type, path }) => type === 'html' || (type === 'css' && linked.graph.usedBy.has(path)),
  );
  const factsOf = openFacts(detection);
  const notes = openNotes(detection, factsOf);
  /** @type {Map<SitePath, Proposal[]>} */
  const proposals = new Map();
  let done = 0;
  const take = (/** @type {Document | null} */ document, /** @type {SitePath} */ path) => {
    if (document) {
      proposals.set(path, proposeFor(document, detection, factsOf, ask));
      if (ask === 'detect') notes.take(document);
    }
    tick(++done, documents.length);
  };
  const [pages, sheets] = ['html', 'css'].map((type) => documents.filter((file) => file.type === type));
  readPages(pages, site.place, (file, { page }) => take(page, file.path));
  for (const file of sheets) {
    workOn(file.path);
    take(readSheet(file), file.path);
  }
  workOn('');
  const ofSite = Map.groupBy(notes.conclude(), ({ page }) => page);
  return new Map(
    [...new Set([...documents.map(({ path }) => path), ...ofSite.keys()])].flatMap((path) => {
      const found = [...(proposals.get(path) ?? []), ...(ofSite.get(path) ?? [])];
      return found.length > 0 ? [[path, found]] : [];
    }),
  );
}

/**
 * What the rules propose for one document.
 * @param {Document} document
 * @param {Detection} detection
 * @param {(document: Document, rule: Rule<Document>) => Facts} factsOf
 * @param {'detect' | 'normalise'} ask
 */
function proposeFor(document, detection, factsOf, ask) {
  const proposals = rulesFor(document, detection).flatMap(
    (rule) => attempt(detection, rule, document.path, () => rule[ask]?.(document, factsOf(document, rule))) ?? [],
  );
  return limitProposals(proposals);
}

/**
 * Runs a part of a rule on a document, or on the whole site. A rule that throws proposes nothing there, so that one
 * fault on a strange page does not end the build.
 * @template T
 * @param {Detection} detection @param {Rule<Document>} rule @param {SitePath} path @param {() => T} work
 * @returns {T | undefined}
 */
function attempt({ failures }, { meta }, path, work) {
  try {
    return timed({ kind: 'rule', by: meta.id, name: path }, work);
  } catch (error) {
    if (!failures || !(error instanceof Error)) throw error;
    failures.push(describeFailure(meta.id, path, error));
    return undefined;
  }
}

/** @param {string} rule @param {SitePath} path @param {Error} error @returns {Warning} */
function describeFailure(rule, path, { name, message }) {
  const place = path === '' ? 'the site' : `“${path}”`;
  const why = `${name}: ${message.split('\n')[0].slice(0, MAX_REASON)}`;
  const text =
    `Rule “${rule}” failed on ${place} (${why}), so it changes nothing there. This is a bug in pagethrift: please ` +
    'report it with the page.';
  return { code: 'rule-failed', page: path, message: text };
}

/**
 * Rejects what a document proposes beyond what can be planned: each change is weighed with all others.
 * @param {Proposal[]} proposals
 * @returns {Proposal[]}
 */
function limitProposals(proposals) {
  if (proposals.length <= MAX_PROPOSALS) return proposals;
  let open = 0;
  return proposals.map((proposal) => {
    if (proposal.rejected) return proposal;
    open += 1;
    return open <= MAX_PROPOSALS ? proposal : { ...proposal, rejected: exact('out-of-budget') };
  });
}

/** @param {Document} document @param {Detection} detection */
function rulesFor({ kind }, { rules, settings }) {
  return rules.filter(
    ({ meta }) => settings.get(meta.id)?.level !== 'off' && (meta.documents ?? ['page']).includes(kind),
  );
}

/**
 * What rules that are about the site as a whole note of each document, and what follows from all notes.
 * @param {Detection} detection
 * @param {(document: Document, rule: Rule<Document>) => Facts} factsOf
 */
function openNotes(detection, factsOf) {
  /** @type {Map<Rule<Document>, Map<SitePath, unknown>>} */
  const notesOf = new Map(
    detection.rules
      .filter(({ detectSite, meta }) => detectSite && detection.settings.get(meta.id)?.level !== 'off')
      .map((rule) => [rule, new Map()]),
  );
  return {
    take: (/** @type {Document} */ document) => {
      for (const rule of rulesFor(document, detection)) {
        const survey = () => rule.survey?.(document, factsOf(document, rule));
        const note = attempt(detection, rule, document.path, survey) ?? null;
        if (note !== null) notesOf.get(rule)?.set(document.path, note);
      }
    },
    conclude: () => {
      const facts = openSiteFacts(detection);
      return [...notesOf].flatMap(
        ([rule, notes]) => attempt(detection, rule, '', () => rule.detectSite?.(notes, facts(rule))) ?? [],
      );
    },
  };
}

/**
 * What rules that are about the site as a whole get.
 * @param {Detection} detection
 * @returns {(rule: Rule) => SiteFacts}
 */
export function openSiteFacts({ site, linked, images, fonts = NO_FONTS, settings }) {
  const sizes = new Map([...site.files.values()].map(({ path, size }) => [path, size]));
  const { usage } = linked;
  const [names, texts] = [lazily(() => openElementNames(linked)), lazily(() => textsOfSite(site))];
  return ({ meta }) => {
    const all = { images, fonts, usage, sizes, options: settings.get(meta.id)?.options ?? {} };
    const asked = meta.reads.includes('names') ? { names: names(), texts: texts() } : { names: () => true, texts: [] };
    return Object.freeze({ ...all, ...asked });
  };
}

/**
 * Works out something once, when it is first asked for.
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function lazily(make) {
  /** @type {{ value: T } | null} */
  let made = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @param {import('../../site/types.ts').SiteFile} file */
function readSheet(file) {
  const decoded = decodeText(file.bytes);
  return decoded ? parseSheet(file.path, decoded.text, decoded.encoding) : null;
}

/**
 * A function that gives a rule the facts it says it reads, and no others.
 * @param {Detection} detection
 * @returns {(document: Document, rule: Rule) => Facts}
 */
export function openFacts({ site, linked, images, boxes, firstScreens, fonts = NO_FONTS, settings }) {
  const pageFacts = openPageFacts(site, linked);
  const imports = lazily(() => openModuleImports(site));
  const sizes = new Map([...site.files.values()].map(({ path, size }) => [path, size]));
  /** @type {Document | null} */
  let current = null;
  /** @type {Map<string, unknown>} */
  let known = new Map();
  /** @type {Record<keyof Facts, (document: Document, rule: Rule) => unknown>} */
  const sources = {
    images: () => images,
    fonts: () => fonts,
    names: lazily(() => openElementNames(linked)),
    texts: lazily(() => textsOfSite(site)),
    references: ({ path }) => linked.graph.references.get(path) ?? [],
    fetches: ({ path }) => linked.graph.fetches.get(path) ?? [],
    follows: ({ path }) => linked.graph.follows.get(path) ?? [],
    firstFonts: ({ path }) => linked.firstFonts.get(path) ?? NO_PATHS,
    imports: () => imports(),
    sheets: (document) => (document.kind === 'page' ? pageFacts.sheetsOf(document) : [document]),
    boxes: () => boxes ?? new Map(),
    firstScreens: () => firstScreens ?? new Map(),
    usage: () => linked.usage,
    scripts: (document) =>
      document.kind === 'page' ? pageFacts.scriptsOf(document) : pageFacts.scriptsBeside(document.path),
    sizes: () => sizes,
    options: (_, { meta }) => settings.get(meta.id)?.options ?? {},
  };
  return (document, rule) => {
    if (document !== current) known = new Map();
    current = document;
    const entries = [...new Set([...rule.meta.reads, exact('options')])].map((name) => {
      const key = name === 'options' ? `options:${rule.meta.id}` : name;
      if (!known.has(key)) known.set(key, sources[name](document, rule));
      return [name, known.get(key)];
    });
    return /** @type {Facts} */ (Object.freeze(Object.fromEntries(entries)));
  };
}
