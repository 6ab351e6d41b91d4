import type { Level, Safety } from '../types.ts';

/** What a run is asked to do: defaults, then the config file, then flags. */
export interface Settings {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly url: string;
  readonly rules: Readonly<Record<string, Level | readonly [Level, Readonly<Record<string, unknown>>]>>;
  readonly safety: Safety;
  readonly link: string;
  readonly http: string;
  readonly visit: 'first' | 'revalidate';
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
  readonly minify: boolean;
  readonly variants: readonly ('gz' | 'br' | 'zst' | 'deflate')[];
  readonly webFonts: 'none' | 'subset';
  readonly languages: readonly string[];
  readonly jobs: number;
  readonly cache: string;
  readonly budgets: readonly unknown[];
  readonly tolerance: number;
}
