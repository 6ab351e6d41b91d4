/** @import { Context, Line } from './types.ts' */
/** @import { Grey, Reader, Reading } from './reader.js' */
/** @import { Segmented } from './segment.js' */
/** @import { Witness } from './witnesses.js' */
import { exact } from '../base/exact.js';
import { areaOf } from './areas.js';
import { stripAccents } from './confusables.js';
import { resolveHomoglyphs } from './plausible.js';
import { cropCoverage, cropRaw, openUp, tidy } from './reader.js';
import { findWitnesses, isEnglish, WITNESSES } from './witnesses.js';

/** Confidence below which a line of several words, wider than so many times its height, is no line of words. */
const HOPELESS = 30;
/** Several words make an image that is wider than this times its height. */
const WIDE = 3;
/** Confidence below which another view does not help either, and share of a line's box that only heavy type inks. */
const DOUBTFUL = 60;
/** Share of ink above which the light part is tried as the words. */
const HEAVY = 0.5;
const LETTERS = /[\p{L}\p{N}]/u;
/** What a text loses its sense without, where it is taken for a picture beside it. */
const SIGNS = /[\p{L}\p{N}\p{Sc}§&@%#+]/u;

/** The engines, each of which knows nothing of the others. */
export const ENGINES = exact(['learned', 'line', 'shapes']);

/**
 * @typedef {(typeof ENGINES)[number]} Engine
 * @typedef {{ engine: Engine, text: string, confidence: number }} Read
 *
 * @typedef {object} ReadLine
 * @property {string} text empty where sources do not agree
 * @property {readonly (Engine | Witness | 'face')[]} sources who says so
 * @property {readonly string[]} [open] what the engines read where they do not agree
 * @property {readonly string[]} [cases] what engines agree on but for the case of its letters, in each case
 * @property {readonly Engine[]} [agreed] which engines those are
 * @property {boolean} [isSpelledByOne] whether engines agree on it but for its accents, of which one alone knows
 * @property {boolean} [isGraphic] whether no engine finds a letter, digit or sign in it
 */

/**
 * Reads every line until two sources say the same: an engine and the page, or two engines, from one view or another.
 * @param {Reader} reader @param {Segmented} seen @param {Context} context
 */
export async function readText(reader, { image, ground, ink, lines }, context) {
  /** @type {ReadLine[]} */
  const texts = [];
  for (const line of lines) {
    const views = {
      clean: cropCoverage(ink.coverage, image.width, image.height, line.box),
      raw: cropRaw(image, line.box, { ink: ink.colour, ground: ground.colour, area: ground.area }),
    };
    texts.push(await readLine(reader, views, contextOf(line, context)));
  }
  return texts;
}

/**
 * Whether two engines find a letter, digit or sign in what is set aside to stay a picture. Of 18 such parts on unseen
 * sites they do in two: in one, letters of the words were set aside.
 * @param {Reader} reader @param {Segmented} seen
 */
export async function holdsLetters(reader, { image, ground, ink }) {
  const shown = ground.kind === 'shared' ? { ...image, rgb: ground.rgb } : image;
  const count = (/** @type {readonly (Reading | null)[]} */ reads) =>
    reads.filter((read) => SIGNS.test(read?.text ?? '')).length;
  for (const area of ground.asides ?? []) {
    const view = cropRaw(shown, area, { ink: ink.colour, ground: ground.colour, area });
    const first = count(await Promise.all([reader.readLearned(view), reader.readLine(view)]));
    if (first === 2 || (first === 1 && count([await reader.readShapes(view)]) === 1)) return true;
  }
  return false;
}

/**
 * @param {Reader} reader @param {{ clean: Grey, raw: Grey }} views @param {Context} said
 * @returns {Promise<ReadLine>}
 */
async function readLine(reader, { clean, raw }, said) {
  /** @type {Read[]} */
  const reads = [];
  const add = async (/** @type {Engine} */ engine, /** @type {Promise<Reading | null>} */ work) => {
    const reading = await work;
    if (reading) reads.push({ engine, text: resolveHomoglyphs(tidy(reading.text)), confidence: reading.confidence });
  };
  await add('learned', reader.readLearned(clean));
  await add('line', reader.readLine(raw));
  const [{ text, confidence }] = reads;
  // The engine of shapes takes seconds over specks, which the others see for what they are. Of a single word the
  // learned one only says how odd a word it is.
  const isHopeless = text.includes(' ') && confidence < HOPELESS && clean.width > clean.height * WIDE;
  const mayRead = reads.some((read) => LETTERS.test(read.text)) || (!text && clean.width > clean.height * 1.5);
  const steps = [
    () => add('shapes', reader.readShapes(raw)),
    () => Promise.all([add('learned', reader.readLearned(raw)), add('shapes', reader.readShapes(clean))]),
    () => add('line', reader.readLine(clean)),
    ...(needsOpening(clean, reads[0])
      ? [
          () =>
            Promise.all([
              add('learned', reader.readLearned(openUp(clean))),
              add('shapes', reader.readShapes(openUp(raw))),
            ]),
        ]
      : []),
  ];
  let agreed = agree(reads, said);
  for (const [index, step] of mayRead && !isHopeless ? steps.entries() : []) {
    // Two sources are enough; a third, where it costs one look, leaves less to doubt.
    if (agreed && (index > 0 || agreed.sources.length > 2)) break;
    await step();
    agreed = agree(reads, said);
  }
  const isGraphic = reads.every((read) => !SIGNS.test(read.text));
  const spelled = agreed ?? agreeButForAccents(reads, said);
  if (spelled && !isGraphic) return spelled;
  const open = reads.map((read) => read.text).filter((one) => /[\p{L}\p{N}]{2}/u.test(one));
  return { text: '', sources: [], open: [...new Set(open)], isGraphic, ...agreeButForCase(reads, said) };
}

/**
 * Whether a line is worth reading opened up: little was sure, or nothing was read of what may be heavy type.
 * @param {Grey} clean
 * @param {Read} first
 */
function needsOpening({ width, height, values }, { text, confidence }) {
  const dark = values.reduce((sum, value) => sum + 255 - value, 0) / (255 * width * height);
  return text ? confidence <= DOUBTFUL : dark > HEAVY;
}

/**
 * The text that two independent sources agree on, with all who bear it out; null where none do.
 * @param {readonly Read[]} reads @param {Context} context
 * @returns {ReadLine | null}
 */
export function agree(reads, context) {
  const found = [...new Set(reads.map(({ text }) => text))].filter(Boolean).map((text) => {
    const engines = [...new Set(reads.flatMap((read) => (read.text === text ? [read.engine] : [])))];
    const witnesses = findWitnesses(text, context);
    const isSaid = witnesses.some((name) => WITNESSES[name].isPage);
    return { text, sources: [...engines, ...witnesses], isAgreed: engines.length >= countNeeded(context) || isSaid };
  });
  const agreed = found
    .filter(({ isAgreed }) => isAgreed)
    .sort((one, other) => other.sources.length - one.sources.length);
  // As many for another text is no agreement.
  if (agreed.length === 0 || agreed[1]?.sources.length === agreed[0].sources.length) return null;
  const [{ text, sources }] = agreed;
  return { text, sources };
}

/**
 * How many engines must say the same: only one of them knows the letters of languages other than English.
 * @param {Context} context
 */
function countNeeded({ language }) {
  return isEnglish(language) ? 2 : 3;
}

/**
 * What the one engine that knows accents reads from every view, where another reads the same but for those; null where
 * it is not so. Where it reads none, the other must be the one that reads letters best.
 * @param {readonly Read[]} reads @param {Context} context
 * @returns {ReadLine | null}
 */
export function agreeButForAccents(reads, context) {
  const [known = '', ...others] = reads.filter(({ engine }) => engine === 'line').map(({ text }) => text);
  const bare = stripAccents(known);
  if (!known || isEnglish(context.language) || others.some((text) => text !== known)) return null;
  const sources = ENGINES.filter((name) =>
    reads.some(({ engine, text }) => engine === name && stripAccents(text) === bare),
  );
  return sources.length > 1 && (known !== bare || sources.includes('learned'))
    ? { text: known, sources: [...sources, ...findWitnesses(known, context)], isSpelledByOne: true }
    : null;
}

/**
 * What two engines read alike but for the case of its letters, as each wrote it and all in capitals.
 * @param {readonly Read[]} reads
 * @param {Context} context
 */
function agreeButForCase(reads, context) {
  for (const alike of Map.groupBy(reads, ({ text }) => text.toLowerCase()).values()) {
    const agreed = [...new Set(alike.map(({ engine }) => engine))];
    const { text } = alike[0];
    if (agreed.length >= countNeeded(context) && LETTERS.test(text))
      return { agreed, cases: [...new Set([...alike.map((read) => read.text), text.toUpperCase()])] };
  }
  return {};
}

/**
 * What the page says of a line: of the area it lies in, where there are areas.
 * @param {Line} line
 * @param {Context} context
 * @returns {Context}
 */
export function contextOf(line, { areas = [], ...context }) {
  return areas[areaOf(line, areas)] ?? context;
}
