/** @import { BriefWork, TimedSpan, Timings } from './types.ts' */

import { escapeTerminal } from './escape.js';
import { formatBytes, formatCount, formatMs } from './format.js';

/** Max rows. The trace has more. */
const MAX_ROWS = 10;
/** Width of a name: a terminal of 80 columns fits a name and three times. */
const NAME_WIDTH = 48;
/** Width of “1,234.5 s” and a space. */
const TIME_WIDTH = 10;
/** Unit of traces. */
const MICROSECONDS_PER_MS = 1000;

/**
 * Writes the time that each part of a run took, for people.
 * @param {Timings} timings
 */
export function renderTimings({ stages, spans, brief, tasks, peakBytes }) {
  const [{ startMs }] = stages;
  const { endMs } = stages[stages.length - 1];
  const sums = [...Map.groupBy(stages, ({ stage }) => stage)].map(([name, parts]) => ({
    name,
    wallMs: sumOf(parts, (part) => part.endMs - part.startMs),
    cpuMs: sumOf(parts, ({ cpuMs }) => cpuMs),
    browserMs: sumOf(parts, ({ browserMs }) => browserMs),
  }));
  const all = {
    name: 'all',
    wallMs: endMs - startMs,
    cpuMs: sumOf(sums, ({ cpuMs }) => cpuMs),
    browserMs: sumOf(sums, ({ browserMs }) => browserMs),
  };
  const stageRows = [...sums, all].map(({ name, wallMs, cpuMs, browserMs }) => row(name, [wallMs, cpuMs, browserMs]));
  const tables = [
    listDearest('Rules, during detection', spans, 'rule', ({ by }) => by, brief),
    listDearest('Work on files', spans, 'file', ({ by }) => by, brief),
    listDearest('Work on pages', spans, 'page', ({ by }) => by, brief),
    listDearest('Dearest pages', spans, 'page', ({ name }) => name),
    listDearest('Dearest files', spans, 'file', ({ name }) => name),
  ];
  const head = `${'Stages'.padEnd(NAME_WIDTH)}${['time', 'processor', 'browser'].map(toRight).join('')}`;
  const memory = `  memory at most ${formatBytes(peakBytes)}`;
  return `${[head, ...stageRows, memory, '', ...listTasks(tasks), ...tables.flat()].join('\n')}\n`;
}

/** @param {Timings['tasks']} tasks */
function listTasks(tasks) {
  if (tasks.length === 0) return [];
  const head = `${'Tasks'.padEnd(NAME_WIDTH)}${['executed', 'recalled'].map(toRight).join('')}`;
  const rows = tasks.map(
    ({ stage, executed, recalled }) =>
      `  ${stage.padEnd(NAME_WIDTH - 2)}${[executed, recalled].map((count) => toRight(String(count))).join('')}`,
  );
  return [head, ...rows, ''];
}

/**
 * @param {string} title @param {readonly TimedSpan[]} spans @param {string} kind
 * @param {(span: TimedSpan) => string} nameOf
 * @param {readonly Readonly<BriefWork>[]} [brief] added to sums by component
 */
function listDearest(title, spans, kind, nameOf, brief = []) {
  const groups = Map.groupBy(
    spans.filter((span) => span.kind === kind && nameOf(span) !== ''),
    nameOf,
  );
  const short = new Map(brief.filter((one) => one.kind === kind).map((one) => [one.by, one]));
  const sums = [...new Set([...groups.keys(), ...short.keys()])].map((name) => {
    const parts = groups.get(name) ?? [];
    const { count = 0, wallMs = 0, cpuMs = 0 } = short.get(name) ?? {};
    return {
      name,
      count: parts.length + count,
      wallMs: wallMs + sumOf(parts, ({ startMs, endMs, waitMs }) => Math.max(0, endMs - startMs - waitMs)),
      cpuMs: cpuMs + sumOf(parts, (part) => part.cpuMs),
    };
  });
  if (sums.length === 0) return [];
  const costliest = sums.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, MAX_ROWS);
  const head = `${title.padEnd(NAME_WIDTH)}${['time', 'processor'].map(toRight).join('')}`;
  const rows = costliest.map(({ name, count, wallMs, cpuMs }) => `${row(name, [wallMs, cpuMs])}  ${times(count)}`);
  return [head, ...rows, ''];
}

/** @param {string} name @param {readonly number[]} times */
function row(name, times) {
  return `  ${escapeTerminal(name).padEnd(NAME_WIDTH - 2)}${times.map((ms) => toRight(formatMs(ms))).join('')}`;
}

/** @param {string} text */
function toRight(text) {
  return text.padStart(TIME_WIDTH);
}

/** @param {number} count */
function times(count) {
  return formatCount(count, 'time');
}

/**
 * @template T
 * @param {readonly T[]} items @param {(item: T) => number} measure
 */
function sumOf(items, measure) {
  return items.reduce((sum, item) => sum + measure(item), 0);
}

/**
 * Writes the same as a trace for https://ui.perfetto.dev: a lane for stages, and lanes for each kind of work, as many
 * as were concurrent.
 * @param {Timings} timings
 */
export function renderTrace({ stages, spans, tasks, peakBytes }) {
  const [{ startMs: zeroMs }] = stages;
  const inStages = stages.map(({ stage, cpuMs, browserMs, ...times }) => ({
    ...{ kind: 'stage', by: stage, name: '', waitMs: 0, cpuMs: cpuMs + browserMs, ...times },
  }));
  /** @type {object[]} */
  const events = [];
  let lane = 0;
  for (const [kind, all] of Map.groupBy([...inStages, ...spans], (span) => span.kind)) {
    for (const [index, part] of spreadOverLanes(all).entries()) {
      lane += 1;
      events.push({ ph: 'M', name: 'thread_name', pid: 1, tid: lane, args: { name: `${kind} ${index + 1}` } });
      for (const span of part) events.push({ ph: 'X', pid: 1, tid: lane, ...describeEvent(span, zeroMs) });
    }
  }
  const otherData = { peakBytes, browserMs: sumOf(stages, ({ browserMs }) => browserMs), tasks };
  return `${JSON.stringify({ displayTimeUnit: 'ms', traceEvents: events, otherData })}\n`;
}

/** @param {TimedSpan} span @param {number} zeroMs */
function describeEvent({ kind, by, name, startMs, endMs, cpuMs, waitMs }, zeroMs) {
  return {
    name: by,
    cat: kind,
    ts: (startMs - zeroMs) * MICROSECONDS_PER_MS,
    dur: (endMs - startMs) * MICROSECONDS_PER_MS,
    args: { of: name, processorMs: cpuMs, waitedMs: waitMs },
  };
}

/**
 * Spreads spans over lanes, because concurrent ones cannot share one.
 * @param {readonly TimedSpan[]} spans
 */
function spreadOverLanes(spans) {
  /** @type {TimedSpan[][]} */
  const lanes = [];
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const free = lanes.find((lane) => lane[lane.length - 1].endMs <= span.startMs);
    if (free) free.push(span);
    else lanes.push([span]);
  }
  return lanes;
}
