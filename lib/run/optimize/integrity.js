/** @import { Change, Proposal, Rule } from '../../plan/types.ts' */
/** @import { Statement } from '../../site/integrity.js' */
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

/** @type {Keeps} */
const NO_KEEPS = { files: new Map(), elements: new Map(), unused: [] };
const META = /<meta\b[^<>]*\bcontent-security-policy\b[^<>]*>/gi;

/** Code that moves a part of one page into another, without its head. */
const MOVES_PARTS = new RegExp(
  String.raw`\bnew\s+(?:Pjax|Swup)\s*\(|\$\.pjax\b|\)\.pjax\s*\(|\bbarba\.init\s*\(` +
    String.raw`|\bInstantClick\.init\s*\(|\bhx-boost=["']?true|\bup-(?:follow|target)=`,
  'i',
);

/** Words of which such code contains at least one. */
const WORDS_OF_MOVING = ['pjax', 'swup', 'barba', 'instantclick', 'hx-boost', 'up-follow', 'up-target'];

/**
 * @typedef {object} IntegrityFacts
 * @property {Site} site
 * @property {Keeps} keeps
 * @property {ReadonlyMap<SitePath, string>} fixed files with a digest in their name that cannot get another, each with
 *   the reason
 * @property {readonly Statement[]} statements hashes that are updated with their files
 * @property {ReturnType<typeof findIntegrityHashes>['pages']} pages with code that a hash names
 * @property {ReadonlyMap<SitePath, SitePath>} hashed files that are named by hashes that are not updated, each with the
 *   place of the hash
 * @property {readonly [SitePath, SitePath][]} links to folders from another folder
 * @property {readonly string[]} headers texts of the files with headers for servers
 * @property {SiteFile | undefined} mover the file with code that moves parts of pages
 */

/**
 * Finds the parts of a site that must not change because of other parts: integrity hashes and policies, which browsers
 * enforce, and what users keep unchanged.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, string>} [fixed] files with a digest in their name that cannot get another, each with
 *   the reason
 * @param {Keeps} [keeps] files and elements that users keep unchanged
 */
export function openIntegrity(site, fixed = new Map(), keeps = NO_KEEPS) {
  const { files, pages, statements } = findIntegrityHashes(site);
  const all = [...site.files.values()];
  return new Integrity({
    site,
    keeps,
    fixed,
    statements,
    pages,
    hashed: new Map([...findUnrestated(statements, site, keeps), ...files]),
    links: linksElsewhere(site),
    headers: all.filter(({ path }) => HEADER_FILES.test(path)).map(textOf),
    mover: all.find((file) => /^(?:html|script)$/.test(file.type) && doesMove(file)),
  });
}

/** The parts of a site that must not change because of other parts. */
export class Integrity {
  #facts;
  #forbidsStyles;
  /** Hashes that are updated with their files. */
  statements;
  /** Returns a file with the current integrity hashes of the files it references. */
  restate;
  /** True if a server's policy can forbid images inside of pages. */
  hasPolicy;

  /** @param {IntegrityFacts} facts */
  constructor(facts) {
    this.#facts = facts;
    this.#forbidsStyles = facts.headers.some(forbidsStyles);
    this.statements = facts.statements;
    this.restate = openRestating(facts.statements);
    this.hasPolicy = facts.headers.some(hasPolicy);
  }

  /** Returns the same for a site whose kept elements have moved. @param {Keeps['elements']} elements */
  withElements(elements) {
    return new Integrity({ ...this.#facts, keeps: { ...this.#facts.keeps, elements } });
  }

  /** Returns the integrity hashes of code that must not change in a page. @param {SitePath} page */
  codeOf(page) {
    return this.#facts.pages.get(page)?.integrityHashes ?? [];
  }

  /** Returns the reason why a file must not change, null if it may. @param {SitePath | null} path */
  holdOf(path) {
    if (path === null) return null;
    if (this.#facts.keeps.files.get(path) === 'all') return `${path} is kept unchanged by a setting`;
    if (this.#facts.site.others?.has(path)) return `${path} was not chosen by --include and --exclude`;
    const isLinked = isDocument(this.#facts.site.files.get(path));
    const link = isLinked ? this.#facts.links.find(([, to]) => path.startsWith(to)) : undefined;
    if (link) return `${path} is also served below ${link[0]}, where its relative addresses may have other targets`;
    const place = this.#facts.hashed.get(path);
    if (place !== undefined) return `${place} names ${path} by its hash, so browsers would reject a changed file`;
    const reason = this.#facts.fixed.get(path);
    return reason === undefined ? null : `browsers may cache ${path} permanently, and it cannot be renamed: ${reason}`;
  }

  /** Returns true if a rule may work on a whole file, as packing does. @param {SitePath} path @param {string} rule */
  mayWork(path, rule) {
    return this.holdOf(path) === null && !isKeptFrom(this.#facts.keeps.files.get(path), rule);
  }

  /**
   * Returns the setting by which users keep the place of a proposal, null if there is none.
   * @param {Proposal} proposal
   * @param {Change | null} change
   */
  keptBy(proposal, change) {
    return explainKept(this.#facts.keeps, proposal, change);
  }

  /**
   * Returns the reason to reject a proposal before anything is made for it. Returns null if there is none.
   * @param {Proposal} proposal
   * @param {Rule} rule
   */
  refusalOf({ page, resource }, { draft, meta: { addsStyles } }) {
    if (!draft) return null;
    return (addsStyles ? this.#styleRefusalOf(page) : null) ?? this.holdOf(resource);
  }

  /** Returns the reason why a page must not get styles, null if it may. @param {SitePath} path */
  #styleRefusalOf(path) {
    const page = this.#facts.site.files.get(path);
    if (this.#forbidsStyles || (page && doesForbid(page))) return 'a Content-Security-Policy forbids styles in pages';
    if (page && hasMark(page))
      return 'a framework would render the page again, because it finds elements that it did not create';
    const { mover } = this.#facts;
    if (mover) return `${mover.path} puts parts of one page into another, which would lack their styles`;
    return null;
  }

  /**
   * Returns the reason why a change to an unchangeable page or sheet is rejected. It may replace files.
   * @param {Change} change
   */
  editRefusalOf(change) {
    for (const path of documentsOf(change)) {
      const place = this.#facts.pages.get(path)?.place;
      const hold =
        place === undefined
          ? this.holdOf(path)
          : `${place} names code of ${path} by its hash, so browsers would not run changed code`;
      if (hold !== null) return hold;
    }
    return null;
  }
}

/**
 * Finds the files that are named by hashes in unchanged files, each with the place of the hash.
 * @param {readonly Statement[]} statements
 * @param {Site} site
 * @param {Keeps} keeps
 * @returns {[SitePath, SitePath][]}
 */
function findUnrestated(statements, site, keeps) {
  return statements.flatMap(({ target, place }) =>
    keeps.files.get(place) === 'all' || site.others?.has(place) ? [[target, place]] : [],
  );
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
