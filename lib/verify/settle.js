/** @import { Verdict } from './types.js' */

const MOST_ROUNDS = 4;

/**
 * @template T
 * @typedef {object} Settled
 * @property {T} plan
 * @property {readonly Verdict[]} verdicts of the last round
 * @property {ReadonlySet<string>} rejectedCauses what must not be done anywhere
 * @property {ReadonlySet<string>} originals pages that ship as they were
 * @property {number} rounds
 */

/**
 * Plans and looks, again and again, until every page passes: a change that shows goes wherever its cause applies, and a
 * page that no set of changes helps ships as it was.
 * @template T
 * @param {(refused: { causes: ReadonlySet<string>, originals: ReadonlySet<string> }) => T | Promise<T>} makePlan
 * @param {(plan: T) => Promise<readonly Verdict[]>} verify
 * @param {{ mostRounds?: number }} [options]
 * @returns {Promise<Settled<T>>}
 */
export async function settlePlan(makePlan, verify, { mostRounds = MOST_ROUNDS } = {}) {
  /** @type {Set<string>} */
  const causes = new Set();
  /** @type {Set<string>} */
  const originals = new Set();
  for (let round = 1; ; round += 1) {
    const plan = await makePlan({ causes, originals });
    const verdicts = await verify(plan);
    const failing = verdicts.filter(({ status }) => status === 'different' || status === 'unseen');
    const result = { plan, verdicts, rejectedCauses: causes, originals, rounds: round };
    if (failing.length === 0) return result;
    for (const { rejected, original, path } of failing) {
      for (const { cause } of rejected) causes.add(cause);
      if (original || round >= mostRounds) originals.add(path);
    }
    if (round >= mostRounds) return { ...result, plan: await makePlan({ causes, originals }) };
  }
}
