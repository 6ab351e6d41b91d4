import { estimateRest, startPace, stepPace } from './run-pace.js';

/** Descriptions of the stages for users. @type {Readonly<Record<string, string>>} */
const STAGES = Object.freeze({
  reading: 'reading pages',
  observing: 'visiting pages',
  looking: 'analysing images',
  measuring: 'measuring images in pages',
  detecting: 'finding changes',
  making: 'encoding files',
  weighing: 'weighing files',
  planning: 'choosing changes',
  verifying: 'comparing pages before and after',
  packing: 'compressing files',
  pricing: 'computing savings',
});

/** Interval of lines: a build log stays readable, and a job with a silence limit stays alive. */
const LINE_EVERY_MS = 10_000;

/**
 * Returns the progress of a run: `comparing pages before and after: 12 of 40, 20 s left` until the whole run is done.
 * @param {string} stage
 * @param {number} done
 * @param {number} of
 * @param {number | null} restMs of the whole run, null if unknown
 */
export function describeStep(stage, done, of, restMs) {
  const leftSeconds = Math.ceil((restMs ?? 0) / 1000);
  const count = of > 1 ? `: ${done} of ${of}` : '';
  return `${nameStage(stage)}${count}${leftSeconds > 1 ? `, ${describeSeconds(leftSeconds)} left` : ''}`;
}

/** @param {string} stage */
export function nameStage(stage) {
  return STAGES[stage] ?? stage;
}

/** @param {number} seconds */
function describeSeconds(seconds) {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/**
 * Reports the progress of a long run, a line every ten seconds. A short run has no line.
 * @param {(line: string) => void} say
 * @param {() => number} [now] in milliseconds
 */
export function openPace(say, now = () => performance.now()) {
  let pace = startPace(now());
  let said = pace.startMs;
  /** @param {string} name @param {number} done @param {number} of */
  return (name, done, of) => {
    const time = now();
    pace = stepPace(pace, { stage: name, done, of, nowMs: time });
    if (time - said < LINE_EVERY_MS) return;
    said = time;
    say(describeStep(name, done, of, estimateRest(pace, time)));
  };
}
