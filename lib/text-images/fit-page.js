/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything
 * but its arguments and the other functions that are sent with it.
 */
/** @import { Desk, LineInput, PageFace, Setting, Target } from './fit-canvas.js' */
import {
  blur,
  drawText,
  measureInk,
  openDesk,
  prepare,
  rate,
  setText,
  similarity,
  solveStrength,
  unpackCoverage,
} from './fit-canvas.js';
import { findNearest, measureLeads } from './fit-leads.js';
import { listPlain, listSteps, refine, roundSetting, solveSettings, tryFaces, tryPlain } from './fit-search.js';

/**
 * How well each letter covers its own columns: the worst of them.
 * @param {Desk} desk
 * @param {PageFace} face
 * @param {Setting} setting
 * @param {string} text
 * @param {Target} target
 * @param {number} strength
 */
function worstLetter(desk, face, setting, text, target, strength) {
  const set = setText(desk, face, setting, text, target);
  prepare(desk, face, setting);
  const letters = [...text];
  let worst = 1;
  let from = 0;
  letters.forEach((letter, index) => {
    const to = desk.context.measureText(letters.slice(0, index + 1).join('')).width;
    const left = Math.max(0, Math.floor(setting.x + from * setting.scale) - 1);
    const right = Math.min(target.width, Math.ceil(setting.x + (to - setting.spacing) * setting.scale) + 1);
    from = to;
    if (letter === ' ') return;
    let difference = 0;
    let mass = 0;
    for (let y = 0; y < target.height; y++) {
      for (let x = left; x < right; x++) {
        const at = y * target.width + x;
        const inked = set[at] * strength;
        difference += Math.abs(target.blurred[at] - inked);
        mass += target.blurred[at] + inked;
      }
    }
    worst = Math.min(worst, mass > 0 ? 1 - difference / mass : 0);
  });
  return worst;
}

/**
 * The best quick setting of every face that fits at all.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line
 */
function rankFaces(desk, faces, line) {
  return tryFaces(desk, faces, line, aim(desk, line, 2));
}

/**
 * The best setting that can be reached from a start, rounded to plain numbers and described; `rated` says how good it
 * is.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line
 * @param {{ setting: Setting, score: number }} start
 */
function polish(desk, faces, line, start) {
  const target = aim(desk, line, 2);
  const { text } = line;
  const plain = tryPlain(desk, faces, text, target, start.setting);
  const better = plain && plain.score > start.score ? plain : start;
  const { setting, score } =
    plain && plain.score > 0.97
      ? plain
      : roundSetting(desk, faces, text, target, refine(desk, faces, text, target, better));
  return { ...describeFit(desk, faces, text, target, setting), rated: score };
}

/**
 * A setting that others share, moved to where it fits this line best.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line @param {Setting} shared
 */
function adopt(desk, faces, line, shared) {
  const target = aim(desk, line, 2);
  let best = null;
  for (let by = -3; by <= 3; by += 0.5) {
    for (const y of [shared.y, Math.round(shared.y), shared.y - 1, shared.y + 1]) {
      const setting = { ...shared, y, x: Math.round((shared.x + by) * 4) / 4 };
      const score = rate(desk, faces, setting, line.text, target);
      if (!best || score > best.score) best = { setting, score };
    }
  }
  const { setting } = /** @type {{ setting: Setting, score: number }} */ (best);
  return describeFit(desk, faces, line.text, target, setting);
}

/**
 * A setting that another image has, on this line as it is.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line @param {Setting} shared
 */
function hold(desk, faces, line, shared) {
  return describeFit(desk, faces, line.text, aim(desk, line, 2), shared);
}

/**
 * @param {Desk} desk
 * @param {{ width: number, height: number, coverage: string, box: Target['box'], colour: string }} line
 * @param {number} passes
 * @returns {Target}
 */
function aim(desk, { width, height, coverage, box, colour }, passes) {
  // With what is drawn around a target.
  const [wide, high] = [width + 8, height + 8];
  if (desk.canvas.width < wide || desk.canvas.height < high) {
    desk.canvas.width = Math.max(desk.canvas.width, wide);
    desk.canvas.height = Math.max(desk.canvas.height, high);
  }
  desk.drawings.clear();
  desk.bounds.clear();
  const map = unpackCoverage(coverage);
  const blurred = blur(desk, map, 0, width, { width, height, passes }, 1, new Float32Array(map.length));
  const mass = blurred.reduce((sum, value) => sum + value, 0);
  return { width, height, coverage: map, blurred, mass, box, colour, passes };
}

/** @param {Desk} desk @param {PageFace[]} faces @param {string} text @param {Target} target @param {Setting} setting */
function describeFit(desk, faces, text, target, setting) {
  const face = faces[setting.face];
  const set = setText(desk, face, setting, text, target);
  const solved = solveStrength(target, set);
  const stronger = similarity(target, set, solved);
  const plain = similarity(target, set);
  const strength = stronger > plain + 0.003 ? solved : 1;
  prepare(desk, face, setting);
  const metrics = desk.context.measureText(text);
  const bounds = measureInk(desk, face, text);
  return {
    ...setting,
    top: setting.y - bounds.ascent * setting.size,
    bottom: setting.y + bounds.descent * setting.size,
    score: strength === 1 ? plain : stronger,
    strength,
    worst: worstLetter(desk, face, setting, text, target, strength),
    ascent: Math.round(metrics.fontBoundingBoxAscent),
    descent: Math.round(metrics.fontBoundingBoxDescent),
    advance: metrics.width * setting.scale,
  };
}

/**
 * How much of what stands out of small letters, above the height of an `x` or below the line, is missing where least of
 * it is, in shares of it; 0 where none of the letters stands out. Small capitals that were read as small letters lack
 * all of it.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line @param {Setting} setting
 */
function measureMissing(desk, faces, line, setting) {
  /** Rows above the height of an `x` that its round neighbours reach into. */
  const OVERSHOOT = 0.06;
  /** Ink, in pixels, of the dot of an `i` in the smallest type: less than that may lie between two rows. */
  const LEAST_MASS = 0.4;
  const target = aim(desk, line, 2);
  const face = faces[setting.face];
  const { text } = line;
  const { strength } = describeFit(desk, faces, text, target, setting);
  const top = Math.floor(setting.y - (measureInk(desk, face, 'x').ascent + OVERSHOOT) * setting.size);
  const bottom = Math.ceil(setting.y + OVERSHOOT * setting.size) + 1;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, letter] of [...text].entries()) {
    const [from, to] = /[bdfhikl]/.test(letter) ? [0, top] : /[gpqy]/.test(letter) ? [bottom, target.height] : [0, 0];
    if (to <= from) continue;
    prepare(desk, face, setting);
    const end = desk.context.measureText(text.slice(0, at + 1)).width * setting.scale;
    const width = desk.context.measureText(letter).width * setting.scale;
    const own = setText(desk, face, { ...setting, x: setting.x + end - width }, letter, target);
    const [left, right] = [Math.floor(setting.x + end - width) - 1, Math.ceil(setting.x + end) + 1];
    let [mass, seen] = [0, 0];
    for (let y = from; y < to; y++) {
      for (let x = Math.max(0, left); x < Math.min(target.width, right); x++) {
        mass += own[y * target.width + x] * strength;
        seen += target.blurred[y * target.width + x];
      }
    }
    if (mass > LEAST_MASS) least = Math.min(least, Math.max(0, 1 - seen / mass));
  }
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

/** Everything the page needs, as source. */
export const pageFunctions = [
  openDesk,
  unpackCoverage,
  blur,
  prepare,
  drawText,
  setText,
  rate,
  similarity,
  measureInk,
  solveSettings,
  tryFaces,
  listPlain,
  refine,
  listSteps,
  findNearest,
  tryPlain,
  roundSetting,
  worstLetter,
  solveStrength,
  measureLeads,
  rankFaces,
  polish,
  adopt,
  hold,
  aim,
  describeFit,
  measureMissing,
];
