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
  packing: 'minifying files',
  compressing: 'compressing files',
  pricing: 'computing savings',
});

/** Interval of lines: a build log stays readable, and a job with a silence limit stays alive. */
const LINE_EVERY_MS = 10_000;

/** Below this nothing is counted down: the last steps are too short to be estimated. */
const MIN_REST_SECONDS = 10;
/** From here on the estimate is in minutes. */
const MAX_SECONDS = 120;

/**
 * Returns the progress of a run: `comparing pages before and after: 12 of 40`. If a former run of the site shows how
 * long it takes, the remaining time follows: `, about 20 s left`.
 * @param {string} stage
 * @param {number} done
 * @param {number} of
 * @param {number | null} [restMs] of the whole run, null if unknown
 */
export function describeStep(stage, done, of, restMs = null) {
  const count = of > 1 ? `: ${done} of ${of}` : '';
  return `${nameStage(stage)}${count}${restMs === null ? '' : `, ${describeRest(restMs / 1000)} left`}`;
}

/** @param {string} stage */
export function nameStage(stage) {
  return STAGES[stage] ?? stage;
}

/** @param {number} seconds */
function describeRest(seconds) {
  if (seconds < MIN_REST_SECONDS) return `less than ${MIN_REST_SECONDS} s`;
  if (seconds < MAX_SECONDS) return `about ${Math.round(seconds)} s`;
  return `about ${Math.round(seconds / 60)} min`;
}

/**
 * Reports the progress of a long run, a line every ten seconds. A short run has no line.
 * @param {(line: string) => void} say
 * @param {() => number} [now] in milliseconds
 */
export function openPace(say, now = () => performance.now()) {
  let said = now();
  /** @param {string} name @param {number} done @param {number} of @param {number | null} [restMs] */
  return (name, done, of, restMs) => {
    const time = now();
    if (time - said < LINE_EVERY_MS) return;
    said = time;
    say(describeStep(name, done, of, restMs));
  };
}
