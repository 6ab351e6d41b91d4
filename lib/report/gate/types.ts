/** Records of the gate. Plain, frozen data; no code. */
import type { Level } from '../../plan/types.ts';
import type { ContentKind } from '../types.ts';

export type Measure = 'requests' | 'bytes' | 'packets' | 'ms';
/** What a budget can limit. */
export type Limited = Measure | 'imagesWithoutAlternative' | 'imagesOfText';

/** Limits of the pages that a pattern names, checked and with every default filled in. */
export interface Budget {
  /** How messages name it: `budget 2 (blog/**)`. */
  readonly name: string;
  readonly pages: readonly string[];
  readonly limits: Readonly<Partial<Record<Limited, number>>>;
  /** Bytes by kind of content. */
  readonly types: Readonly<Partial<Record<ContentKind, number>>>;
  /** Conditions that `packets` and `ms` are meant for; null: those of the report. */
  readonly link: string | null;
  readonly http: string | null;
  readonly visit: 'first' | 'revalidate' | null;
}

export interface PageFigures {
  readonly requests: number;
  readonly bytes: number;
  /** On the conditions of the baseline; null where the page was not estimated. */
  readonly packets: number | null;
  readonly ms: number | null;
}

/** What a site cost when it was last accepted. */
export interface Baseline {
  readonly conditions: { readonly link: string; readonly http: string; readonly visit: string };
  /** What a visitor to every page once fetches; null: the baseline does not say. */
  readonly site: { readonly requests: number; readonly bytes: number } | null;
  readonly pages: ReadonlyMap<string, PageFigures>;
  /** Bytes that travel of each file that a page fetches. */
  readonly files: ReadonlyMap<string, number>;
  /** What was over a budget and let pass: by page, then by what the budget limits. */
  readonly accepted: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

export interface GateOptions {
  readonly budgets: readonly Budget[];
  /** Level of each rule by id. */
  readonly levels: ReadonlyMap<string, { readonly level: Level }>;
  readonly baseline: Baseline | null;
  readonly tolerance: Tolerance;
  /** Round-trip time of the link that decides; left out: 0. */
  readonly roundTripMs?: number;
}

/** How much more than in the baseline a page may cost: the larger of the two counts. */
export interface Tolerance {
  readonly percent: number;
  readonly bytes: number;
}
