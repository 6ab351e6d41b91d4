/** @import { Context, LineFit } from './types.ts' */
/** @import { Fitter } from './fitter.js' */
/** @import { Studied } from './family.js' */
/** @import { Segmented } from './segment.js' */
/** @import { ReadLine } from './reading.js' */
/** @import { Heeds } from './doubt.js' */
import { SAME_FACE } from './doubt.js';
import { areLettersOf } from './letters.js';
import { contextOf } from './reading.js';
import { findSpacingDoubt, findTrackingDoubt, findUnevenDoubt } from './spacing.js';
import { findWitnesses, isEnglish, WITNESSES } from './witnesses.js';

/** So many sources, engines and witnesses, leave little to doubt; one more where two of the engines know no accents. */
const SURE = Object.freeze({ english: 3, other: 4 });

/**
 * Share that is missing of all that stands out of small letters where they are small capitals: of two such images .92
 * and .93. Of 100 that are right on known sites two are above it, both in a slanted hand.
 */
const MOST_MISSING = 0.6;
const SMALL_CAPITALS = 'its small letters may be small capitals';

/**
 * @typedef {object} Certainty what speaks for a text as a whole
 * @property {boolean} spelled the page says so with the accents it has
 * @property {boolean} sure three sources say so of every line
 * @property {boolean} exact a face reproduces every line to the pixel
 *
 * @typedef {Segmented & { texts: readonly ReadLine[] }} Seen
 */

/**
 * A stop that belongs to no word is a speck or a part of a picture, but in French, which parts them by a space: of 607
 * readings it stops five wrong ones, one of them alone, and none that is right.
 */
const LONE_STOP = /(?:^|\s)[:;.,!'"|]+(?:\s|$)/;

/**
 * Reasons to doubt a text by itself.
 * @type {readonly { detail: string, isDoubtful: (text: string, language: string) => boolean }[]}
 */
const TEXT_DOUBTS = [
  { detail: 'it is too short to be sure', isDoubtful: (text) => !/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) },
  {
    detail: 'its script is not supported',
    isDoubtful: (text) => /[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(text),
  },
  {
    detail: 'a stop in it belongs to no word',
    isDoubtful: (text, language) => LONE_STOP.test(text) && !/^fr/i.test(language),
  },
  {
    detail: 'it has a letter that its language has not',
    isDoubtful: (text, language) => !areLettersOf(text, language),
  },
];

/**
 * Reasons to doubt a text that its gaps and marks give, and what outweighs each.
 * @type {readonly { find: (seen: Seen) => string | null, outweighedBy: readonly (keyof Certainty)[] }[]}
 */
const DOUBTS = [
  {
    find: ({ ink, image, lines, texts }) => findSpacingDoubt(ink.coverage, image.width, lines, texts),
    outweighedBy: ['exact', 'sure'],
  },
  {
    // Engines read what they see: three saw a space within a word.
    find: ({ ink, image, lines, texts }) => findUnevenDoubt(ink.coverage, image.width, lines, texts),
    outweighedBy: ['exact', 'spelled'],
  },
];

/**
 * What speaks for the text of an image.
 * @param {Seen} seen @param {readonly (readonly LineFit[])[]} best fits of each line @param {Context} context
 * @returns {Certainty}
 */
export function weigh(seen, best, context) {
  const sources = seen.texts.map(({ text, sources: own }, index) => [
    ...new Set([...own, ...listWitnesses(text, index, seen, context)]),
  ]);
  return {
    spelled: sources.every((own) => own.some((name) => isWitness(name) && WITNESSES[name].isSpelled)),
    sure: sources.every((own) => own.length >= (isEnglish(context.language) ? SURE.english : SURE.other)),
    // What the face seen reproduces to the pixel has its spaces and marks where they were read.
    exact: best.every(([fit]) => fit?.similarity >= SAME_FACE),
  };
}

/**
 * How many besides the engines bear a text out, in the place of one of an image's lines.
 * @param {string} text @param {number} index @param {Seen} seen @param {Context} context
 */
export function countWitnesses(text, index, seen, context) {
  return new Set(listWitnesses(text, index, seen, context)).size;
}

/**
 * Who bears out a text as one of an image's lines: by itself, as a part of the whole, or listed among others.
 * @param {string} text @param {number} index @param {Seen} seen @param {Context} context
 */
function listWitnesses(text, index, { lines, texts }, context) {
  const { areas = [] } = context;
  const whole = texts.map((line, other) => (other === index ? text : line.text)).join(' ');
  return [
    ...findWitnesses(text, contextOf(lines[index], context)),
    ...(areas.length ? findListed(text, context) : findWitnesses(whole, context)),
  ];
}

/** @param {string} name @returns {name is keyof typeof WITNESSES} */
function isWitness(name) {
  return name in WITNESSES;
}

/**
 * The first reason to doubt a text by itself; null where there is none.
 * @param {readonly ReadLine[]} texts @param {Context} context @param {Heeds} heeds
 */
export function findIllRead(texts, { language }, heeds) {
  const text = texts.map((line) => line.text).join(' ');
  const found = TEXT_DOUBTS.find(({ detail, isDoubtful }) => isDoubtful(text, language ?? '') && heeds(detail));
  return found?.detail ?? null;
}

/**
 * The first reason to doubt that nothing outweighs; null where there is none.
 * @param {Seen} seen @param {Certainty} certainty @param {Heeds} heeds
 */
export function findUnclear(seen, certainty, heeds) {
  for (const { find, outweighedBy } of DOUBTS) {
    const doubt = outweighedBy.some((name) => certainty[name]) ? null : find(seen);
    if (doubt && heeds(doubt)) return doubt;
  }
  return null;
}

/**
 * The same of a line as it is set: signs that stand too far apart, small letters without what stands out of them.
 * @param {Fitter} fitter @param {Studied} studied @param {LineFit} fit @param {Heeds} heeds
 */
export async function findUnclearFit(fitter, { job }, fit, heeds) {
  const tracking = findTrackingDoubt([fit]);
  if (tracking && heeds(tracking)) return tracking;
  const missing = job.isSmall ? 0 : await fitter.measureMissing(job, fit);
  return missing > MOST_MISSING && heeds(SMALL_CAPITALS) ? SMALL_CAPITALS : null;
}

/**
 * Whether the `alt` of an image with areas lists a text among others.
 * @param {string} text
 * @param {Context} image
 * @returns {'alt'[]}
 */
function findListed(text, { alt, areas = [] }) {
  const listed = areas.length ? (alt ?? '').replace(/\s+/g, ' ').split(/ ?[,;|/•·] ?| [-–—] /) : [];
  return listed.some((part) => findWitnesses(text, { alt: part }).includes('alt')) ? ['alt'] : [];
}
