/**
 * Compares the planner with making all changes, making none, and the best of all combinations, on generated pages and
 * on the pages of sites under four conditions. The measure is that of the planner: time, then packets. Exits with 1 if
 * a guarantee is broken.
 *
 * node bench/plan.js [pages]: generated pages
 * node bench/plan.js --site FOLDER … [--cache FOLDER]: the pages of sites; by default those in fixtures
 * node bench/plan.js --whole FOLDER …: four pages of each site as a whole, with twelve changes drawn ten times
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { planChanges, weighAmount } from '../lib/plan/index.js';
import { applyEffects, createPricer } from '../lib/plan/price/index.js';
import { planPages, readProposals } from './plan/corpus.js';
import { drawChanges, holdWholeSite } from './plan/whole-site.js';
import { makeRandom } from './random.js';

/** @import { Amount, Choice } from '../lib/plan/types.ts' */
/** @import { Conditions, Effect, FileInput, PageInput, ReferenceInput } from '../lib/plan/price/types.ts' */

/** @type {readonly Conditions[]} */
const allConditions = [
  { link: 'ppp', http: '1.0', visit: 'first' },
  { link: 'wan', http: '1.1-pipelined', visit: 'first' },
  { link: 'cable', http: '1.1', visit: 'first' },
  { link: '4g', http: '2', visit: 'first' },
];
/** Max difference that counts as none: half a packet or half a millisecond. */
const noDifference = 0.5;
/** Max relative difference between a plan and the best of all combinations. */
const maxAboveBest = 0.02;
/** Number of pages of a site that are planned as a whole, and number of draws of changes. */
const MAX_PAGES = 4;
const DRAWS = 10;

/**
 * Generates a page and its possible changes: alternatives for images, a sheet to inline, markup to shorten.
 * @param {number} seed
 */
function drawPage(seed) {
  const random = makeRandom(seed);
  /** @param {number} from @param {number} to */
  const pick = (from, to) => Math.floor(from + random() * (to - from));
  const url = 'index.html';
  const htmlBytes = pick(2000, 45_000);
  const share = random() < 0.5 ? 1 : 0;
  const names = Array.from({ length: pick(3, 14) }, (_, index) => `${index}.gif`);
  /** @type {PageInput} */
  const page = {
    url,
    files: [
      { url, type: 'html', bytes: Math.round(htmlBytes * 0.3), decodedBytes: htmlBytes },
      { url: 'style.css', type: 'css', bytes: pick(100, 2500), decodedBytes: pick(2500, 8000), share },
      ...names.map(
        (name) =>
          /** @type {FileInput} */ ({ url: name, type: 'image', bytes: Math.round(Math.exp(4 + random() * 5)), share }),
      ),
    ],
    references: [
      { from: url, to: 'style.css', atByte: 150, blocking: true },
      ...names.map((to) => /** @type {ReferenceInput} */ ({ from: url, to, atByte: pick(200, htmlBytes) })),
    ],
  };
  /** @type {Choice<Effect>[]} */
  const choices = [];
  /** @param {string} thing @param {Effect} effect */
  const offer = (thing, effect) => {
    choices.push({ claims: [], thing, safety: 'safe', effect });
  };
  const [, sheet, ...images] = page.files;
  offer(sheet.url, {
    drops: [0],
    grows: [{ url, decodedBytes: sheet.decodedBytes ?? 0, bytes: sheet.bytes }],
  });
  offer('tags', { grows: [{ url, decodedBytes: 0, bytes: -pick(0, 900) }] });
  for (const [index, { url: name, bytes }] of images.entries()) {
    if (choices.length >= 12) break;
    const drops = [index + 1];
    if (random() < 0.5) offer(name, { replaces: [{ url: name, bytes: Math.round(bytes * (0.6 + random() * 0.6)) }] });
    if (random() < 0.4) {
      const own = { url, decodedBytes: pick(30, 200) };
      offer(name, {
        drops,
        grows: [own, { url, decodedBytes: pick(80, 400), key: `class-${pick(0, 3)}` }],
      });
    }
    if (random() < 0.4)
      offer(name, {
        drops,
        grows: [{ url, decodedBytes: Math.ceil((bytes * 4) / 3) + 30, bytes: Math.round(bytes * 1.05) + 30 }],
      });
  }
  return { page, choices: choices.slice(0, 12) };
}

/** @param {readonly Choice<Effect>[]} choices @param {(chosen: readonly Choice<Effect>[]) => Amount} price */
function exhaust(choices, price) {
  /** @type {Map<number, Amount>} */
  const known = new Map();
  for (let bits = 0; bits < 2 ** choices.length; bits += 1) {
    const chosen = choices.filter((_, index) => bits & (1 << index));
    if (new Set(chosen.map(({ thing }) => thing)).size === chosen.length) known.set(bits, price(chosen));
  }
  const allowed = [...known].filter(([bits, { packets }]) =>
    choices.every(
      (_, index) =>
        !(bits & (1 << index)) || /** @type {Amount} */ (known.get(bits & ~(1 << index))).packets >= packets - 0.005,
    ),
  );
  return Math.min(...allowed.map(([, amount]) => weighAmount(amount)));
}

/** Makes all changes: for each thing the one offered last. @param {readonly Choice<Effect>[]} choices */
function chooseAll(choices) {
  return [...new Map(choices.map((choice) => [choice.thing, choice])).values()];
}

/**
 * Returns true if no choice of a set costs packets with all others kept.
 * @param {readonly Choice<Effect>[]} chosen
 * @param {(chosen: readonly Choice<Effect>[]) => Amount} price
 */
function isAllowed(chosen, price) {
  const { packets } = price(chosen);
  return chosen.every((choice) => price(chosen.filter((each) => each !== choice)).packets >= packets - 0.005);
}

/**
 * Compares the planner with the alternatives on generated pages.
 * @param {number} count
 * @returns {number} number of broken guarantees
 */
function holdDrawn(count) {
  let broken = 0;
  console.log(
    'conditions              pages  plan ms  everything  nothing  everything not allowed  above best (mean, ' +
      'worst)  plan took',
  );
  for (const conditions of allConditions) {
    const sums = { plan: 0, all: 0, none: 0, above: 0, worst: 0, tookMs: 0, forbidden: 0 };
    for (let seed = 1; seed <= count; seed += 1) {
      const { page, choices } = drawPage(seed);
      const { priceView } = createPricer({ conditions });
      const price = (/** @type {readonly Choice<Effect>[]} */ chosen) =>
        priceView(
          applyEffects(
            page,
            chosen.map(({ effect }) => effect),
          ),
        );
      const start = performance.now();
      const { after, before } = planChanges({ choices, safety: 'lossy', price });
      sums.tookMs = Math.max(sums.tookMs, performance.now() - start);
      const everything = chooseAll(choices);
      const all = price(everything);
      const above = weighAmount(after) / exhaust(choices, price) - 1;
      sums.plan += after.ms / count;
      sums.all += all.ms / count;
      sums.none += before.ms / count;
      sums.above += above / count;
      sums.worst = Math.max(sums.worst, above);
      // The set of all changes may contain one that costs packets, which the planner must reject whatever time it
      // saves.
      const others = isAllowed(everything, price) ? [before, all] : [before];
      sums.forbidden += others.length === 1 ? 1 : 0;
      const worse = others.some((other) => weighAmount(after) > weighAmount(other) + 1e-6);
      if (worse || above > maxAboveBest) {
        broken += 1;
        const figures = [after, all, before].map(
          ({ ms, packets }) => `${ms.toFixed(1)} ms ${packets.toFixed(1)} packets`,
        );
        console.log(
          `  page ${seed} over ${conditions.link}: plan ${figures[0]}, everything ${figures[1]}, nothing ` +
            `${figures[2]}; ${(100 * above).toFixed(2)} % above the best`,
        );
      }
    }
    const cells = [sums.plan, sums.all, sums.none].map((value) => value.toFixed(0).padStart(8));
    const shares = [sums.above, sums.worst].map((value) => `${(100 * value).toFixed(2)} %`);
    console.log(
      `${`${conditions.link} HTTP/${conditions.http}`.padEnd(22)} ${String(count).padStart(6)} ` +
        `${cells.join('  ')}  ${String(sums.forbidden).padStart(22)}  ${shares.join(', ').padEnd(24)}  at most ` +
        `${sums.tookMs.toFixed(0)} ms`,
    );
  }
  return broken;
}

/**
 * Compares the planner with the alternatives on the pages of a site.
 * @param {string} folder
 * @param {string | null} cache
 * @returns {Promise<number>} number of broken guarantees
 */
async function holdSite(folder, cache) {
  const proposals = await readProposals(folder, cache);
  let broken = 0;
  for (const conditions of allConditions) {
    const { pages, cpuMs } = planPages(proposals, conditions);
    const planned = pages.filter(({ choices }) => choices > 0);
    const exhausted = planned.filter(({ best }) => best !== null);
    const above = exhausted.map(({ plan, best }) => weighAmount(plan) / Number(best) - 1);
    const worse = planned.filter(({ plan, nothing, everything }) =>
      [nothing, everything].some((other) => other && weighAmount(plan) > weighAmount(other) + noDifference),
    );
    const far = exhausted.filter((_, index) => above[index] > maxAboveBest);
    broken += worse.length + far.length;
    for (const { path, plan, nothing, everything, best } of new Set([...worse, ...far])) {
      const figures = [plan, everything, nothing].map((amount) => (amount ? weighAmount(amount).toFixed(1) : '-'));
      console.log(
        `  ${path}: plan ${figures[0]}, everything ${figures[1]}, nothing ${figures[2]}, best ` +
          `${best?.toFixed(1) ?? '-'}`,
      );
    }
    const worst = above.length > 0 ? `${(100 * Math.max(...above)).toFixed(2)} %` : '-';
    const most = Math.max(0, ...planned.map(({ choices }) => choices));
    console.log(
      `${proposals.name.padEnd(28)} ${`${conditions.link} HTTP/${conditions.http}`.padEnd(22)} ` +
        `${planned.length} pages, up to ${most} choices: worse than everything or nothing ${worse.length}; ` +
        `${exhausted.length} exhausted, above best at most ${worst}; planned in ${(cpuMs / 1000).toFixed(2)} s ` +
        `of processor time`,
    );
  }
  return broken;
}

/**
 * Compares the planner with the alternatives on four pages of a site as a whole.
 * @param {string} folder
 * @returns {Promise<number>} number of broken guarantees
 */
async function holdWhole(folder) {
  const proposals = await readProposals(folder, null, MAX_PAGES);
  const wanted = proposals.wanted.filter(({ rule }) => !rule.beyondCost);
  if (wanted.length < 2) {
    console.log(`${proposals.name.padEnd(28)} whole: nothing to choose from`);
    return 0;
  }
  let broken = 0;
  for (const conditions of allConditions) {
    const above = [];
    for (let seed = 1; seed <= DRAWS; seed += 1) {
      const { plan, nothing, best } = holdWholeSite(proposals, drawChanges(wanted, seed), conditions);
      above.push(plan / best - 1);
      if (plan <= nothing + noDifference && plan <= best * (1 + maxAboveBest)) continue;
      broken += 1;
      const figures = [plan, nothing, best].map((cost) => cost.toFixed(1));
      console.log(`  draw ${seed}: plan ${figures[0]}, nothing ${figures[1]}, best ${figures[2]}`);
    }
    const mean = above.reduce((sum, share) => sum + share, 0) / above.length;
    const shares = [mean, Math.max(...above)].map((share) => `${(100 * share).toFixed(3)} %`);
    console.log(
      `${proposals.name.padEnd(28)} ${`${conditions.link} HTTP/${conditions.http}`.padEnd(22)} whole: ` +
        `${above.length} draws of ${wanted.length} changes, above best ${shares.join(', at most ')}`,
    );
  }
  return broken;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string', multiple: true },
    whole: { type: 'string', multiple: true },
    cache: { type: 'string' },
  },
});
const fixtures = ['microscape/site', 'sites/harbour/site'].map((name) =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)),
);
let broken = values.site || values.whole ? 0 : holdDrawn(Number(positionals[0] ?? 25));
for (const folder of values.site ?? (values.whole ? [] : fixtures)) {
  broken += await holdSite(folder, values.cache ?? null);
}
for (const folder of values.whole ?? (values.site ? [] : fixtures)) broken += await holdWhole(folder);
process.exitCode = broken > 0 ? 1 : 0;
