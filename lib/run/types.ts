import type { Level, Safety } from '../plan/types.ts';

/** What callers may say of `keep`. */
export type KeepOption = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** What a run is asked to do: defaults, then the config file, then flags. */
export interface Settings {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** By rule; `*`: all rules. */
  readonly keep: Readonly<Record<string, readonly string[]>>;
  /** Rules that were set by a former id. */
  readonly renamed: readonly string[];
  readonly url: string;
  /** Addresses without a file that are visited like pages. */
  readonly routes: readonly string[];
  readonly rules: Readonly<Record<string, Level | readonly [Level, Readonly<Record<string, unknown>>]>>;
  readonly safety: Safety;
  /** What images that are coded with loss must measure by SSIMULACRA 2; 0: what their rules say. */
  readonly quality: number;
  readonly link: string;
  readonly http: string;
  readonly visit: 'first' | 'revalidate' | 'tour' | 'return';
  readonly links: readonly string[];
  readonly https: readonly string[];
  readonly also?: readonly { readonly link: string; readonly http: string; readonly visit: 'first' | 'revalidate' }[];
  /** What the server does with a text that has no file compressed in advance. */
  readonly server: 'identity' | 'gzip' | 'br' | 'zstd';
  readonly pagesPerVisit: number;
  readonly browser: string;
  readonly verify: string;
  readonly strict: boolean;
  readonly effort: 'fast' | 'balanced' | 'max';
  /** An object: pages by the minifier it names, the rest as ever. */
  readonly minify:
    | boolean
    | { readonly html: 'html-minifier-terser'; readonly options?: Readonly<Record<string, unknown>> };
  readonly fingerprint: boolean;
  readonly dictionaries: boolean;
  /** The folder that was deployed before; empty: none. */
  readonly previous: string;
  readonly variants: readonly ('gz' | 'br' | 'zst' | 'deflate')[];
  readonly languages: readonly string[];
  readonly jobs: number;
  /** A Redis server whose workers take part; empty: none. */
  readonly queue: string;
  readonly cache: string;
  /** A server or a folder that machines share; empty: none. */
  readonly remoteCache: string;
  /** Results are read from the caches and not written. */
  readonly cacheReadOnly: boolean;
  readonly budgets: readonly unknown[];
  /** What looking at one page may take, and the whole run. */
  readonly limits: { readonly pageSeconds: number; readonly pageMegabytes: number; readonly runMinutes: number };
  /** As `parseTolerance` of the gate reads it. */
  readonly tolerance: number | string;
}
