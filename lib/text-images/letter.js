/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Context, Lettering, LineFit, Rejected } from './types.ts' */
/** @import { Tools } from './study.js' */
/** @import { Studies } from './trial.js' */
import { countWitnesses, findIllRead, findUnclear, findUnclearFit, weigh } from './certainty.js';
import { findDoubt } from './doubt.js';
import { areAlike, fitInFamily, polishBest, standInRow } from './family.js';
import { findFailure, GATES } from './gates.js';
import { contextOf } from './reading.js';
import { reject } from './reject.js';
import { gatherFamily, study, studyImage } from './study.js';
import { openTrial } from './trial.js';
import { findContradiction } from './witnesses.js';

/** Sets of faces that are painted before an image is given up: each takes a rendering. */
const MAX_ATTEMPTS = 3;
/**
 * How much more unlike than its gate allows what is painted first may be for another face to be tried: of 82 images
 * that were painted in a second or third one 18 were beyond, and none of those was accepted.
 */
const HOPELESS = 1.5;
/**
 * Turns one image into words, or says why not.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @param {readonly LineFit[] | null} [setting] how its lines must be set, where another image shows the same
 * @returns {Promise<Lettering | Rejected>}
 */
export async function letterImage(tools, decoded, context, setting = null) {
  const first = await letterOneWay(tools, decoded, context, setting, false);
  const second = 'rejected' in first ? await letterOneWay(tools, decoded, context, setting, true) : first;
  return 'rejected' in second ? first : second;
}

/**
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @param {readonly LineFit[] | null} setting @param {boolean} isAgain whether it is taken apart the other way
 * @returns {Promise<Lettering | Rejected>}
 */
async function letterOneWay(tools, decoded, context, setting, isAgain) {
  const { siblings, areas = [], language } = context;
  const alone = await study(tools, decoded, { siblings, areas, language }, isAgain);
  const isUncertain =
    'rejected' in alone ? alone.rejected === 'uncertain-text' : findIllRead(alone.texts, context, () => true);
  const seen = isUncertain ? await studyImage(tools, decoded, context, isAgain) : alone;
  if ('rejected' in seen) return seen;
  const text = seen.texts.map((line) => line.text).join(' ');
  const illRead = findIllRead(seen.texts, context, tools.heeds);
  if (illRead) return reject('uncertain-text', illRead, text);
  if (setting && setting.map((line) => line.text).join('\n') !== seen.texts.map((line) => line.text).join('\n'))
    return reject('looks-different', 'it says something else', text);
  const other = contradictionOf(seen, text, context);
  if (other && tools.heeds('the page says otherwise'))
    return reject('uncertain-text', `the page says “${other}”`, text);
  const choices = await chooseFits(tools, decoded, seen, context, setting);
  if ('reason' in choices) return reject(choices.rejected, choices.reason, text);
  const trial = openTrial(tools, decoded, seen, areas);
  const { likeness = 'visual' } = context;
  /** @type {Rejected | null} */
  let failed = null;
  for (const fits of listAttempts(choices)) {
    const shown = await trial.show(fits);
    const failure = findFailure(shown.scores, likeness, tools.heeds);
    if (!failure) return trial.describe(fits, shown);
    failed ??= { ...reject('looks-different', failure, text), scores: shown.scores };
    if (Number(failed.scores?.unlikeness) > GATES[likeness].unlikeness * HOPELESS) break;
  }
  return failed ?? reject('looks-different', 'no face has its shape', text);
}

/**
 * What the page says that contradicts the words, if anything does.
 * @param {Studies} seen @param {string} text @param {Context} context
 */
function contradictionOf({ lines, texts }, text, context) {
  if (!context.areas?.length) return findContradiction(text, context);
  return lines.map((line, index) => findContradiction(texts[index].text, contextOf(line, context))).find(Boolean);
}

/**
 * The fits of each line, best first; a reason where a line is uncertain or no face fits it.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Studies} seen @param {Context} context
 * @param {readonly LineFit[] | null} setting
 * @returns {Promise<LineFit[][] | { rejected: 'uncertain-text' | 'looks-different', reason: string }>}
 */
async function chooseFits(tools, decoded, seen, context, setting) {
  const { fitter, heeds } = tools;
  const best = await Promise.all(seen.studied.map((studied) => polishBest(fitter, studied)));
  const certainty = weigh(seen, best, context);
  const unclear = findUnclear(seen, certainty, heeds);
  if (unclear) return { rejected: 'uncertain-text', reason: unclear };
  const choices = [];
  for (const [index, studied] of seen.studied.entries()) {
    const family = async () => [
      ...seen.studied.filter((line) => line !== studied && (areAlike(line, studied) || standInRow(line, studied))),
      ...(await gatherFamily(tools, studied, decoded, context)),
    ];
    if (best[index].length === 0) return { rejected: 'looks-different', reason: 'no face has its shape' };
    const said = {
      countWitnesses: (/** @type {string} */ text) => countWitnesses(text, index, seen, context),
      isSpelled: certainty.spelled,
      heeds,
    };
    const doubt = await findDoubt(fitter, studied, best[index], said);
    if (doubt) return { rejected: 'uncertain-text', reason: doubt };
    const fits = setting
      ? [await fitter.hold(studied.job, setting[index])]
      : await fitInFamily(tools, studied, await family());
    const unclearFit = await findUnclearFit(fitter, studied, fits[0], heeds);
    if (unclearFit) return { rejected: 'uncertain-text', reason: unclearFit };
    choices.push(fits);
  }
  return choices;
}

/**
 * Fits to try in turn: what families prefer, then what each line prefers by itself.
 * @param {readonly LineFit[][]} choices of each line
 */
function listAttempts(choices) {
  const longest = Math.min(MAX_ATTEMPTS, Math.max(...choices.map((fits) => fits.length)));
  return Array.from({ length: longest }, (_, attempt) =>
    choices.map((fits) => fits[Math.min(attempt, fits.length - 1)]),
  );
}
