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
  /** Number of repetitions: 0 without end, 1 for a still image. */
  readonly plays: number;
  /** Bits per channel in the file. `frames` cannot contain 16-bit sources without loss. */
  readonly bitsPerChannel: 8 | 16;
  readonly colourSpace: 'srgb' | 'grey' | 'cmyk' | 'profile';
  readonly orientation: number;
}
