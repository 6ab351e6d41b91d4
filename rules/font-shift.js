/** @import { FontFacts } from '../lib/fonts/types.ts' */
/** @import { Edit, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Document, SitePath } from '../lib/site/types.ts' */
/** @import { Families } from '../lib/site/style/family-lists.js' */
/** @import { FontFace, FontNote } from './kit/font-subset.js' */

import { isText } from '../lib/site/page/tree.js';
import { readFamilyLists } from '../lib/site/style/family-lists.js';
import { readFaces } from '../lib/site/style/font-faces.js';
import { writeRange } from '../lib/site/style/unicode-range.js';
import { surveyFonts } from './kit/font-subset.js';
import { editsIn } from './kit/proposed.js';

/**
 * Fallback fonts of nearly every device, each with a metric-compatible Linux font. Widths are those of Arimo, Tinos and
 * Cousine.
 */
const STAND_INS = Object.freeze([
  { generic: /\bmonospace\b/, names: ['Courier New', 'Liberation Mono', 'Cousine Regular'], width: 0.6001 },
  { generic: /(?<!sans-)\bserif\b/, names: ['Times New Roman', 'Liberation Serif', 'Tinos Regular'], width: 0.3997 },
  { generic: /\bsans-serif\b|\bsystem-ui\b/, names: ['Arial', 'Liberation Sans', 'Arimo Regular'], width: 0.4412 },
]);
/** Characters of Latin-1, which all fallback fonts contain. */
const LATIN = Object.freeze({ first: 0x20, last: 0xff });
/**
 * Min difference of width. In a readable line of 60 characters it is more than one character, so some words move to
 * other lines.
 */
const MIN_SHARE = 0.02;
const FITTED = /(?:size-adjust|ascent-override)\s*:/i;
/** Descriptor with which browsers never swap fonts in rendered text. */
const NEVER_SWAPS = /font-display\s*:\s*optional/i;

/** @typedef {{ fonts: FontNote, lists: readonly Families[], fitted: readonly string[] }} Note */
/** @typedef {{ page: SitePath, face: FontFace }} Place */

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'font-shift',
    category: 'delivery',
    summary: 'Keeps the layout stable while a font loads.',
    why:
      'Until a font has loaded, text is rendered in a fallback font that is wider or narrower. When the font ' +
      'arrives, lines break differently and the content below moves. A fallback face scaled to the same metrics ' +
      'prevents that.',
    default: 'on',
    safety: 'visual',
    beyondCost: true,
    documents: ['page', 'sheet'],
    reads: ['references', 'fonts', 'scripts'],
    options: {},
    messages: {
      shift:
        'Until {name} has loaded, text in {standIn} is {percent} % {direction}, and the content below moves when ' +
        'it arrives. “{family} fallback”, which is {standIn} scaled to {scale}, keeps the layout.',
    },
    since: '0.2.0',
  },

  survey(document, facts) {
    const styles = stylesOf(document);
    const fonts = surveyFonts(document, facts) ?? { faces: [], preloads: [], named: [] };
    const fitted = styles.flatMap(({ css }) =>
      readFaces(css).flatMap(({ body, family }) => (FITTED.test(body) ? family : [])),
    );
    return { fonts, fitted, lists: styles.flatMap(({ css, start }) => readFamilyLists(css, start)) };
  },

  detectSite(notes, { fonts }) {
    const all = /** @type {ReadonlyMap<SitePath, Note>} */ (notes);
    const fitted = [...all.values()].flatMap((note) => note.fitted);
    const places = [...all].flatMap(([page, note]) => note.fonts.faces.map((face) => ({ page, face })));
    return [...Map.groupBy(places, ({ face }) => face.family)].flatMap(([family, group]) => {
      const drawn = group
        .filter(({ face }) => !face.isItalic && fonts.get(face.path)?.measures)
        .sort((a, b) => (fonts.get(b.face.path)?.drawnCount ?? 0) - (fonts.get(a.face.path)?.drawnCount ?? 0));
      const font = drawn[0] && fonts.get(drawn[0].face.path);
      if (!font || NEVER_SWAPS.test(drawn[0].face.body)) return [];
      const lists = [...all].flatMap(([page, note]) =>
        note.lists
          .filter((families) => families.some(({ name }) => name === family))
          .map((families) => ({ page, families })),
      );
      const isFitted = lists.some(({ families }) => families.some(({ name }) => fitted.includes(name)));
      return isFitted ? [] : proposalFor(drawn[0], group, font, lists);
    });
  },

  draft: ({ data }) => ({ edits: editsIn(data), claims: [], proof: 'drawn' }),
};

/**
 * @param {Place} place the face that renders most text
 * @param {readonly Place[]} group faces of the same family
 * @param {FontFacts} font
 * @param {readonly { page: SitePath, families: Families }[]} lists lists that name the family
 * @returns {Proposal[]}
 */
function proposalFor({ page, face: { path, family } }, group, { measures, held }, lists) {
  const standIn = STAND_INS.find(({ generic }) =>
    lists.some(({ families }) => families.some(({ name }) => generic.test(name))),
  );
  if (!standIn || !measures) return [];
  const { ascent, descent, lineGap, width } = measures;
  const scale = width / standIn.width;
  const share = 1 / scale - 1;
  if (Math.abs(share) < MIN_SHARE) return [];
  const name = `${family} fallback`;
  const [up, down, gap] = [ascent, descent, lineGap].map((height) => writePercent(height / scale));
  // Characters that the font lacks are excluded: they stay in the fallback font.
  const letters = held.filter((letter) => letter >= LATIN.first && letter <= LATIN.last);
  const written =
    `@font-face{font-family:"${name}";src:${standIn.names.map((one) => `local("${one}")`).join(',')};` +
    `size-adjust:${writePercent(scale)};ascent-override:${up};descent-override:${down};line-gap-override:${gap};` +
    `unicode-range:${writeRange(letters, () => false)}}`;
  /** @type {(document: SitePath, at: number, text: string) => Edit} */
  const insert = (document, at, text) => ({ document, range: { start: at, end: at }, text });
  const firsts = [...Map.groupBy(group, (one) => one.page).values()].map(([first]) => first);
  const edits = [
    ...firsts.map(({ page: document, face }) => insert(document, face.range.start, written)),
    ...lists.flatMap(({ page: document, families }) =>
      families.filter((one) => one.name === family).map(({ end }) => insert(document, end, `,"${name}"`)),
    ),
  ];
  const data = {
    ...{ name: path.split('/').at(-1), family, standIn: standIn.names[0], face: written, edits },
    scale: writePercent(scale),
    percent: Math.round(Math.abs(share) * 100),
    direction: share < 0 ? 'narrower' : 'wider',
  };
  return [{ rule: 'font-shift', page, range: null, resource: path, messageId: 'shift', data }];
}

/** Returns the style sheets of a document, with their offsets. @param {Document} document */
function stylesOf(document) {
  if (document.kind === 'sheet') return [{ css: document.source, start: 0 }];
  const texts = document.elements.flatMap(({ tag, children }) => (tag === 'style' ? children : []));
  return texts.filter(isText).map(({ text, range }) => ({ css: text, start: range.start }));
}

/** @param {number} share */
function writePercent(share) {
  return `${Number((share * 100).toFixed(2))}%`;
}
