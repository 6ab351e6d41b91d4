/** @import { Span, StageStart } from '../base/spans.js' */
/** @import { Timings } from '../report/types.ts' */

import { spans, stages, tasks } from '../base/spans.js';
import { readTreeCpuMs } from '../visit/browser/processor-time.js';

/** Unit of processor times. */
const MICROSECONDS_PER_MS = 1000;

/**
 * Records the time of each part of a run from now on. Concurrent runs in one process are not distinguished.
 * @returns {{ stop: () => Timings }}
 */
export function startTimings() {
  /** @type {Span[]} */
  const done = [];
  /** @type {(StageStart & ReturnType<typeof readCpuMs>)[]} */
  const starts = [{ stage: 'starting', atMs: performance.now(), ...readCpuMs() }];
  const hearSpan = (/** @type {unknown} */ span) => done.push(/** @type {Span} */ (span));
  const hearStage = (/** @type {unknown} */ start) =>
    starts.push({ .../** @type {StageStart} */ (start), ...readCpuMs() });
  /** @type {Map<string, { stage: string, executed: number, recalled: number }>} */
  const counts = new Map();
  const hearTask = (/** @type {unknown} */ task) => {
    const { stage, isRecalled } = /** @type {{ stage: string, isRecalled: boolean }} */ (task);
    const count = counts.get(stage) ?? { stage, executed: 0, recalled: 0 };
    count[isRecalled ? 'recalled' : 'executed'] += 1;
    counts.set(stage, count);
  };
  tasks.subscribe(hearTask);
  spans.subscribe(hearSpan);
  stages.subscribe(hearStage);
  return {
    stop() {
      tasks.unsubscribe(hearTask);
      spans.unsubscribe(hearSpan);
      stages.unsubscribe(hearStage);
      const ends = [...starts.slice(1), { atMs: performance.now(), ...readCpuMs() }];
      const found = starts.map(({ stage, atMs, ownMs, browserMs }, index) => ({
        stage,
        startMs: atMs,
        endMs: ends[index].atMs,
        cpuMs: Math.max(0, ends[index].ownMs - ownMs),
        browserMs: Math.max(0, ends[index].browserMs - browserMs),
      }));
      const peakBytes = process.resourceUsage().maxRSS * KILOBYTE;
      return { stages: found, spans: done, tasks: [...counts.values()], peakBytes };
    },
  };
}

/** Unit of `maxRSS`. */
const KILOBYTE = 1024;

/**
 * Returns the processor time until now: of this process, its threads and its tasks, and of the browsers that it
 * started.
 */
function readCpuMs() {
  const { user, system } = process.cpuUsage();
  const { tasksMs, browserMs } = readTreeCpuMs(process.pid);
  return { ownMs: (user + system) / MICROSECONDS_PER_MS + tasksMs, browserMs };
}
