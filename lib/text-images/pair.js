/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Context, Lettering, Rejected } from './types.ts' */
/** @import { Segmented } from './segment.js' */
/** @import { Tools } from './study.js' */
import { findFailure, overlapIn } from './gates.js';
import { letterImage } from './letter.js';
import { unite } from './raster.js';
import { reject } from './reject.js';
import { segmentInFamily } from './segment.js';
import { stackStates } from './stack.js';
import { cropPictures, study } from './study.js';
import { openTrial } from './trial.js';

/** What may change under the mouse, and what it is where nothing is declared. */
const CHANGING = Object.freeze({
  color: 'inherit',
  background: 'none',
  'box-shadow': 'none',
  'border-radius': '0',
  'text-shadow': 'none',
});
/** Under the mouse, and in a link that the keyboard has reached. */
const TOUCHED = '&:hover,:focus-visible>&';

/**
 * Least share of ink in common of two states for them to be one drawing in other colours. Of 71 pairs on 31 sites
 * whose state at rest is words 62 come out so, and 30 where each state had to be read by itself.
 */
const SAME_DRAWING = 0.9;

/**
 * Turns two images that change places under the mouse into the same words in two colours, or says why not. Both hold
 * every gate, one in the very setting of the other: whichever is read, since they are drawn alike.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @returns {Promise<Lettering | Rejected>}
 */
export async function letterPair(tools, decoded, { hover, ...context }) {
  const rest = await letterImage(tools, decoded, context);
  if (!hover) return rest;
  const joined = 'rejected' in rest ? rest : await letterOther(tools, hover, decoded, context, rest);
  if (!('rejected' in joined)) return joined;
  const touched = await letterImage(tools, hover, context);
  if ('rejected' in touched) return joined;
  const first = await letterState(tools, decoded, hover, context, touched);
  const other = first && !('rejected' in first) ? joinStates(...stackStates(first, touched)) : joined;
  return 'rejected' in other ? joined : other;
}

/**
 * The state under the mouse, joined to the one at rest.
 * @param {Tools} tools @param {DecodedImage} hover @param {DecodedImage} decoded @param {Context} context
 * @param {Lettering} rest
 */
async function letterOther(tools, hover, decoded, context, rest) {
  const state = await letterState(tools, hover, decoded, context, rest);
  const touched = state ?? (await letterImage(tools, hover, context, rest.lines));
  if (!('rejected' in touched)) return joinStates(...stackStates(rest, touched));
  return { ...touched, detail: `under the mouse, ${touched.detail}` };
}

/**
 * A state of words that another is known of, in its setting; null where the two are not one drawing.
 * @param {Tools} tools @param {DecodedImage} decoded @param {DecodedImage} other @param {Context} context
 * @param {Lettering} known the other's
 * @returns {Promise<Lettering | Rejected | null>}
 */
async function letterState(tools, decoded, other, context, { lines: setting, text, sources }) {
  const { siblings = [], likeness = 'visual', areas = [], language } = context;
  const read = await study(tools, decoded, { siblings, areas, language });
  const said = 'rejected' in read ? null : read.texts.map((line) => line.text).join(' ');
  if (said !== null && lettersOf(said) !== lettersOf(text))
    return reject('looks-different', 'it says something else', said);
  const others = takeApart(other, siblings);
  const alike = takeApart(decoded, siblings).filter(({ seen }) =>
    others.some((one) => isSameDrawing(seen, one.seen, setting.length)),
  );
  /** @type {Rejected | null} */
  let failed = null;
  for (const { seen, sharedBackground } of alike) {
    const { coverage, colour } = seen.ink;
    const { width, height } = decoded;
    const studied = seen.lines.map(({ box }, index) => {
      const { text: said, face } = setting[index];
      return { job: { text: said, isSmall: face.hasSmallCapitals, coverage, width, height, box, colour } };
    });
    const fits = await Promise.all(studied.map(({ job }, index) => tools.fitter.hold(job, setting[index])));
    const crop = cropPictures(seen, [], sharedBackground);
    const trial = openTrial(tools, decoded, { ...seen, sharedBackground, crop, studied, texts: [{ sources }] }, areas);
    const shown = await trial.show(fits);
    const failure = findFailure(shown.scores, likeness, tools.heeds);
    if (!failure) return trial.describe(fits, shown);
    failed ??= { ...reject('looks-different', failure, text), scores: shown.scores };
  }
  return failed;
}

/** Letters and digits alone: engines see specks as stops, and small capitals as either. @param {string} text */
function lettersOf(text) {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/**
 * An image taken apart in each way that leads to words.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings
 */
function takeApart(decoded, siblings) {
  return [false, true].flatMap((isAgain) => {
    const parts = segmentInFamily(decoded, siblings, [], isAgain);
    if (!parts || 'rejected' in parts.seen) return [];
    return [{ seen: parts.seen, sharedBackground: parts.sharedBackground }];
  });
}

/**
 * Whether two images hold the same shapes on as many lines, whatever their colours.
 * @param {Segmented} one @param {Segmented} other @param {number} lines
 */
function isSameDrawing(one, other, lines) {
  if (one.lines.length !== lines || other.lines.length !== lines) return false;
  const box = unite([...one.lines, ...other.lines].map((line) => line.box));
  return overlapIn(one.ink.coverage, other.ink.coverage, one.image.width, box) >= SAME_DRAWING;
}

/**
 * One lettering whose colours change to another's.
 * @param {Lettering} rest @param {Lettering} touched
 * @returns {Lettering | Rejected}
 */
export function joinStates(rest, touched) {
  const [shared, own] = [rest.css, rest.ownCss].map(readDeclarations);
  const before = new Map([...shared, ...own]);
  const after = readDeclarations(`${touched.css};${touched.ownCss}`);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (property) => before.get(property) !== after.get(property),
  );
  const isCarried = changed.every((property) => property in CHANGING) && rest.html === touched.html;
  // A picture's URL is relative to the page, and only a style attribute is sure to be there.
  const isDrawn = changed.some((property) => before.get(property)?.includes('{graphic}'));
  if (!isCarried || rest.graphic?.key !== touched.graphic?.key || isDrawn)
    return reject('looks-different', 'under the mouse, more than colours changes', rest.text);
  // What an element declares itself, no class changes.
  const moved = [...own].filter(([property]) => changed.includes(property));
  const kept = [...own].filter(([property]) => !changed.includes(property));
  const over = changed.map((property) => [
    property,
    after.get(property) ?? CHANGING[/** @type {keyof typeof CHANGING} */ (property)],
  ]);
  return {
    ...rest,
    css: writeDeclarations([...shared, ...moved]),
    ownCss: writeDeclarations(kept),
    more: over.length ? { ...rest.more, [TOUCHED]: writeDeclarations(over) } : rest.more,
    similarity: Math.min(rest.similarity, touched.similarity),
  };
}

/** @param {string} css @returns {Map<string, string>} */
function readDeclarations(css) {
  const declarations = css.split(';').filter(Boolean);
  return new Map(
    declarations.map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon), declaration.slice(colon + 1)];
    }),
  );
}

/** @param {readonly (readonly string[])[]} declarations */
function writeDeclarations(declarations) {
  return declarations.map(([property, value]) => `${property}:${value}`).join(';');
}
