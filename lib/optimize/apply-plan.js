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
 * What a change does; `weak`: only where nothing else does something.
 * @typedef {{ proposal: Proposal, change: Change, weak: boolean, looks: readonly Look[] }} Drawn
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
  const looksOf = new Map(accepted.map((entry) => [entry, entry.rule.looks?.(entry.proposal, entry.made) ?? []]));
  const named = nameLooks([...looksOf.values()].flat(), classNames);
  /** @type {Applied} */
  const applied = { files: new Map(), overridden: new Set(), filesOnly: new Set(), written: new Map() };
  const { files, written } = applied;
  const textAt = (/** @type {SitePath} */ path) => decodeText(files.get(path)?.bytes ?? new Uint8Array())?.text || null;
  const keep = shareBytes();

  /** @param {Ready} entry */
  const draw = (entry) => {
    const { rule, proposal, made } = entry;
    if (!rule.apply) return [];
    const looks = looksOf.get(entry) ?? [];
    const classes = looks.map((look) => named.get(keyOf(look))?.name ?? look.name);
    const change = rule.apply(proposal, made, classes, textAt);
    if (looks.length > 0)
      written.set(proposal, { html: textOf(change, proposal), css: cssOf(entriesOf(looks, named)) });
    return [{ proposal, change, weak: proposal.range === null, looks }];
  };
  const cssOfPage = (/** @type {readonly Drawn[]} */ entries) =>
    cssOf(
      entriesOf(
        entries.flatMap(({ looks }) => looks),
        named,
      ),
    );
  /** @param {readonly Ready[]} entries */
  const write = (entries) => {
    const byPage = Map.groupBy(entries.flatMap(draw), ({ proposal }) => proposal.page);
    const heavy = [...byPage.values()].filter((drawn) => cssOfPage(drawn).length > MOST_INLINE_BYTES);
    const large = heavy.length < LEAST_SHARING_PAGES ? [] : heavy;
    const sheet = makeFile('', Buffer.from(cssOfPage(large.flat())));
    const sheetPath = `pagethrift-${sheet.hash.slice(0, 8)}.css`;
    if (large.length > 0) files.set(sheetPath, makeFile(sheetPath, sheet.bytes));
    for (const [path, drawn] of byPage) {
      const edits = gatherEdits(drawn, applied);
      const file = /** @type {SiteFile} */ (site.files.get(path));
      const changed = editFile(file, reads.get(path)?.head ?? null, edits, {
        css: cssOfPage(drawn),
        sheetPath: large.includes(drawn) ? sheetPath : null,
      });
      if (changed) files.set(path, keep(changed));
    }
  };
  const isOfSheet = (/** @type {Ready} */ { proposal }) => site.files.get(proposal.page)?.type === 'css';
  // A page that carries a sheet gets it as it will be.
  write(accepted.filter(isOfSheet));
  write(accepted.filter((entry) => !isOfSheet(entry)));
  return applied;
}

/**
 * The edits of one document that may stand together, with the files they bring.
 * @param {readonly Drawn[]} entries
 * @param {Applied} applied
 */
function gatherEdits(entries, { files, overridden, filesOnly }) {
  const edits = entries.filter(({ weak }) => !weak).flatMap(({ change }) => change.edits);
  // What makes a file needless comes before what leads to another file.
  for (const { proposal, change, weak } of entries.toSorted((a, b) => countFiles(a) - countFiles(b))) {
    if (change.edits.length === 0) filesOnly.add(proposal);
    const left = weak ? withoutOverlaps(change.edits, edits) : [];
    edits.push(...left);
    if (weak && change.edits.length > 0 && left.length === 0) overridden.add(proposal);
    else for (const { path, bytes } of change.files ?? []) keepSmaller(files, path, bytes);
  }
  return edits;
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
