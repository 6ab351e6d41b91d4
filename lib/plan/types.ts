/** Records of planning. Plain data; no code. */

import type { Claim, Reason, Safety } from '../types.ts';
import type { Paints } from './price/types.ts';

export interface Amount {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
}

/** What is known of a page without a run of the model. */
export type Count = Pick<Amount, 'requests' | 'bytes'>;

/** One way to change one thing of a page: a change, or several that only make sense together. */
export interface Choice<Effect = unknown> {
  /** Choices exclude each other whose claims overlap. */
  readonly claims: readonly Claim[];
  /** Documents that it writes, and files that it copies as they are: one cannot be done beside the other. */
  readonly writes?: readonly string[];
  readonly copies?: readonly string[];
  /**
   * What it changes, such as one image at one place: choices of one thing exclude each other. Null: a thing of its own.
   */
  readonly thing: string | null;
  /** What the rule may cost. */
  readonly safety: Safety;
  /** What was found out already: the rule is off, the replacement looks different. */
  readonly rejected?: Reason;
  /** Worth doing for another reason than cost, such as a layout that stays: accepted unless it costs packets. */
  readonly beyondCost?: boolean;
  /** Worth doing where the page shows something earlier by it: see `PlanInput.paint`. */
  readonly showsEarlier?: boolean;
  /** Takes bytes away and does nothing else: made unless the page is clearly cheaper without. */
  readonly sure?: boolean;
  /** Accepted only if it also gains under every other set of conditions. */
  readonly everywhere?: boolean;
  /** What the price function reads. */
  readonly effect: Effect;
}

/** What the page costs with some choices made. */
export type Price<Effect = unknown> = (chosen: readonly Choice<Effect>[]) => Amount;

export interface PlanInput<Effect = unknown> {
  readonly choices: readonly Choice<Effect>[];
  readonly safety: Safety;
  /** Under the target conditions. */
  readonly price: Price<Effect>;
  /** About the same, but sooner said: what looks good at a glance is priced. Left out: `price`. */
  readonly glance?: Price<Effect>;
  /**
   * Requests and bytes alone, where they are known without a run of the model: what saves both is not suspected of
   * costing packets.
   */
  readonly count?: (chosen: readonly Choice<Effect>[]) => Count;
  /**
   * When the page shows something, under each set of conditions that count: what is marked `showsEarlier` is done last,
   * where it does so. Left out: it is not done.
   */
  readonly paints?: readonly ((chosen: readonly Choice<Effect>[]) => Paints)[];
  /** Under further conditions, which choices marked `everywhere` must gain on too. */
  readonly otherPrices?: readonly Price<Effect>[];
  /**
   * About how many sets of choices may be looked at, 1,024 if left out, which is every combination of ten choices:
   * fewer for the pages of a large site.
   */
  readonly mostRuns?: number;
  /** What counts; left out: milliseconds and packets alike, bytes where these agree. */
  readonly weigh?: (amount: Amount) => number;
}

export interface Plan<Effect = unknown> {
  readonly accepted: readonly Choice<Effect>[];
  readonly rejected: readonly { readonly choice: Choice<Effect>; readonly reason: Reason }[];
  readonly before: Amount;
  readonly after: Amount;
  /**
   * What may be weighed where more is done for another reason than cost: next to nothing more, and no more than all or
   * nothing.
   */
  readonly most: number;
}
