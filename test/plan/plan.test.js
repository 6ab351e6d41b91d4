import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { glance } from '../../lib/network/index.js';
import { planChanges, weighAmount } from '../../lib/plan/index.js';
import { applyEffects, createPricer } from '../../lib/plan/price/index.js';
import { makePage } from './price/synthetic.js';

/** @import { Choice, Price } from '../../lib/plan/types.ts' */
/** @import { Effect } from '../../lib/plan/price/types.ts' */
/** @import { Range } from '../../lib/site/types.ts' */

/** @typedef {{ packets: number, ms: number, bytes: number }} Gain */

/**
 * @param {Partial<Choice<Gain>> & { gain?: Partial<Gain>, page?: string, ranges?: readonly (Range | null)[] }} [more]
 * @returns {Choice<Gain>}
 */
function makeChoice({ gain, page = 'index.html', ranges = [null], ...more } = {}) {
  return {
    claims: ranges.flatMap((range) => (range ? [{ document: page, range }] : [])),
    thing: null,
    safety: 'safe',
    effect: { packets: 1, ms: 10, bytes: 1000, ...gain },
    ...more,
  };
}

/** A page on which gains add up. @type {Price<Gain>} */
const addUp = (chosen) => {
  const sum = { requests: 50, bytes: 100_000, packets: 500, ms: 5000 };
  for (const { effect } of chosen) {
    sum.bytes -= effect.bytes;
    sum.packets -= effect.packets;
    sum.ms -= effect.ms;
  }
  return sum;
};

/**
 * @param {readonly Choice<Gain>[]} choices
 * @param {Partial<import('../../lib/plan/types.ts').PlanInput<Gain>>} [more]
 */
function plan(choices, more = {}) {
  const { accepted, rejected } = planChanges({ choices, safety: 'visual', price: addUp, ...more });
  return {
    taken: accepted.map((choice) => choices.indexOf(choice)),
    reasons: rejected.map(({ choice, reason }) => [choices.indexOf(choice), reason]),
  };
}

test('of the ways to change one thing the cheapest is taken', () => {
  const choices = [
    makeChoice({ thing: 'a', gain: { ms: 20 } }),
    makeChoice({ thing: 'a', gain: { ms: 50 } }),
    makeChoice({ thing: 'b' }),
  ];
  assert.deepEqual(plan(choices), { taken: [1, 2], reasons: [[0, 'costs-more']] });
});

test('what overlaps excludes each other; what touches does not', () => {
  /** @param {number} start @param {number} end @param {number} ms */
  const at = (start, end, ms) => makeChoice({ ranges: [{ start, end }], gain: { ms } });
  assert.deepEqual(plan([at(0, 10, 5), at(5, 20, 50), at(20, 30, 5)]), { taken: [1, 2], reasons: [[0, 'overlaps']] });
  assert.deepEqual(plan([at(0, 30, 25), at(0, 10, 20), at(20, 30, 20)]).taken, [1, 2]);
  const choices = [at(0, 10, 5), at(5, 20, 50)];
  const { rejected } = planChanges({ choices, safety: 'visual', price: addUp });
  assert.equal(rejected[0].winner, choices[1], 'the report names the change that is made instead');
  const otherPage = makeChoice({ ranges: [{ start: 0, end: 30 }], page: 'other.html' });
  assert.equal(plan([at(0, 10, 5), otherPage]).taken.length, 2);
  const several = makeChoice({
    ranges: [
      { start: 0, end: 10 },
      { start: 40, end: 50 },
    ],
    gain: { ms: 60 },
  });
  assert.deepEqual(plan([several, at(20, 30, 5), at(45, 60, 50)]).taken, [0, 1]);
});

test('what only takes bytes away is made, unless the page is clearly cheaper without', () => {
  const sure = makeChoice({ sure: true, gain: { packets: -1, ms: -4 } });
  assert.deepEqual(plan([sure, makeChoice()]).taken, [0, 1]);
  const harmful = makeChoice({ sure: true, gain: { packets: -1, ms: -90 } });
  assert.deepEqual(plan([harmful, makeChoice()]).taken, [1]);
});

test('what is done beyond its cost does not make a plan dearer than doing everything or nothing', () => {
  const layout = makeChoice({ beyondCost: true, gain: { packets: 0, ms: -30, bytes: -40 } });
  assert.deepEqual(plan([layout]).taken, []);
  assert.deepEqual(plan([layout, makeChoice({ gain: { ms: 100 } })]).taken, [0, 1]);
  const many = Array.from({ length: 4 }, () => layout);
  assert.deepEqual(plan([...many, makeChoice({ gain: { ms: 500 } })]).taken, [0, 4]);
});

test('nothing that costs packets is done, nor what is not smaller, nor what safety forbids', () => {
  const choices = [
    makeChoice({ gain: { packets: -1, ms: 90 } }),
    makeChoice({ gain: { packets: 0, ms: 0, bytes: -50 } }),
    makeChoice({ safety: 'lossy', gain: { ms: 900 } }),
    makeChoice({ rejected: 'looks-different' }),
    makeChoice(),
  ];
  const { taken, reasons } = plan(choices);
  assert.deepEqual(taken, [4]);
  assert.deepEqual(reasons, [
    [0, 'costs-more'],
    [1, 'not-smaller'],
    [2, 'safety'],
    [3, 'looks-different'],
  ]);
  assert.deepEqual(plan(choices, { safety: 'lossy' }).taken, [2, 4]);
});

test('what is worth doing beyond its cost is done while it costs no packet', () => {
  const choices = [
    makeChoice({ beyondCost: true, gain: { packets: 0, ms: 0, bytes: -40 } }),
    makeChoice({ beyondCost: true, gain: { packets: -1, ms: 0, bytes: -40 } }),
  ];
  assert.deepEqual(plan(choices), { taken: [0], reasons: [[1, 'costs-more']] });
});

test('a change that is too expensive is not said to overlap with what takes its place for other reasons', () => {
  const ranges = [{ start: 0, end: 10 }];
  const text = makeChoice({ ranges, gain: { packets: -1, ms: 90 } });
  const alternative = makeChoice({ ranges, beyondCost: true, gain: { packets: 0, ms: 0, bytes: -40 } });
  assert.deepEqual(plan([text, alternative]), { taken: [1], reasons: [[0, 'costs-more']] });
});

test('what must gain everywhere is held to every link', () => {
  const choices = [makeChoice({ everywhere: true }), makeChoice()];
  /** @type {Price<Gain>} */
  const worse = (chosen) => ({ requests: 1, bytes: 1, packets: 5, ms: 5 + chosen.length });
  assert.deepEqual(plan(choices, { otherPrices: [worse] }), { taken: [1], reasons: [[0, 'costs-more']] });
  assert.deepEqual(plan(choices, { otherPrices: [addUp] }).taken, [0, 1]);
});

/** Choices whose gains depend on each other: a cost that some share, and gains that shrink together. */
const tangled = fc
  .record({
    gains: fc.array(
      fc.record({
        ms: fc.integer({ min: -60, max: 90 }),
        packets: fc.integer({ min: -3, max: 6 }),
        bytes: fc.integer({ min: -900, max: 3000 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    things: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 12, maxLength: 12 }),
    shared: fc.integer({ min: 0, max: 120 }),
    shrink: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ gains, things, shared, shrink }) => {
    const choices = gains.map((gain, index) =>
      makeChoice({ thing: things[index] < 4 ? `t${things[index]}` : null, gain }),
    );
    /** @type {Price<Gain>} */
    const price = (chosen) => {
      const sum = addUp(chosen);
      const sharing = chosen.some(({ effect }) => effect.ms > 45) ? shared : 0;
      return { ...sum, ms: sum.ms + sharing + shrink * chosen.length ** 2 };
    };
    return { choices, price };
  });

/** @template Effect @param {readonly Choice<Effect>[]} choices @param {Price<Effect>} price */
function exhaust(choices, price) {
  let least = Number.POSITIVE_INFINITY;
  for (let bits = 0; bits < 2 ** choices.length; bits += 1) {
    const chosen = choices.filter((_, index) => bits & (1 << index));
    const things = chosen.map(({ thing }) => thing).filter((thing) => thing !== null);
    if (new Set(things).size < things.length) continue;
    const amount = price(chosen);
    const costly = chosen.some((choice) => price(chosen.filter((each) => each !== choice)).packets < amount.packets);
    if (!costly) least = Math.min(least, weighAmount(amount));
  }
  return least;
}

/** @template Effect @param {readonly Choice<Effect>[]} choices @param {Price<Effect>} price */
function costsPackets(choices, price) {
  return choices.some((choice) => price(choices.filter((each) => each !== choice)).packets < price(choices).packets);
}

test('never worse than nothing or everything, and within 2 % of the best of all combinations', () => {
  fc.assert(
    fc.property(tangled, fc.constantFrom(1024, 128), ({ choices, price }, maxRuns) => {
      const { after, before, accepted } = planChanges({ choices, safety: 'visual', price, maxRuns });
      assert.ok(weighAmount(after) <= weighAmount(before));
      const things = new Set();
      const everything = choices.filter(({ thing }) => thing === null || (!things.has(thing) && things.add(thing)));
      if (!costsPackets(everything, price)) assert.ok(weighAmount(after) <= weighAmount(price(everything)));
      assert.ok(weighAmount(after) <= exhaust(choices, price) * 1.02);
      for (const choice of accepted)
        assert.ok(price(accepted.filter((each) => each !== choice)).packets >= after.packets);
    }),
    { numRuns: 60 },
  );
});

test('the order of the choices does not matter to what the page costs', () => {
  fc.assert(
    fc.property(tangled, ({ choices, price }) => {
      const one = planChanges({ choices, safety: 'visual', price }).after;
      const other = planChanges({ choices: choices.toReversed(), safety: 'visual', price }).after;
      assert.ok(Math.abs(weighAmount(one) - weighAmount(other)) <= 0.02 * weighAmount(one));
    }),
    { numRuns: 60 },
  );
});

for (const conditions of /** @type {const} */ ([
  { link: '4g', http: '2', visit: 'first' },
  { link: 'ppp', http: '1.0', visit: 'first' },
])) {
  test(`a page of 100 changes is planned in under a second over ${conditions.link}`, () => {
    const { page, effects } = makePage({ images: 100 });
    const choices = effects.map((effect, index) => ({ ...makeChoice({ thing: `img/${index}` }), effect }));
    /** @param {readonly Choice<Effect>[]} chosen */
    const pageWith = (chosen) =>
      applyEffects(
        page,
        chosen.map(({ effect }) => effect),
      );
    const [exact, rough] = [createPricer({ conditions }), createPricer({ conditions, run: glance })];
    // CPU time, because the machine may have other load.
    const start = process.cpuUsage();
    const { before, after, accepted } = planChanges({
      choices,
      safety: 'visual',
      price: (chosen) => exact.priceView(pageWith(chosen)),
      glance: (chosen) => rough.priceView(pageWith(chosen)),
      count: (chosen) => exact.countView(pageWith(chosen)),
    });
    const ms = process.cpuUsage(start).user / 1000;
    assert.ok(ms < 1000, `${Math.round(ms)} ms`);
    assert.ok(accepted.length > 80);
    assert.ok(after.packets < before.packets && after.ms < before.ms);
  });
}

test('what shows a page earlier is done where it is no later on other visits, whatever it costs', () => {
  const early = makeChoice({ showsEarlier: true, gain: { packets: -4, bytes: -6000, ms: -5 }, safety: 'visual' });
  const choices = [makeChoice({ ranges: [{ start: 0, end: 9 }] }), early];
  const paint = (/** @type {number} */ first, /** @type {number} */ later) => [
    (/** @type {readonly Choice<Gain>[]} */ chosen) =>
      chosen.includes(early) ? { first, later } : { first: 900, later: 500 },
  ];
  const left = { taken: [0], reasons: [[1, 'costs-more']] };
  assert.deepEqual(plan(choices, { paints: paint(600, 505) }), { taken: [0, 1], reasons: [] });
  assert.deepEqual(plan(choices, { paints: paint(890, 500) }), left, 'no earlier than the model errs');
  assert.deepEqual(plan(choices, { paints: paint(600, 700) }), left, 'later on a later page');
  assert.deepEqual(plan(choices), left, 'nobody says when it shows');
  assert.deepEqual(plan(choices, { paints: paint(600, 505), safety: 'safe' }).taken, [0]);
});

test('a preferred change is made instead of a cheaper one in the same place if that costs almost nothing', () => {
  const range = { start: 0, end: 9 };
  const inlined = makeChoice({ ranges: [range], gain: { packets: 2, ms: 20 } });
  const text = (/** @type {Partial<Gain>} */ gain) => makeChoice({ ranges: [range], isPreferred: true, gain });
  assert.deepEqual(plan([inlined, text({ packets: 2, ms: 10 })]).taken, [1]);
  assert.deepEqual(plan([inlined, { ...text({ packets: 2, ms: 10 }), isPreferred: false }]).taken, [0]);
  assert.deepEqual(plan([inlined, text({ packets: 2, ms: -100 })]).taken, [0], 'costs more than the page as it was');
  const other = makeChoice({ ranges: [range], gain: { packets: 2, ms: 200 } });
  assert.deepEqual(plan([other, text({ packets: 2, ms: 60 })]).taken, [1], 'costs 3 % more');
  assert.deepEqual(plan([inlined, text({ packets: -1, ms: 25 })]).taken, [0], 'costs a packet');
  const count = (/** @type {number} */ bytes) => (/** @type {readonly Choice<Gain>[]} */ chosen) => ({
    requests: 50 - chosen.length,
    bytes: chosen.some(({ isPreferred }) => isPreferred) ? bytes : 100_000,
  });
  const costly = [inlined, text({ packets: -1, ms: 25 })];
  assert.deepEqual(plan(costly, { count: count(100_000) }).taken, [1], 'the page is no larger than unchanged');
  assert.deepEqual(plan(costly, { count: count(100_001) }).taken, [0], 'the page is larger than unchanged');
});

test('a preferred change that saves requests and bytes can cost one percent of time', () => {
  const text = (/** @type {number} */ ms) => [makeChoice({ isPreferred: true, gain: { packets: -3, ms } })];
  const count = (/** @type {number} */ requests) => (/** @type {readonly Choice<Gain>[]} */ chosen) => ({
    requests: 50 - chosen.length * requests,
    bytes: addUp(chosen).bytes,
  });
  assert.deepEqual(plan(text(-40), { count: count(4) }).taken, [0]);
  assert.deepEqual(plan(text(-70), { count: count(4) }).taken, [], 'costs 1.3 % more');
  assert.deepEqual(plan(text(-40), { count: count(-1) }).taken, [], 'adds a request');
  assert.deepEqual(plan(text(-40)).taken, [], 'no requests are counted');
});
