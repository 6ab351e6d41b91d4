/** Records of the gate: plain, frozen data. */
import type { Level } from '../../plan/types.ts';
import type { ContentKind } from '../types.ts';

export type Measure = 'requests' | 'bytes' | 'packets' | 'ms';
/** The quantities that a budget can limit. */
export type Limited = Measure | 'imagesWithoutAlternative' | 'imagesOfText';

/** The limits for the pages that a pattern matches, validated and with defaults. */
export interface Budget {
  /** Its name in messages: `budget 2 (blog/**)`. */
  readonly name: string;
  readonly pages: readonly string[];
  readonly limits: Readonly<Partial<Record<Limited, number>>>;
  /** Max bytes by kind of content. */
  readonly types: Readonly<Partial<Record<ContentKind, number>>>;
  /** The conditions for `packets` and `ms`. Null: those of the report. */
  readonly link: string | null;
  readonly http: string | null;
  readonly visit: 'first' | 'revalidate' | null;
}

export interface PageFigures {
  readonly requests: number;
  readonly bytes: number;
  /** Under the conditions of the baseline. Null if the page was not estimated. */
  readonly packets: number | null;
  readonly ms: number | null;
}

/** The cost of a site when it was last accepted. */
export interface Baseline {
  readonly conditions: { readonly link: string; readonly http: string; readonly visit: string };
  /** The transfers of a visitor to every page, each file once. Null if the baseline does not contain them. */
  readonly site: { readonly requests: number; readonly bytes: number } | null;
  readonly pages: ReadonlyMap<string, PageFigures>;
  /** The transferred bytes of each file that a page fetches. */
  readonly files: ReadonlyMap<string, number>;
  /** Accepted excesses over budgets: by page, then by quantity. */
  readonly accepted: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

export interface GateOptions {
  readonly budgets: readonly Budget[];
  /** The level of each rule, by id. */
  readonly levels: ReadonlyMap<string, { readonly level: Level }>;
  readonly baseline: Baseline | null;
  readonly tolerance: Tolerance;
  /** Round-trip time of the selected link. Missing: 0. */
  readonly roundTripMs?: number;
}

/** The permitted growth of a page over the baseline. The larger of the two values counts. */
export interface Tolerance {
  readonly percent: number;
  readonly bytes: number;
}
