/** @import { Proposal, Rule, Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Ready } from './apply-plan.js' */

import { forbidsStyles, HEADER_FILES, hasPolicy } from '../page/policy.js';
import { readOnce } from '../read-once.js';
import { findDigests } from '../site/digests.js';
import { isTakenOver } from '../text/taken-over.js';

/**
 * What of a site must stay as it is since something else of the site says so: digests and policies, which browsers hold it to.
 * @typedef {ReturnType<typeof openSeals>} Seals
 */

const META = /<meta\b[^<>]*\bcontent-security-policy\b[^<>]*>/gi;

/** How scripts put a part of one page into another, whose head does not come along. */
const MOVES_PARTS =
  /\bnew\s+(?:Pjax|Swup)\s*\(|\$\.pjax\b|\)\.pjax\s*\(|\bbarba\.init\s*\(|\bInstantClick\.init\s*\(|\bhx-boost=["']?true|\bup-(?:follow|target)=/i;

/** Words without which no text does that: they are found much faster. */
const WORDS_OF_MOVING = ['pjax', 'Pjax', 'Swup', 'barba', 'InstantClick', 'hx-boost', 'up-follow', 'up-target'];

/** @param {Site} site */
export function openSeals(site) {
  const { files, pages } = findDigests(site);
  const moves = [...site.files.values()].find(({ type, bytes }) => /^(?:html|script)$/.test(type) && doesMove(bytes));
  const headerFiles = [...site.files.values()].filter(({ path }) => HEADER_FILES.test(path));
  const isForbidden = headerFiles.some((file) => forbidsStyles(textOf(file)));
  const isForbiddenOn = (/** @type {SitePath} */ path) => {
    const file = site.files.get(path);
    return isForbidden || (file !== undefined && doesForbid(file));
  };
  const isWrittenAnew = (/** @type {SitePath} */ path) => {
    const file = site.files.get(path);
    return file !== undefined && hasMark(file);
  };
  /** Why a file must stay byte for byte; null where it may change. @param {SitePath | null} path */
  const holdOf = (path) => {
    const place = path === null ? undefined : files.get(path);
    return place === undefined ? null : `${place} names ${path} by a digest: browsers would not use it changed`;
  };
  return Object.freeze({
    /** The digests of code that stays as it is in a page. @param {SitePath} page */
    codeOf: (page) => pages.get(page)?.digests ?? [],
    /** Whether a server's policy may forbid images that stand in pages. */
    hasPolicy: headerFiles.some((file) => hasPolicy(textOf(file))),
    holdOf,
    /** Why a proposal must not be done, whatever is made for it; null where it may. @param {Proposal} proposal @param {Rule} rule */
    refusalOf({ page, resource }, { apply, looks }) {
      if (!apply) return null;
      if (looks && isForbiddenOn(page)) return 'a Content-Security-Policy forbids styles in pages';
      if (looks && isWrittenAnew(page))
        return 'a framework would write the page anew: it finds elements that it did not write';
      if (looks && moves) return `${moves.path} puts parts of one page into another, which would lack their styles`;
      return holdOf(resource);
    },
    /** Why a change must not be done that edits a page or sheet which stays; files may change beside it. @param {Ready} ready */
    editRefusalOf({ proposal, rule, made }) {
      const { page } = proposal;
      const place = pages.get(page)?.place;
      const hold =
        place === undefined
          ? holdOf(page)
          : `${place} names code of ${page} by a digest: browsers would not run it changed`;
      if (hold === null || !rule.apply) return null;
      const names = rule.looks?.(proposal, made).map(({ name }) => name) ?? [];
      return rule.apply(proposal, made, names).edits.length > 0 ? hold : null;
    },
  });
}

/** @param {Uint8Array} bytes */
function doesMove(bytes) {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return WORDS_OF_MOVING.some((word) => content.includes(word)) && MOVES_PARTS.test(content.toString('latin1'));
}

/** Whether a page says such a policy itself. It is asked for every proposal. */
const doesForbid = readOnce((/** @type {SiteFile} */ page) =>
  forbidsStyles((textOf(page).match(META) ?? []).join('\n')),
);

const hasMark = readOnce((/** @type {SiteFile} */ page) => isTakenOver(textOf(page)));

/** @param {SiteFile} file */
function textOf({ bytes }) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
