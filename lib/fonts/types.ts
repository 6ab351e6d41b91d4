/** The line height of a font and the mean width of its characters, in ems. */
export interface FontMeasures {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly width: number;
}

/** A font of the site: its characters, those that pages render, and those of a subset. */
export interface FontFacts {
  readonly format: 'sfnt' | 'woff' | 'woff2';
  /** Code points of the subset, in order. */
  readonly kept: readonly number[];
  /** Code points of the whole font. */
  readonly held: readonly number[];
  /** The number of code points that pages render. */
  readonly drawnCount: number;
  /** Characters that pages request from the font and that it lacks. */
  readonly lacks: readonly number[];
  readonly isIcons: boolean;
  /** True if its icons are ligatures of letters. */
  readonly isSpelled: boolean;
  /** The reason why it must not be changed. */
  readonly forbids: string | null;
  /** Missing if the font has no Latin letters. */
  readonly measures?: FontMeasures;
  /** Features that the site's styles can turn on. */
  readonly features: readonly string[];
}
