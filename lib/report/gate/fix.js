/** @import { ChangeReport, ContentKind, Report, ResourceReport } from '../types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Measure } from './types.ts' */

import { isOpen } from './shipped.js';
import { formatLimit } from './units.js';

/** Max files in advice. The report lists all. */
const maxFiles = 3;
/** Max changes in advice. The report lists all. */
const maxChanges = 2;

/** The next step of a check. It makes no changes, so it does not know all that would help. */
const NEXT = '“npx pagethrift audit” lists what each change saves.';
/** Remedies for files of each kind. @type {Readonly<Partial<Record<ContentKind, string>>>} */
const REMEDIES = {
  image: 'recompress or resize it (“npx pagethrift build” does)',
  svg: 'optimise it (“npx pagethrift build” does)',
  script: 'load it later or split it, and leave out dependencies that the page does not use',
  css: 'remove rules that no page uses (“npx pagethrift build” does)',
  font: 'reduce it to the characters in use (“npx pagethrift build” does)',
  media: 'encode it at a lower rate, or load it when the visitor asks for it',
};

/** @typedef {ReturnType<typeof createAdvisor>} Advisor */

/** Creates an index of each page's files and open advice, built once for all failures. @param {Report} report */
export function createAdvisor(report) {
  /** @type {Map<SitePath, ResourceReport[]>} */
  const files = new Map();
  for (const resource of report.resources) {
    for (const page of resource.usedBy) {
      const list = files.get(page);
      if (list) list.push(resource);
      else files.set(page, [resource]);
    }
  }
  const advised = Map.groupBy(
    report.changes.filter((change) => isOpen(report, change)),
    ({ page }) => page,
  );
  return {
    /** Returns the files that a page fetches. @param {SitePath} page */
    listFiles: (page) => files.get(page) ?? [],
    /**
     * Suggests a fix for a page over its limit: its largest files, the best open advice.
     * @param {SitePath} page
     * @param {Measure} measure
     * @param {ContentKind | null} kind
     * @param {SitePath | null} [cause] the file with the largest growth
     */
    suggestFix: (page, measure, kind, cause = null) =>
      [
        writeFix(cause === null ? (files.get(page) ?? []) : [], advised.get(page) ?? [], measure, kind),
        suggestFor((files.get(page) ?? []).find(({ path }) => path === cause)),
        NEXT,
      ]
        .filter(Boolean)
        .join(' '),
  };
}

/** @param {ResourceReport | undefined} file */
function suggestFor(file) {
  const remedy = file && REMEDIES[file.type];
  return remedy ? `What helps with ${file.path}: ${remedy}.` : '';
}

/**
 * @param {readonly ResourceReport[]} resources
 * @param {readonly ChangeReport[]} changes
 * @param {Measure} measure
 * @param {ContentKind | null} kind
 */
function writeFix(resources, changes, measure, kind) {
  const files = resources
    .filter(({ type }) => kind === null || type === kind)
    .toSorted((a, b) => sentOf(b) - sentOf(a) || (a.path < b.path ? -1 : 1))
    .slice(0, maxFiles)
    .map((file) => `${file.path} (${formatLimit('bytes', sentOf(file))})`);
  const counted = measure === 'requests' || measure === 'packets' ? ` ${measure}` : '';
  const advice = changes
    .filter(({ saves }) => saves[measure] > 0)
    .toSorted((a, b) => b.saves[measure] - a.saves[measure] || (a.rule < b.rule ? -1 : 1))
    .slice(0, maxChanges)
    .map(({ rule, resource, line, saves }) => {
      const place = resource ?? (line === null ? 'the page' : `line ${line}`);
      return `${rule} on ${place} would save ${formatLimit(measure, saves[measure])}${counted}`;
    });
  const largest = kind === null ? 'Largest files' : `Largest ${kind} files`;
  return [files.length > 0 ? `${largest}: ${files.join(', ')}.` : '', advice.length > 0 ? `${advice.join('; ')}.` : '']
    .filter(Boolean)
    .join(' ');
}

/** @param {ResourceReport} file */
function sentOf({ bytes, sent = bytes }) {
  return sent;
}
