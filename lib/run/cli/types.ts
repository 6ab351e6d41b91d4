/** Everything the command line touches of the world, so that a test can stand in for it. */
export interface World {
  readonly argv: readonly string[];
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Tells the supervisor of the run how long it may take. */
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
  /** Flags of every command that this one makes use of; left out: all. */
  readonly takes?: readonly string[];
  /** It ends by itself when it is told to. */
  readonly ownsSignals?: true;
  run(call: { world: World; values: Values; positionals: readonly string[] }): Promise<number>;
}
