declare module 'html-encoding-sniffer' {
  /** Names the encoding of an HTML document as a browser would. */
  export default function sniff(bytes: Uint8Array, options?: { defaultEncoding?: string }): string;
}

declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** Those of `offered` that the request accepts, best first; among equals as `preferred` has them. */
    encodings(offered: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}

declare module 'fontverter' {
  const fontverter: {
    detectFormat(font: Buffer): 'sfnt' | 'woff' | 'woff2';
    convert(font: Buffer, toFormat: 'sfnt' | 'woff' | 'woff2', fromFormat?: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
  };
  export default fontverter;
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff' | 'woff2'; keepFeatures?: readonly string[] },
  ): Promise<Buffer>;
}

declare module 'postcss-safe-parser/lib/safe-parser.js' {
  import type { AtRule, Input, Root, Rule } from 'postcss';

  /** The parser of PostCSS, which goes on after an error. */
  export default class SafeParser {
    constructor(input: Input);
    root: Root;
    /** The open node. */
    current: Root | Rule | AtRule;
    parse(): void;
    rule(tokens: unknown[]): void;
    atrule(token: unknown): void;
    unexpectedClose(): void;
  }
}
