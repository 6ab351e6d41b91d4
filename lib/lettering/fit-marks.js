/*
 * What runs inside the browser page. Every function here is sent to the page by its source, so none may use anything
 * but its arguments and the other functions that are sent with it.
 */
/** @import { Desk, PageFace, Setting, Target } from './fit-canvas.js' */
import { prepare, setText } from './fit-canvas.js';

/**
 * How much more ink stands where a text's `i` have their dots than the face puts there, in dots: one more where each
 * has two.
 * @param {Desk} desk
 * @param {PageFace} face
 * @param {Setting} setting
 * @param {string} text
 * @param {Target} target
 * @param {number} strength
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
 * How much more ink stands over and under a text's letters than the face puts there, in marks: one more where an accent
 * was not read. Faces need not have the letter with its mark: an `o` has all marks there are, for a letter of any
 * width.
 * @param {Desk} desk
 * @param {PageFace} face
 * @param {Setting} setting
 * @param {string} text
 * @param {Target} target
 * @param {number} strength
 */
export function measureMarks(desk, face, setting, text, target, strength) {
  const KINDS = [
    { letters: /[A-Z]/, bare: 'O', marked: 'ÖÔÕÓÒ' },
    { letters: /[acegmnopqrsuvwxyz]/, bare: 'o', marked: 'öôõóò' },
    { letters: /[ACEGKLNRST]/, bare: 'C', marked: 'Ç' },
    { letters: /[aceiklnorstu]/, bare: 'c', marked: 'ç' },
  ];
  const set = setText(desk, face, setting, text, target);
  const unexplained = set.map((value, index) => Math.max(0, target.blurred[index] - value * strength));
  let most = 0;
  [...text].forEach((letter, at) => {
    for (const { letters, bare, marked } of KINDS) {
      if (!letters.test(letter)) continue;
      prepare(desk, face, setting);
      const before = desk.context.measureText(text.slice(0, at + 1)).width;
      const centre = before - (desk.context.measureText(letter).width + setting.spacing) / 2;
      const width = desk.context.measureText(bare).width - setting.spacing;
      const start = setting.x + (centre - width / 2) * setting.scale;
      const from = Math.max(0, Math.floor(start) - 2);
      const part = { ...target, width: Math.min(target.width - from, Math.ceil(width * setting.scale) + 5) };
      if (part.width < 1) continue;
      const place = { ...setting, x: start - from };
      const plain = setText(desk, face, place, bare, part);
      for (const other of marked) {
        let [more, mass] = [0, 0];
        setText(desk, face, place, other, part).forEach((value, index) => {
          const mark = (value - plain[index]) * strength;
          if (mark < 0.1) return;
          mass += mark;
          more += Math.min(
            mark,
            unexplained[Math.floor(index / part.width) * target.width + from + (index % part.width)],
          );
        });
        if (mass > 0) most = Math.max(most, more / mass);
      }
    }
  });
  return most;
}
