/** @import { Amount, Choice, PlanInput } from './types.ts' */

/**
 * Max choices that are each tried alone. Of more, this many are tried, to estimate the value of a request and a byte.
 */
const maxTried = 14;

/** @typedef {{ requests: number, bytes: number, gain: number }} Sample */

/**
 * Estimates the saving of each choice alone: the order in which a search tries them.
 * @template Effect
 * @param {readonly Choice<Effect>[]} choices
 * @param {Pick<PlanInput<Effect>, 'price' | 'count'> & { weigh: (amount: Amount) => number }} how
 * @returns {number[]}
 */
export function estimateWorth(choices, { price, count, weigh }) {
  const nothing = weigh(price([]));
  /** @param {Choice<Effect>} choice */
  const gainOf = (choice) => nothing - weigh(price([choice]));
  if (choices.length <= maxTried || !count) return choices.map(gainOf);
  const before = count([]);
  const saved = choices.map((choice) => {
    const after = count([choice]);
    return { requests: before.requests - after.requests, bytes: before.bytes - after.bytes };
  });
  const step = choices.length / maxTried;
  const sampled = Array.from({ length: maxTried }, (_, at) => Math.floor(at * step));
  const { request, byte } = fitWorth(sampled.map((index) => ({ ...saved[index], gain: gainOf(choices[index]) })));
  return saved.map(({ requests, bytes }) => requests * request + bytes * byte);
}

/** Fits gain = requests × request + bytes × byte by least squares. @param {readonly Sample[]} samples */
function fitWorth(samples) {
  /** @param {(sample: Sample) => number} term */
  const sum = (term) => samples.reduce((total, sample) => total + term(sample), 0);
  const [rr, rb, bb] = [
    sum((each) => each.requests ** 2),
    sum((each) => each.requests * each.bytes),
    sum((each) => each.bytes ** 2),
  ];
  const [rg, bg] = [sum((each) => each.requests * each.gain), sum((each) => each.bytes * each.gain)];
  const determinant = rr * bb - rb ** 2;
  if (determinant > 1e-6 * rr * bb) {
    const [request, byte] = [(rg * bb - bg * rb) / determinant, (bg * rr - rg * rb) / determinant];
    if (request >= 0 && byte >= 0) return { request, byte };
  }
  // Samples are too similar to separate the two. A request takes headers and packets, as some hundred bytes do.
  return { request: 600, byte: 1 };
}
