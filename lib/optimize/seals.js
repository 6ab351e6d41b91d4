/** @import { Proposal, Rule, Site, SiteFile, SitePath } from '../types.ts' */

import { forbidsStyles, HEADER_FILES, hasPolicy } from '../page/policy.js';
import { readOnce } from '../read-once.js';
import { findDigests } from '../site/digests.js';

/**
 * What of a site must stay as it is since something else of the site says so: digests and policies, which browsers hold it to.
 * @typedef {ReturnType<typeof openSeals>} Seals
 */

const META = /<meta\b[^>]*\bcontent-security-policy\b[^>]*>/gi;

/** How scripts put a part of one page into another, whose head does not come along. */
const MOVES_PARTS =
  /\bnew\s+(?:Pjax|Swup)\s*\(|\$\.pjax\b|\)\.pjax\s*\(|\bbarba\.init\s*\(|\bInstantClick\.init\s*\(|\bhx-boost=["']?true|\bup-(?:follow|target)=/i;

/** Words without which no text does that: they are found much faster. */
const WORDS_OF_MOVING = ['pjax', 'Pjax', 'Swup', 'barba', 'InstantClick', 'hx-boost', 'up-follow', 'up-target'];

/** @param {Site} site */
export function openSeals(site) {
  const { files, pages, code } = findDigests(site);
  const moves = [...site.files.values()].find(({ type, bytes }) => /^(?:html|script)$/.test(type) && doesMove(bytes));
  const headerFiles = [...site.files.values()].filter(({ path }) => HEADER_FILES.test(path));
  const isForbidden = headerFiles.some((file) => forbidsStyles(textOf(file)));
  const isForbiddenOn = (/** @type {SitePath} */ path) => {
    const file = site.files.get(path);
    return isForbidden || (file !== undefined && doesForbid(file));
  };
  /** Why a file must stay byte for byte; null where it may change. @param {SitePath | null} path */
  const holdOf = (path) => {
    const place = path === null ? undefined : files.get(path);
    return place === undefined ? null : `${place} names ${path} by a digest: browsers would not use it changed`;
  };
  return Object.freeze({
    /** The digests of code that stays as it is in pages. */
    code,
    /** Whether a server's policy may forbid images that stand in pages. */
    hasPolicy: headerFiles.some((file) => hasPolicy(textOf(file))),
    holdOf,
    /** Why a proposal must not be done; null where it may. @param {Proposal} proposal @param {Rule} rule */
    refusalOf({ page, resource }, { apply, looks }) {
      if (!apply) return null;
      const place = pages.get(page);
      if (place !== undefined) return `${place} names code of ${page} by a digest: browsers would not run it changed`;
      if (looks && isForbiddenOn(page)) return 'a Content-Security-Policy forbids styles in pages';
      if (looks && moves) return `${moves.path} puts parts of one page into another, which would lack their styles`;
      return holdOf(page) ?? holdOf(resource);
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

/** @param {SiteFile} file */
function textOf({ bytes }) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
