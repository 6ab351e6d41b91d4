/** @import { ImageFacts, Job, Made, Proposal, Rule, Site } from '../../lib/types.ts' */

import { readdirSync } from 'node:fs';
import { openFacts } from '../../lib/detect/run-rules.js';
import { freezeDeep } from '../../lib/freeze.js';
import { linkSite } from '../../lib/graph/build-graph.js';
import { keyOfJob, runJobs } from '../../lib/make/run-jobs.js';
import { applyPlan } from '../../lib/optimize/apply-plan.js';
import { look } from '../../lib/optimize/worker.js';
import { readPage } from '../../lib/page/read-page.js';
import { makeFile, readSite } from '../../lib/site/read-site.js';
import { parseSheet } from '../../lib/style/parse-sheet.js';
import { decodeText } from '../../lib/text/encoding.js';

/** Files of a case that are no part of its site. */
const OURS = ['expect.json', 'options.json', 'after.html', 'after.css'];

/**
 * The cases of a rule: one folder each under `fixtures/rules/<id>/`.
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
 * The site of a case; `page` stands in for `before.html` where given.
 * @param {URL} folder
 * @param {Uint8Array} [page]
 * @returns {Promise<Site>}
 */
export async function readCase(folder, page) {
  const site = await readSite(folder.pathname, { exclude: OURS });
  if (!page) return site;
  return { ...site, files: new Map([...site.files, ['before.html', makeFile('before.html', page)]]) };
}

/**
 * Runs one rule on a site: what it proposes, and the files after everything it may do was done.
 * @param {Rule} rule
 * @param {Site} site
 * @param {{ makers?: Readonly<Record<string, import('../../lib/make/run-jobs.js').Maker>>, options?: Record<string, unknown> }} [setting]
 */
export async function runRule(rule, site, { makers = {}, options = {} } = {}) {
  const linked = linkSite(site);
  const defaults = Object.fromEntries(
    Object.entries(rule.meta.options).map(([name, option]) => [name, option.default]),
  );
  const settings = new Map([
    [rule.meta.id, { level: /** @type {const} */ ('on'), options: { ...defaults, ...options } }],
  ]);
  const factsOf = openFacts({ site, linked, images: await lookAt(site, linked.usage), rules: [rule], settings });
  /** @type {Proposal[]} */
  const proposals = [];
  for (const document of documentsOf(site, rule)) {
    // A rule that changed what it was given would fail here.
    proposals.push(...rule.detect(document, freezeDeep(factsOf(document, rule))));
  }
  const open = proposals.filter(({ rejected }) => !rejected);
  const jobsOf = new Map(open.map((proposal) => [proposal, rule.jobs?.(proposal) ?? []]));
  const context = { site, makers, store: null, version: 'test', atOnce: 1 };
  const made = await runJobs([...jobsOf.values()].flat(), context);
  const ready = open.map((proposal) => ({ proposal, rule, made: madeFor(jobsOf.get(proposal) ?? [], made, site) }));
  const accepted = ready.filter((entry) => entry.made.every(({ ok }) => ok));
  return { proposals, ready, ...applyPlan(site, accepted, linked) };
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
 * @param {ReadonlyMap<string, readonly import('../../lib/types.ts').ImageUsage[]>} usage
 * @returns {Promise<Map<string, ImageFacts>>}
 */
async function lookAt(site, usage) {
  const images = [...site.files.values()].filter(({ type }) => type === 'image');
  return new Map(
    await Promise.all(
      images.map(async ({ path, bytes }) => {
        const facts = await look({ bytes, usages: usage.get(path) ?? [] });
        return /** @type {[string, ImageFacts]} */ ([path, facts]);
      }),
    ),
  );
}
