export type { DecodedImage, Frame, ImageFormat } from './png/types.ts';

import type { ImageFormat } from './png/types.ts';

export type ImageKind =
  | 'text'
  | 'text-and-graphic'
  | 'bullet'
  | 'arrow'
  | 'spacer'
  | 'rule'
  | 'solid'
  | 'gradient'
  | 'tile'
  | 'icon'
  | 'logo'
  | 'chart'
  | 'photo'
  | 'animation'
  | 'unknown';

export interface ImageFacts {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly kind: ImageKind;
  readonly confidence: number;
  /** Number of distinct colours as displayed. 257 means more than 256. */
  readonly colours: number;
  readonly transparency: 'none' | 'binary' | 'partial' | 'full';
  /** True for CMYK, which each browser displays in different colours. */
  readonly inks: boolean;
  /** `#rrggbb` or `#rrggbbaa` if all pixels have one colour, otherwise null. */
  readonly solid: string | null;
  readonly paint: Paint | null;
  /** Measurements from which the kind was derived, for diagnosis. */
  readonly features: Readonly<Record<string, number>>;
  /** The reason why the pixels could not be read. */
  readonly broken: string | null;
  /** A digest of the pixels: equal for files with the same rendering. */
  readonly shows: string;
}

/** The CSS that renders exactly the same pixels. */
export type Paint =
  | { readonly kind: 'solid'; readonly colour: string }
  | {
      readonly kind: 'linear';
      readonly angleDegrees: number;
      readonly stops: readonly Stop[];
      readonly maxError: number;
    }
  | { readonly kind: 'bands'; readonly axis: 'x' | 'y'; readonly bands: readonly Band[] }
  | { readonly kind: 'repeat'; readonly axis: 'x' | 'y' | 'both'; readonly periodX: number; readonly periodY: number };

export interface Stop {
  readonly colour: string;
  readonly at: number;
}

export interface Band {
  readonly colour: string;
  readonly from: number;
  readonly to: number;
}
