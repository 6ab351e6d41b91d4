/** A site generator: how it is detected, the folder that it writes, and its integration. */
export interface Generator {
  readonly name: string;
  /** Files by which it is detected, and whose settings are read. */
  readonly config: RegExp;
  /** The package by which it is detected in package.json. Missing: it is detected by its config file. */
  readonly dependency?: string;
  /** The command that builds, as in npm scripts. */
  readonly binary: string;
  /** The arguments of `binary` for a build. */
  readonly buildArguments: readonly string[];
  /** Arguments of `binary` that start something else than a build. */
  readonly otherCommands?: readonly string[];
  readonly output: string;
  /** Flags of `binary` that set the output folder. */
  readonly outputFlags: readonly string[];
  /** The argument of `binary` that names the source folder: a flag, or `first` for the first argument. */
  readonly rootArgument?: string;
  /** Name of the loader in `probe.js`, which runs the config file as the generator does. */
  readonly loader?: string;
  /** The key of a YAML, TOML or JSON config that sets the output folder. */
  readonly outputKey?: string;
  /** The entry of this package that the generator can load. */
  readonly entry?: string;
}

export interface Manifest {
  readonly name: string | null;
  readonly dependencies: ReadonlySet<string>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
  readonly packageManager: string | null;
}

/** The output folder of a project's build, and the source of this knowledge. */
export interface Output {
  /** Relative to the project, with `/`. `.` if the project is the site. */
  readonly folder: string;
  /** Completes “its build output is dist (…)”. */
  readonly source: string;
}

/** The folder of a user's project: its generator and its build output. */
export interface Project {
  /** Absolute path. */
  readonly folder: string;
  readonly name: string | null;
  readonly generator: { readonly name: string; readonly entry: string | null } | null;
  /** Null if it is unknown, or if there is no site. */
  readonly output: Output | null;
  /** True if the build output contains a page. */
  readonly isBuilt: boolean;
  /** The command that builds the site. Null if it is unknown. */
  readonly buildCommand: string | null;
  /** Sentences about what could not be determined. */
  readonly notes: readonly string[];
}

/** The result of a loader in `probe.js`. */
export interface Probed {
  readonly output: string | null;
  readonly source: string;
  readonly note?: string;
  /** True if the config could not be loaded. */
  readonly isFailed?: boolean;
}
