/**
 * @import { FontFacts } from '../../fonts/types.ts'
 * @import { Facts, Rule, SiteFacts } from '../types.ts'
 * @import { Document, Sheet, Site, SiteFile, SitePath } from '../../site/types.ts'
 * @import { NameKind } from '../../site/style/selector-names.js'
 * @import { FactReading, FactSources } from './fact-digests.js'
 * @import { Detection } from './run-rules.js'
 * @import { Answer } from './script-answers.js'
 */

import { exact } from '../../base/exact.js';
import { readOnce } from '../../base/read-once.js';
import { traceMap } from '../../base/traced-map.js';
import { isRoute } from '../../site/addresses.js';
import { openUsed } from '../../site/graph/used-files.js';
import { codeOf } from '../../site/page/code.js';
import { hasUrlVariables } from '../../site/style/url-variables.js';
import { collectBackgrounds, collectBehind } from './behind-images.js';
import { keyOfExcess } from './fact-digests.js';
import { openModuleImports } from './module-imports.js';
import { openPageFacts } from './page-facts.js';
import { TracedScripts } from './script-answers.js';
import { openElementNames, textsOfSite } from './site-names.js';

/** @type {ReadonlyMap<SitePath, FontFacts>} */
const NO_FONTS = new Map();
/** @type {ReadonlySet<SitePath>} */
const NO_PATHS = new Set();

/**
 * Creates the facts for rules about the site as a whole.
 * @param {Detection} detection
 * @returns {(rule: Rule) => SiteFacts}
 */
export function openSiteFacts({ site, linked, images, fonts = NO_FONTS, settings }) {
  const sizes = new Map([...site.files.values()].map(({ path, size }) => [path, size]));
  const { usage, graph } = linked;
  const routed = lazily(() => new Set([...graph.fetches].flatMap(([page, paths]) => (isRoute(page) ? paths : []))));
  const unclear = lazily(() => new Set(listUnclear(linked).flatMap((page) => graph.fetches.get(page) ?? [])));
  const isUsed = openUsed(site, linked);
  const [names, texts] = [lazily(() => openElementNames(linked)), lazily(() => textsOfSite(site))];
  return ({ meta }) => {
    const all = { images, fonts, usage, sizes, options: settings.get(meta.id)?.options ?? {} };
    const asked = meta.reads.includes('names') ? { names: names(), texts: texts() } : { names: () => true, texts: [] };
    const served = { routed: routed(), opened: graph.linked, unclear: unclear(), isUsed };
    return Object.freeze({ ...all, ...asked, ...served });
  };
}

/**
 * Lists the pages whose elements are not all known.
 * @param {Detection['linked']} linked
 * @returns {SitePath[]}
 */
function listUnclear({ graph, reads, seen }) {
  return [...graph.fetches.keys()].filter((page) => {
    const visit = seen.records.get(page);
    if (visit ? visit.foreignCode.length > 0 : reads.get(page)?.vocabulary?.tags.includes('script')) return true;
    const references = graph.references.get(page) ?? [];
    return references.some(({ role, target }) => role === 'script' && target.kind === 'external');
  });
}

/**
 * Creates a value once, on first use.
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

/**
 * Creates the sources of facts, once per site.
 * @param {Detection} detection
 * @returns {FactSources}
 */
export function openSources({ site, linked, images, boxes, firstScreens, fonts = NO_FONTS, memo }) {
  const names = lazily(() => openElementNames(linked));
  const imports = lazily(() => openModuleImports(site));
  const sizes = new Map([...site.files.values()].map(({ path, size }) => [path, size]));
  return {
    site,
    linked,
    maps: {
      images,
      sizes,
      fonts,
      usage: linked.usage,
      behind: collectBehind(linked.seen.records),
      backgrounds: collectBackgrounds(linked.seen.records),
      boxes: boxes ?? new Map(),
      firstScreens: firstScreens ?? new Map(),
    },
    names: (kind, name) => names()(kind, name),
    imports: (module) => imports()(module),
    texts: lazily(() => textsOfSite(site)),
    pageFacts: openPageFacts(site, linked, memo),
    exceeds: (maxBytes, path, isPage) => {
      const paths = isPage ? (linked.graph.fetches.get(path) ?? [path]) : [path];
      return paths.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 0) > maxBytes;
    },
  };
}

/**
 * Returns a function that gives a rule the facts that it declares, and no others.
 * @param {Detection} detection
 * @param {{ sources?: FactSources, note?: (reading: FactReading) => void, noteAnswer?: (answer: Answer) => void }}
 *   [tracing] `note` is told what rules read, `noteAnswer` what they ask about scripts
 * @returns {(document: Document, rule: Rule) => Facts}
 */
export function openFacts(
  detection,
  { sources = openSources(detection), note = () => {}, noteAnswer = () => {} } = {},
) {
  const { linked, settings } = detection;
  const { pageFacts } = sources;
  const { graph } = linked;
  /** @type {Document | null} */
  let current = null;
  /** @type {Map<string, unknown>} */
  let known = new Map();
  const traced = (/** @type {keyof FactSources['maps']} */ fact) =>
    traceMap(/** @type {ReadonlyMap<string, unknown>} */ (sources.maps[fact]), (reading) => note({ fact, ...reading }));
  const byKey = (/** @type {'names' | 'imports' | 'exceeds' | 'sheetAt'} */ fact, /** @type {string} */ key) =>
    note({ fact, part: 'value', key });
  const exceeds =
    (/** @type {SitePath} */ document) =>
    (/** @type {number} */ maxBytes, /** @type {SitePath | null} */ path = null) => {
      byKey('exceeds', keyOfExcess(maxBytes, path));
      return sources.exceeds(maxBytes, path ?? document, path === null);
    };
  /** Facts that are read as a whole. @type {Partial<Record<keyof Facts, (document: Document) => unknown>>} */
  const whole = {
    texts: () => sources.texts(),
    references: ({ path }) => graph.references.get(path) ?? [],
    fetches: ({ path }) => graph.fetches.get(path) ?? [],
    onRoutes: ({ path }) => graph.onRoutes.get(path) ?? [],
    follows: ({ path }) => graph.follows.get(path) ?? [],
    firstFonts: ({ path }) => linked.firstFonts.get(path) ?? NO_PATHS,
    idle: ({ path }) => linked.seen.records.get(path)?.idle ?? [],
    lateFrames: ({ path }) => linked.seen.records.get(path)?.lateFrames ?? [],
    sheets: (document) => sheetsOf(document, pageFacts),
    urlVariables: (document) => sheetsOf(document, pageFacts).some(namesUrls),
    scripts: (document) => scriptsOf(document, pageFacts, noteAnswer),
  };
  /** @type {Partial<Record<keyof Facts, (rule: Rule, document: Document) => unknown>>} */
  const partial = {
    images: () => traced('images'),
    fonts: () => traced('fonts'),
    boxes: () => traced('boxes'),
    firstScreens: () => traced('firstScreens'),
    usage: () => traced('usage'),
    behind: () => traced('behind'),
    backgrounds: () => traced('backgrounds'),
    sizes: () => traced('sizes'),
    names: () => (/** @type {NameKind} */ kind, /** @type {string} */ name) => {
      byKey('names', `${kind} ${name}`);
      return sources.names(kind, name);
    },
    sheetAt: (_, document) => openSheetAt(sheetsOf(document, pageFacts), (path) => byKey('sheetAt', path)),
    imports: () => (/** @type {SitePath} */ module) => {
      byKey('imports', module);
      return sources.imports(module);
    },
    exceeds: (_, { path }) => exceeds(path),
    options: ({ meta }) => settings.get(meta.id)?.options ?? {},
  };
  const read = (/** @type {Document} */ document, /** @type {Rule} */ rule, /** @type {keyof Facts} */ fact) => {
    if (document !== current) known = new Map();
    current = document;
    const key = fact === 'options' ? `options:${rule.meta.id}` : fact;
    if (!known.has(key)) {
      if (whole[fact]) note({ fact, part: 'fact' });
      known.set(key, whole[fact] ? whole[fact](document) : partial[fact]?.(rule, document));
    }
    return known.get(key);
  };
  const shapeOf = readOnce((/** @type {Rule} */ rule) =>
    shapeFacts(rule, (document, fact) => read(document, rule, fact)),
  );
  return (document, rule) => Object.freeze(Object.assign(Object.create(shapeOf(rule)), { [OF]: document }));
}

/** @param {Document} document @param {FactSources['pageFacts']} pageFacts */
function sheetsOf(document, pageFacts) {
  return document.kind === 'page' ? pageFacts.sheetsOf(document) : [document];
}

/** @param {readonly Sheet[]} sheets @param {(path: SitePath) => void} note @returns {Facts['sheetAt']} */
function openSheetAt(sheets, note) {
  const byPath = Map.groupBy(sheets, ({ path }) => path);
  return (path) => {
    note(path);
    const [sheet = null, ...others] = byPath.get(path) ?? [];
    return others.length === 0 ? sheet : null;
  };
}

/** Returns true if a custom property of a sheet contains a URL. */
const namesUrls = readOnce((/** @type {Sheet} */ { source }) => hasUrlVariables(source));

/** The document of facts. */
const OF = Symbol('document');

/**
 * Returns the prototype of a rule's facts. A fact counts as read when the rule uses it.
 * @param {Rule} rule @param {(document: Document, fact: keyof Facts) => unknown} read
 */
function shapeFacts({ meta }, read) {
  const wanted = [...new Set([...meta.reads, exact('options')])];
  return Object.defineProperties(
    {},
    Object.fromEntries(
      wanted.map((fact) => [
        fact,
        {
          /** @this {{ [OF]: Document }} */
          get() {
            return read(this[OF], fact);
          },
        },
      ]),
    ),
  );
}

/**
 * @param {Document} document @param {FactSources['pageFacts']} pageFacts @param {(answer: Answer) => void} note
 */
function scriptsOf(document, pageFacts, note) {
  const page = document.kind === 'page' ? document : null;
  const own = page ? codeOf(page).map(({ text }) => text) : [];
  const facts = page ? pageFacts.codeFactsOf(page.path, own) : pageFacts.codeFactsBeside(document.path);
  return new TracedScripts(facts, page, note);
}
