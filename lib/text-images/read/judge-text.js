/** @import { ReadLine } from './read-site.js' */

import { findAgreedPart } from './agreed-part.js';
import { composeText } from './compose-text.js';
import { fits } from './fit-shapes.js';
import { pairSigns } from './pair-signs.js';
import { isPlausible } from './plausible.js';
import { spaceAs, spellAs, withoutSpaces } from './spell-as-page.js';
import { stripAccents } from './strip-accents.js';
import { hasTwinWord } from './twin-words.js';
import {
  countEdits,
  findContradiction,
  findWitnesses,
  isEnglish,
  isInTitle,
  isPartOf,
  WITNESSES,
} from './witnesses.js';

/**
 * Facts about an image from all pages of the site that show it.
 * @typedef {{ alts: readonly string[], titles: readonly string[], linkTexts: readonly string[], fileName: string,
 *   linkNames: readonly string[], targets?: readonly string[], siteTitles?: readonly string[], language: string | null,
 *   pages: readonly string[], pageCount?: number, shownAs?: { width: number, height: number },
 *   behind?: readonly { colour: string | null, image: string | null }[] }} Said `targets`: titles and first headings of
 *   the pages that its links lead to; `siteTitles`: titles of all pages of the site; `shownAs`: its size on pages if
 *   that is not its own; `behind`: backgrounds behind it
 */

/**
 * Min certainty of the least certain character in a text that both engines read and nothing else confirms, and in one
 * that the word list or a name confirms. Of 730 lines of 51 sites, one of 100 of the former kind was wrong, which had
 * a certainty of 0.92. Of 90 of the latter kind that Tesseract read differently, three were, with 0.8 at most.
 */
const SURE = Object.freeze({ both: 0.95, one: 0.85 });
/** Characters that engines confuse in fonts with the same shape for them. */
const LOOKALIKE = /[Il1|O0]/;
const CONFUSED = ['Il1|', 'O0'];
/** Two of a letter that engines read in a letter with two dots: “zuriick”. */
const DOTS = /ii/i;
/** Words such as McIntosh with a small L instead of the capital I. */
const CAMEL = /(?<!\p{L})\p{Lu}\p{Ll}{1,2}l\p{Ll}{2}/u;
const LETTERS = /[\p{L}\p{N}]/u;
/** Arrows and bullets before a text, other signs before it, and signs after it, which are not part of it. */
const SIGNS = new RegExp(
  String.raw`^[»«›‹>•·▪■►▶→←]{1,2}\s+(?=\p{L})|^[«»‹›](?=[^«»‹›]+$)` +
    String.raw`|^[^\p{L}\p{N}\s"'“”„‘’«»‹›<>()[\]{}¿¡$€£#&@%+*.…]{1,3}\s*(?=\p{L})` +
    String.raw`|(?<=\p{L})\s+[^\p{L}\p{N}\s"'“”‘’()$€£#&@%+*!?.…]{1,2}$`,
  'gu',
);

/**
 * Decides the text of an image. Returns the reason if it is uncertain.
 * @param {readonly ReadLine[]} lines @param {Said} said
 * @returns {{ text: string[], sources: string[] } | { uncertain: string, maybe: string }}
 */
export function judgeLine(lines, said) {
  const whole = judgeWhole(lines, said);
  if (whole) return whole;
  const text = [];
  /** @type {Set<string>} */
  const sources = new Set();
  for (const line of lines) {
    const verdict = judge(line, lines.length === 1 ? said : { ...said, alts: [], titles: [], linkTexts: [] });
    if ('uncertain' in verdict) return { ...verdict, maybe: [...text, verdict.maybe].join(' ') };
    text.push(verdict.text);
    for (const source of verdict.sources) sources.add(source);
  }
  const contradiction = contradictionOf(text.join(' '), said);
  if (contradiction) return { uncertain: `the page contains “${contradiction}” for it`, maybe: text.join(' ') };
  return { text, sources: [...sources] };
}

/**
 * Returns several lines that together are the text that the page contains.
 * @param {readonly ReadLine[]} lines @param {Said} said
 */
function judgeWhole(lines, said) {
  if (lines.length < 2) return null;
  const engines = [...new Set(lines.flatMap(({ reads }) => reads.map(({ engine }) => engine)))];
  for (const engine of engines) {
    const text = lines.map(({ reads }) => reads.find((read) => read.engine === engine)?.text ?? '');
    if (
      text.every(Boolean) &&
      isSaidByPage(text.join(' '), said) &&
      text.every((one, at) => fits(one, lines[at].line.pieces))
    )
      return { text, sources: [engine, 'page'] };
  }
  return null;
}

/**
 * @param {ReadLine} line @param {Said} said
 * @returns {{ text: string, sources: string[] } | { uncertain: string, maybe: string }}
 */
function judge({ line, reads: found, decoded }, said) {
  const reads = pairSigns(found);
  const read = [...reads.map(({ text }) => text), ...(decoded ? [decoded.text] : [])];
  const spelled = new Set(read.flatMap((text) => spellAs(text, line.pieces, said)));
  const spaced = new Set(read.flatMap((text) => spaceAs(text, line.pieces, said)));
  const composed = new Set(composeAs(reads, said));
  const agreed = findAgreedPart(listTexts(reads)) ?? '';
  const texts = [...new Set([...read, ...read.map(withoutSigns), ...spelled, ...spaced, ...composed, agreed])];
  const candidates = texts
    .filter((text) => LETTERS.test(text))
    .map((text) =>
      weigh(text, { line, reads, decoded }, said, {
        isSpelled: spelled.has(text),
        isSpaced: spaced.has(text),
        isComposed: composed.has(text),
        isAgreed: text === agreed,
      }),
    )
    .filter((one) => one.isFit)
    .sort((one, other) => other.weight - one.weight);
  const [first, second] = candidates;
  if (!first) return { uncertain: 'no text recogniser found a text that fits its shapes', maybe: texts[0] ?? '' };
  if (!first.isCertain) return { uncertain: 'text recognisers do not agree', maybe: first.text };
  if (second?.isCertain && second.weight >= first.weight)
    return { uncertain: 'two texts are equally likely', maybe: first.text };
  return { text: first.text, sources: first.sources };
}

/**
 * Returns the texts of the page that the engines read together, each a part of the letters.
 * @param {readonly { engine: string, text: string }[]} reads @param {Said} said
 */
function composeAs(reads, { alts, titles, linkTexts }) {
  const texts = [...alts, ...titles, ...linkTexts].flatMap((said) => composeText(said, listTexts(reads)) ?? []);
  return texts.filter((text) => !text.split(' ').some(isMixed));
}

/** Returns what the engines read. @param {readonly { text: string }[]} reads */
function listTexts(reads) {
  return reads.flatMap(({ text }) => text || []);
}

/**
 * Returns a text without an arrow or bullet before or after it. The font renders them with the line.
 * @param {string} text
 */
function withoutSigns(text) {
  return text.replace(SIGNS, '');
}

/**
 * Weighs one reading by the sources that confirm it.
 * @param {string} text @param {ReadLine} read @param {Said} said
 * @param {{ isSpelled: boolean, isSpaced: boolean, isComposed: boolean, isAgreed: boolean }} found `isSpelled`: the
 * site writes it with accents that its shapes have; `isSpaced`: the page writes it with spaces where it has gaps;
 * `isComposed`: the page contains it, and each letter is read by an engine; `isAgreed`: the engines read it next
 * to a drawing
 */
function weigh(text, { line: { pieces }, reads, decoded }, said, { isSpelled, isSpaced, isComposed, isAgreed }) {
  const isForeign = !isEnglish(said.language);
  const isEnglishText = !isForeign && findWitnesses(text, {}).includes('dictionary');
  // Only one engine knows accents. If the others read the same without, they agree.
  const same = (/** @type {{ engine: string, text: string }} */ read) =>
    read.text === text ||
    withoutSigns(read.text) === text ||
    (isAgreed && (read.text.endsWith(text) || read.text.startsWith(text))) ||
    isInCapitals(read.text, text) ||
    // The word list, or the page, decides between two readings that differ in spaces alone.
    ((isEnglishText || isSpaced) && withoutSpaces(read.text) === withoutSpaces(text)) ||
    (stripAccents(text) !== text &&
      (isSpelled || read.engine !== 'line') &&
      stripAccents(read.text) === stripAccents(text));
  const engines = [...new Set(reads.filter(same).map(({ engine }) => engine))];
  const isDecoded = decoded !== null && decoded.text === text;
  const isSaid = isSaidByPage(text, said);
  const isNamed = isNamedByFile(text, said) || isInTitle(text, said.siteTitles ?? []);
  const isWritten = isPartOf(text, [...said.alts, ...said.titles, ...said.linkTexts]);
  const isUnopposed = reads.every((read) => same(read) || !LETTERS.test(read.text) || isMisreading(read.text, text));
  const count = engines.length;
  const certainty = Math.max(0, ...reads.filter(same).map((read) => read.certainty));
  const isCertain =
    (isSaid && (count >= 1 || isDecoded || isComposed)) ||
    (count >= 2 && (isEnglishText || isNamed || isDecoded || isWritten)) ||
    (count >= 2 && certainty >= SURE.both && !hasDoubt(text)) ||
    (certainty >= SURE.one && (isEnglishText || ((isNamed || isWritten) && !hasDoubt(text)))) ||
    (count >= 1 && isNamed && isEnglishText && isUnopposed) ||
    (count >= 1 && isDecoded);
  const weight = count + (isSaid ? 3 : 0) + (isNamed ? 1 : 0) + (isEnglishText ? 1 : 0) + (isDecoded ? 2 : 0);
  const sources = [
    ...engines,
    ...(isSaid || isWritten ? ['page'] : []),
    ...(isNamed ? ['name'] : []),
    ...(isEnglishText ? ['dictionary'] : []),
    ...(isDecoded ? ['glyphs'] : []),
  ];
  return {
    text,
    weight,
    sources,
    isCertain: isCertain && (isSaid || isWritten || isPlausibleThroughout(text)),
    isFit: fits(text, pieces) || (isAgreed && [pieces.slice(1), pieces.slice(0, -1)].some((rest) => fits(text, rest))),
  };
}

/** Min letters of a text that has misreadings, and max share of them that differ in one. */
const MISREAD = Object.freeze({ letters: 6, share: 0.4 });

/**
 * Returns true if a reading consists of nearly the letters of a longer text, and is not in the word list.
 * @param {string} read @param {string} text
 */
function isMisreading(read, text) {
  const [own, other] = [text, read].map((one) => withoutSpaces(one).toLowerCase());
  if (own.length < MISREAD.letters || !/^\p{L}+$/u.test(other)) return false;
  return countEdits(other, own) <= own.length * MISREAD.share && !findWitnesses(read, {}).includes('dictionary');
}

/**
 * Returns true if a text is a reading in capitals throughout, and the reading has small letters among capitals, which
 * no word has: engines confuse the two in small capitals.
 * @param {string} read @param {string} text
 */
function isInCapitals(read, text) {
  return read !== text && read.toUpperCase() === text && read.split(' ').some(isMixed);
}

/** Returns true if a word has two capitals and a small letter. @param {string} word */
function isMixed(word) {
  return (word.match(/\p{Lu}/gu)?.length ?? 0) > 1 && /\p{Ll}/u.test(word);
}

/** @param {string} text */
function isPlausibleThroughout(text) {
  return [...text].every((letter, at) => !LOOKALIKE.test(letter) || isPlausible(text, at));
}

/**
 * Returns true if a text contains a character that engines confuse with another one that fits its neighbours, too.
 * @param {string} text
 */
function hasDoubt(text) {
  const swaps = [...text].flatMap((letter, at) =>
    CONFUSED.filter((group) => group.includes(letter)).flatMap((group) =>
      [...group].filter((other) => other !== letter).map((other) => ({ at, other })),
    ),
  );
  return (
    [...text].length < 3 ||
    CAMEL.test(text) ||
    DOTS.test(text) ||
    hasTwinWord(text) ||
    swaps.some(({ at, other }) => isPlausible(`${text.slice(0, at)}${other}${text.slice(at + 1)}`, at))
  );
}

/** @param {string} text @param {Said} said */
function isSaidByPage(text, { alts, titles, linkTexts }) {
  return [...alts, ...titles, ...linkTexts].some((alt) =>
    findWitnesses(text, { alt }).some((name) => WITNESSES[name].isPage),
  );
}

/** @param {string} text @param {Said} said */
function isNamedByFile(text, { fileName, linkNames, targets = [] }) {
  return [fileName, ...linkNames, ...targets].some((name) =>
    findWitnesses(text, { fileName: name }).includes('file name'),
  );
}

/** @param {string} text @param {Said} said */
function contradictionOf(text, { alts, titles, linkTexts }) {
  for (const alt of [...alts, ...titles, ...linkTexts]) {
    const other = findContradiction(text, { alt });
    if (
      other &&
      !isPartOf(text, [other]) &&
      !isSaidByPage(text, { alts, titles, linkTexts, fileName: '', linkNames: [], language: null, pages: [] })
    )
      return other;
  }
  return null;
}
