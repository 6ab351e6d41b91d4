declare module 'fontverter' {
  /** Turns a font into another container. */
  export function convert(font: Uint8Array, target: 'truetype' | 'woff' | 'woff2'): Promise<Buffer>;
}
