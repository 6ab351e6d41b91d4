/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything
 * but its arguments and the other functions that are sent with it.
 */
/** @import { Desk, LineInput, PageFace, Setting, Target } from './fit-canvas.js' */
import { prepare, setText, solveStrength } from './fit-canvas.js';

/**
 * How far a text's letters are ahead of letters they could be taken for, set in the same face at the same place. `lead`
 * is how much more of the seen ink the written letter explains, in shares of its own ink; `margin` is where the seen
 * ink stands between the two where they differ: .5 at the written letter, 0 in the middle, -.5 at the other. What other
 * faces do otherwise with both alike does not count in it. Each letter may move, grow or shrink a little, so that drift
 * and hinting do not decide.
 * @param {Desk} desk @param {PageFace[]} faces @param {Setting} setting @param {string} text
 * @param {{ at: number, length: number, letters: string }[]} variants replacements of parts of the text
 * @param {Target} target
 */
export function measureLeads(desk, faces, setting, text, variants, target) {
  const face = faces[setting.face];
  const seen = setText(desk, face, setting, text, target);
  const strength = solveStrength(target, seen);
  const whole = seen.map((value) => value * strength);
  /** Where a letter is ahead by as much as this without growing or shrinking, that would not change it. */
  const PLAIN = { lead: 0.12, margin: 0.35 };
  /** Share of a letter's ink from which two letters differ at all: an accent may lie beyond the image. */
  const SEEN = 0.02;
  const FIXED = [0];
  const FLEXIBLE = [0, -0.75, 0.75];
  /**
   * @type {Map<string, { letters: string, mass: number, rest: Float32Array, slot: { at: number, reach: number,
   *   strength: number }, nearest: Map<number[], Nearest> }>}
   */
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
    const rest = whole.map((value, index) => target.blurred[index] - value + own[index] * strength);
    let mass = 0;
    for (const value of own) mass += value;
    const entry = { letters, mass, rest, slot, nearest: new Map() };
    written.set(key, entry);
    return entry;
  };
  return variants.map(({ at, length, letters }) => {
    const { letters: read, mass, rest, slot, nearest } = readWritten(at, length);
    /** @param {number[]} growths */
    const compare = (growths) => {
      const own = nearest.get(growths) ?? findNearest(desk, face, setting, read, target, rest, slot, growths);
      nearest.set(growths, own);
      const other = findNearest(desk, face, setting, letters, target, rest, slot, growths);
      let apart = 0;
      for (let at = 0; at < own.set.length; at++) apart += ((own.set[at] - other.set[at]) * slot.strength) ** 2;
      return {
        lead: (other.difference - own.difference) / Math.max(1, mass),
        margin: (other.squared - own.squared) / Math.max(0.02, 2 * apart),
        isSeen: apart > mass * SEEN,
      };
    };
    const plain = compare(FIXED);
    return plain.lead > PLAIN.lead && plain.margin > PLAIN.margin ? plain : compare(FLEXIBLE);
  });
}

/**
 * @typedef {{ difference: number, squared: number, set: Float32Array }} Nearest letters where they differ least from
 *   what is seen: the sum of the differences, of their squares, and the letters themselves
 */

/**
 * Letters in their place, moved by up to a pixel, where they leave the least difference.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} letters @param {Target} target
 * @param {Float32Array} rest what is seen, without everything set but the letters in question
 * @param {{ at: number, reach: number, strength: number }} slot @param {readonly number[]} growths
 * @returns {Nearest}
 */
export function findNearest(desk, face, setting, letters, target, rest, slot, growths) {
  prepare(desk, face, setting);
  const width = (desk.context.measureText(letters).width - setting.spacing) * setting.scale;
  const from = Math.max(0, Math.floor(slot.at - slot.reach));
  const to = Math.min(target.width, Math.ceil(slot.at + slot.reach));
  // A letter that a wide setting puts beyond the image has no column there.
  const wide = Math.max(0, to - from);
  // A column more on either side, so that one drawing serves for whole steps to both.
  const part = { width: wide + 2, height: target.height, colour: target.colour, passes: target.passes };
  /** @type {{ difference: number, squared: number, drawn: Float32Array, step: number } | null} */
  let best = null;
  for (const growth of growths) {
    const size = setting.size + growth;
    const x = slot.at - (width * size) / setting.size / 2 - from + 1;
    for (const [half, steps] of /** @type {const} */ ([
      [0, [-1, 0, 1]],
      [0.5, [-1, 0]],
    ])) {
      const drawn = setText(desk, face, { ...setting, size, x: x + half }, letters, part);
      for (const step of steps) {
        let difference = 0;
        let squared = 0;
        for (let y = 0; y < target.height; y++) {
          const row = y * target.width + from;
          const own = y * part.width + 1 - step;
          for (let column = 0; column < wide; column++) {
            const apart = rest[row + column] - drawn[own + column] * slot.strength;
            difference += Math.abs(apart);
            squared += apart * apart;
          }
        }
        if (!best || difference < best.difference) best = { difference, squared, drawn, step };
      }
    }
  }
  const { difference, squared, drawn, step } = /** @type {NonNullable<typeof best>} */ (best);
  const set = new Float32Array(wide * target.height);
  for (let y = 0; y < target.height; y++) {
    const own = y * part.width + 1 - step;
    set.set(drawn.subarray(own, own + wide), y * wide);
  }
  return { difference, squared, set };
}
