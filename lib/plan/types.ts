/** Records of planning. Plain data; no code. */
import type { Proposal, Range, Reason, Safety } from '../types.ts';

export interface Amount {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
}

/** One way to change one thing of a page. */
export interface Choice<Effect = unknown> {
  readonly proposal: Proposal;
  /** What it changes, such as one image at one place: choices of one thing exclude each other. Null: a thing of its own. */
  readonly thing: string | null;
  /** What it touches in the source of its page: choices whose ranges overlap exclude each other. */
  readonly range: Range | null;
  /** What the rule may cost. */
  readonly safety: Safety;
  /** What was found out already: the rule is off, the replacement looks different. */
  readonly rejected?: Reason;
  /** Worth doing for another reason than cost, such as a layout that stays: accepted unless it costs packets. */
  readonly beyondCost?: boolean;
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
  /** Requests and bytes alone, where they are known without a run of the model; left out: `price`. */
  readonly count?: (chosen: readonly Choice<Effect>[]) => { readonly requests: number; readonly bytes: number };
  /** Under further conditions, which choices marked `everywhere` must gain on too. */
  readonly otherPrices?: readonly Price<Effect>[];
  /** About how many sets of choices may be priced, 4,096 if left out, which tries every combination of twelve choices: fewer for the pages of a large site. */
  readonly mostRuns?: number;
  /** What counts; left out: milliseconds and packets alike, bytes where these agree. */
  readonly weigh?: (amount: Amount) => number;
}

export interface Plan<Effect = unknown> {
  readonly accepted: readonly Choice<Effect>[];
  readonly rejected: readonly { readonly proposal: Proposal; readonly reason: Reason }[];
  readonly before: Amount;
  readonly after: Amount;
}
