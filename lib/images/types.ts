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

export type ImageFormat = 'gif' | 'png' | 'apng' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'ico' | 'bmp' | 'unknown';

export interface Frame {
  /** The whole canvas as displayed, 8-bit RGBA, not premultiplied. */
  readonly rgba: Uint8Array;
  readonly delayMs: number;
}

/** Pixels of an image, as a browser displays them. */
export interface DecodedImage {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
  /** 0 for ever; 1 for a still image. */
  readonly plays: number;
  /** Bits a channel in the file: 16-bit sources cannot be held without loss in `frames`. */
  readonly bitsPerChannel: 8 | 16;
  readonly colourSpace: 'srgb' | 'grey' | 'cmyk' | 'profile';
  readonly orientation: number;
}

export interface ImageFacts {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly kind: ImageKind;
  readonly confidence: number;
  /** Exact distinct colours as displayed, counted up to 257 (257: more than 256). */
  readonly colours: number;
  readonly transparency: 'none' | 'binary' | 'partial' | 'full';
  /** Whether it is coded in inks (CMYK), which each browser shows in colours of its own. */
  readonly inks: boolean;
  /** `#rrggbb` or `#rrggbbaa` where every pixel has one colour; null otherwise. */
  readonly solid: string | null;
  readonly paint: Paint | null;
  /** Measurements that the kind was worked out from, for whoever asks why. */
  readonly features: Readonly<Record<string, number>>;
  /** Why the pixels could not be looked at. */
  readonly broken: string | null;
  /** The same for files that show the same, pixel for pixel. */
  readonly shows: string;
}

/** What CSS could say in place of the pixels, exactly. */
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
