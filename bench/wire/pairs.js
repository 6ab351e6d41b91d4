/**
 * Measures and estimates pages before and after a change: both must agree on each page, and thus on the savings.
 *
 * node bench/wire/pairs.js [--repeats N] [--out FILE.json] [--from FILE.json]
 *
 * Limits: requests exact, bytes within 0.5 %, packets within 5 %, time within 10 % or 40 ms. Exits with 1 beyond them.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { estimate } from '../../lib/network/index.js';
import { links, modes } from './cases.js';
import { measureAll } from './lab.js';
import { drawPage } from './page.js';

/** @import { Part, PagePlan } from './page.js' */
/** @import { Capture } from './lab.js' */

/** @type {Part[]} */
const icons = Array.from({ length: 12 }, (_, index) => ({
  name: `icon${index}.gif`,
  bytes: 180 + ((index * 97) % 900),
}));
/** @type {Part[]} */
const pictures = [
  { name: 'logo.gif', bytes: 4210 },
  { name: 'photo.gif', bytes: 38_400 },
  { name: 'map.gif', bytes: 17_300 },
  { name: 'chart.gif', bytes: 9120 },
];
/** @type {Part[]} */
const code = [
  { name: 'main.css', bytes: 11_800, kind: 'css' },
  { name: 'site.js', bytes: 26_500, kind: 'script' },
];
/** @type {PagePlan} */
const page = { htmlBytes: 21_400, parts: [...code, ...pictures, ...icons] };

/** @param {PagePlan} plan @param {(part: Part) => Part | null} change @returns {PagePlan} */
function changeParts(plan, change) {
  return { ...plan, parts: plan.parts.map(change).filter((part) => part !== null) };
}

/** @param {RegExp} names */
const without = (names) => (/** @type {Part} */ part) => (names.test(part.name) ? null : part);

/** @param {RegExp} names @param {number} share */
const smaller = (names, share) => (/** @type {Part} */ part) =>
  names.test(part.name) ? { ...part, bytes: Math.round(part.bytes * share) } : part;

/**
 * @type {{ name: string, link: keyof typeof links, mode: string, window?: number, before: PagePlan, after: PagePlan,
 *   gzip?: boolean }[]}
 */
const pairs = [
  { name: 'an image removed', link: 'wan', mode: 'h11x6', before: page, after: changeParts(page, without(/map/)) },
  {
    name: 'a large image 40 % smaller',
    link: 'adsl',
    mode: 'h11x6',
    before: page,
    after: changeParts(page, smaller(/photo/, 0.6)),
  },
  {
    name: 'every image 15 % smaller',
    link: 'fast3g',
    mode: 'h11x6',
    before: page,
    after: changeParts(page, smaller(/gif$/, 0.85)),
  },
  { name: 'text compressed', link: 'adsl', mode: 'h11x6', before: page, after: { ...page, gzip: true }, gzip: true },
  {
    name: 'text compressed, one connection',
    link: 'dsl',
    mode: 'serial',
    before: page,
    after: { ...page, gzip: true },
    gzip: true,
  },
  {
    name: 'icons become text',
    link: 'wan',
    mode: 'h10x4',
    before: page,
    after: { ...changeParts(page, without(/icon/)), htmlBytes: 22_600 },
  },
  {
    name: 'icons become text, pipelined',
    link: 'adsl',
    mode: 'pipe',
    before: page,
    after: { ...changeParts(page, without(/icon/)), htmlBytes: 22_600 },
  },
  {
    name: 'icons joined in one file',
    link: 'cable',
    mode: 'h11x6',
    before: page,
    after: { ...page, parts: [...code, ...pictures, { name: 'icons.gif', bytes: 5300 }] },
  },
  {
    name: 'style sheet inlined',
    link: 'fast3g',
    mode: 'h11x6',
    before: page,
    after: { ...changeParts(page, without(/css$/)), htmlBytes: 33_200 },
  },
  {
    name: 'style sheet and script minified',
    link: 'slow3g',
    mode: 'h11x6',
    before: page,
    after: changeParts(page, smaller(/css$|js$/, 0.7)),
  },
  { name: 'HTML minified', link: 'dsl', mode: 'h11x2', before: page, after: { ...page, htmlBytes: 17_900 } },
  {
    name: 'the script removed',
    link: 'satellite',
    mode: 'h11x6',
    window: 4,
    before: page,
    after: changeParts(page, without(/js$/)),
  },
  {
    name: 'a spacer removed',
    link: 'adsl',
    mode: 'h10x4',
    window: 2,
    before: page,
    after: changeParts(page, without(/icon0/)),
  },
  {
    name: 'everything at once',
    link: 'slow3g',
    mode: 'h11x6',
    before: page,
    after: { htmlBytes: 20_100, gzip: true, parts: [...code, ...pictures].map(smaller(/./, 0.7)) },
    gzip: true,
  },
];

const wanted = pairs.flatMap(({ name, link, mode, window, before, after, gzip }) =>
  [before, after].map((plan, side) => ({
    name: `${name}: ${side === 0 ? 'before' : 'after'}`,
    page: drawPage(plan),
    link: links[link],
    http: modes[mode],
    initialWindow: window ?? 10,
    gzip,
  })),
);

/**
 * Combines the runs of a page: packets and bytes of the median run, and the time of the fastest, because a busy machine
 * only adds time.
 * @param {Capture['measured'] & { again?: { packets: number, payloadBytes: number, seconds: number }[] }} measured
 */
function settle({ packets, payloadBytes, seconds = 0, again = [] }) {
  const runs = [{ packets, payloadBytes, seconds }, ...again];
  const middle = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  return {
    packets: middle(runs.map((run) => run.packets)),
    payloadBytes: middle(runs.map((run) => run.payloadBytes)),
    ms: 1000 * Math.min(...runs.map((run) => run.seconds)),
  };
}

/** @param {Capture} capture */
function comparePage(capture) {
  const { name, scenario } = capture;
  const result = estimate(/** @type {any} */ (scenario));
  const measured = settle(capture.measured);
  const off = {
    requests: result.estimate.requests - scenario.resources.length,
    bytes: (result.detail.payloadUp + result.detail.payloadDown) / measured.payloadBytes - 1,
    packets: result.estimate.packets / measured.packets - 1,
    ms: result.estimate.ms - measured.ms,
  };
  const isLate = Math.abs(off.ms) > Math.max(40, measured.ms * 0.1);
  const ok = off.requests === 0 && Math.abs(off.bytes) <= 0.005 && Math.abs(off.packets) <= 0.05 && !isLate;
  return { name, ok, off, model: result.estimate, measured };
}

const { values } = parseArgs({
  options: { out: { type: 'string' }, from: { type: 'string' }, repeats: { type: 'string', default: '3' } },
});
/** @param {string} line */
const say = (line) => process.stdout.write(`${line}\n`);
/** @type {Capture[] | null} */
const captures = values.from
  ? JSON.parse(readFileSync(values.from, 'utf8')).cases
  : await measureAll(wanted, () => {}, { repeats: Number(values.repeats) });
if (captures === null) say('bench/wire/pairs skipped: run it as root, with TUN, iproute2, a C compiler and nginx');
else {
  if (values.out) writeFileSync(values.out, `${JSON.stringify({ what: 'pairs of bench/wire', cases: captures })}\n`);
  const results = captures.map(comparePage);
  for (let at = 0; at < results.length; at += 2) {
    const [before, after] = results.slice(at, at + 2);
    for (const { name, ok, off, model, measured } of [before, after]) {
      const share = (/** @type {number} */ value) => `${(value * 100).toFixed(1)} %`;
      say(
        `${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(44)} requests ${model.requests}, bytes ${share(off.bytes)}, ` +
          `packets ${model.packets} / ${measured.packets} ${share(off.packets)}, ms ${model.ms.toFixed(0)} / ` +
          `${measured.ms.toFixed(0)}`,
      );
    }
    const saved = (/** @type {typeof before} */ left, /** @type {typeof before} */ right) =>
      `packets ${left.model.packets - right.model.packets} / ${left.measured.packets - right.measured.packets}` +
      `, ms ${(left.model.ms - right.model.ms).toFixed(0)} / ` +
      `${(left.measured.ms - right.measured.ms).toFixed(0)}`;
    say(`     saves, model / measured: ${saved(before, after)}`);
  }
  const failed = results.filter(({ ok }) => !ok).length;
  say(`${results.length - failed} of ${results.length} pages within the limits`);
  process.exitCode = failed > 0 ? 1 : 0;
}
