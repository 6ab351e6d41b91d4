/**
 * @import { FontFacts } from '../../fonts/types.ts'
 * @import { ImageFacts } from '../../images/types.ts'
 * @import { Facts, Level, Proposal, Rule } from '../types.ts'
 * @import { Document, Site, SiteFile, SitePath, Warning } from '../../site/types.ts'
 * @import { Memo } from '../../base/memo.js'
 */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { exact } from '../../base/exact.js';
import { timed } from '../../base/spans.js';
import { workOn } from '../../base/working-on.js';
import { readPages } from '../../site/page/read-page.js';
import { parseSheet } from '../../site/style/parse-sheet.js';
import { decodeText } from '../../site/text/encoding.js';
import { openFacts, openSiteFacts, openSources } from './facts.js';
import { FindingsMemo } from './kept-findings.js';

/**
 * The user's settings of a rule.
 * @typedef {{ level: Level, options: Readonly<Record<string, unknown>> }} RuleSetting
 * @typedef {{ site: Site, linked: Linked, images: ReadonlyMap<SitePath, ImageFacts>,
 *   boxes?: Facts['boxes'], firstScreens?: Facts['firstScreens'], fonts?: ReadonlyMap<SitePath, FontFacts>,
 *   rules: readonly Rule<Document>[], settings: ReadonlyMap<string, RuleSetting>, failures?: Warning[], memo?: Memo }}
 *   Detection `failures` takes a warning for each rule that throws. Without it, the error is rethrown
 */

/** Max proposals of a document. Planning time grows with their square, and these take a second. */
const MAX_PROPOSALS = 1000;
/** Max characters of an error's message in a warning, because parsers quote whole files. */
const MAX_REASON = 200;

/**
 * Runs every rule on every document and collects the proposals by the document that they change.
 * @param {Detection} detection
 * @param {(done: number, of: number) => void} [tick]
 * @param {'detect' | 'normalise'} [ask] the rules to run
 * @returns {Map<SitePath, Proposal[]>}
 */
export function runRules(detection, tick = () => {}, ask = 'detect') {
  const { site, linked, rules, failures = [] } = detection;
  if (rules.length === 0) return new Map();
  // A sheet that no page fetches costs no visitor anything.
  const documents = [...site.files.values()].filter(
    ({ type, path }) => type === 'html' || (type === 'css' && linked.graph.usedBy.has(path)),
  );
  const sources = openSources(detection);
  const known = new FindingsMemo(detection, sources, ask);
  const factsOf = openFacts(detection, {
    sources,
    note: (reading) => known.note(reading),
    noteAnswer: (answer) => known.noteAnswer(answer),
  });
  /** @type {Map<SitePath, Findings>} */
  const findings = new Map();
  let done = 0;
  const take = (/** @type {SitePath} */ path, /** @type {Findings | null} */ found) => {
    if (found) findings.set(path, found);
    tick(++done, documents.length);
  };
  const look = (/** @type {SiteFile} */ file, /** @type {Document | null} */ document) => {
    const failed = failures.length;
    const found = document && findIn(document, detection, factsOf, ask);
    // The next run tries failed rules again.
    known.finish(file, document, failures.length > failed ? null : found);
    take(file.path, found);
  };
  /** @type {SiteFile[]} */
  const unknown = [];
  for (const file of documents) {
    workOn(file.path);
    const recalled = known.recall(file);
    if (recalled) take(file.path, recalled);
    else unknown.push(file);
  }
  const [pages, sheets] = ['html', 'css'].map((type) => unknown.filter((file) => file.type === type));
  readPages(pages, site.place, (file, { page }) => look(file, page));
  for (const file of sheets) {
    workOn(file.path);
    look(file, readSheet(file));
  }
  workOn('');
  const ofSite =
    ask === 'detect' ? Map.groupBy(findInSite(documents, findings, detection), ({ page }) => page) : new Map();
  return new Map(
    [...new Set([...documents.map(({ path }) => path), ...ofSite.keys()])].flatMap((path) => {
      const found = [...(findings.get(path)?.proposals ?? []), ...(ofSite.get(path) ?? [])];
      return found.length > 0 ? [[path, found]] : [];
    }),
  );
}

/**
 * The findings of rules in one document: their proposals, and the notes of rules about the whole site.
 * @typedef {{ proposals: readonly Proposal[], notes: readonly (readonly [rule: string, note: unknown])[] }} Findings
 */

/**
 * @param {Document} document
 * @param {Detection} detection
 * @param {(document: Document, rule: Rule<Document>) => Facts} factsOf
 * @param {'detect' | 'normalise'} ask
 * @returns {Findings}
 */
function findIn(document, detection, factsOf, ask) {
  const proposals = proposeFor(document, detection, factsOf, ask);
  const surveying = ask === 'detect' ? rulesFor(document, detection).filter(({ survey }) => survey) : [];
  const notes = surveying.flatMap((rule) => {
    const survey = () => rule.survey?.(document, factsOf(document, rule));
    const note = attempt(detection, rule, document.path, survey) ?? null;
    return note === null ? [] : [exact([rule.meta.id, note])];
  });
  return { proposals, notes };
}

/**
 * Returns the proposals of rules about the whole site, from their notes on all documents.
 * @param {readonly SiteFile[]} documents @param {ReadonlyMap<SitePath, Findings>} findings @param {Detection} detection
 */
function findInSite(documents, findings, detection) {
  const facts = openSiteFacts(detection);
  const surveying = detection.rules.filter(
    ({ detectSite, meta }) => detectSite && detection.settings.get(meta.id)?.level !== 'off',
  );
  /** @type {Map<string, Map<SitePath, unknown>>} */
  const notesOf = new Map(surveying.map(({ meta }) => [meta.id, new Map()]));
  for (const { path } of documents)
    for (const [id, note] of findings.get(path)?.notes ?? []) notesOf.get(id)?.set(path, note);
  return surveying.flatMap((rule) => {
    const notes = notesOf.get(rule.meta.id) ?? new Map();
    return attempt(detection, rule, '', () => rule.detectSite?.(notes, facts(rule))) ?? [];
  });
}

/**
 * Returns the proposals of the rules for one document.
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
 * Rejects proposals of a document above the limit of planning, which prices each change with all others.
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

/** @param {import('../../site/types.ts').SiteFile} file */
function readSheet(file) {
  const decoded = decodeText(file.bytes);
  return decoded ? parseSheet(file.path, decoded.text, decoded.encoding) : null;
}
