/** @import { Span, StageStart } from '../base/spans.js' */
/** @import { BriefWork, Timings } from '../report/types.ts' */

import { spans, stages, tasks } from '../base/spans.js';
import { readTreeCpuMs } from '../visit/browser/processor-time.js';

/**
 * Number of pieces of work after which short ones are only summed up: a site of 10,000 pages has half a million, which
 * would take more memory than its pages.
 */
const MANY = 20_000;
/** Max time of a short piece of work. Twice as long whenever there are again as many longer ones. */
const BRIEF_MS = 1;

/** Unit of processor times. */
const MICROSECONDS_PER_MS = 1000;

/**
 * Records the time of each part of a run from now on. Concurrent runs in one process are not distinguished.
 * @returns {{ stop: () => Timings }}
 */
export function startTimings() {
  /** @type {Spans} */
  const kept = { done: [], brief: new Map(), briefMs: BRIEF_MS };
  /** @type {(StageStart & ReturnType<typeof readCpuMs>)[]} */
  const starts = [{ stage: 'starting', atMs: performance.now(), ...readCpuMs() }];
  const hearSpan = (/** @type {unknown} */ span) => takeSpan(/** @type {Span} */ (span), kept);
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
      const { done, brief } = kept;
      return { stages: found, spans: done, brief: [...brief.values()], tasks: [...counts.values()], peakBytes };
    },
  };
}

/**
 * Adds a piece of work to a list, or to the sums of short ones.
 * @param {Span} span @param {Spans} kept
 *
 * @typedef {{ done: Span[], brief: Map<string, BriefWork>, briefMs: number }} Spans
 */
function takeSpan(span, kept) {
  if (kept.done.length >= MANY && isBrief(span, kept)) return sumUp(span, kept.brief);
  kept.done.push(span);
  if (kept.done.length < 2 * MANY) return;
  kept.briefMs *= 2;
  const { long = [], short = [] } = Object.groupBy(kept.done, (one) => (isBrief(one, kept) ? 'short' : 'long'));
  for (const one of short) sumUp(one, kept.brief);
  kept.done = long;
}

/** @param {Span} span @param {Spans} kept */
const isBrief = ({ startMs, endMs }, { briefMs }) => endMs - startMs < briefMs;

/** @param {Span} span @param {Map<string, BriefWork>} brief */
function sumUp({ kind, by, startMs, endMs, cpuMs }, brief) {
  const key = `${kind} ${by}`;
  const sum = brief.get(key) ?? { kind, by, count: 0, wallMs: 0, cpuMs: 0 };
  sum.count += 1;
  sum.wallMs += endMs - startMs;
  sum.cpuMs += cpuMs;
  brief.set(key, sum);
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
