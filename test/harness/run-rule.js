/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Job, Made, Proposal, Rule } from '../../lib/plan/types.ts' */
/** @import { Document, Site } from '../../lib/site/types.ts' */
/** @import { ImageBox } from '../../lib/visit/types.ts' */

import { readdirSync } from 'node:fs';
import { freezeDeep } from '../../lib/base/freeze.js';
import { describeFonts } from '../../lib/fonts/describe-fonts.js';
import { applyPlan } from '../../lib/plan/apply/apply-plan.js';
import { openFacts, openSiteFacts } from '../../lib/plan/detect/facts.js';
import { inlineFiles } from '../../lib/plan/inline-files.js';
import { draftChange } from '../../lib/plan/make/draft-changes.js';
import { keyOfJob, runJobs } from '../../lib/plan/make/run-jobs.js';
import { TASKS } from '../../lib/run/tasks/tasks.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readPage } from '../../lib/site/page/read-page.js';
import { readSite } from '../../lib/site/read-site.js';
import { parseSheet } from '../../lib/site/style/parse-sheet.js';
import { decodeText } from '../../lib/site/text/encoding.js';
import { measureFirstScreens } from '../../lib/visit/measure/first-screens.js';
import { observeSite } from '../../lib/visit/measure/observe-site.js';

/** Files of a case that do not belong to its site. */
const OURS = ['expect.json', 'options.json', 'boxes.json', 'after.html', 'after.css'];

/**
 * Lists the cases of a rule: one folder each in `fixtures/rules/<id>/`.
 * @param {string} id
 * @returns {{ name: string, folder: URL }[]}
 */
export function listCases(id) {
  const folder = new URL(`../../fixtures/rules/${id}/`, import.meta.url);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: new URL(`${name}/`, folder) }));
}

/**
 * Reads the site of a case, together with the files that a run wrote, if any.
 * @param {URL} folder
 * @param {ReadonlyMap<string, import('../../lib/site/types.ts').SiteFile>} [written]
 * @returns {Promise<Site>}
 */
export async function readCase(folder, written = new Map()) {
  const site = await readSite(folder.pathname, { exclude: OURS });
  return { ...site, files: new Map([...site.files, ...written]) };
}

/**
 * Runs one rule on a site. Returns its candidates, and the files after all of them were applied.
 * @param {Rule<Document>} rule
 * @param {Site} site
 * @param {{ makers?: Readonly<Record<string, import('../../lib/plan/make/run-jobs.js').Maker>>, options?:
 * Record<string,
 *   unknown>, boxes?: readonly ImageBox[], openVerifier?: () =>
 *   Promise<import('../../lib/run/optimize/verify-site.js').Verifier | null> }} [setting] `boxes`: the boxes that a
 * visit would measure; `openVerifier`: for rules that use the results of a visit
 */
export async function runRule(rule, site, { makers = {}, options = {}, boxes = [], openVerifier } = {}) {
  const markup = linkSite(site);
  const linked = openVerifier
    ? await observeSite(site, markup, { openVerifier, store: null, routes: [], version: '' }, () => {})
    : markup;
  const defaults = Object.fromEntries(
    Object.entries(rule.meta.options).map(([name, option]) => [name, option.default]),
  );
  const settings = new Map([
    [rule.meta.id, { level: /** @type {const} */ ('on'), options: { ...defaults, ...options } }],
  ]);
  const images = await lookAt(site, linked.usage);
  const measured = new Map([['before.html', { page: 'before.html', images: boxes }]]);
  const fonts = await describeFonts(site, linked.drawn);
  const isFirst = rule.meta.reads.includes('firstScreens');
  const browser = (isFirst && (await openVerifier?.())?.browser) || null;
  const { firstScreens } = await measureFirstScreens({ site, graph: linked.graph, browser, all: true });
  const detection = { site, linked, images, boxes: measured, firstScreens, fonts, rules: [rule], settings };
  const factsOf = openFacts(detection);
  /** @type {Map<string, unknown>} */
  const notes = new Map();
  /** @type {Proposal[]} */
  const proposals = [];
  for (const document of documentsOf(site, rule)) {
    // A rule that mutates its input fails here.
    const facts = freezeDeep(factsOf(document, rule));
    proposals.push(...(rule.normalise?.(document, facts) ?? rule.detect?.(document, facts) ?? []));
    const note = rule.survey?.(document, facts) ?? null;
    if (note !== null) notes.set(document.path, note);
  }
  proposals.push(...(rule.detectSite?.(notes, openSiteFacts(detection)(rule)) ?? []));
  const open = proposals.filter(({ rejected }) => !rejected);
  const jobsOf = new Map(open.map((proposal) => [proposal, rule.jobs?.(proposal) ?? []]));
  const context = { site, makers, store: null, routes: [], versionOf: () => 'test', capacity: { atOnce: 1 } };
  const made = await runJobs([...jobsOf.values()].flat(), context);
  const ready = open.map((proposal) => ({ proposal, made: madeFor(jobsOf.get(proposal) ?? [], made, site) }));
  const drafted = ready
    .filter((entry) => entry.made.every(({ ok }) => ok))
    .map((entry) => draftChange(rule, entry.proposal, entry.made, rule.group?.(entry.proposal, entry.made) ?? null));
  return { proposals, ready, ...applyPlan(site, inlineFiles(drafted, false), linked) };
}

/**
 * @param {readonly Job[]} jobs
 * @param {ReadonlyMap<string, Made>} made
 * @param {Site} site
 */
function madeFor(jobs, made, site) {
  return jobs.map((job) => /** @type {Made} */ (made.get(keyOfJob(job, site))));
}

/**
 * @param {Site} site
 * @param {Rule} rule
 */
function documentsOf(site, { meta }) {
  const kinds = meta.documents ?? ['page'];
  return [...site.files.values()].flatMap((file) => {
    if (file.type === 'html' && kinds.includes('page')) return readPage(file).page ?? [];
    const decoded = file.type === 'css' && kinds.includes('sheet') ? decodeText(file.bytes) : null;
    return decoded ? parseSheet(file.path, decoded.text, decoded.encoding) : [];
  });
}

/**
 * @param {Site} site
 * @param {ReadonlyMap<string, readonly import('../../lib/site/types.ts').ImageUsage[]>} usage
 * @returns {Promise<Map<string, ImageFacts>>}
 */
async function lookAt(site, usage) {
  const images = [...site.files.values()].filter(({ type, path }) => type === 'image' || path.endsWith('.svg'));
  return new Map(
    await Promise.all(
      images.map(async ({ path, bytes }) => {
        const facts = await TASKS.look({ bytes, usages: usage.get(path) ?? [] });
        return /** @type {[string, ImageFacts]} */ ([path, facts]);
      }),
    ),
  );
}
