/** @import { Bar, Box, Line } from './types.ts' */

/** Lower lines are rules and dots. */
const MIN_LINE_PX = 5;
/** Coverage at which a pixel belongs to a letter. */
const LETTER = 0.35;

/**
 * Finds the lines of words in a coverage map, and bars ruled under or over them.
 * @param {Float32Array} coverage @param {number} width @param {Box} area
 * @returns {{ lines: Line[], bars: Bar[] }}
 */
export function findLines(coverage, width, area) {
  /** @type {Bar[]} */
  const bars = [];
  const map = Float32Array.from(coverage);
  for (const run of findRuns(map, width, area)) {
    const box = inkBox(map, width, {
      ...area,
      y: run.start,
      height: run.end - run.start,
    });
    if (box && isBar(map, width, box)) bars.push({ box });
  }
  for (const { box } of bars) eraseBox(map, width, box);
  const runs = mergeMarks(findRuns(map, width, area));
  const lines = runs.flatMap(({ start, end }) => {
    const box = inkBox(map, width, { ...area, y: start, height: end - start });
    return box ? splitWide(map, width, box).map((part) => ({ box: part })) : [];
  });
  return { lines, bars };
}

/** Rows with letters, as runs. @param {Float32Array} map @param {number} width @param {Box} area */
function findRuns(map, width, area) {
  /** @type {{ start: number, end: number }[]} */
  const runs = [];
  let start = -1;
  for (let y = area.y; y <= area.y + area.height; y++) {
    let inked = false;
    if (y < area.y + area.height) {
      for (let x = area.x; x < area.x + area.width && !inked; x++) inked = map[y * width + x] > LETTER;
    }
    if (inked && start < 0) start = y;
    if (!inked && start >= 0) {
      runs.push({ start, end: y });
      start = -1;
    }
  }
  return runs;
}

/**
 * Joins dots, accents and commas to the line they belong to: low runs close to a taller one.
 * @param {{ start: number, end: number }[]} runs
 */
function mergeMarks(runs) {
  /** @type {{ start: number, end: number }[]} */
  const lines = [];
  for (const run of runs) {
    const last = lines.at(-1);
    const gap = last ? run.start - last.end : 0;
    const low = last ? Math.min(run.end - run.start, last.end - last.start) : 0;
    const tall = last ? Math.max(run.end - run.start, last.end - last.start) : 0;
    if (last && low <= tall * 0.36 && gap <= Math.max(1, tall * 0.3)) last.end = run.end;
    else lines.push({ ...run });
  }
  return lines.filter(({ start, end }) => end - start >= MIN_LINE_PX);
}

/** @param {Float32Array} map @param {number} width @param {Box} box @returns {Box | null} */
export function inkBox(map, width, box) {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (map[y * width + x] <= LETTER) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** @param {Float32Array} map @param {number} width @param {Box} box */
function isBar(map, width, box) {
  if (box.height > 4 || box.width < box.height * 12) return false;
  let sum = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) sum += map[y * width + x];
  }
  return sum > box.width * box.height * 0.9;
}

/** @param {Float32Array} map @param {number} width @param {Box} box */
function eraseBox(map, width, box) {
  for (let y = box.y; y < box.y + box.height; y++) map.fill(0, y * width + box.x, y * width + box.x + box.width);
}

/**
 * Splits a line at gaps too wide for a space: type set wide has wide ones.
 * @param {Float32Array} map
 * @param {number} width
 * @param {Box} box
 */
function splitWide(map, width, box) {
  const runs = findInkedColumns(map, width, box);
  const gaps = runs.slice(1).map((run, index) => run.start - runs[index].end);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const widest = Math.max(9, box.height * 1.1, box.height * 0.9 + usual * 2.2);
  /** @type {{ start: number, end: number }[]} */
  const parts = [];
  for (const [index, run] of runs.entries()) {
    const last = parts.at(-1);
    if (last && gaps[index - 1] <= widest) last.end = run.end;
    else parts.push({ ...run });
  }
  return parts.flatMap(({ start, end }) => inkBox(map, width, { ...box, x: start, width: end - start }) ?? []);
}

/** Columns with letters, as runs. @param {Float32Array} map @param {number} width @param {Box} box */
function findInkedColumns(map, width, box) {
  /** @type {{ start: number, end: number }[]} */
  const runs = [];
  for (let x = box.x; x < box.x + box.width; x++) {
    let inked = false;
    for (let y = box.y; y < box.y + box.height && !inked; y++) inked = map[y * width + x] > LETTER;
    if (!inked) continue;
    const last = runs.at(-1);
    if (last?.end === x) last.end++;
    else runs.push({ start: x, end: x + 1 });
  }
  return runs;
}
