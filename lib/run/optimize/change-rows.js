/** @import { Change, Proposal, Reason, RuleMeta, Weight } from '../../plan/types.ts' */
/** @import { ChangeReport } from '../../report/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Packed } from './pack-site.js' */
/** @import { Planned } from '../../plan/plan-site.js' */
/** @import { Priced, Saves } from '../../plan/price/price-site.js' */

import { messageOf } from '../../plan/detect/message-of.js';
import { decodeHtml, decodeText } from '../../site/text/encoding.js';
import { locateIn } from '../../site/text/position.js';

export const NOTHING = Object.freeze({
  before: Object.freeze({ requests: 0, bytes: 0 }),
  after: Object.freeze({ requests: 0, bytes: 0 }),
  saves: Object.freeze({ requests: 0, bytes: 0, packets: 0, ms: 0, msBand: 0 }),
});

/**
 * Returns a row for every proposal: changes that were made, advice, and rejected ones with the reason.
 * @param {Site} site
 * @param {Linked} linked
 * @param {Planned & { written: ReadonlyMap<Proposal, { html: string, css: string }> }} planned
 * @param {ReadonlyMap<Proposal, Priced>} prices
 * @param {ReadonlyMap<Proposal, { requests: number, bytes: number }>} [observed] savings of changes in visits
 * @returns {ChangeReport[]}
 */
export function changeRows(site, { graph }, { accepted, advised, refused, written }, prices, observed = new Map()) {
  const placeOf = openPlaces(site, graph.references);
  const row = (
    /** @type {Proposal} */ proposal,
    /** @type {RuleMeta} */ rule,
    /** @type {ChangeReport['status']} */ status,
    /** @type {Reason | null} */ reason,
    /** @type {string | null} */ more,
    /** @type {Change['words']} */ words = null,
  ) => {
    const message = messageOf(rule, proposal);
    const replacement = status === 'applied' && written.get(proposal);
    return Object.freeze({
      ...{ rule: rule.id, status, reason, page: proposal.page, ...placeOf(proposal), resource: proposal.resource },
      message: more ? joinReason(message, more) : message,
      ...(prices.get(proposal) ?? NOTHING),
      ...(status === 'applied' && observed.has(proposal) ? { observed: observed.get(proposal) } : {}),
      ...(replacement ? { replacement } : {}),
      ...(proposal.states?.length ? { states: proposal.states } : {}),
      ...letteringOf(words),
    });
  };
  const rows = [
    ...accepted.map(({ proposal, rule, words }) => row(proposal, rule, 'applied', null, null, words)),
    ...advised.map(({ proposal, rule, isAdvice, words }) =>
      !isAdvice && isLoss(prices.get(proposal))
        ? row(proposal, rule, 'rejected', 'costs-more', null, words)
        : row(proposal, rule, 'advised', null, null, words),
    ),
    ...refused.map(({ proposal, rule, reason, message }) => row(proposal, rule, 'rejected', reason, message)),
  ];
  return rows.sort(inOrder);
}

/**
 * Joins a rule's message and the reason of a rejection: as two sentences, or as one if the reason is a clause.
 * @param {string} message @param {string} reason
 */
function joinReason(message, reason) {
  return /^\p{Lu}/u.test(reason) ? `${message} ${reason}` : `${message.replace(/\.$/, '')}: ${reason}`;
}

/**
 * Returns the text that was read in an image.
 * @param {Change['words']} words @returns {Pick<ChangeReport, 'lettering'>}
 */
function letteringOf(words) {
  if (!words) return {};
  const { text, similarity, font } = words;
  return { lettering: { text, similarity, font } };
}

/**
 * Returns true if a change should not be advised: it takes more packets, or as many for more bytes.
 * @param {Priced | undefined} price
 */
function isLoss(price) {
  return price !== undefined && (price.saves.packets < 0 || (price.saves.packets === 0 && price.saves.bytes < 0));
}

/**
 * @param {ChangeReport} a
 * @param {ChangeReport} b
 */
function inOrder(a, b) {
  if (a.page !== b.page) return a.page < b.page ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || (a.rule < b.rule ? -1 : 1);
}

/**
 * Finds line and column of proposals, reading each document once. A change of a whole file has the place of its first
 * reference.
 * @param {Site} site
 * @param {Linked['graph']['references']} references
 */
function openPlaces(site, references) {
  /** @type {{ page: SitePath, locate: ReturnType<typeof locateIn> | null } | null} */
  let last = null;
  return (/** @type {Proposal} */ { page, range, resource }) => {
    if (!range) {
      const named = references.get(page)?.find(({ target }) => target.kind === 'file' && target.path === resource);
      return { line: named?.line ?? null, column: named?.column ?? null };
    }
    if (last?.page !== page) {
      const file = site.files.get(page);
      const decoded = file && (file.type === 'html' ? decodeHtml(file.bytes) : decodeText(file.bytes));
      last = { page, locate: decoded ? locateIn(decoded.text) : null };
    }
    return last.locate?.(range.start) ?? { line: null, column: null };
  };
}

/**
 * Returns the effect of packing on a file in transferred bytes: a shorter text, and better compression than on the fly.
 * @param {Packed} packed
 * @param {Weight} before
 * @param {number} sentBefore
 * @returns {import('../../plan/price/price-site.js').PackEffect}
 */
export function packEffectOf({ path, bytesBefore, entries }, before, sentBefore) {
  const minified = bytesBefore - entries[0].size;
  const afterMinify = sentBefore - (minified * sentBefore) / Math.max(1, before.identity);
  const smallest = Math.min(...entries.map(({ size }) => size));
  return { path, minified, compressed: entries.length > 1 ? Math.max(0, Math.round(afterMinify - smallest)) : 0 };
}

/**
 * Returns rows for the packing of files that pages fetch.
 * @param {readonly Packed[]} files
 * @param {ReadonlyMap<SitePath, { minify: Saves, compress: Saves }>} prices
 * @param {{ isPage: (path: SitePath) => boolean, integrity: import('./integrity.js').Integrity }} site
 * @returns {ChangeReport[]}
 */
export function packRows(files, prices, { isPage, integrity }) {
  return files.flatMap(({ path, reason, note, failure, entries, bytesBefore, changed }) => {
    const at = { page: path, line: null, column: null, resource: isPage(path) ? null : path };
    const price = prices.get(path);
    const [identity, ...variants] = entries;
    /** @type {ChangeReport[]} */
    const rows = [];
    if (reason) {
      rows.push({
        rule: 'minify',
        status: 'rejected',
        reason: integrity.holdOf(path) !== null ? 'safety' : failure === 'out-of-budget' ? failure : 'looks-different',
        ...at,
        message: `not packed: ${reason}`,
        ...NOTHING,
      });
    } else if (changed) {
      const message =
        `unneeded comments, white space, references and end tags: ${bytesBefore - identity.size} bytes ` +
        `before compression`;
      rows.push({
        rule: 'minify',
        status: 'applied',
        reason: null,
        ...at,
        message,
        ...priceOf(bytesBefore, price?.minify),
      });
    }
    if (note)
      rows.push({ rule: 'minify', status: 'rejected', reason: 'looks-different', ...at, message: note, ...NOTHING });
    if (variants.length > 0) {
      const message =
        `compressed in advance: ${variants.map(({ encoding, size }) => `${encoding} ${size}`).join(', ')} of ` +
        `${identity.size} bytes`;
      rows.push({
        rule: 'compress',
        status: 'applied',
        reason: null,
        ...at,
        message,
        ...priceOf(identity.size, price?.compress),
      });
    }
    return rows;
  });
}

/**
 * @param {number} bytes
 * @param {Saves | undefined} saves
 * @returns {Priced}
 */
function priceOf(bytes, saves = NOTHING.saves) {
  return { before: { requests: 1, bytes }, after: { requests: 1, bytes: bytes - saves.bytes }, saves };
}
