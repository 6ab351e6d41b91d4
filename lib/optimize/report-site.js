/** @import { ChangeReport, ImageFacts, PageReport, Site, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { FullReport } from '../report/types.ts' */
/** @import { Weight } from './crew.js' */

import { sentBytesOf } from './page-inputs.js';
import { openEstimates } from './price-site.js';
import { kindOf, totalsOf } from './weights.js';

/** Pages shown file by file; all others are told in sums. */
const MOST_TRACES = 60;

/**
 * Puts together what a run found, did and saved.
 * @param {object} run
 * @param {Site} run.site
 * @param {Linked} run.linked
 * @param {ReadonlyMap<SitePath, ImageFacts>} run.images
 * @param {ReadonlyMap<SitePath, Weight>} run.weights
 * @param {{ site: Site, linked: Linked }} run.after
 * @param {ReadonlyMap<SitePath, Weight>} run.afterWeights
 * @param {readonly ChangeReport[]} run.changes
 * @param {import('./index.js').Request} run.request
 * @returns {FullReport}
 */
export function reportSite({ site, linked, images, weights, after, afterWeights, changes, request }) {
  const { command, input, conditions, safety, version } = request;
  const before = sideOf(site, linked, weights, sentAs(conditions.server));
  const said = new Map(changes.flatMap(({ resource, lettering }) => (lettering ? [[resource, lettering.text]] : [])));
  const later = sideOf(after.site, after.linked, afterWeights, sentAtBest);
  const { estimatesOf, tracesOf } = openEstimates(
    { site, linked, sentBytes: sentBytesOf(weights, sentAs(conditions.server)) },
    { ...after, sentBytes: sentBytesOf(afterWeights, sentAtBest) },
    conditions,
  );
  const pages = [...linked.graph.fetches.keys()].map((path) => ({
    path,
    before: before.page(path),
    after: later.page(path),
    estimates: estimatesOf(path),
  }));
  return {
    schema: 'pagethrift/report@1',
    tool: { name: 'pagethrift', version },
    command,
    input,
    conditions: { link: conditions.link, http: conditions.http, visit: conditions.visit, safety },
    site: { before: before.all, after: later.all },
    pages,
    resources: [...linked.graph.usedBy]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, usedBy]) => resourceOf(site, path, usedBy, images, said.get(path))),
    changes,
    warnings: linked.graph.warnings,
    traces: heaviest(pages).flatMap(({ path }) => tracesOf(path)),
  };
}

/**
 * The pages whose loading is shown file by file.
 * @param {readonly PageReport[]} pages
 */
function heaviest(pages) {
  return pages.toSorted((a, b) => b.before.bytes - a.before.bytes || (a.path < b.path ? -1 : 1)).slice(0, MOST_TRACES);
}

/**
 * @param {Site} site
 * @param {Linked} linked
 * @param {ReadonlyMap<SitePath, Weight>} weights
 * @param {(weight: Weight) => number} sent
 */
function sideOf(site, { graph }, weights, sent) {
  return {
    all: totalsOf(site, [...graph.fetches.values()].flat(), weights, sent),
    page: (/** @type {SitePath} */ path) => totalsOf(site, graph.fetches.get(path) ?? [], weights, sent),
  };
}

/**
 * @param {Site} site
 * @param {SitePath} path
 * @param {readonly SitePath[]} usedBy
 * @param {ReadonlyMap<SitePath, ImageFacts>} images
 * @param {string} [text] what an image says
 */
function resourceOf(site, path, usedBy, images, text) {
  const file = /** @type {import('../types.ts').SiteFile} */ (site.files.get(path));
  const kind = kindOf(site, path);
  const facts = images.get(path);
  return {
    path,
    type: file.type === 'font' ? /** @type {const} */ ('font') : kind,
    bytes: file.size,
    usedBy,
    ...(facts ? { image: { ...imageOf(facts), ...(text ? { text } : {}) } } : {}),
  };
}

/** @param {ImageFacts} facts */
function imageOf({ width, height, frames, kind, confidence }) {
  return { width, height, frames, kind, confidence };
}

/**
 * What travels of a file where the server compresses as it goes.
 * @param {import('./weights.js').Coding} coding
 * @returns {(weight: Weight) => number}
 */
export function sentAs(coding) {
  return (weight) => weight[coding];
}

/**
 * What travels of a file where a server offers what stands beside it, to a browser that accepts all.
 * @param {Weight} weight
 */
export function sentAtBest({ identity, gzip, br, zstd }) {
  return Math.min(identity, gzip, br, zstd);
}
