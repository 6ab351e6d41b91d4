/** @import { ContentKind, Estimate, PageReport, Report } from '../types.ts' */
/** @import { Advisor } from './fix.js' */
/** @import { Failure } from '../types.ts' */
/** @import { Budget, Limited } from './types.ts' */

import { matchesGlob } from 'node:path/posix';
import { didYouMean } from '../../base/closest-name.js';
import { CONTENT_KINDS } from '../../base/content-kinds.js';
import { InputError } from '../../base/errors.js';
import { nameOfPage } from '../../base/name-of-page.js';
import { createAdvisor } from './fix.js';
import { shippedSide } from './shipped.js';
import { formatLimit, parseLimit } from './units.js';

/** @type {readonly Limited[]} */
const measures = ['requests', 'bytes', 'packets', 'ms', 'imagesWithoutAlternative', 'imagesOfText'];
/** Names in messages that differ from those of the config. @type {Partial<Record<Limited, string>>} */
const LABELS = { imagesWithoutAlternative: 'images without alternative', imagesOfText: 'images of text' };
const known = ['pages', 'link', 'http', 'visit', 'types', ...measures];

/**
 * Checks the budgets of a config, so that a misspelt limit is not ignored.
 * @param {readonly unknown[]} list
 * @param {string} [from] their source, for messages
 * @returns {Budget[]}
 */
export function parseBudgets(list, from = '') {
  return list.map((entry, index) => {
    const name = `budget ${index + 1}`;
    const where = from ? `${from}: ${name}` : name;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new InputError('bad-budget', `${where} must be an object such as { "bytes": "200 kB" }.`);
    }
    const record = /** @type {Record<string, unknown>} */ (entry);
    refuseUnknown(record, known, where);
    const pages = [record.pages ?? '**'].flat().map((pattern) => text(pattern, `${where}: pages`));
    const limits = readLimits(record, measures, where);
    const types = readTypes(record.types, where);
    if (Object.keys(limits).length + Object.keys(types).length === 0) {
      throw new InputError('empty-budget', `${where} sets no limit. Add ${measures.join(', ')} or types.`);
    }
    const visit = record.visit ?? null;
    if (visit !== null && visit !== 'first' && visit !== 'revalidate') {
      throw new InputError('bad-budget', `${where}: visit must be first or revalidate, not ${JSON.stringify(visit)}.`);
    }
    return Object.freeze({
      name: `${name} (${pages.join(', ')})`,
      pages,
      limits,
      types,
      link: record.link === undefined ? null : text(record.link, `${where}: link`),
      http: record.http === undefined ? null : text(record.http, `${where}: http`),
      visit,
    });
  });
}

/**
 * Lists the conditions that budgets need estimates for, in addition to the report's own.
 * @param {readonly Budget[]} budgets
 * @param {Report['conditions']} conditions
 */
export function listBudgetConditions(budgets, conditions) {
  const needed = budgets
    .filter(({ limits }) => limits.packets !== undefined || limits.ms !== undefined)
    .map((budget) => conditionsOf(budget, conditions));
  return [...new Map(needed.map((each) => [Object.values(each).join(' '), each])).values()];
}

/**
 * Finds the pages that cost more than their budgets allow.
 * @param {Report} report
 * @param {readonly Budget[]} budgets
 * @param {Advisor} [advisor]
 * @returns {Failure[]}
 */
export function checkBudgets(report, budgets, advisor = createAdvisor(report)) {
  return budgets.flatMap((budget) => {
    const pages = report.pages.filter((page) => budget.pages.some((pattern) => matchesGlob(nameOfPage(page), pattern)));
    return pages.flatMap((page) => checkPage(report, budget, page, advisor));
  });
}

/**
 * @param {Report} report
 * @param {Budget} budget
 * @param {PageReport} page
 * @param {Advisor} advisor
 * @returns {Failure[]}
 */
function checkPage(report, budget, page, advisor) {
  const totals = page[shippedSide(report)];
  /** @type {{ measure: Limited, kind: ContentKind | null, label: string, limit: number, actual: number }[]} */
  const found = [];
  for (const measure of measures) {
    const limit = budget.limits[measure];
    if (limit === undefined) continue;
    if (measure === 'requests' || measure === 'bytes') {
      found.push({ measure, kind: null, label: measure, limit, actual: totals[measure] });
    } else if (measure === 'imagesWithoutAlternative' || measure === 'imagesOfText') {
      const counts = report.accessibility?.[shippedSide(report)].pages.find((one) => one.page === page.path);
      found.push({ measure, kind: null, label: LABELS[measure] ?? measure, limit, actual: counts?.[measure] ?? 0 });
    } else {
      const { estimate, label } = findEstimate(report, budget, page);
      found.push({
        measure,
        kind: null,
        label: `${measure} ${label}`,
        limit,
        actual: estimate[shippedSide(report)][measure],
      });
    }
  }
  for (const kind of CONTENT_KINDS) {
    const limit = budget.types[kind];
    if (limit !== undefined)
      found.push({ measure: 'bytes', kind, label: `${kind} bytes`, limit, actual: totals[kind] });
  }
  return found
    .filter(({ limit, actual }) => actual > limit)
    .map(({ measure, kind, label, limit, actual }) => ({
      kind: 'budget',
      page: nameOfPage(page),
      line: null,
      column: null,
      resource: null,
      measure: label,
      limit,
      actual,
      message:
        `${nameOfPage(page)}: ${label} ${formatLimit(measure, actual)}, over the limit of ` +
        `${formatLimit(measure, limit)}` +
        ` in ${budget.name}`,
      fix: suggestFix(advisor, nameOfPage(page), measure, kind),
    }));
}

/**
 * @param {Advisor} advisor @param {string} page @param {Limited} measure @param {ContentKind | null} kind
 */
function suggestFix(advisor, page, measure, kind) {
  if (measure === 'imagesWithoutAlternative') return 'Describe each image in its “alt”.';
  if (measure === 'imagesOfText') return 'Write their text into the page, or run “pagethrift build”.';
  return advisor.suggestFix(page, measure, kind);
}

/**
 * @param {Report} report
 * @param {Budget} budget
 * @param {PageReport} page
 * @returns {{ estimate: Estimate, label: string }}
 */
function findEstimate(report, budget, page) {
  const { link, http, visit } = conditionsOf(budget, report.conditions);
  const label = `on ${link} over HTTP/${http}${visit === 'first' ? '' : ', revisit'}`;
  const estimate = page.estimates.find((each) => each.link === link && each.http === http && each.visit === visit);
  if (!estimate) {
    const offered = page.estimates.map((each) => `${each.link} over HTTP/${each.http}`);
    throw new InputError(
      'unknown-conditions',
      `${budget.name} asks for ${label}, which was not estimated; there is ` +
        `${[...new Set(offered)].join(', ') || 'no estimate'}`,
    );
  }
  return { estimate, label };
}

/** @param {Budget} budget @param {Report['conditions']} conditions */
function conditionsOf({ link, http, visit }, conditions) {
  return { link: link ?? conditions.link, http: http ?? conditions.http, visit: visit ?? conditions.visit };
}

/** @param {unknown} value @param {string} where @returns {Budget['types']} */
function readTypes(value, where) {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) {
    throw new InputError('bad-budget', `${where}: types must be an object such as { "image": "100 kB" }.`);
  }
  const record = /** @type {Record<string, unknown>} */ (value);
  refuseUnknown(record, CONTENT_KINDS, `${where}: types`);
  return Object.freeze(
    Object.fromEntries(
      Object.entries(record).map(([kind, limit]) => [kind, parseLimit('bytes', limit, `${where}: types.${kind}`)]),
    ),
  );
}

/**
 * @param {Record<string, unknown>} record
 * @param {readonly Limited[]} names
 * @param {string} where
 * @returns {Budget['limits']}
 */
function readLimits(record, names, where) {
  const given = names.filter((name) => record[name] !== undefined);
  return Object.freeze(
    Object.fromEntries(given.map((name) => [name, parseLimit(name, record[name], `${where}: ${name}`)])),
  );
}

/** @param {Record<string, unknown>} record @param {readonly string[]} names @param {string} where */
function refuseUnknown(record, names, where) {
  const unknown = Object.keys(record).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const [first] = unknown;
    const message =
      `${where}: ${unknown.join(', ')} is not known.${didYouMean(first, names)} Known are ` + `${names.join(', ')}.`;
    throw new InputError('bad-budget', message);
  }
}

/** @param {unknown} value @param {string} where */
function text(value, where) {
  if (typeof value !== 'string' || value === '')
    throw new InputError('bad-budget', `${where} must be text, not ${JSON.stringify(value)}.`);
  return value;
}
