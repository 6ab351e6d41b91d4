/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything
 * but its arguments and the other functions that are sent with it.
 */
/** @import { Desk, LineInput, PageFace, Setting, Target } from './fit-canvas.js' */
import { measureInk, rate } from './fit-canvas.js';

/**
 * The settings of one face whose ink fills the target's box at a size.
 * @param {Desk} desk
 * @param {PageFace[]} faces
 * @param {number} index
 * @param {number} size
 * @param {string} text
 * @param {Target} target
 * @returns {Setting[]}
 */
export function solveSettings(desk, faces, index, size, text, target) {
  /** Condensed and extended faces are no narrower or wider than a plain one made so. */
  const [NARROWEST, WIDEST] = [0.55, 1.65];
  const bounds = measureInk(desk, faces[index], text);
  const [left, right, ascent] = [bounds.left * size, bounds.right * size, bounds.ascent * size];
  const natural = left + right;
  const { box } = target;
  const wanted = box.width - 0.3;
  const y = Math.round(box.y + ascent);
  const x = box.x + left;
  const gaps = Math.max(1, [...text].length - 1);
  const spacing = (wanted - natural) / gaps;
  const scale = wanted / natural;
  /** @type {Setting[]} */
  const settings = [];
  if (spacing > -0.07 * size && spacing < 0.35 * size)
    settings.push({ face: index, size, spacing, words: 0, scale: 1, x, y });
  if (scale > NARROWEST && scale < WIDEST && Math.abs(scale - 1) > 0.05) {
    settings.push({ face: index, size, spacing: 0, words: 0, scale, x: box.x + left * scale, y });
  }
  return settings;
}

/**
 * Tries every face at the size its height asks for, and those that come near the best of them at every size it allows;
 * best first.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line @param {Target} target
 */
export function tryFaces(desk, faces, { text, isSmall }, target) {
  /** How far behind the best at first sight a face may be that turns out to be the one seen. */
  const HOPEFUL = 0.15;
  const SLANTED = 0.01;
  /** @param {Setting[]} settings */
  const pickBest = (settings) => {
    let best = null;
    for (const setting of settings) {
      const slanted = faces[setting.face].slant.startsWith('normal') ? 0 : SLANTED;
      const score = rate(desk, faces, setting, text, target) - slanted;
      if (!best || score > best.score) best = { setting, score };
    }
    return best;
  };
  const seen = faces.flatMap(({ slant }, face) => {
    if (slant.endsWith('small-caps') !== isSmall) return [];
    const { ascent, descent } = measureInk(desk, faces[face], text);
    if (!(ascent + descent > 0)) return [];
    const size = Math.round((target.box.height / (ascent + descent)) * 2) / 2;
    return { face, size, first: pickBest(solveSettings(desk, faces, face, size, text, target)) };
  });
  const most = Math.max(...seen.map(({ first }) => first?.score ?? 0));
  return seen
    .flatMap(({ face, size, first }) => {
      if (first && first.score < most - HOPEFUL) return first;
      const more = pickBest([
        ...solveSettings(desk, faces, face, size - 0.5, text, target),
        ...solveSettings(desk, faces, face, size + 0.5, text, target),
        ...listPlain({ face, size, ...measureInk(desk, faces[face], text) }, text, target),
      ]);
      return (more && first ? (more.score > first.score ? more : first) : (more ?? first)) ?? [];
    })
    .sort((a, b) => b.score - a.score);
}

/**
 * Settings as people write them that fill the target's box: whole sizes, whole pixels between the letters and before
 * them.
 * @param {{ face: number, size: number, left: number, right: number, ascent: number, descent: number }} face with its
 *   ink at a size of one
 * @param {string} text @param {Target} target
 */
export function listPlain({ face, size, left, right, ascent, descent }, text, target) {
  const { x: start, y: top, width, height } = target.box;
  const gaps = [...text].length - 1;
  /** @type {Setting[]} */
  const settings = [];
  for (let whole = Math.floor(size) - 1; whole <= Math.ceil(size) + 1; whole++) {
    for (const spacing of [0, 1, 2]) {
      if (Math.abs((left + right) * whole + spacing * gaps - width) > 2.2) continue;
      const x = start + left * whole;
      for (const y of new Set([Math.round(top + ascent * whole), Math.round(top + height - descent * whole)])) {
        // The tip of a letter may be too faint for the box.
        for (const at of new Set([Math.floor(x) - 1, Math.floor(x), Math.ceil(x)])) {
          settings.push({ face, size: whole, spacing, words: 0, scale: 1, x: at, y });
        }
      }
    }
  }
  return settings;
}

/**
 * Climbs from a setting to the best near it.
 * @param {Desk} desk @param {PageFace[]} faces @param {string} text @param {Target} target
 * @param {{ setting: Setting, score: number }} start
 */
export function refine(desk, faces, text, target, start) {
  let best = start;
  /** @param {Setting} setting */
  const attempt = (setting) => {
    const score = rate(desk, faces, setting, text, target);
    if (score <= best.score + 1e-6) return false;
    best = { setting, score };
    return true;
  };
  for (const step of [1, 0.5, 0.25]) {
    for (let moved = true, rounds = 0; moved && rounds < 4; rounds++) {
      moved = false;
      for (const next of listSteps(best.setting, text, target, step)) moved = attempt(next) || moved;
      if (step === 1) continue;
      for (const size of [best.setting.size - 0.5, best.setting.size + 0.5]) {
        const ratio = best.setting.size / size;
        for (const next of solveSettings(desk, faces, best.setting.face, size, text, target)) {
          moved = attempt({ ...next, words: best.setting.words }) || moved;
        }
        if (best.setting.scale !== 1)
          moved = attempt({ ...best.setting, size, scale: best.setting.scale * ratio }) || moved;
      }
    }
  }
  return best;
}

/**
 * Settings one step away: shifted, or looser and tighter in one way with the width kept.
 * @param {Setting} setting @param {string} text @param {Target} target @param {number} step
 * @returns {Setting[]}
 */
export function listSteps(setting, text, target, step) {
  const letters = [...text];
  const gaps = Math.max(1, letters.length - 1);
  const spaces = letters.filter((letter) => letter === ' ').length;
  const steps = [];
  for (const by of [-step, step]) {
    steps.push({ ...setting, y: setting.y + Math.sign(by) });
    steps.push({ ...setting, x: setting.x + by * 0.6 });
    if (setting.scale === 1) steps.push({ ...setting, spacing: setting.spacing + (by * 2) / gaps });
    else {
      const scale = setting.scale * (1 + (by * 2) / target.box.width);
      steps.push({ ...setting, scale });
      const wider = (setting.scale - scale) * (target.box.width / setting.scale / gaps);
      steps.push({ ...setting, scale, spacing: setting.spacing + (wider * 2) / setting.scale });
    }
    if (spaces > 0) {
      steps.push({ ...setting, words: setting.words + by, spacing: setting.spacing - (by * spaces) / gaps });
      steps.push({ ...setting, words: setting.words + by });
    }
  }
  return steps;
}

/**
 * Rounds a setting to plain numbers wherever that costs next to nothing.
 * @param {Desk} desk @param {PageFace[]} faces @param {string} text @param {Target} target
 * @param {{ setting: Setting, score: number }} found
 */
export function roundSetting(desk, faces, text, target, found) {
  let best = found;
  /** @param {Setting} setting @param {number} loss */
  const accept = (setting, loss) => {
    const score = rate(desk, faces, setting, text, target);
    if (score >= best.score - loss) best = { setting, score };
  };
  const { face, size } = found.setting;
  if (found.setting.scale === 1) {
    for (const whole of new Set([Math.round(size), size])) {
      const [natural] = solveSettings(desk, faces, face, whole, text, target);
      if (!natural) continue;
      for (const x of [
        Math.round(natural.x),
        Math.round(found.setting.x),
        Math.round(found.setting.x * 2) / 2,
        natural.x,
      ]) {
        for (const y of [found.setting.y, natural.y]) accept({ ...natural, spacing: 0, words: 0, x, y }, 0.004);
      }
    }
  }
  const { setting } = best;
  accept({ ...setting, x: Math.round(setting.x) }, 0.004);
  accept({ ...best.setting, x: Math.round(best.setting.x * 4) / 4 }, 0.02);
  accept({ ...best.setting, spacing: Math.round(best.setting.spacing * 10) / 10 }, 0.002);
  accept({ ...best.setting, spacing: Math.round(best.setting.spacing * 100) / 100 }, 0.02);
  accept({ ...best.setting, words: 0 }, 0.003);
  accept({ ...best.setting, words: Math.round(best.setting.words * 10) / 10 }, 0.01);
  accept({ ...best.setting, scale: Math.round(best.setting.scale * 100) / 100 }, 0.003);
  accept({ ...best.setting, scale: Math.round(best.setting.scale * 1000) / 1000 }, 0.02);
  return best;
}

/**
 * The best of the plain settings near a start: whole sizes and spacings, as people write them.
 * @param {Desk} desk @param {PageFace[]} faces @param {string} text @param {Target} target @param {Setting} near
 * @returns {{ setting: Setting, score: number } | null}
 */
export function tryPlain(desk, faces, text, target, near) {
  let best = null;
  const gaps = Math.max(1, [...text].length - 1);
  for (const step of [0, -1, 1, -2, 2]) {
    const size = Math.round(near.size) + step;
    const [solved] = solveSettings(desk, faces, near.face, size, text, target);
    if (solved?.scale !== 1) continue;
    for (const spacing of new Set([0, Math.round(solved.spacing), Math.round(solved.spacing * 2) / 2])) {
      if (Math.abs(spacing - solved.spacing) * gaps > 2) continue;
      for (const x of new Set([Math.round(solved.x), Math.round(solved.x) - 1, Math.round(solved.x) + 1, solved.x])) {
        for (const y of [solved.y, solved.y - 1, solved.y + 1]) {
          const setting = { ...solved, spacing, x, y };
          const score = rate(desk, faces, setting, text, target);
          if (!best || score > best.score) best = { setting, score };
        }
      }
    }
  }
  return best;
}
