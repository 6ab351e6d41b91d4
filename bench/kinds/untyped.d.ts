declare module 'subset-font' {
  /** Cuts a font down to the glyphs of a text. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options?: { targetFormat?: string },
  ): Promise<Buffer>;
}
