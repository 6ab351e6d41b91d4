/** Records of the text image engine. Plain data without code. */

export type Rgb = readonly [number, number, number];

/** The points of polygons in font units, y upwards. */
export type Outline = readonly (readonly (readonly [number, number])[])[];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An image as opaque pixels, three bytes each. */
export interface Picture {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
  /** 1 for transparent pixels. Null if there are none. */
  readonly clear: Uint8Array | null;
  /** Max difference of a channel that counts as noise. It is larger for lossy formats. */
  readonly tolerance: number;
  /** True if pages show the image in another size than that of its file. */
  readonly isScaled?: boolean;
  /** The same image above each other background that pages have behind it. */
  readonly elsewhere?: readonly Picture[];
  /** The colours that pages have behind an opaque image. */
  readonly behind?: readonly Rgb[];
}

export interface Background {
  readonly kind: 'clear' | 'plain' | 'rows' | 'image';
  readonly rgb: Uint8ClampedArray;
  /** 1 for pixels that are not part of a text. */
  readonly graphics?: Uint8Array;
  /** 1 for transparent pixels. Null if there are none. */
  readonly clear: Uint8Array | null;
  /** True if several images have it. */
  readonly isShared?: boolean;
  /** True if the area of a text, including its shadow, was filled from the surrounding pixels. */
  readonly isFilled?: boolean;
  /** True if it is a small image that repeats from left to right. */
  readonly isRepeated?: boolean;
  /** True if it is tried only if others fail. */
  readonly isBare?: boolean;
  /** Whether it is the colour of the page, which is tried first, or that of most of the image, which is tried last. */
  readonly flat?: 'page' | 'usual';
}

export interface GlyphBitmap {
  readonly width: number;
  readonly height: number;
  /** From 0 to 1 for each pixel. */
  readonly coverage: Float32Array;
}

/** A connected part of a line: a character, part of one, or several that touch. */
export interface Piece extends GlyphBitmap {
  /** Number of separate parts above each other, such as the dot of an i. */
  readonly parts: number;
  readonly x: number;
  readonly y: number;
  /** Its colour, if that is not the foreground colour of its image. */
  readonly ink?: Rgb;
}

export interface Line {
  readonly box: Box;
  readonly pieces: readonly Piece[];
}

export interface Decomposed {
  readonly picture: Picture;
  readonly background: Background;
  readonly ink: Rgb;
  readonly coverage: Float32Array;
  /** 1 for pixels that are no mixture of foreground and background colour. */
  readonly strange: Uint8Array;
  readonly lines: readonly Line[];
  /** Share of the image's difference from its background that the foreground colour explains. */
  readonly explained: number;
  /** Sum of the differences that it does not explain, in levels. */
  readonly lost: number;
  /** The shadow or glow of the text, which the background lacks. */
  readonly shadow: Shadow | null;
  /** Other possible decompositions, with other lines. */
  readonly others?: readonly Decomposed[];
}

/** A copy of a text behind it: shifted, blurred by a radius, in another colour. Lengths are in pixels. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly colour: Rgb;
  /** 0…1. */
  readonly opacity: number;
}

/** A letter, or a part of several that touch. */
export interface FontPiece {
  readonly character?: string;
  readonly outline: Outline;
  readonly advancePx: number;
}

/** A letter of a line. `ink`: its colour, if that is not the text's. */
export interface FontPart {
  readonly piece: number;
  readonly x: number;
  readonly y: number;
  readonly ink?: Rgb;
}

export interface FontLine {
  readonly text: string;
  /** 0 for the usual drawing of the text, otherwise the number of another one, which a style selects. */
  readonly variant: number;
  /** Places in pixels, which are multiples of a unit of the font. */
  readonly parts: readonly FontPart[];
  readonly advancePx: number;
}

export interface FontPlan {
  readonly family: string;
  readonly pieces: readonly FontPiece[];
  readonly lines: readonly FontLine[];
  readonly spacePx: number;
  readonly emPx: number;
  readonly ascentPx: number;
}

/** An image as text: its box, font and background. */
export interface Explained {
  readonly text: string;
  readonly sources: readonly string[];
  readonly html: string;
  /** Declarations of the box; `{background}` is replaced by the background's file. */
  readonly css: string;
  /** Declarations that all boxes share. */
  readonly base: string;
  readonly font: {
    readonly family: string;
    /** The key of similar images, which are replaced together. */
    readonly set: string;
    /** Null for a system font. */
    readonly bytes: Uint8Array | null;
    /** The variant for displays with more device pixels, if it differs. */
    readonly dense: Uint8Array | null;
    /** Number of images that share it. */
    readonly users: number;
    /** Folder for its file. */
    readonly folder: string;
    /** Number of pages that show one of its images. With several, the font is a file that they share. */
    readonly pages: number;
  };
  readonly background: {
    readonly bytes: Uint8Array;
    readonly key: string;
    /** The value of the declaration, with `{background}` in place of the image, if that covers a part of the box. */
    readonly around?: string;
  } | null;
  /** The pixels of the background with their transparency, four bytes each. */
  readonly behind: Uint8Array;
  readonly difference: Difference;
  /** True if the background may contain more text. */
  readonly isPart?: boolean;
  /** True if its text is unknown, and `text` consists of characters without meaning. */
  readonly isDrawn?: boolean;
  readonly width: number;
  readonly height: number;
}

/** The difference between a rendering and its image. */
export interface Difference {
  readonly isIdentical: boolean;
  /** Pixels that strokes cover or touch. */
  readonly strokePixels: number;
  readonly visiblePixels: number;
  /** Pixels that differ, though no stroke is near. */
  readonly strayPixels: number;
  /** Those of them that differ visibly. */
  readonly awayPixels: number;
  /** The mean difference of the pixels at strokes, in levels. */
  readonly strokeDifference: number;
  /** How much the colour of the text differs, in levels, but for how bold it is. */
  readonly tint: number;
  readonly similarity: number;
}

export interface NotExplained {
  /** True if nothing in it stands out from a background, as in most photos. */
  readonly lacksInk?: boolean;
  /** Images of the same size, or of the same height, contain text, so this one is likely to. */
  readonly isLikely?: boolean;
  /** True if it has the size of an image with text. */
  readonly isAsLarge?: boolean;
  /** True if its text has another size and colour than all others in images of about its height. */
  readonly isApart?: boolean;
  readonly failed: 'uncertain-text' | 'looks-different' | 'safety';
  readonly detail: string;
  readonly text?: string;
  /** True if the image may contain more text. */
  readonly isPart?: boolean;
  readonly difference?: Difference;
}
