/** @import { Context, LineFit } from './types.ts' */
/** @import { Fitter } from './fitter.js' */
/** @import { Studied } from './family.js' */
/** @import { Segmented } from './segment.js' */
/** @import { ReadLine } from './reading.js' */
import { SAME_FACE } from './doubt.js';
import { findDotDoubt, findMarkDoubt, findSmallCapitals } from './marks.js';
import { contextOf } from './reading.js';
import { findSpacingDoubt, findTrackingDoubt } from './spacing.js';
import { findWitnesses, isEnglish, WITNESSES } from './witnesses.js';

/** So many sources, engines and witnesses, leave little to doubt; one more where two of the engines know no accents. */
const SURE = Object.freeze({ english: 3, other: 4 });

/**
 * @typedef {object} Certainty what speaks for a text as a whole
 * @property {boolean} page the page itself says so of the image
 * @property {boolean} spelled the page says so with the accents it has
 * @property {boolean} sure three sources say so of every line
 * @property {boolean} exact a face reproduces every line to the pixel
 *
 * @typedef {Segmented & { texts: readonly ReadLine[] }} Seen
 */

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
    find: ({ ink, image, lines, texts }) => findMarkDoubt(ink.coverage, image.width, lines, texts),
    outweighedBy: ['exact', 'spelled'],
  },
  { find: ({ lines, texts }) => findSmallCapitals(lines, texts), outweighedBy: ['exact', 'sure', 'page'] },
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
    page: sources.every((own) => own.some((name) => isWitness(name) && WITNESSES[name].isPage)),
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
 * The first reason to doubt that nothing outweighs; null where there is none.
 * @param {Seen} seen
 * @param {Certainty} certainty
 */
export function findUnclear(seen, certainty) {
  for (const { find, outweighedBy } of DOUBTS) {
    const doubt = outweighedBy.some((name) => certainty[name]) ? null : find(seen);
    if (doubt) return doubt;
  }
  return null;
}

/**
 * The same of a line as it is set: signs that stand too far apart, ink where accents would stand.
 * @param {Fitter} fitter @param {Studied} studied @param {LineFit} fit @param {Certainty} certainty
 */
export async function findUnclearFit(fitter, { job }, fit, certainty) {
  const tracking = findTrackingDoubt([fit]);
  // Names and lists of words have no accents, and engines read capitals without theirs: neither rules out a mark there.
  // Of 40 images of words on unseen sites two are refused for it; asked of small letters too, it would be twelve.
  const isCapitals = job.isSmall || !/\p{Ll}/u.test(job.text);
  if (tracking || certainty.spelled || (certainty.sure && !isCapitals)) return tracking;
  return findDotDoubt(await fitter.findMarks(job, fit), certainty.exact);
}

/**
 * Whether the `alt` of an image with areas lists a text among others.
 * @param {string} text
 * @param {Context} image
 * @returns {'alt'[]}
 */
function findListed(text, { alt, areas = [] }) {
  const listed = areas.length ? (alt ?? '').split(/\s*[,;|/•·]\s*|\s[-–—]\s/) : [];
  return listed.some((part) => findWitnesses(text, { alt: part }).includes('alt')) ? ['alt'] : [];
}
