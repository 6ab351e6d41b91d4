/** The environment of the command line. Tests replace it. */
export interface World {
  readonly argv: readonly string[];
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Passes the time limit of the run to the supervisor. */
  readonly limitRun?: (minutes: number) => void;
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
  /** The placeholder for the value in help texts. */
  readonly value?: string;
  /** True for a string flag whose value is optional. */
  readonly optional?: boolean;
  readonly help: string;
}

export interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The common flags that this command uses. Missing: all. */
  readonly takes?: readonly string[];
  /** True if the command ends by itself on a signal. */
  readonly ownsSignals?: true;
  run(call: { world: World; values: Values; positionals: readonly string[] }): Promise<number>;
}
