/** Records of the lettering engine. Plain, frozen data; no code. */

import type { DecodedImage } from '../images/types.ts';
import type { Reason } from '../plan/types.ts';

export type Rgb = readonly [number, number, number];

/** Left and top edge and extent, in pixels of the image. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Opaque pixels, three bytes each, over whatever stands for transparency. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8ClampedArray;
  /** 1 where the image shows what is behind it. */
  readonly clear: Uint8Array;
}

export type GroundKind = 'transparent' | 'plain' | 'rows' | 'columns' | 'shared';

/** Lines of one colour along each edge, outermost first. */
export interface Frame {
  readonly top: readonly Rgb[];
  readonly right: readonly Rgb[];
  readonly bottom: readonly Rgb[];
  readonly left: readonly Rgb[];
  /** Which sides lie on top where two meet. */
  readonly over: 'start' | 'end';
  /** Corner radius in pixels, 0 for square corners. */
  readonly radius: number;
}

export interface Ground {
  readonly kind: GroundKind;
  /** The ground's one colour, or its most frequent. */
  readonly colour: Rgb;
  /** Colours by row or by column of the whole image, for `rows` and `columns`. */
  readonly lines: readonly Rgb[];
  /** What the ground is at every pixel. */
  readonly rgb: Uint8ClampedArray;
  /** Of a shared background: its pixels with their transparency. */
  readonly rgba?: Uint8Array;
  /** Whether several images of its family are seen to have it. */
  readonly isShared?: boolean;
  /** The part inside frames and strips. */
  readonly area: Box;
  readonly frame: Frame | null;
  /** Parts at the edges that are pictures of their own. */
  readonly strips: readonly Box[];
  /** What was set aside of it, beside the words. */
  readonly asides?: readonly Box[];
  /** Mean squared difference of its pixels from the model. */
  readonly variance: number;
}

/** What differs from the ground. */
export interface Ink {
  readonly colour: Rgb;
  /** 0…1 for each pixel of the image. */
  readonly coverage: Float32Array;
  /** 1 where a pixel is neither ground nor ink nor a mixture of both. */
  readonly strange: Uint8Array;
  readonly strangePixels: number;
  /** Whether what is near the ground's colour is ink too, and not noise. */
  readonly isFaintInk: boolean;
  readonly shadow: Rgb | null;
  /** How far off the line from ground to ink each pixel's colour lies. */
  readonly off: Float32Array;
  /** A second ink, and which pixels show it. */
  readonly second?: { readonly colour: Rgb; readonly isSecond: Uint8Array };
}

/** A run of words on one line. */
export interface Line {
  readonly box: Box;
  /** Where two inks are used: what is left of `end` is in the first. */
  readonly inks?: { readonly end: number; readonly first: Rgb; readonly rest: Rgb };
}

/** Ruled bars of the ink's colour, such as an underline. */
export interface Bar {
  readonly box: Box;
}

export interface FaceStyle {
  readonly weight: number;
  readonly slant: 'normal' | 'italic';
}

/** A face as it is written in style sheets, and the file that stands in for it. */
export interface Face extends FaceStyle {
  /** The first family name of the stack. */
  readonly family: string;
  /** Whether its small letters are capitals, only smaller. */
  readonly hasSmallCapitals?: boolean;
  readonly stack: string;
  /** Whether it has neither serifs nor airs. */
  readonly isPlain: boolean;
  /** `package/files/name.woff2`, or a file in `faces/`, of the stand-in. */
  readonly file: string;
}

export interface LineFit {
  readonly text: string;
  /** Where two inks are used: so many letters are in the first. */
  readonly inks?: { readonly letters: number; readonly first: Rgb; readonly rest: Rgb };
  readonly face: Face;
  readonly sizePx: number;
  readonly letterSpacingPx: number;
  readonly wordSpacingPx: number;
  /** Horizontal scale; 1 unless the type is narrower or wider than its face. */
  readonly scaleX: number;
  /** Where the first glyph starts and the line's baseline, from the image's corner. */
  readonly x: number;
  readonly baseline: number;
  /** Where its ink begins and ends, from the image's upper edge. */
  readonly top: number;
  readonly bottom: number;
  readonly ascent: number;
  readonly descent: number;
  readonly advance: number;
  /** How much stronger or weaker the colour is than the pixels look, where strokes are thinner than a pixel. */
  readonly strength: number;
  readonly similarity: number;
  readonly worstCharacter: number;
}

export interface Shadow {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly colour: string;
}

export interface Scores {
  readonly inkSimilarity: number;
  /** Mean colour difference, in CIEDE2000, of what a glance sees. */
  readonly glance: number;
  /** The same of the part as wide as a letter where it is greatest. */
  readonly letterGlance: number;
  /** How unlike the two are, all in all. */
  readonly unlikeness: number;
  /** The same where a face with airs, such as a comic one, was taken; else 0. */
  readonly airs: number;
  /** The same of type so large that it is a title or a word mark; else 0. */
  readonly title: number;
  /** How much of the letter that fits worst does not. */
  readonly badLetter: number;
  readonly weight: number;
  /** How much of its letters the image's edge cuts off, in shares of the type's size. */
  readonly cut: number;
  readonly meanColourDifference: number;
  /** Pixels far from any ink where something faint was lost. */
  readonly faintPixels: number;
  readonly residuePixels: number;
  /** The same in squares of the type's size: of small type, a sign of its own is no more than a few pixels. */
  readonly residueShare: number;
  /** Ink, in squares of the type's size, that one has and the other lacks above, below or beside its letters. */
  readonly strayInk: number;
  /** Ink that runs through a line without a break where letters have gaps, in shares of its width. */
  readonly strokeShare: number;
}

/** Pixels that stay a picture: cropped beside the words, or a background that a family of images shares. */
export interface Graphic {
  readonly box: Box;
  readonly rgba: Uint8Array;
  readonly key: string;
}

export interface Lettering {
  readonly text: string;
  readonly lines: readonly LineFit[];
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly ground: { readonly kind: GroundKind };
  /** Whether its letters have hard edges in the image, which browsers smooth. */
  readonly isHard: boolean;
  readonly shadow: Shadow | null;
  readonly scores: Scores;
  readonly similarity: number;
  readonly font: string;
  readonly sources: readonly string[];
  /** Declarations that all words share. */
  readonly base: string;
  /** Declarations that pictures of one look share. */
  readonly css: string;
  /** Declarations of this picture alone; `{graphic}` stands for the URL of `graphic`. */
  readonly ownCss: string;
  /** Further rules, keyed by what follows the class in the selector, or by selectors in which `&` stands for it. */
  readonly more: Readonly<Record<string, string>>;
  /** What stands inside the box, escaped; `{area0}` stands for the attributes of the first area's link, and so on. */
  readonly html: string;
  readonly graphic: Graphic | null;
  /** What each area's link says. */
  readonly said: readonly string[];
}

export interface Rejected {
  readonly rejected: Reason;
  readonly detail: string;
  readonly text?: string;
  readonly scores?: Scores;
}

/** A part of an image that is a link of its own, with what the page says of it. */
export interface Area extends Box {
  readonly alt?: string | null;
  readonly title?: string | null;
  readonly fileName?: string | null;
}

/** What the page says about an image. */
export interface Context {
  readonly alt?: string | null;
  readonly title?: string | null;
  readonly linkText?: string | null;
  readonly fileName?: string | null;
  /** What the file is called that the image's link leads to. */
  readonly linkName?: string | null;
  readonly language?: string | null;
  /** Other images of the site, for what a family shares; those of other sizes are passed over. */
  readonly siblings?: readonly DecodedImage[];
  /** Parts that are links; each must hold words of its own. */
  readonly areas?: readonly Area[];
  /** How like the image the words must look; as nobody tells them apart where nothing is said. */
  readonly likeness?: 'visual' | 'lossy';
  /** What takes the image's place under the mouse: it must show the same words, set alike. */
  readonly hover?: DecodedImage;
}
