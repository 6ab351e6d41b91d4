/** @import { Document, FontMeasures, Proposal, Rule, SitePath, Text } from '../lib/types.ts' */
/** @import { FontFace, FontNote } from './shared/font-subset.js' */

import { isText } from '../lib/page/tree.js';
import { readFaces } from '../lib/style/font-faces.js';
import { surveyFonts } from './shared/font-subset.js';

/**
 * Fonts that stand in on nearly every device. Their widths are those of Arimo, Tinos and Cousine, which are drawn to
 * the same sizes.
 */
const STAND_INS = Object.freeze([
  { generic: /\bmonospace\b/, name: 'Courier New', width: 0.6001 },
  { generic: /(?<!sans-)\bserif\b/, name: 'Times New Roman', width: 0.3997 },
  { generic: /\bsans-serif\b|\bsystem-ui\b/, name: 'Arial', width: 0.4412 },
]);
/** In a line of 60 letters, which is an easy one to read, this is more than a letter: some words change lines. */
const LEAST_SHARE = 0.02;
const LIST = /(?:font-family|font|--[\w-]+)\s*:\s*([^;{}]*,[^;{}]*)/gi;
const FITTED = /(?:size-adjust|ascent-override)\s*:/i;
/** Text in such a font is never set anew. */
const NEVER_SWAPS = /font-display\s*:\s*optional/i;

/** @typedef {{ fonts: FontNote, lists: readonly string[], fitted: readonly string[] }} Note */

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'font-shift',
    category: 'delivery',
    summary: 'Says which fonts move the page when they arrive, and how another would hold their place.',
    why:
      'Until a font is there, text stands in another one, which is wider or narrower: when the font comes, lines ' +
      'break elsewhere and what follows jumps. A face that is scaled to the same size holds the place.',
    default: 'advise',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['references', 'fonts', 'scripts'],
    options: {},
    messages: {
      shift:
        'until {name} is there, text in {standIn} is {percent} % {direction} and moves what follows; “{face}” holds ' +
        'its place where “{family} fallback” is named after {family}',
    },
    since: '0.2.0',
  },

  survey(document, facts) {
    const css = cssOf(document);
    const fonts = surveyFonts(document, facts) ?? { faces: [], preloads: [], named: [] };
    const fitted = readFaces(css).flatMap(({ body, family }) => (FITTED.test(body) ? family : []));
    return { fonts, fitted, lists: [...css.matchAll(LIST)].map(([, list]) => list.toLowerCase()) };
  },

  detectSite(notes, { fonts }) {
    const all = /** @type {ReadonlyMap<SitePath, Note>} */ (notes);
    const lists = [...all.values()].flatMap((note) => note.lists);
    const fitted = [...all.values()].flatMap((note) => note.fitted);
    const places = [...all].flatMap(([page, note]) => note.fonts.faces.map((face) => ({ page, face })));
    return [...Map.groupBy(places, ({ face }) => face.family).values()].flatMap((group) => {
      const drawn = group
        .filter(({ face }) => !face.isItalic && fonts.get(face.path)?.measures)
        .sort((a, b) => (fonts.get(b.face.path)?.drawnCount ?? 0) - (fonts.get(a.face.path)?.drawnCount ?? 0));
      const { page, face } = drawn[0] ?? {};
      const measures = face && fonts.get(face.path)?.measures;
      if (!page || !measures || NEVER_SWAPS.test(face.body)) return [];
      return proposalFor(
        page,
        face,
        measures,
        lists.filter((list) => list.includes(face.family)),
        fitted,
      );
    });
  },
};

/**
 * @param {SitePath} page
 * @param {FontFace} face
 * @param {FontMeasures} measures
 * @param {readonly string[]} lists that name the family
 * @param {readonly string[]} fitted families that hold the place of others
 * @returns {Proposal[]}
 */
function proposalFor(page, { path, family }, { ascent, descent, lineGap, width }, lists, fitted) {
  const standIn = STAND_INS.find(({ generic }) => lists.some((list) => generic.test(list)));
  if (!standIn || lists.some((list) => fitted.some((name) => list.includes(name)))) return [];
  const scale = width / standIn.width;
  const share = 1 / scale - 1;
  if (Math.abs(share) < LEAST_SHARE) return [];
  const [up, down, gap] = [ascent, descent, lineGap].map((height) => writePercent(height / scale));
  const written =
    `@font-face{font-family:"${family} fallback";src:local("${standIn.name}");size-adjust:${writePercent(scale)};` +
    `ascent-override:${up};descent-override:${down};line-gap-override:${gap}}`;
  const data = {
    name: path.split('/').at(-1),
    ...{ family, standIn: standIn.name, face: written },
    percent: Math.round(Math.abs(share) * 100),
    direction: share < 0 ? 'narrower' : 'wider',
  };
  return [{ rule: 'font-shift', page, range: null, resource: path, messageId: 'shift', data }];
}

/** The styles of a document. @param {Document} document */
function cssOf(document) {
  if (document.kind === 'sheet') return document.source;
  const texts = document.elements.flatMap(({ tag, children }) => (tag === 'style' ? children : []));
  return texts
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');
}

/** @param {number} share */
function writePercent(share) {
  return `${Number((share * 100).toFixed(2))}%`;
}
