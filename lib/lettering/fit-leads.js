/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything but its
 * arguments and the other functions that are sent with it.
 */
/** @import { Desk, LineInput, PageFace, Setting, Target } from './fit-canvas.js' */
import { prepare, setText, solveStrength } from './fit-canvas.js';

/**
 * Leads of a text's letters over letters they could be taken for, set in the same face at the same place: how much more
 * of the seen ink the written letter explains, in shares of its own ink. Each may move a little, so that drift does not decide.
 * @param {Desk} desk @param {PageFace[]} faces @param {Setting} setting @param {string} text
 * @param {{ at: number, length: number, letters: string }[]} variants replacements of parts of the text
 * @param {Target} target
 */
export function measureLeads(desk, faces, setting, text, variants, target) {
  const face = faces[setting.face];
  const seen = setText(desk, face, setting, text, target);
  const strength = solveStrength(target, seen);
  const whole = seen.map((value) => value * strength);
  /** Leads below this are measured again with letters that may also grow or shrink, as hinting makes them. */
  const CLOSE = 0.05;
  const shifts = [-1, -0.5, 0, 0.5, 1].map((shift) => /** @type {const} */ ([shift, 0]));
  /** @type {Map<string, { least: number, mass: number, rest: Float32Array, slot: { at: number, reach: number, strength: number } }>} */
  const written = new Map();
  /** @param {number} at @param {number} length */
  const readWritten = (at, length) => {
    const key = `${at}+${length}`;
    const known = written.get(key);
    if (known) return known;
    prepare(desk, face, setting);
    const letters = text.slice(at, at + length);
    const width = desk.context.measureText(letters).width;
    const end = desk.context.measureText(text.slice(0, at + length)).width;
    const left = setting.x + (end - width) * setting.scale;
    const centre = left + ((width - setting.spacing) * setting.scale) / 2;
    const slot = { at: centre, reach: Math.ceil((width * setting.scale) / 2) + 2, strength };
    const own = setText(desk, face, { ...setting, x: left }, letters, target);
    const rest = whole.map((value, index) => value - own[index] * strength);
    const least = leastDifference(desk, face, setting, letters, target, rest, slot, shifts);
    let mass = 0;
    for (const value of own) mass += value;
    const entry = { least, mass, rest, slot };
    written.set(key, entry);
    return entry;
  };
  return variants.map(({ at, length, letters }) => {
    const { least, mass, rest, slot } = readWritten(at, length);
    const other = leastDifference(desk, face, setting, letters, target, rest, slot, shifts);
    const lead = (other - least) / Math.max(1, mass);
    if (lead > CLOSE) return lead;
    const flexible = shifts.flatMap(([shift]) => [-0.75, 0, 0.75].map((grow) => /** @type {const} */ ([shift, grow])));
    const own = leastDifference(desk, face, setting, text.slice(at, at + length), target, rest, slot, flexible);
    return (leastDifference(desk, face, setting, letters, target, rest, slot, flexible) - own) / Math.max(1, mass);
  });
}

/**
 * The least difference that letters leave in their place, moved by up to a pixel.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} letters @param {Target} target
 * @param {Float32Array} rest everything set but the letters in question @param {{ at: number, reach: number, strength: number }} slot
 * @param {readonly (readonly [number, number])[]} tries shifts and growths
 */
export function leastDifference(desk, face, setting, letters, target, rest, slot, tries) {
  prepare(desk, face, setting);
  const width = (desk.context.measureText(letters).width - setting.spacing) * setting.scale;
  const from = Math.max(0, Math.floor(slot.at - slot.reach));
  const to = Math.min(target.width, Math.ceil(slot.at + slot.reach));
  const part = { width: to - from, height: target.height, colour: target.colour, passes: target.passes };
  let least = Number.POSITIVE_INFINITY;
  for (const [shift, grow] of tries) {
    const size = setting.size + grow;
    const x = slot.at - (width * size) / setting.size / 2 + shift - from;
    const set = setText(desk, face, { ...setting, size, x }, letters, part);
    let sum = 0;
    for (let y = 0; y < target.height; y++) {
      for (let x = from; x < to; x++) {
        const index = y * target.width + x;
        sum += Math.abs(target.blurred[index] - rest[index] - set[y * part.width + x - from] * slot.strength);
      }
    }
    least = Math.min(least, sum);
  }
  return least;
}

/**
 * How much more ink stands where a text's `i` have their dots than the face puts there, in dots: one more where each has two.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text @param {Target} target @param {number} strength
 */
export function measureDots(desk, face, setting, text, target, strength) {
  const set = setText(desk, face, setting, text, target);
  let most = 0;
  for (let at = text.indexOf('i'); at >= 0; at = text.indexOf('i', at + 1)) {
    prepare(desk, face, setting);
    const start = desk.context.measureText(text.slice(0, at + 1)).width - desk.context.measureText('i').width;
    const x = setting.x + start * setting.scale;
    const dotted = setText(desk, face, { ...setting, x }, 'i', target);
    const bare = setText(desk, face, { ...setting, x }, '\u0131', target);
    const dot = dotted.map((value, index) => Math.max(0, value - bare[index]) * strength);
    const core = dot.reduce((high, value) => Math.max(high, value), 0.1) * 0.6;
    const rows = Array.from({ length: target.height }, (_, y) => y).filter((y) =>
      dot.subarray(y * target.width, (y + 1) * target.width).some((value) => value > core),
    );
    const reach = Math.ceil(setting.size * 0.15) + 1;
    const columns = Array.from({ length: target.width }, (_, column) => column).filter((column) =>
      rows.some((y) =>
        dot
          .subarray(
            y * target.width + Math.max(0, column - reach),
            y * target.width + Math.min(target.width, column + reach + 1),
          )
          .some((value) => value > 0.1),
      ),
    );
    let more = 0;
    for (const y of rows) {
      for (const column of columns)
        more += target.blurred[y * target.width + column] - set[y * target.width + column] * strength;
    }
    const mass = dot.reduce((sum, value) => sum + value, 0);
    if (mass > 0) most = Math.max(most, more / mass);
    // Two dots close by weigh no more than a thick one, but there is a gap between them.
    const peaks = columns.map((column) => Math.max(0, ...rows.map((y) => target.coverage[y * target.width + column])));
    const hasGap = peaks.some((value, index) => {
      const [before, after] = [Math.max(0, ...peaks.slice(0, index)), Math.max(0, ...peaks.slice(index + 1))];
      return Math.min(before, after) > 0.3 && value < Math.min(before, after) * 0.6;
    });
    if (hasGap && !standsBeside(text, at)) most = Math.max(most, 1);
  }
  return most;
}

/** Whether a letter beside one reaches up to where its dot is. @param {string} text @param {number} at */
export function standsBeside(text, at) {
  return /[^acemnorsuvwxz .,]/.test(text.slice(Math.max(0, at - 1), at) + text.slice(at + 1, at + 2));
}

/**
 * How much more ink stands over a text's capitals than the face puts there, in marks: one more where an accent was not read.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text @param {Target} target @param {number} strength
 */
export function measureMarks(desk, face, setting, text, target, strength) {
  /** @type {Readonly<Record<string, string>>} */
  const withMark = { A: 'Ä', E: 'Ë', I: 'Ï', O: 'Ö', U: 'Ü' };
  const set = setText(desk, face, setting, text, target);
  let most = 0;
  [...text].forEach((letter, at) => {
    if (!(letter in withMark)) return;
    prepare(desk, face, setting);
    const start = desk.context.measureText(text.slice(0, at + 1)).width - desk.context.measureText(letter).width;
    const x = setting.x + start * setting.scale;
    const bare = setText(desk, face, { ...setting, x }, letter, target);
    const marked = setText(desk, face, { ...setting, x }, withMark[letter], target);
    let [more, mass] = [0, 0];
    marked.forEach((value, index) => {
      const mark = (value - bare[index]) * strength;
      if (mark < 0.1) return;
      mass += mark;
      more += Math.min(mark, Math.max(0, target.blurred[index] - set[index] * strength));
    });
    if (mass > 0) most = Math.max(most, more / mass);
  });
  return most;
}
