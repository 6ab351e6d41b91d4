/**
 * @import { FontFacts } from '../../lib/fonts/types.ts'
 * @import { Edit, Facts, Job, Made, NewFile, Proposal } from '../../lib/plan/types.ts'
 * @import { Document, Element, Page, Range, SitePath, Text } from '../../lib/site/types.ts'
 */
/** @import { Face } from '../../lib/site/style/font-faces.js' */

import { exact } from '../../lib/base/exact.js';
import { readOnce } from '../../lib/base/read-once.js';
import { namesOf } from '../../lib/base/traced-map.js';
import { beforeAny, folderIn } from '../../lib/base/trim.js';
import { isText } from '../../lib/site/page/tree.js';
import { readFaces } from '../../lib/site/style/font-faces.js';
import { writeRange } from '../../lib/site/style/unicode-range.js';
import { findDigestNames } from '../../lib/site/text/digest-name.js';
import { fontsNamed } from './font-hints.js';

/**
 * A font face of a sheet, with the font URL that a browser chooses.
 * @typedef {Face & { path: SitePath, url: Range, written: string }} FontFace
 */
/** A link that preloads a font. @typedef {{ path: SitePath, url: Range, written: string }} FontPreload */
/**
 * The font faces, preloads and font names of a document.
 * @typedef {{ faces: readonly FontFace[], preloads: readonly FontPreload[], named: ReturnType<typeof fontsNamed> }}
 *   FontNote
 */

/** Max share of a font that a subset may keep. A larger subset adds a file and a rule without saving enough. */
const MAX_KEPT_SHARE = 0.9;
/** Every subset keeps the space character, which browsers use for metrics. */
const SPACE = 0x20;
/**
 * Max length of a gap of missing characters that stays in a range. Excluding a gap costs a further range. A character
 * in the gap can cause a useless font request.
 */
const WIDEST_GAP = 256;

/**
 * Returns the font faces and preloads of a document, or null if it has none.
 * @param {Document} document
 * @param {Facts} facts
 * @returns {FontNote | null}
 */
export function surveyFonts(document, facts) {
  const { references, fonts } = facts;
  const byStart = new Map(references.toReversed().map((reference) => [reference.range.start, reference]));
  const faces = facesOf(document).flatMap((face) => {
    const reference = face.chosen === null ? undefined : byStart.get(face.chosen);
    if (reference?.target.kind !== 'file' || reference.odd || !face.src) return [];
    const written = document.source.slice(reference.range.start, reference.range.end);
    return [{ ...face, path: reference.target.path, url: reference.range, written }];
  });
  const preloads = references.flatMap(({ role, target, range, odd }) =>
    role === 'preload' && target.kind === 'file' && !odd && fonts.has(target.path)
      ? [{ path: target.path, url: range, written: document.source.slice(range.start, range.end) }]
      : [],
  );
  const named = document.kind === 'page' ? fontsNamed(document, facts) : [];
  return faces.length + preloads.length + named.length > 0 ? { faces, preloads, named } : null;
}

/** @param {Document} document @returns {Face[]} */
function facesOf(document) {
  if (document.kind === 'sheet') return readFaces(document.source);
  return document.elements.flatMap(({ tag, children }) =>
    tag === 'style' ? children.filter(isText).flatMap(({ text, range }) => readFaces(text, range.start)) : [],
  );
}

/**
 * Proposes subsets of the rendered fonts that a rule is responsible for.
 * @param {string} rule
 * @param {ReadonlyMap<SitePath, FontNote>} notes
 * @param {{ fonts: ReadonlyMap<SitePath, FontFacts>, sizes: ReadonlyMap<SitePath, number> }} facts
 * @param {(font: FontFacts) => boolean} isOurs
 * @returns {Proposal[]}
 */
export function proposeSubsets(rule, notes, { fonts, sizes }, isOurs) {
  return [...fonts].flatMap(([path, font]) => {
    const places = [...notes].flatMap(([document, { faces }]) =>
      faces.filter((face) => face.path === path).map((face) => ({ document, face })),
    );
    if (!isOurs(font) || places.length === 0 || isDone(places, font)) return [];
    const preloads = [...notes].flatMap(([document, note]) =>
      note.preloads.filter((preload) => preload.path === path).map((preload) => ({ document, preload })),
    );
    const named = [...notes.values()].flatMap((note) => note.named.filter((one) => one.path === path));
    const isHinted = named.length > 0 && named.every(({ isHint }) => isHint);
    const place = digestNamesOf(sizes).get(path) ?? null;
    const size = sizes.get(path) ?? 0;
    const data = {
      ...{
        name: path.split('/').at(-1),
        size: Math.round(size / 1000),
        drawn: font.drawnCount,
        held: font.held.length,
      },
      ...{ bytes: size, letters: String.fromCodePoint(...font.kept), features: font.features, places, preloads, font },
      reason: font.forbids,
      keepsName: isHinted || (font.format === 'woff2' && place !== null),
      stem: place
        ? path.slice(0, place.start)
        : path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1),
    };
    const { document, face } = places[0];
    const proposal = { rule, page: document, range: null, resource: path, data };
    if (font.forbids) return [{ ...proposal, messageId: 'forbidden', rejected: exact('licence') }];
    if (font.isSpelled) return [{ ...proposal, messageId: 'spelled', rejected: exact('safety') }];
    if (named.length > 0 && (!isHinted || font.format !== 'woff2'))
      return [{ ...proposal, messageId: 'named', rejected: exact('in-use-by-script') }];
    return face.src ? [{ ...proposal, messageId: 'subset' }] : [];
  });
}

/**
 * Returns true if a font contains little more than pages render, as an earlier subset does.
 * @param {readonly { face: FontFace }[]} places @param {FontFacts} font
 */
function isDone(places, { kept, held, format }) {
  const isSecond = places.every(({ face }) => face.body.includes('unicode-range') && held.length <= kept.length);
  return format === 'woff2' && (isSecond || kept.length >= held.length * MAX_KEPT_SHARE);
}

/** The same for all fonts of a site. */
const findDigestNamesOnce = readOnce((/** @type {readonly SitePath[]} */ paths) => findDigestNames(paths));

/** Returns the files with a digest in their name. @param {ReadonlyMap<SitePath, number>} sizes */
export function digestNamesOf(sizes) {
  return findDigestNamesOnce(namesOf(sizes));
}

/** @param {Proposal} proposal @returns {Job[]} */
export function subsetJobs({ resource, data: { letters, features, keepsName } }) {
  const path = String(resource);
  const subset = { maker: 'font-subset', resource: path, options: { letters, features } };
  return keepsName ? [subset, { maker: 'font-whole', resource: path, options: {} }] : [subset];
}

/**
 * @typedef {{ places: { document: SitePath, face: FontFace }[],
 *   preloads: { document: SitePath, preload: FontPreload }[], font: FontFacts, keepsName: boolean, stem: string }}
 *   SubsetData `stem`: the part of the font's path before its digest, or before its extension. `keepsName`: the subset
 * takes over the font's name, by which pages and code preload it. A name with a digest follows the content, so no
 * browser caches the whole font under that name.
 */

/**
 * Writes a rule for the subset after the rule of the whole font. Browsers try the later rule first, and the whole font
 * still supplies the characters that the subset lacks.
 * @param {Proposal} proposal
 * @param {readonly Made[]} made
 * @returns {{ edits: Edit[], files: NewFile[], proof: 'drawn' }}
 */
export function draftSubset({ resource, data }, [made, whole]) {
  const { places, preloads, font, keepsName, stem } = /** @type {SubsetData} */ (/** @type {unknown} */ (data));
  if (!made.ok || !made.bytes) return { edits: [], files: [], proof: 'drawn' };
  const own = String(resource);
  if (keepsName) {
    if (!whole.ok || !whole.bytes) return { edits: [], files: [], proof: 'drawn' };
    const other = `${stem}${whole.data.digest}.woff2`;
    const moved = places.flatMap(({ document, face }) => editFace(document, face, font, { subset: own, whole: other }));
    const files = [
      { path: own, bytes: made.bytes },
      { path: other, bytes: whole.bytes, isSpare: exact(true) },
    ];
    return { edits: moved, files, proof: 'drawn' };
  }
  const path = `${stem}${made.data.digest}.woff2`;
  const edits = places.flatMap(({ document, face }) => editFace(document, face, font, { subset: path, whole: null }));
  const ahead = preloads.map(({ document, preload: { url, written } }) => ({
    ...{ document, range: url },
    text: renamed(written, path),
  }));
  return { edits: [...edits, ...ahead], files: [{ path, bytes: made.bytes }], proof: 'drawn' };
}

/**
 * Limits the rule of the whole font to its characters, and adds the rule of the subset after it.
 * @param {SitePath} document
 * @param {FontFace} face
 * @param {FontFacts} font
 * @param {{ subset: SitePath, whole: SitePath | null }} names `whole`: the new name of the whole font, if it gets one
 * @returns {Edit[]}
 */
function editFace(document, face, font, { subset, whole }) {
  const { range, body, bodyStart, src, url, written } = face;
  const { keptRange, heldRange } = rangesOf(face, font);
  const cut = (/** @type {Range | null} */ span) =>
    span ? body.slice(span.start - bodyStart, span.end - bodyStart) : '';
  const source = [...cut(src).matchAll(/local\([^()]*\)\s*,/g)].map(([local]) => local).join('');
  const plain = body
    .replaceAll(/(?:^|(?<=;))\s*(?:src|unicode-range)\s*:[^;]*(?:;|$)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const write = (/** @type {string} */ address, /** @type {string} */ letters) =>
    `${plain}${closes(plain)}src:${source}url(${quoteOf(address)}) format("woff2");unicode-range:${letters}`;
  const rule = { range: { start: range.end, end: range.end }, place: url };
  return [
    ...limitWhole(document, face, { heldRange, whole, writeOnly: font.format === 'woff2' ? write : null }),
    { document, ...rule, text: `@font-face{${write(renamed(written, subset), keptRange)}}` },
  ];
}

/**
 * Limits the rule of the whole font to its characters. If it offers several formats, only WOFF2 stays, which current
 * browsers support: otherwise pages that do not render the font would grow.
 * @param {SitePath} document
 * @param {FontFace} face
 * @param {{ heldRange: string, whole: SitePath | null, writeOnly: ((address: string, letters: string) => string) |
 *   null }} how `writeOnly`: writes the declarations with one source, null if the font is no WOFF2
 * @returns {Edit[]}
 */
function limitWhole(
  document,
  { range, body, bodyStart, unicodeRange, url, urls, written },
  { heldRange, whole, writeOnly },
) {
  const address = whole ? renamed(written, whole) : written;
  if (writeOnly && urls.length > 1) {
    const suffix = whole ? '' : (/^[^"')\s]*/.exec(body.slice(url.end - bodyStart))?.[0] ?? '');
    const inside = { start: bodyStart, end: range.end - 1 };
    return [{ document, range: inside, text: writeOnly(address + suffix, heldRange), place: url }];
  }
  const limit = unicodeRange
    ? { range: unicodeRange, text: heldRange }
    : { range: { start: range.end - 1, end: range.end - 1 }, text: `${closes(body)}unicode-range:${heldRange}` };
  return [...(whole ? [{ document, range: url, text: address }] : []), { document, ...limit }];
}

/**
 * Returns the character ranges of the subset and of the whole font, within those that the face declares. Both include
 * the space, even if the font lacks it, because the font that declares it sets the line height.
 * @param {FontFace} face @param {FontFacts} font
 */
function rangesOf({ ranges }, { kept, held, lacks, isIcons }) {
  const isOffered = (/** @type {number} */ letter) =>
    ranges.length === 0 || ranges.some(([first, last]) => first <= letter && letter <= last);
  const offered = (/** @type {readonly number[]} */ letters) =>
    [...new Set([SPACE, ...letters])].filter(isOffered).sort((a, b) => a - b);
  const has = new Set(held);
  const asked = new Set(lacks);
  const isAbsent = (/** @type {number} */ letter) => isOffered(letter) && !has.has(letter);
  // The icons of a page are far apart: a list of them would exceed the rest of the rule. A browser that finds an
  // icon missing in the subset takes the whole font.
  const isOfIcons = (/** @type {number} */ letter) => isOffered(letter) && isPrivate(letter);
  return {
    keptRange: isIcons
      ? writeRange(offered(kept), isOfIcons, Number.POSITIVE_INFINITY)
      : writeRange(offered(kept), isAbsent),
    heldRange: writeRange(offered(held), (letter) => isAbsent(letter) && !asked.has(letter), WIDEST_GAP),
  };
}

/** Returns true for a character of a private use area, which only icons have. @param {number} letter */
function isPrivate(letter) {
  return (letter >= 0xe000 && letter <= 0xf8ff) || letter >= 0xf0000;
}

/** @param {string} declarations */
function closes(declarations) {
  return declarations.trim() === '' || /;\s*$/.test(declarations) ? '' : ';';
}

/** @param {string} url */
function quoteOf(url) {
  return /[\s"'()]/.test(url) ? `"${url}"` : url;
}

/**
 * Returns the URL of another file in the same folder, written in the same form.
 * @param {string} written
 * @param {SitePath} path
 */
function renamed(written, path) {
  return folderIn(beforeAny(written, /[?#]/)) + encodeURIComponent(path.split('/').at(-1) ?? '');
}
