/** @import { Reference, Sheet, Site, SitePath } from '../types.ts' */
/** @import { Read } from './build-graph.js' */
/** @import { Ahead } from './fetched-ahead.js' */
/** @import { Face, FontUse } from './fonts.js' */
/** @import { Paths } from './resolve-url.js' */

import { parseSheet } from '../style/parse-sheet.js';
import { decodeHtml, decodeText } from '../text/encoding.js';
import { listAhead } from './fetched-ahead.js';
import { listUsedFaces, readFaces, readFontUses } from './fonts.js';
import { resolveUrl } from './resolve-url.js';
import { canApply } from './vocabulary.js';

/** @typedef {{ sheet: Sheet, faces: readonly Face[], uses: readonly FontUse[] }} ReadSheet */

/**
 * What each page follows: its own references, and those of frames, scripts and imported sheets where a rule may apply there; of
 * several offers the one that a browser takes, and what code asks for ahead.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, Read>} reads
 * @param {Paths} paths
 */
export function collectFollowed(site, reads, paths) {
  /** @type {Map<SitePath, readonly Reference[]>} */
  const follows = new Map();
  const readSheet = openSheets(site);
  for (const [page, read] of reads) {
    const { vocabulary, head } = read;
    if (!vocabulary) continue;
    /** @type {Reference[]} */
    const followed = [];
    const fetched = new Set([page]);
    for (const path of fetched) {
      const sheet = site.files.get(path)?.type === 'css' ? readSheet(path) : null;
      const ofFaces = new Set((sheet ?? reads.get(path)?.fonts)?.faces.flatMap(({ urls }) => urls));
      for (const reference of reads.get(path)?.findings.references ?? []) {
        const { fetched: isFetched, passedOver, target, role, range } = reference;
        if (!isFetched || passedOver || target.kind !== 'file' || ofFaces.has(range.start)) continue;
        if (sheet && role !== 'style' && !canApply(selectorsAt(sheet, range.start), vocabulary)) continue;
        followed.push(reference);
        fetched.add(target.path);
      }
    }
    const documents = [...fetched].flatMap((path) => {
      const fonts = path === page ? read.fonts : site.files.get(path)?.type === 'css' ? readSheet(path) : null;
      return fonts ? [{ path, ...fonts }] : [];
    });
    const faces = documents.flatMap(({ path, faces: offered }) => offered.map((face) => ({ ...face, path })));
    const families = [...new Set(faces.map(({ family }) => family))];
    const mayApply = (/** @type {FontUse} */ { selectors, text, weight, isItalic }) =>
      (weight !== null || isItalic || families.some((family) => text.includes(family))) &&
      canApply(selectors, vocabulary);
    const uses = faces.length > 0 ? documents.flatMap(({ uses: said }) => said.filter(mayApply)) : [];
    const letters = () => lettersOf(site, page);
    const fonts = listUsedFaces(faces, uses, { tags: vocabulary.tags, letters }).flatMap(({ path, chosen }) =>
      (reads.get(path)?.findings.references ?? []).filter(
        ({ range, target }) => range.start === chosen && target.kind === 'file',
      ),
    );
    const codes = [...fetched].flatMap((path) => {
      const known = reads.get(path);
      return known ? [{ path, ...known.code }] : [];
    });
    const ahead = listAhead(codes).flatMap(({ code, ahead: one }) =>
      referenceAhead(code.path, one, resolveUrl(one.url, head?.base ?? null, paths).target),
    );
    follows.set(page, Object.freeze([...followed, ...fonts, ...ahead]));
  }
  return follows;
}

/**
 * @param {SitePath} from
 * @param {Ahead} ahead
 * @param {Reference['target']} target
 * @returns {Reference[]}
 */
function referenceAhead(from, { url, start, end }, target) {
  if (target.kind !== 'file') return [];
  const place = { from, range: { start, end }, line: 1, column: 1, element: null, attribute: null };
  return [Object.freeze({ ...place, url, suffix: '', role: 'string', target, odd: null, fetched: true })];
}

/**
 * Reads each style sheet once.
 * @param {Site} site
 * @returns {(path: SitePath) => ReadSheet}
 */
function openSheets(site) {
  /** @type {Map<SitePath, ReadSheet>} */
  const sheets = new Map();
  return (path) => {
    const known = sheets.get(path);
    if (known) return known;
    const decoded = decodeText(site.files.get(path)?.bytes ?? new Uint8Array());
    const text = decoded?.text ?? '';
    const sheet = parseSheet(path, text, decoded?.encoding ?? { name: 'utf-8', bom: false });
    const read = { sheet, faces: readFaces(text), uses: readFontUses(sheet) };
    sheets.set(path, read);
    return read;
  };
}

/**
 * The selectors of the rule around an offset of a style sheet.
 * @param {ReadSheet} sheet
 * @param {number} offset
 */
function selectorsAt({ sheet }, offset) {
  return sheet.rules.find(({ range }) => range.start <= offset && offset < range.end)?.selectors ?? [];
}

/**
 * Every letter that stands in a page's source.
 * @param {Site} site
 * @param {SitePath} page
 */
function lettersOf(site, page) {
  const text = decodeHtml(site.files.get(page)?.bytes ?? new Uint8Array())?.text ?? '';
  return new Set([...text].map((letter) => letter.codePointAt(0) ?? 0));
}
