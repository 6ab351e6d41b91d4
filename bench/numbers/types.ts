/** The results of a quick bench, by the name of the figure. */
export type Figures = Readonly<Record<string, number>>;

export interface TunedNumber {
  readonly path: string;
  /** `NAME`, or `NAME.key` in an object. */
  readonly name: string;
  readonly value: number;
  readonly meaning: string;
  readonly start: number;
  readonly end: number;
}

export interface Tried extends TunedNumber {
  /** A fifth less, and a fifth more. */
  readonly sides: readonly { readonly text: string; readonly figures: Figures | string }[];
}
