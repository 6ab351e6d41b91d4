import type { Level, Safety } from '../plan/types.ts';

/** The value of `keep` in settings of a caller. */
export type KeepOption = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The settings of a run: defaults, then the config file, then flags. */
export interface Settings {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Files of the project next to its site, which the command line finds. */
  readonly sources?: readonly string[];
  /** By rule; `*`: all rules. */
  readonly keep: Readonly<Record<string, readonly string[]>>;
  /** Rules that were set by a former id. */
  readonly renamed: readonly string[];
  readonly url: string;
  /** Addresses without a file that are visited like pages. */
  readonly routes: readonly string[];
  readonly rules: Readonly<Record<string, Level | readonly [Level, Readonly<Record<string, unknown>>]>>;
  readonly safety: Safety;
  /** The min similarity of images encoded with loss, by SSIMULACRA 2. 0: that of the level. */
  readonly quality: number;
  readonly link: string;
  readonly http: string;
  readonly visit: 'first' | 'revalidate' | 'tour' | 'return';
  readonly links: readonly string[];
  readonly https: readonly string[];
  readonly also?: readonly { readonly link: string; readonly http: string; readonly visit: 'first' | 'revalidate' }[];
  /** The encoding in which the server sends text without precompressed copies. */
  readonly server: 'identity' | 'gzip' | 'br' | 'zstd';
  readonly pagesPerVisit: number;
  readonly browser: string;
  readonly verify: string;
  readonly strict: boolean;
  readonly effort: 'fast' | 'balanced' | 'max';
  /** An object selects the minifier of pages. */
  readonly minify:
    | boolean
    | { readonly html: 'html-minifier-terser'; readonly options?: Readonly<Record<string, unknown>> };
  readonly fingerprint: boolean;
  readonly dictionaries: boolean;
  /** The folder that was deployed before. Empty: none. */
  readonly previous: string;
  readonly variants: readonly ('gz' | 'br' | 'zst' | 'deflate')[];
  readonly languages: readonly string[];
  readonly jobs: number;
  /** The address of a Redis server whose workers share the work. Empty: none. */
  readonly queue: string;
  readonly cache: string;
  /** A server or a folder that machines share. Empty: none. */
  readonly remoteCache: string;
  /** True if results are read from the caches and not written. */
  readonly cacheReadOnly: boolean;
  readonly budgets: readonly unknown[];
  /** The limits for rendering a page, and for the whole run. */
  readonly limits: { readonly pageSeconds: number; readonly pageMegabytes: number; readonly runMinutes: number };
  /** In a form that `parseTolerance` of the gate reads. */
  readonly tolerance: number | string;
}
