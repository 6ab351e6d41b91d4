/** @import { Change, Edit, Look, Made, Proposal, Rule, Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Head, Linked } from '../graph/build-graph.js' */

import { applyEdits, withoutOverlaps } from '../apply/apply-edits.js';
import { cssOf, keyOf, nameLooks } from '../apply/name-looks.js';
import { makeFile, shareBytes } from '../site/read-site.js';
import { decodeHtml, decodeText, encodeText } from '../text/encoding.js';

/**
 * A proposal with what was made for it.
 * @typedef {{ proposal: Proposal, rule: Rule, made: readonly Made[] }} Ready
 * @typedef {{ html: string, css: string }} Written
 *
 * What came of a plan.
 * @typedef {object} Applied
 * @property {Map<SitePath, SiteFile>} files
 * @property {Set<Proposal>} overridden what had nothing left to change
 * @property {Set<Proposal>} filesOnly what changes no document, only what a file holds
 * @property {Map<Proposal, Written>} written markup and styles in the place of a picture
 */

/** A sheet of its own costs a request: some packets each way. A page whose new styles are smaller carries them itself. */
const MOST_INLINE_BYTES = 1460;
/** Fewer pages than this share too little for a request that the first of them has to wait for. */
const LEAST_SHARING_PAGES = 3;

/**
 * Applies what was accepted and gives the changed and new files of the site.
 * @param {Site} site
 * @param {readonly Ready[]} accepted
 * @param {Pick<Linked, 'classNames' | 'reads'>} linked
 * @returns {Applied}
 */
export function applyPlan(site, accepted, { classNames, reads }) {
  const looks = accepted.map(({ rule, proposal, made }) => rule.looks?.(proposal, made) ?? []);
  const named = nameLooks(looks.flat(), classNames);
  /** @type {Map<SitePath, { proposal: Proposal, change: Change, weak: boolean, looks: Look[] }[]>} */
  const byPage = new Map();
  /** @type {Map<Proposal, Written>} */
  const written = new Map();
  accepted.forEach(({ rule, proposal, made }, index) => {
    if (!rule.apply) return;
    const classes = looks[index].map((look) => named.get(keyOf(look))?.name ?? look.name);
    const change = rule.apply(proposal, made, classes);
    if (looks[index].length > 0)
      written.set(proposal, { html: textOf(change, proposal), css: cssOf(entriesOf(looks[index], named)) });
    const entry = { proposal, change, weak: proposal.range === null, looks: looks[index] };
    byPage.set(proposal.page, [...(byPage.get(proposal.page) ?? []), entry]);
  });
  const cssOfPage = (/** @type {readonly { looks: Look[] }[]} */ entries) => {
    return cssOf(
      entriesOf(
        entries.flatMap((entry) => entry.looks),
        named,
      ),
    );
  };
  const heavy = [...byPage.values()].filter((entries) => cssOfPage(entries).length > MOST_INLINE_BYTES);
  const large = heavy.length < LEAST_SHARING_PAGES ? [] : heavy;
  const sheet = makeFile('', Buffer.from(cssOfPage(large.flat())));
  const sheetPath = `pagethrift-${sheet.hash.slice(0, 8)}.css`;
  /** @type {Map<SitePath, SiteFile>} */
  const files = new Map(large.length > 0 ? [[sheetPath, makeFile(sheetPath, sheet.bytes)]] : []);
  const keep = shareBytes();
  /** @type {Set<Proposal>} */
  const overridden = new Set();
  /** @type {Set<Proposal>} */
  const filesOnly = new Set();
  for (const [path, entries] of byPage) {
    const edits = entries.filter(({ weak }) => !weak).flatMap(({ change }) => change.edits);
    // What makes a file needless comes before what leads to another file.
    for (const { proposal, change, weak } of entries.toSorted((a, b) => countFiles(a) - countFiles(b))) {
      if (change.edits.length === 0) filesOnly.add(proposal);
      const left = weak ? withoutOverlaps(change.edits, edits) : [];
      edits.push(...left);
      if (weak && change.edits.length > 0 && left.length === 0) overridden.add(proposal);
      else for (const { path: at, bytes } of change.files ?? []) keepSmaller(files, at, bytes);
    }
    const file = /** @type {SiteFile} */ (site.files.get(path));
    const changed = editFile(file, reads.get(path)?.head ?? null, edits, {
      css: cssOfPage(entries),
      sheetPath: large.includes(entries) ? sheetPath : null,
    });
    if (changed) files.set(path, keep(changed));
  }
  return { files, overridden, filesOnly, written };
}

/**
 * The named looks among these, in the order of their names.
 * @param {readonly Look[]} looks
 * @param {ReturnType<typeof nameLooks>} named
 */
function entriesOf(looks, named) {
  const used = new Set(looks.map(keyOf));
  return [...named].filter(([key]) => used.has(key)).map(([, entry]) => entry);
}

/**
 * Keeps a made file, or what another page made of the same one where that is smaller.
 * @param {Map<SitePath, SiteFile>} files
 * @param {SitePath} path
 * @param {Uint8Array} bytes
 */
function keepSmaller(files, path, bytes) {
  const known = files.get(path);
  if (!known || bytes.length < known.size) files.set(path, makeFile(path, bytes));
}

/** What a change writes where the picture stands. @param {Change} change @param {Proposal} proposal */
function textOf({ edits }, { range: place }) {
  const here = edits.filter(({ range }) => !place || (range.start >= place.start && range.end <= place.end));
  return here.map(({ text }) => text).join('');
}

/** @param {{ change: Change }} entry */
function countFiles({ change }) {
  return change.files?.length ?? 0;
}

/**
 * @param {SiteFile} file
 * @param {Head | null} head of a page that was read
 * @param {readonly Edit[]} edits
 * @param {{ css: string, sheetPath: SitePath | null }} styles
 * @returns {SiteFile | null}
 */
function editFile(file, head, edits, styles) {
  if (edits.length === 0 && styles.css === '') return null;
  if (file.type !== 'html') {
    const decoded = decodeText(file.bytes);
    return decoded && encode(file.path, applyEdits(decoded.text, edits), decoded.encoding);
  }
  const decoded = head && decodeHtml(file.bytes);
  if (!decoded) return null;
  const range = { start: head.end, end: head.end };
  const all = styles.css ? [...edits, { range, text: styleMarkup(file.path, head, styles) }] : edits;
  return encode(file.path, applyEdits(decoded.text, all), decoded.encoding);
}

/**
 * @param {SitePath} path
 * @param {string} text
 * @param {import('../types.ts').Encoding} encoding
 */
function encode(path, text, encoding) {
  const bytes = encodeText(text, encoding);
  if (!bytes) throw new Error(`${path}: a change wrote a character that ${encoding.name} does not have`);
  return makeFile(path, bytes);
}

/**
 * @param {SitePath} path
 * @param {Head} head
 * @param {{ css: string, sheetPath: SitePath | null }} styles
 */
function styleMarkup(path, { base }, { css, sheetPath }) {
  // A relative URL under a `<base>` would lead elsewhere.
  if (sheetPath === null || base !== path) return `<style>${css}</style>`;
  return `<link rel=stylesheet href="${'../'.repeat(path.split('/').length - 1)}${sheetPath}">`;
}
