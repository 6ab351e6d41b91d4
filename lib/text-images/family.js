/** @import { DecodedImage } from '../images/types.ts' */
/** @import { LineJob, Fitter, Start } from './fitter.js' */
/** @import { Face, LineFit } from './types.ts' */

/**
 * @typedef {object} Studied one line of an image, read and tried in every face
 * @property {LineJob} job
 * @property {readonly Start[]} starts
 * @property {number} imageHeight
 * @property {boolean} [isUnanimous] whether all engines read it alike
 * @property {boolean} [isSpelledByOne] whether they do but for accents, of which one of them alone knows
 * @property {string | null} [language] of its page
 */

/** How much worse than its own best a line may be for the sake of its family's face. */
const MAX_CONCESSION = 0.03;
/** How much a shared setting may cost a line. */
const MAX_LOSS = 0.007;
/** What serifs must bring: they show, so where a plain face fits nearly as well there are none. */
const SERIFS = 0.015;
/** What airs must bring, such as those of a comic face: light sans faces have its weight (see `GATES`). */
const AIRS = 0.06;
/** What letters of one width must bring on top. */
const EVEN = 0.02;
/** What leaning must bring: upright words that lean are seen at once. */
const LEAN = 0.02;
/** How many of its own best faces a line is polished in when it has no family. */
const ALONE = 3;
/**
 * By so much more colour strokes are made up for that a screen drew a little thinner, and what more of it costs a face.
 */
const LITTLE_THINNER = 1.1;
/** Similarity lost per unit of stroke that is thinner than the image's. */
const TOO_THIN = 0.15;
/** So many looks are held against each other. */
const MOST_LOOKS = 3;

/**
 * Whether two lines may be of one look: as tall, in images as tall, both in small capitals or neither.
 * @param {Studied} one @param {Studied} other
 */
export function areAlike(one, other) {
  return (
    one.imageHeight === other.imageHeight &&
    (one.job.isSmall ?? false) === (other.job.isSmall ?? false) &&
    Math.abs(capHeight(one) - capHeight(other)) <= 1.2
  );
}

/** Whether two lines of one image stand side by side, cut from one. @param {Studied} one @param {Studied} other */
export function standInRow({ job: { box: one } }, { job: { box: other } }) {
  const [top, bottom] = [other.y - one.y, other.y + other.height - one.y - one.height];
  return Math.min(Math.abs(top), Math.abs(bottom)) <= 1;
}

/** What the size of the best face says of a line's height, whatever letters it has. @param {Studied} studied */
function capHeight({ starts }) {
  const sizes = starts.slice(0, 5).map(({ setting }) => setting.size);
  return sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 0;
}

/**
 * Fits of a line, the one to prefer first: the setting its family shares, its own in the family's face, and its own
 * best.
 * @param {{ fitter: Fitter, faces: readonly Face[] }} tools
 * @param {Studied} own
 * @param {readonly Studied[]} family its like, without itself
 * @returns {Promise<LineFit[]>}
 */
export async function fitInFamily({ fitter, faces }, own, family) {
  if (own.starts.length === 0) return [];
  if (family.length === 0) return polishLikely(fitter, own, faces);
  const members = [own, ...family];
  const look = await chooseLook(fitter, members, faces);
  const face = chooseFace(own, members, look, faces);
  const same = members.filter((member) => chooseFace(member, members, look, faces) === face);
  const fits = [];
  for (const member of same) fits.push(...(await polishIn(fitter, member, face)).slice(0, 1));
  const [ownFit] = fits;
  const best = (await polishBest(fitter, own)).filter((fit) => lookOf(fit.face) === look);
  const shared = fits.length > 1 ? findShared(fits) : null;
  if (!shared) return [ownFit, ...best];
  const anchored = {
    ...shared,
    x: ownFit.x,
    baseline: keepsBaseline(fits, ownFit) ? shared.baseline : ownFit.baseline,
  };
  const adopted = await fitter.adopt(own.job, { ...anchored, text: own.job.text });
  return adopted.similarity >= ownFit.similarity - MAX_LOSS ? [adopted, ownFit, ...best] : [ownFit, ...best];
}

/** A line's fits in its own best faces. @param {Fitter} fitter @param {Studied} studied */
export function polishBest(fitter, { job, starts }) {
  return fitter.polish(job, starts.slice(0, ALONE));
}

/**
 * A line's fits in its own best faces and the best of the plain ones, the likeliest first.
 * @param {Fitter} fitter
 * @param {Studied} studied
 * @param {readonly Face[]} faces
 */
async function polishLikely(fitter, studied, faces) {
  const best = await polishBest(fitter, studied);
  const plain = studied.starts.find(({ setting }) => faces[setting.face].isPlain);
  const isTried = best.some(({ face }) => face.isPlain);
  const also = plain && !isTried ? await polishIn(fitter, studied, plain.setting.face) : [];
  return [...best, ...also].sort((a, b) => likelihood(b.face, b.similarity) - likelihood(a.face, a.similarity));
}

/** How likely a face is the one seen. @param {Face} face @param {number} score how well it fits */
function likelihood({ isPlain, slant, stack }, score) {
  const even = stack.endsWith(',monospace') ? EVEN : 0;
  const airs = stack.endsWith(',cursive') ? AIRS : SERIFS;
  return score - (isPlain ? 0 : airs) - (slant === 'normal' ? 0 : LEAN) - even;
}

/**
 * What of a face shows at a glance: the generic family that it ends in, how heavy it is, and whether it leans.
 * @param {Face} face
 */
function lookOf({ stack, weight, slant, hasSmallCapitals = false }) {
  return `${stack.split(',').at(-1)} ${weight} ${slant} ${hasSmallCapitals}`;
}

/**
 * The look of the faces that a family's members fit best in, all in all; a quick fit says little of how heavy they are.
 * @param {Fitter} fitter @param {readonly Studied[]} members @param {readonly Face[]} faces
 */
async function chooseLook(fitter, members, faces) {
  const quick = rankLooks(
    members.map(({ starts }) => starts.map(({ setting, score }) => ({ face: faces[setting.face], score }))),
  );
  const open = quick.filter(({ sum }) => sum >= quick[0].sum - MAX_CONCESSION * members.length).slice(0, MOST_LOOKS);
  if (open.length === 1) return open[0].look;
  const polished = [];
  for (const member of members) {
    const tried = open.flatMap(
      ({ look }) => member.starts.find(({ setting }) => lookOf(faces[setting.face]) === look) ?? [],
    );
    const fits = [];
    for (const { setting } of tried) fits.push(...(await polishIn(fitter, member, setting.face)));
    polished.push(fits.map((fit) => ({ face: fit.face, score: fit.similarity - thinness(fit) })));
  }
  return rankLooks(polished)[0]?.look ?? open[0].look;
}

/**
 * What it counts against a face that its strokes have to be made up for by a stronger colour: the heavier one is there.
 * @param {LineFit} fit
 */
function thinness({ strength }) {
  return TOO_THIN * Math.max(0, strength - LITTLE_THINNER);
}

/**
 * Looks by how well their best faces fit all lines, the best first.
 * @param {readonly (readonly { face: Face, score: number }[])[]} lines
 */
function rankLooks(lines) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const fits of lines) {
    const best = Map.groupBy(fits, ({ face }) => lookOf(face));
    for (const [look, alike] of best) {
      const { face, score } = alike.reduce((one, other) => (other.score > one.score ? other : one));
      sums.set(look, (sums.get(look) ?? 0) + likelihood(face, score));
    }
  }
  return [...sums].map(([look, sum]) => ({ look, sum })).sort((one, other) => other.sum - one.sum);
}

/** @param {Fitter} fitter @param {Studied} studied @param {number} face */
function polishIn(fitter, { job, starts }, face) {
  return fitter.polish(
    job,
    starts.filter(({ setting }) => setting.face === face),
  );
}

/**
 * Of the faces nearly as good as a line's best, the one its family fits best in.
 * @param {Studied} studied @param {readonly Studied[]} members @param {string} look @param {readonly Face[]} faces
 */
function chooseFace({ starts }, members, look, faces) {
  const fitting = starts.filter(({ setting }) => lookOf(faces[setting.face]) === look);
  const choice = fitting.length ? fitting : starts;
  const open = choice.filter(({ score }) => score >= choice[0].score - MAX_CONCESSION);
  /** @param {number} face */
  const rate = (face) =>
    members.reduce((sum, member) => sum + (member.starts.find(({ setting }) => setting.face === face)?.score ?? 0), 0);
  const rated = open.map(({ setting, score }) => ({
    face: setting.face,
    rating: rate(setting.face) / members.length + score,
  }));
  return rated.reduce((best, next) => (next.rating > best.rating ? next : best)).face;
}

/** The setting in the middle of its kind. @param {readonly LineFit[]} fits @returns {LineFit} */
function findShared(fits) {
  const sizePx = median(fits.map((fit) => fit.sizePx));
  const near = fits.filter((fit) => Math.abs(fit.sizePx - sizePx) <= 0.5);
  const exact = near.filter((fit) => fit.sizePx === sizePx);
  const pool = exact.length ? exact : near;
  const squeezed = pool.filter((fit) => fit.scaleX !== 1);
  const isSqueezed = squeezed.length * 2 > pool.length;
  const alike = isSqueezed ? squeezed : pool.filter((fit) => fit.scaleX === 1);
  return {
    ...alike[0],
    sizePx,
    letterSpacingPx: round(median(alike.map((fit) => fit.letterSpacingPx)), 1),
    wordSpacingPx: round(median(alike.filter((fit) => fit.text.includes(' ')).map((fit) => fit.wordSpacingPx)) || 0, 1),
    scaleX: isSqueezed ? round(median(alike.map((fit) => fit.scaleX)), 2) : 1,
    baseline: median(fits.map((fit) => fit.baseline)),
  };
}

/** @param {readonly LineFit[]} fits @param {LineFit} own */
function keepsBaseline(fits, own) {
  return Math.abs(median(fits.map((fit) => fit.baseline)) - own.baseline) <= 0.5;
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** @param {number} value @param {number} digits */
function round(value, digits) {
  return Number(value.toFixed(digits));
}
