declare module 'html-encoding-sniffer' {
  /** Names the encoding of an HTML document as a browser would. */
  export default function sniff(bytes: Uint8Array, options?: { defaultEncoding?: string }): string;
}
