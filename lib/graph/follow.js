/** @import { Reference, Sheet, Site, SitePath } from '../types.ts' */
/** @import { Read } from './build-graph.js' */
/** @import { Ahead } from './fetched-ahead.js' */
/** @import { Face, FontUse } from './fonts.js' */
/** @import { Paths } from './resolve-url.js' */
/** @import { Vocabulary } from './vocabulary.js' */

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
  const readSheet = openSheets(site);
  const sheetAt = (/** @type {SitePath} */ path) => (site.files.get(path)?.type === 'css' ? readSheet(path) : null);

  /** @param {SitePath} page @param {Vocabulary} vocabulary */
  const followPlainly = (page, vocabulary) => {
    /** @type {Reference[]} */
    const followed = [];
    const fetched = new Set([page]);
    for (const path of fetched) {
      const sheet = sheetAt(path);
      const ofFaces = new Set((sheet ?? reads.get(path)?.fonts)?.faces.flatMap(({ urls }) => urls));
      for (const reference of reads.get(path)?.findings.references ?? []) {
        const { fetched: isFetched, passedOver, target, role, range } = reference;
        if (!isFetched || passedOver || target.kind !== 'file' || ofFaces.has(range.start)) continue;
        if (sheet && role !== 'style' && !canApply(selectorsAt(sheet, range.start), vocabulary)) continue;
        followed.push(reference);
        fetched.add(target.path);
      }
    }
    return { followed, fetched: [...fetched] };
  };

  /** @param {SitePath} page @param {readonly SitePath[]} fetched @param {Vocabulary} vocabulary */
  const followFonts = (page, fetched, vocabulary) => {
    const fontsAt = (/** @type {SitePath} */ path) => (path === page ? reads.get(path)?.fonts : sheetAt(path));
    const faces = fetched.flatMap((path) => fontsAt(path)?.faces.map((face) => ({ ...face, path })) ?? []);
    if (faces.length === 0) return [];
    const families = [...new Set(faces.map(({ family }) => family))];
    const mayApply = (/** @type {FontUse} */ { selectors, text, weight, isItalic }) =>
      (weight !== null || isItalic || families.some((family) => text.includes(family))) &&
      canApply(selectors, vocabulary);
    const uses = fetched.flatMap((path) => fontsAt(path)?.uses.filter(mayApply) ?? []);
    const used = listUsedFaces(faces, uses, { tags: vocabulary.tags, letters: () => lettersOf(site, page) });
    return used.flatMap(({ path, chosen }) =>
      (reads.get(path)?.findings.references ?? []).filter(
        ({ range, target }) => range.start === chosen && target.kind === 'file',
      ),
    );
  };

  /** @param {readonly SitePath[]} fetched @param {SitePath | null} base */
  const followCode = (fetched, base) => {
    const codes = fetched.flatMap((path) => {
      const read = reads.get(path);
      return read ? [{ path, ...read.code }] : [];
    });
    return listAhead(codes).flatMap(({ code, ahead }) =>
      referenceAhead(code.path, ahead, resolveUrl(ahead.url, base, paths).target),
    );
  };

  return new Map(
    [...reads].flatMap(([page, { vocabulary, head }]) => {
      if (!vocabulary) return [];
      const { followed, fetched } = followPlainly(page, vocabulary);
      const fonts = followFonts(page, fetched, vocabulary);
      const ahead = followCode(fetched, head?.base ?? null);
      return [/** @type {const} */ ([page, Object.freeze([...followed, ...fonts, ...ahead])])];
    }),
  );
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
