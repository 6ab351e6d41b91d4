/**
 * What runs inside the browser page: sets text on a canvas and compares it with what an image shows.
 * Every function here is sent to the page by its source, so none may use anything but its arguments and its siblings.
 */

/**
 * @typedef {object} Target a line of an image
 * @property {number} width
 * @property {number} height
 * @property {Float32Array} coverage
 * @property {Float32Array} blurred
 * @property {number} mass sum of `blurred`
 * @property {{ x: number, y: number, width: number, height: number }} box of the ink
 * @property {string} colour
 * @property {number} passes how often to blur: twice to fit as a glance sees it, once to tell letters apart
 *
 * @typedef {object} Setting how a line is set
 * @property {number} face index into the faces
 * @property {number} size
 * @property {number} spacing between letters
 * @property {number} words between words, on top
 * @property {number} scale
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} PageFace
 * @property {string} family
 * @property {number} weight
 * @property {string} slant
 *
 * @typedef {{ text: string, width: number, height: number, coverage: string, box: Target['box'], colour: string }} LineInput
 *
 * @typedef {{ canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D }} Desk
 */

/** @param {number} width @param {number} height @returns {Desk} */
export function openDesk(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no 2D canvas');
  return { canvas, context };
}

/** Coverage 0…1 from base64 bytes. @param {string} base64 */
export function unpackCoverage(base64) {
  const bytes = atob(base64);
  const coverage = new Float32Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) coverage[at] = bytes.charCodeAt(at) / 170;
  return coverage;
}

/** Binomial blur of three by three. @param {Float32Array} map @param {number} width @param {number} height */
export function blur(map, width, height) {
  const wide = new Float32Array(map.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const before = x > 0 ? map[at - 1] : 0;
      const after = x < width - 1 ? map[at + 1] : 0;
      wide[at] = (before + 2 * map[at] + after) / 4;
    }
  }
  const out = new Float32Array(map.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const above = y > 0 ? wide[at - width] : 0;
      const below = y < height - 1 ? wide[at + width] : 0;
      out[at] = (above + 2 * wide[at] + below) / 4;
    }
  }
  return out;
}

/** @param {Desk} desk @param {PageFace} face @param {Setting} setting */
export function prepare({ context }, face, { size, spacing, words }) {
  context.font = `${face.slant} ${face.weight} ${size}px "${face.family}"`;
  context.letterSpacing = `${spacing}px`;
  context.wordSpacing = `${words}px`;
  context.fontKerning = 'normal';
}

/**
 * Sets a text and reads its coverage back.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text
 * @param {{ width: number, height: number, colour: string, passes: number }} target
 */
export function setText(desk, face, setting, text, target) {
  const { context } = desk;
  const { width, height } = target;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  prepare(desk, face, setting);
  context.fillStyle = target.colour;
  context.setTransform(setting.scale, 0, 0, 1, setting.x, setting.y);
  context.fillText(text, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const map = new Float32Array(width * height);
  for (let at = 0; at < map.length; at++) map[at] = data[at * 4 + 3] / 255;
  const once = blur(map, width, height);
  return target.passes > 1 ? blur(once, width, height) : once;
}

/** Share of ink that two maps have in common. @param {Target} target @param {Float32Array} set @param {number} [strength] */
export function similarity(target, set, strength = 1) {
  let mass = 0;
  let difference = 0;
  for (let at = 0; at < set.length; at++) {
    mass += set[at] * strength;
    difference += Math.abs(target.blurred[at] - set[at] * strength);
  }
  return mass + target.mass > 0 ? 1 - difference / (mass + target.mass) : 0;
}

/**
 * Where a text's ink lies around its origin, for a size of one: measured large, since the browser rounds to whole pixels.
 * @param {Desk} desk @param {PageFace} face @param {string} text
 */
export function measureInk(desk, face, text) {
  const size = 200;
  prepare(desk, face, { face: 0, size, spacing: 0, words: 0, scale: 1, x: 0, y: 0 });
  const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
    desk.context.measureText(text);
  return {
    left: actualBoundingBoxLeft / size,
    right: actualBoundingBoxRight / size,
    ascent: actualBoundingBoxAscent / size,
    descent: actualBoundingBoxDescent / size,
  };
}

/**
 * The settings of one face whose ink fills the target's box at a size.
 * @param {Desk} desk @param {PageFace[]} faces @param {number} index @param {number} size @param {string} text @param {Target} target
 * @returns {Setting[]}
 */
export function solveSettings(desk, faces, index, size, text, target) {
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
  if (scale > 0.68 && scale < 0.95) {
    settings.push({ face: index, size, spacing: 0, words: 0, scale, x: box.x + left * scale, y });
  }
  return settings;
}

/**
 * Tries every face at the sizes its height allows; best first.
 * @param {Desk} desk @param {PageFace[]} faces @param {string} text @param {Target} target
 */
export function tryFaces(desk, faces, text, target) {
  /** @type {{ setting: Setting, score: number }[]} */
  const tried = [];
  faces.forEach((face, index) => {
    const { ascent, descent } = measureInk(desk, face, text);
    if (!(ascent + descent > 0)) return;
    const size = Math.round((target.box.height / (ascent + descent)) * 2) / 2;
    let best = null;
    for (const step of [0, -0.5, 0.5]) {
      for (const setting of solveSettings(desk, faces, index, size + step, text, target)) {
        const score =
          similarity(target, setText(desk, face, setting, text, target)) - (face.slant === 'normal' ? 0 : 0.01);
        if (!best || score > best.score) best = { setting, score };
      }
    }
    if (best && best.setting.scale === 1 && Math.abs(best.setting.spacing) < 0.3) {
      const setting = {
        ...best.setting,
        spacing: 0,
        size: Math.round(best.setting.size),
        x: Math.round(best.setting.x),
      };
      const score =
        similarity(target, setText(desk, face, setting, text, target)) - (face.slant === 'normal' ? 0 : 0.01);
      if (score > best.score) best = { setting, score };
    }
    if (best) tried.push(best);
  });
  return tried.sort((a, b) => b.score - a.score);
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
    const score = similarity(target, setText(desk, faces[setting.face], setting, text, target));
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
    const score = similarity(target, setText(desk, faces[setting.face], setting, text, target));
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
      for (const x of new Set([
        Math.round(solved.x),
        Math.round(solved.x - 0.5),
        Math.round(solved.x + 0.5),
        solved.x,
      ])) {
        for (const y of [solved.y, solved.y - 1, solved.y + 1]) {
          const setting = { ...solved, spacing, x, y };
          const score = similarity(target, setText(desk, faces[setting.face], setting, text, target));
          if (!best || score > best.score) best = { setting, score };
        }
      }
    }
  }
  return best;
}

/**
 * How well each letter covers its own columns: the worst of them.
 * @param {Desk} desk @param {PageFace} face @param {Setting} setting @param {string} text @param {Target} target @param {number} strength
 */
export function worstLetter(desk, face, setting, text, target, strength) {
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
 * How much stronger than the seen colour the ink must be for strokes thinner than a pixel.
 * @param {Target} target @param {Float32Array} set
 */
export function solveStrength(target, set) {
  let both = 0;
  let own = 0;
  for (let at = 0; at < set.length; at++) {
    both += set[at] * target.blurred[at];
    own += set[at] * set[at];
  }
  return own > 0 ? Math.min(1.5, Math.max(0.75, both / own)) : 1;
}

/**
 * Leads of a text's letters over letters they could be taken for, set in the same face at the same place: how much more
 * of the seen ink the written letter explains, in shares of its own ink. Each may move a little, so that drift does not decide.
 * @param {Desk} desk @param {PageFace[]} faces @param {Setting} setting @param {string} text
 * @param {{ at: number, length: number, letters: string }[]} variants replacements of parts of the text
 * @param {Target} target
 */
export function measureLeads(desk, faces, setting, text, variants, target) {
  const face = faces[setting.face];
  const whole = setText(desk, face, setting, text, target);
  /** Leads below this are measured again with letters that may also grow or shrink, as hinting makes them. */
  const CLOSE = 0.05;
  const shifts = [-1, -0.5, 0, 0.5, 1].map((shift) => /** @type {const} */ ([shift, 0]));
  /** @type {Map<string, { least: number, mass: number, rest: Float32Array, slot: { at: number, reach: number } }>} */
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
    const slot = { at: centre, reach: Math.ceil((width * setting.scale) / 2) + 2 };
    const own = setText(desk, face, { ...setting, x: left }, letters, target);
    const rest = whole.map((value, index) => value - own[index]);
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
 * @param {Float32Array} rest everything set but the letters in question @param {{ at: number, reach: number }} slot
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
        sum += Math.abs(target.blurred[index] - rest[index] - set[y * part.width + x - from]);
      }
    }
    least = Math.min(least, sum);
  }
  return least;
}

/**
 * The best quick setting of every face that fits at all.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line
 */
export function rankFaces(desk, faces, line) {
  return tryFaces(desk, faces, line.text, aim(desk, line, 2));
}

/**
 * The best setting that can be reached from each start, rounded to plain numbers and described.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line @param {{ setting: Setting, score: number }[]} starts
 */
export function polish(desk, faces, line, starts) {
  const target = aim(desk, line, 2);
  const { text } = line;
  return starts
    .map((start) => {
      const plain = tryPlain(desk, faces, text, target, start.setting);
      if (plain && plain.score > 0.97) return plain;
      const better = plain && plain.score > start.score ? plain : start;
      return roundSetting(desk, faces, text, target, refine(desk, faces, text, target, better));
    })
    .sort((a, b) => b.score - a.score)
    .map(({ setting, score }) => describeFit(desk, faces, line.text, target, setting, score));
}

/**
 * A setting that others share, moved sideways to where it fits this line best.
 * @param {Desk} desk @param {PageFace[]} faces @param {LineInput} line @param {Setting} shared
 */
export function adopt(desk, faces, line, shared) {
  const target = aim(desk, line, 2);
  let best = null;
  for (let by = -3; by <= 3; by += 0.5) {
    for (const y of [shared.y, Math.round(shared.y)]) {
      const setting = { ...shared, y, x: Math.round((shared.x + by) * 4) / 4 };
      const score = similarity(target, setText(desk, faces[setting.face], setting, line.text, target));
      if (!best || score > best.score) best = { setting, score };
    }
  }
  const { setting, score } = /** @type {{ setting: Setting, score: number }} */ (best);
  return describeFit(desk, faces, line.text, target, setting, score);
}

/** @param {Desk} desk @param {{ width: number, height: number, coverage: string, box: Target['box'], colour: string }} line @param {number} passes @returns {Target} */
export function aim(desk, { width, height, coverage, box, colour }, passes) {
  if (desk.canvas.width < width || desk.canvas.height < height) {
    desk.canvas.width = Math.max(desk.canvas.width, width);
    desk.canvas.height = Math.max(desk.canvas.height, height);
  }
  const map = unpackCoverage(coverage);
  const once = blur(map, width, height);
  const blurred = passes > 1 ? blur(once, width, height) : once;
  const mass = blurred.reduce((sum, value) => sum + value, 0);
  return { width, height, coverage: map, blurred, mass, box, colour, passes };
}

/** @param {Desk} desk @param {PageFace[]} faces @param {string} text @param {Target} target @param {Setting} setting @param {number} score */
export function describeFit(desk, faces, text, target, setting, score) {
  const face = faces[setting.face];
  const set = setText(desk, face, setting, text, target);
  const solved = solveStrength(target, set);
  const stronger = similarity(target, set, solved);
  const strength = stronger > score + 0.003 ? solved : 1;
  prepare(desk, face, setting);
  const metrics = desk.context.measureText(text);
  return {
    ...setting,
    score: Math.max(score, strength === 1 ? score : stronger),
    strength,
    worst: worstLetter(desk, face, setting, text, target, strength),
    ascent: Math.round(metrics.fontBoundingBoxAscent),
    descent: Math.round(metrics.fontBoundingBoxDescent),
    advance: metrics.width * setting.scale,
  };
}

/** Everything above, as source for the page. */
export const pageFunctions = [
  openDesk,
  unpackCoverage,
  blur,
  prepare,
  setText,
  similarity,
  measureInk,
  solveSettings,
  tryFaces,
  refine,
  listSteps,
  leastDifference,
  tryPlain,
  roundSetting,
  worstLetter,
  solveStrength,
  measureLeads,
  rankFaces,
  polish,
  adopt,
  aim,
  describeFit,
];
