/** @import { Change, CssClass, Edit, Proposal } from '../types.ts' */
/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Head, Linked } from '../../site/graph/build-graph.js' */

import { exact } from '../../base/exact.js';
import { present } from '../../base/present.js';
import { workOn } from '../../base/working-on.js';
import { makeFile, shareBytes } from '../../site/read-site.js';
import { writeSheet } from '../../site/style/move-css.js';
import { decodeHtml, decodeText, encodeText } from '../../site/text/encoding.js';
import { fillMarks } from '../../site/text/marks.js';
import { applyEdits, withoutOverlaps } from './apply-edits.js';
import { findClashes } from './find-clashes.js';
import { cssOf, keyOfClass, nameClasses } from './name-classes.js';
import { shareStyles, without } from './share-styles.js';

/**
 * The result of applying a plan.
 * @typedef {object} Applied
 * @property {Map<SitePath, SiteFile>} files
 * @property {Set<Change>} overridden changes that had nothing left to change, or clash with others
 * @property {Map<Proposal, { html: string, css: string }>} written markup and styles in the place of an image
 *
 * The part of a change in one document; `isWeak`: its edits give way to those of changes that claim their place.
 * @typedef {{ change: Change, edits: readonly Edit[], isWeak: boolean }} Part
 */

/**
 * Applies the accepted changes and returns the changed and new files of the site.
 * @param {Site} site
 * @param {readonly Change[]} planned
 * @param {Pick<Linked, 'classNames' | 'reads'>} linked
 * @returns {Applied}
 */
export function applyPlan(site, planned, { classNames, reads }) {
  const clashing = findClashes(planned);
  const accepted = planned.filter((change) => !clashing.has(change));
  const named = nameClasses(
    accepted.flatMap(({ classes }) => classes),
    classNames,
  );
  const keysOf = (/** @type {readonly Change[]} */ changes) =>
    new Set(changes.flatMap(({ classes }) => classes.map(keyOfClass)));
  /** @type {Map<SitePath, SiteFile>} */
  const files = new Map();
  const textAt = (/** @type {SitePath} */ path) => decodeText(files.get(path)?.bytes ?? new Uint8Array())?.text || null;
  const fill = (/** @type {Change} */ { classes }) => {
    const names = classes.map((one) => named.get(keyOfClass(one))?.name ?? one.name);
    return (/** @type {Edit} */ edit) => {
      const changed = edit.sheet && textAt(edit.sheet.path);
      const text = (edit.sheet && changed && writeSheet(edit.sheet, changed)) ?? edit.text;
      return { ...edit, text: fillMarks(text, { classes: names }) };
    };
  };
  /** @type {Set<Change>} */
  const kept = new Set();
  const keep = (/** @type {Change} */ change) => {
    kept.add(change);
    for (const { path, bytes } of change.files) keepSmaller(files, path, bytes);
  };
  const share = shareBytes();
  /** @param {ReadonlyMap<SitePath, readonly Part[]>} byDocument */
  const write = (byDocument) => {
    const classes = new Map(
      [...byDocument].map(([path, parts]) => exact([path, keysOf(parts.map(({ change }) => change))])),
    );
    const shared = writeShared(classes, named, reads);
    for (const { path, bytes } of shared.files) files.set(path, makeFile(path, bytes));
    for (const [path, parts] of byDocument) {
      workOn(path);
      const filled = parts.map((part) => ({ ...part, edits: part.edits.map(fill(part.change)) }));
      const edits = joinEdits(filled, keep);
      const file = present(site.files.get(path));
      const sheet = shared.sheetOf.get(path);
      const all = present(classes.get(path));
      const own = sheet ? without(all, sheet.classes) : all;
      const changed = editFile(file, reads.get(path)?.head ?? null, edits, {
        css: cssOfKeys(named, own),
        sheetPath: sheet?.path ?? null,
      });
      if (changed) files.set(path, share(changed));
    }
  };
  for (const change of accepted) if (change.edits.length === 0) keep(change);
  const { sheets, pages } = splitByDocument(site, accepted);
  // A page that contains a sheet gets the changed one.
  write(sheets);
  write(pages);
  const drawn = accepted.filter(({ classes }) => classes.length > 0);
  return {
    files,
    overridden: new Set(planned.filter((change) => !kept.has(change))),
    written: new Map(
      drawn.map((change) => [
        change.proposal,
        { html: textOf(change.edits.map(fill(change)), change.proposal), css: cssOfKeys(named, keysOf([change])) },
      ]),
    ),
  };
}

/**
 * Writes the sheets that pages share, and returns the sheet of each page.
 * @param {ReadonlyMap<SitePath, ReadonlySet<string>>} classes of all documents
 * @param {ReadonlyMap<string, CssClass>} named
 * @param {Linked['reads']} reads
 */
function writeShared(classes, named, reads) {
  // A relative URL after a `<base>` would have another target.
  const linking = new Map(
    [...classes]
      .filter(([path]) => reads.get(path)?.head?.base === path)
      .map(([path, keys]) => exact([path, new Set([...keys].filter((key) => !named.get(key)?.isLocal))])),
  );
  const sheets = shareStyles(linking, (key) => cssOf([present(named.get(key))]).length).map((sheet) => {
    const { hash, bytes } = makeFile('', Buffer.from(cssOfKeys(named, sheet.classes)));
    return { ...sheet, path: `pagethrift-${hash.slice(0, 8)}.css`, bytes };
  });
  return {
    files: sheets,
    sheetOf: new Map(sheets.flatMap((sheet) => sheet.pages.map((page) => exact([page, sheet])))),
  };
}

/** @param {ReadonlyMap<string, CssClass>} named @param {ReadonlySet<string>} keys */
function cssOfKeys(named, keys) {
  return cssOf([...named].flatMap(([key, one]) => (keys.has(key) ? [one] : [])));
}

/**
 * Groups the parts of changes by their document.
 * @param {Site} site
 * @param {readonly Change[]} changes
 */
function splitByDocument(site, changes) {
  const parts = changes.flatMap((change) => {
    const byDocument = Map.groupBy(change.edits, ({ document = change.proposal.page }) => document);
    return [...byDocument].map(([document, edits]) => {
      const isWeak = !change.claims.some((claim) => claim.document === document);
      return { document, part: { change, edits, isWeak } };
    });
  });
  const byDocument = [...Map.groupBy(parts, ({ document }) => document)].map(([document, group]) =>
    exact([document, group.map(({ part }) => part)]),
  );
  const isSheet = (/** @type {readonly [SitePath, Part[]]} */ [path]) => site.files.get(path)?.type === 'css';
  return {
    sheets: new Map(byDocument.filter(isSheet)),
    pages: new Map(byDocument.filter((entry) => !isSheet(entry))),
  };
}

/**
 * Joins the edits of one document that do not conflict.
 * @param {readonly Part[]} parts
 * @param {(change: Change) => void} keep changes that have something left to change
 */
function joinEdits(parts, keep) {
  const edits = parts.filter(({ isWeak }) => !isWeak).flatMap((part) => part.edits);
  // Changes of the whole site come first, and those that remove a reference come before those that replace it.
  const rankOf = (/** @type {Part} */ { change }) => (change.group?.take === 'together' ? -1 : change.files.length);
  for (const { change, edits: own, isWeak } of parts.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const left = isWeak ? withoutOverlaps(own, edits) : [];
    edits.push(...left);
    if (!isWeak || left.length > 0) keep(change);
  }
  return edits;
}

/**
 * Keeps a created file, or the one that another page created at the same path if that is smaller.
 * @param {Map<SitePath, SiteFile>} files
 * @param {SitePath} path
 * @param {Uint8Array} bytes
 */
function keepSmaller(files, path, bytes) {
  const known = files.get(path);
  if (!known || bytes.length < known.size) files.set(path, makeFile(path, bytes));
}

/**
 * Returns the text that a change writes in the place of the image.
 * @param {readonly Edit[]} edits @param {Proposal} proposal
 */
function textOf(edits, { range: place }) {
  const here = edits.filter(({ range }) => !place || (range.start >= place.start && range.end <= place.end));
  return here.map(({ text }) => text).join('');
}

/**
 * @param {SiteFile} file
 * @param {Head | null} head of a page that was read
 * @param {readonly Edit[]} edits
 * @param {{ css: string, sheetPath: SitePath | null }} styles
 * @returns {SiteFile | null}
 */
function editFile(file, head, edits, styles) {
  const markup = styleMarkup(file.path, styles);
  if (edits.length === 0 && markup === '') return null;
  if (file.type !== 'html') {
    const decoded = decodeText(file.bytes);
    return decoded && encode(file.path, applyEdits(decoded.text, edits), decoded.encoding);
  }
  const decoded = head && decodeHtml(file.bytes);
  if (!decoded) return null;
  const range = { start: head.end, end: head.end };
  const all = markup ? [...edits, { range, text: markup }] : edits;
  return encode(file.path, applyEdits(decoded.text, all), decoded.encoding);
}

/**
 * @param {SitePath} path
 * @param {string} text
 * @param {import('../../site/types.ts').Encoding} encoding
 */
function encode(path, text, encoding) {
  const bytes = encodeText(text, encoding);
  if (!bytes) throw new Error(`${path}: a change wrote a character that ${encoding.name} does not have`);
  return makeFile(path, bytes);
}

/**
 * @param {SitePath} path
 * @param {{ css: string, sheetPath: SitePath | null }} styles
 */
function styleMarkup(path, { css, sheetPath }) {
  const up = '../'.repeat(path.split('/').length - 1);
  const link = sheetPath === null ? '' : `<link rel=stylesheet href="${up}${sheetPath}">`;
  return css === '' ? link : `${link}<style>${css}</style>`;
}
