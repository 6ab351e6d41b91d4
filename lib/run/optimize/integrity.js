/** @import { Change, Proposal, Rule } from '../../plan/types.ts' */
/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Keeps } from './keeps.js' */

import { readOnce } from '../../base/read-once.js';
import { documentsOf } from '../../plan/make/draft-changes.js';
import { findIntegrityHashes } from '../../site/integrity.js';
import { doesMention } from '../../site/mentions.js';
import { forbidsStyles, HEADER_FILES, hasPolicy } from '../../site/page/policy.js';
import { openRestating } from '../../site/restate-hashes.js';
import { isTakenOver } from '../../site/text/taken-over.js';
import { explainKept, isKeptFrom } from './keeps.js';

/**
 * Parts of a site that must not change because of other parts: hashes and policies, which browsers enforce.
 * @typedef {ReturnType<typeof openIntegrity>} Integrity
 */

/** @type {Keeps} */
const NO_KEEPS = { files: new Map(), elements: new Map(), unused: [] };
const META = /<meta\b[^<>]*\bcontent-security-policy\b[^<>]*>/gi;

/** Code that moves a part of one page into another, without its head. */
const MOVES_PARTS = new RegExp(
  String.raw`\bnew\s+(?:Pjax|Swup)\s*\(|\$\.pjax\b|\)\.pjax\s*\(|\bbarba\.init\s*\(` +
    String.raw`|\bInstantClick\.init\s*\(|\bhx-boost=["']?true|\bup-(?:follow|target)=`,
  'i',
);

/** Words without which no text does that. */
const WORDS_OF_MOVING = ['pjax', 'swup', 'barba', 'instantclick', 'hx-boost', 'up-follow', 'up-target'];

/**
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, string>} [fixed] files with a digest in their name that cannot get another, each with
 *   the reason
 * @param {Keeps} [keeps] files and elements that users keep unchanged
 */
export function openIntegrity(site, fixed = new Map(), keeps = NO_KEEPS) {
  const { files, pages, statements } = findIntegrityHashes(site);
  const stays = (/** @type {SitePath} */ path) => keeps.files.get(path) === 'all' || site.others?.has(path);
  // An unchanged page keeps its original hash.
  const fast = new Map(statements.flatMap(({ target, place }) => (stays(place) ? [[target, place]] : [])));
  const moves = [...site.files.values()].find((file) => /^(?:html|script)$/.test(file.type) && doesMove(file));
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
  const holdOf = openHolds(site, { keeps, fixed, files: new Map([...fast, ...files]) });
  return Object.freeze({
    /** Returns the same for a site whose kept elements have moved. @param {Keeps['elements']} elements */
    withElements(elements) {
      const moved = { ...keeps, elements };
      const keptBy = (/** @type {Proposal} */ proposal, /** @type {Change | null} */ change) =>
        explainKept(moved, proposal, change);
      return Object.freeze({ ...this, keptBy });
    },
    /** Returns the integrity hashes of code that must not change in a page. @param {SitePath} page */
    codeOf: (page) => pages.get(page)?.integrityHashes ?? [],
    /** True if a server's policy can forbid images inside of pages. */
    hasPolicy: headerFiles.some((file) => hasPolicy(textOf(file))),
    holdOf,
    /** Returns a file with the current integrity hashes of the files it references. */
    restate: openRestating(statements),
    /** Hashes that are updated with their files. */
    statements,
    /** Returns true if a rule may work on a whole file, as packing does. @param {SitePath} path @param {string} rule */
    mayWork: (path, rule) => holdOf(path) === null && !isKeptFrom(keeps.files.get(path), rule),
    keptBy: (/** @type {Proposal} */ proposal, /** @type {Change | null} */ change) =>
      explainKept(keeps, proposal, change),
    /**
     * Returns the reason why a proposal is rejected, whatever is made for it, null if it is not.
     * @param {Proposal} proposal
     * @param {Rule} rule
     */
    refusalOf({ page, resource }, { draft, meta: { addsStyles } }) {
      if (!draft) return null;
      if (addsStyles && isForbiddenOn(page)) return 'a Content-Security-Policy forbids styles in pages';
      if (addsStyles && isWrittenAnew(page))
        return 'a framework would write the page anew: it finds elements that it did not write';
      if (addsStyles && moves)
        return `${moves.path} puts parts of one page into another, which would lack their styles`;
      return holdOf(resource);
    },
    /**
     * Returns the reason why a change to an unchangeable page or sheet is rejected. It may replace files.
     * @param {Change} change
     */
    editRefusalOf(change) {
      for (const path of documentsOf(change)) {
        const place = pages.get(path)?.place;
        const hold =
          place === undefined
            ? holdOf(path)
            : `${place} names code of ${path} by its hash: browsers would not run it changed`;
        if (hold !== null) return hold;
      }
      return null;
    },
  });
}

/**
 * Creates a function that returns the reason why a file must not change, null if it may.
 * @param {Site} site
 * @param {{ keeps: Keeps, fixed: ReadonlyMap<SitePath, string>, files: ReadonlyMap<SitePath, SitePath> }} known
 *   `files`: those that are named by hashes that are not updated, each with the place of the hash
 */
function openHolds(site, { keeps, fixed, files }) {
  const elsewhere = linksElsewhere(site);
  return (/** @type {SitePath | null} */ path) => {
    if (path === null) return null;
    if (keeps.files.get(path) === 'all') return `${path} is kept as it is`;
    if (site.others?.has(path)) return `${path} was not chosen by --include and --exclude`;
    const link = isDocument(site.files.get(path)) ? elsewhere.find(([, to]) => path.startsWith(to)) : undefined;
    if (link) return `${path} is shown below ${link[0]} too, from where its addresses may lead elsewhere`;
    const place = files.get(path);
    if (place !== undefined) return `${place} names ${path} by its hash: browsers would not use it changed`;
    const reason = fixed.get(path);
    return reason === undefined
      ? null
      : `browsers may keep ${path} for ever, and it cannot get another name: ${reason}`;
  };
}

/**
 * Finds links to folders from another folder than theirs: `../` has another target from there.
 * @param {Site} site
 * @returns {[SitePath, SitePath][]} each with the start of the paths that it shows
 */
function linksElsewhere({ files, links = new Map() }) {
  const folderOf = (/** @type {SitePath} */ path) => path.slice(0, path.lastIndexOf('/') + 1);
  return [...links].flatMap(([from, to]) =>
    files.has(from) || (to !== '' && folderOf(from) === folderOf(to)) ? [] : [[from, to === '' ? '' : `${to}/`]],
  );
}

/** @param {SiteFile | undefined} file */
function isDocument(file) {
  return file?.type === 'html' || file?.type === 'css';
}

/** @param {SiteFile} file */
function doesMove(file) {
  return WORDS_OF_MOVING.some((word) => doesMention(file, word)) && MOVES_PARTS.test(textOf(file));
}

/**
 * Returns true if a page itself contains such a policy. The result is cached, because it is needed for every proposal.
 */
const doesForbid = readOnce((/** @type {SiteFile} */ page) =>
  forbidsStyles((textOf(page).match(META) ?? []).join('\n')),
);

const hasMark = readOnce((/** @type {SiteFile} */ page) => isTakenOver(textOf(page)));

/** @param {SiteFile} file */
function textOf({ bytes }) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
