/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Weight } from '../../plan/types.ts' */
/** @import { PageReport } from '../../report/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { PageRecord } from '../../visit/types.ts' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { FullReport } from '../../report/types.ts' */

import { exact } from '../../base/exact.js';
import { nameOfPage } from '../../base/name-of-page.js';
import { present } from '../../base/present.js';
import { workOn } from '../../base/working-on.js';
import { openEstimates } from '../../plan/price/estimates.js';
import { guessLossySaving } from '../../plan/price/next-level.js';
import { openPageInputs, sentBytesOf } from '../../plan/price/page-inputs.js';
import { openPricer, priceSite } from '../../plan/price/price-site.js';
import { kindOf, totalsOf } from '../../plan/price/weights.js';
import { estimateEmissions } from '../../report/emissions.js';
import { addressOfPage, describeConventions, isRoute } from '../../site/addresses.js';
import { changeRows, packEffectOf, packRows } from './change-rows.js';
import { listLoaded } from './loaded-files.js';
import { listTextImages, reportAccessibility } from './report-accessibility.js';
import { markWithinError, ruleReports, sumWaterfalls, waterfallOf } from './report-savings.js';

/**
 * The original site.
 * @typedef {{ site: Site, linked: Linked, images: ReadonlyMap<SitePath, ImageFacts>, weights: ReadonlyMap<SitePath,
 *   Weight> }} Before
 *
 * The result of the run.
 * @typedef {object} Result
 * @property {import('../../plan/normalise/normalise-site.js').Normalised} normalised
 * @property {import('../../plan/plan-site.js').Planned} renamed the final changes of normalisation
 * @property {Parameters<typeof changeRows>[2]} planned all others
 * @property {{ site: Site, linked: Linked }} after
 * @property {ReadonlyMap<SitePath, import('./pack-site.js').Packed>} files
 * @property {ReadonlyMap<SitePath, Weight>} afterWeights
 * @property {import('./integrity.js').Integrity} integrity
 * @property {ReadonlyMap<SitePath, PageRecord>} visits of pages after the changes, by page; those with the same
 *   requests as before are left out
 * @property {ReadonlyMap<import('../../plan/types.ts').Proposal, { requests: number, bytes: number }>} observed savings
 *   of changes in visits
 */

/** Min saving of another level, as a share of the rest. */
const MIN_NEXT_SAVING = 0.1;

/** Max pages whose loads are shown file by file. Others are summed up. */
const MAX_TRACES = 60;

/**
 * Builds the report of a run: its findings, changes and savings.
 * @param {Before} before
 * @param {Result} result
 * @param {import('./index.js').Request} request
 * @param {Memo} memo
 * @param {(done: number, of: number) => void} tick
 * @returns {FullReport}
 */
export function reportSite(before, result, request, memo, tick) {
  const { site, linked, images, weights } = before;
  const { after, afterWeights } = result;
  const { command, input, conditions, safety, version } = request;
  const { link, http, visit, server } = conditions;
  const ruleIds = [...request.rules]
    .sort((a, b) => Number(!a.normalise) - Number(!b.normalise))
    .map(({ meta }) => meta.id);
  const prices = priceResult(before, result, ruleIds, { conditions, memo }, tick);
  const changes = markWithinError(rowsOf(before, result, prices));
  const said = new Map(changes.flatMap(({ resource, lettering }) => (lettering ? [[resource, lettering.text]] : [])));
  const [sentBefore, sentAfter] = [sentAs(server), request.onlyLimits ? sentAs(server) : sentAtBest];
  const [former, later] = [
    sideOf(site, linked, visitedBoth(linked.seen.records, result.visits), { weights, sent: sentBefore }),
    sideOf(after.site, after.linked, result.visits, { weights: afterWeights, sent: sentAfter }),
  ];
  const { estimatesOf, tracesOf } = openEstimates(
    { site, linked, sentBytes: sentBytesOf(weights, sentBefore) },
    { ...after, sentBytes: sentBytesOf(afterWeights, sentAfter) },
    conditions,
    memo,
  );
  const pages = [...linked.graph.fetches.keys()].map((path) => {
    workOn(path);
    const [before, after] = [former.page(path), later.page(path)];
    const page = {
      path: isRoute(path) ? null : path,
      address: addressOfPage(path, site.place),
      ...{ before, after, estimates: estimatesOf(path) },
      ...processorOf(command, linked.seen.records.get(path)),
    };
    return { ...page, waterfall: waterfallOf(page, prices.byStep.get(path) ?? new Map()) };
  });
  workOn('');
  const sent = sentBytesOf(weights, sentBefore);
  return {
    schema: 'pagethrift/report@1',
    tool: { name: 'pagethrift', version },
    command,
    input,
    conditions: { link, http, visit, safety },
    site: { before: former.all, after: later.all },
    addresses: {
      files: pages.filter(({ path }) => path !== null).length,
      routes: pages.filter(({ path }) => path === null).length,
      conventions: describeConventions(site.place),
    },
    pages,
    resources: [...linked.graph.usedBy]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path]) => {
        const use = { usedBy: former.usedBy(path), sent: sent(path) };
        return resourceOf(site, path, use, images, said.get(path));
      }),
    changes,
    rules: ruleReports(changes, prices.byRule, prices.onSite, pages.length),
    waterfall: sumWaterfalls(pages, ruleIds),
    accessibility: reportAccessibility(
      { usage: linked.usage, pages: [...linked.graph.fetches.keys()] },
      { usage: after.linked.usage, pages: [...after.linked.graph.fetches.keys()] },
      listTextImages(changes, images),
      changes,
    ),
    emissions: estimateEmissions(pages),
    warnings: linked.graph.warnings,
    ...levelsOf(before, after, { safety, bytes: later.all.bytes }),
    traces: heaviest(pages).flatMap((page) => tracesOf(nameOfPage(page))),
  };
}

/**
 * Returns the processor time of a visit for an audit. Reports of builds contain no measured time: the same input gives
 * the same report.
 * @param {string} command @param {PageRecord | undefined} record
 */
function processorOf(command, record) {
  return command === 'audit' && record ? { processorMs: record.processorMs } : {};
}

/**
 * @param {Before} before @param {Result} result @param {readonly string[]} ruleIds
 * @param {{ conditions: import('../../plan/price/conditions.js').Conditions, memo: Memo }} model
 * @param {(done: number, of: number) => void} tick
 */
function priceResult(
  { site, linked, weights },
  { normalised, renamed, planned, after, files },
  ruleIds,
  { conditions, memo },
  tick,
) {
  const sentBytes = sentBytesOf(weights, sentAs(conditions.server));
  const fetched = new Set([...after.linked.graph.fetches.values()].flat());
  const packed = [...files.values()].flatMap((file) => {
    const weight = fetched.has(file.path) ? weights.get(file.path) : undefined;
    return weight ? [exact([file.path, packEffectOf(file, weight, sentBytes(file.path))])] : [];
  });
  const inputOf = openPageInputs(site, linked, sentBytes);
  const isSame = normalised.site === site && normalised.linked === linked;
  const laterInputOf = isSame ? inputOf : openPageInputs(normalised.site, normalised.linked, sentBytes);
  return priceSite(
    {
      original: { site, linked, inputOf, ...renamed },
      normalised: { ...normalised, inputOf: laterInputOf, ...planned },
      pricer: openPricer(normalised.linked, conditions, memo),
      packed: new Map(packed),
      memo,
      ruleIds,
    },
    tick,
  );
}

/** @param {Before} before @param {Result} result @param {import('../../plan/price/price-site.js').Prices} prices */
function rowsOf(
  { site, linked },
  { normalised, renamed, planned, files, integrity, observed },
  { byProposal, byFile },
) {
  const isPage = (/** @type {SitePath} */ path) => normalised.linked.graph.fetches.has(path);
  const shipped = [...files.values()].filter(({ path }) => byFile.has(path));
  return [
    ...changeRows(site, linked, { ...renamed, written: new Map() }, byProposal),
    ...changeRows(normalised.site, normalised.linked, planned, byProposal, observed),
    ...packRows(shipped, byFile, { isPage, integrity }),
  ];
}

/**
 * Estimates the bytes that the next level of safety would reach.
 * @param {Before} before
 * @param {Result['after']} after
 * @param {{ safety: string, bytes: number }} now
 * @returns {Pick<FullReport, 'levels'>}
 */
function levelsOf({ site }, after, { safety, bytes }) {
  if (safety !== 'visual') return {};
  const fetched = [...after.linked.graph.fetches.values()].flat();
  const saving = Math.round(guessLossySaving({ before: site, after: after.site, fetched }));
  return saving < bytes * MIN_NEXT_SAVING ? {} : { levels: [{ safety: 'lossy', bytes: bytes - saving }] };
}

/**
 * Returns the pages whose loads are shown file by file.
 * @param {readonly PageReport[]} pages
 */
function heaviest(pages) {
  return pages
    .toSorted((a, b) => b.before.bytes - a.before.bytes || (nameOfPage(a) < nameOfPage(b) ? -1 : 1))
    .slice(0, MAX_TRACES);
}

/**
 * Returns the first visits of pages that were also visited after the changes.
 * @param {ReadonlyMap<SitePath, PageRecord>} before @param {ReadonlyMap<SitePath, PageRecord>} after
 */
function visitedBoth(before, after) {
  return new Map([...before].filter(([page]) => after.has(page)));
}

/**
 * Sums the files that a visitor to every page once fetches, in total and by page: as visited, or by the markup. Also
 * returns the pages that load a file.
 * @param {Site} site
 * @param {Linked} linked
 * @param {ReadonlyMap<SitePath, PageRecord>} visits
 * @param {{ weights: ReadonlyMap<SitePath, Weight>, sent: (weight: Weight) => number }} sizes
 */
function sideOf(site, { graph }, visits, { weights, sent }) {
  const filesOf = (/** @type {SitePath} */ page) => {
    const visit = visits.get(page);
    return visit ? listLoaded(visit, graph.follows.get(page)) : (graph.fetches.get(page) ?? []);
  };
  const pages = [...graph.fetches.keys()];
  /** @type {Map<SitePath, SitePath[]>} */
  const usedBy = new Map();
  for (const page of pages) {
    for (const path of filesOf(page)) {
      const users = usedBy.get(path);
      if (users) users.push(page);
      else usedBy.set(path, [page]);
    }
  }
  const counted = (/** @type {boolean} */ isVisited) => (isVisited ? exact('browser') : exact('markup'));
  const isVisited = pages.length > 0 && pages.every((page) => visits.has(page));
  return {
    all: totalsOf(site, pages.flatMap(filesOf), weights, sent, counted(isVisited)),
    usedBy: (/** @type {SitePath} */ path) => usedBy.get(path) ?? [],
    page: (/** @type {SitePath} */ page) => totalsOf(site, filesOf(page), weights, sent, counted(visits.has(page))),
  };
}

/**
 * @param {Site} site
 * @param {SitePath} path
 * @param {{ usedBy: readonly SitePath[], sent: number }} use
 * @param {ReadonlyMap<SitePath, ImageFacts>} images
 * @param {string} [text] text of an image
 */
function resourceOf(site, path, { usedBy, sent }, images, text) {
  const file = present(site.files.get(path));
  const kind = kindOf(site, path);
  const facts = images.get(path);
  return {
    path,
    type: kind,
    bytes: file.size,
    sent,
    usedBy,
    ...(facts ? { image: { ...imageOf(facts), ...(text ? { text } : {}) } } : {}),
  };
}

/** @param {ImageFacts} facts */
function imageOf({ width, height, frames, kind, confidence }) {
  return { width, height, frames, kind, confidence };
}

/**
 * Returns the transferred bytes of a file if the server compresses on the fly.
 * @param {import('../../plan/price/weights.js').Coding} coding
 * @returns {(weight: Weight) => number}
 */
export function sentAs(coding) {
  return (weight) => weight[coding];
}

/**
 * Returns the transferred bytes of a file if a server sends the best copy, to a browser that accepts all codings.
 * @param {Weight} weight
 */
export function sentAtBest({ identity, gzip, br, zstd }) {
  return Math.min(identity, gzip, br, zstd);
}
