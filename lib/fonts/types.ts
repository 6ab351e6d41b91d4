/** How high lines of a font are, and how wide a letter of its text is on average, in ems. */
export interface FontMeasures {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly width: number;
}

/** What a font of the site holds, what pages draw of it, and what a subset of it has to hold. */
export interface FontFacts {
  readonly format: 'sfnt' | 'woff' | 'woff2';
  /** Code points that a subset holds, in order. */
  readonly kept: readonly number[];
  /** Those of the whole font. */
  readonly held: readonly number[];
  /** How many of them pages draw with. */
  readonly drawnCount: number;
  /** Letters that pages ask of it and that it does not have. */
  readonly lacks: readonly number[];
  readonly isIcons: boolean;
  /** Whether its pictures are written as words, which it puts together itself. */
  readonly isSpelled: boolean;
  /** What stands against changing it. */
  readonly forbids: string | null;
  /** Left out: it has no Latin letters. */
  readonly measures?: FontMeasures;
  /** Features that the site's styles may switch on. */
  readonly features: readonly string[];
}
