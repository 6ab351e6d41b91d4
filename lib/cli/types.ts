import type { Level, Safety } from '../types.ts';

/** Everything the command line touches of the world, so that a test can stand in for it. */
export interface World {
  readonly argv: readonly string[];
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** What stands for the value in help texts. */
  readonly value?: string;
  /** A string flag that may also stand alone. */
  readonly optional?: boolean;
  readonly help: string;
}

export interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly flags: Readonly<Record<string, Flag>>;
  run(call: { world: World; values: Values; positionals: readonly string[] }): Promise<number>;
}

/** What a run is asked to do: defaults, then the config file, then flags. */
export interface Settings {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
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
