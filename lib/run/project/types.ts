/** A site generator: how it is recognised, where it writes, and what it offers. */
export interface Generator {
  readonly name: string;
  /** Files by which it is recognised, and whose settings are read. */
  readonly config: RegExp;
  /** The package by which it is recognised in package.json; left out: by its config file alone. */
  readonly dependency?: string;
  /** The command that builds, as npm scripts call it. */
  readonly binary: string;
  /** The arguments of `binary` that make a build. */
  readonly buildArguments: readonly string[];
  /** Words after `binary` that start something else than a build. */
  readonly otherCommands?: readonly string[];
  readonly output: string;
  /** Flags of `binary` that say where it writes. */
  readonly outputFlags: readonly string[];
  /** Argument of `binary` that names the folder with the sources: a flag, or `first` for the first plain word. */
  readonly rootArgument?: string;
  /** Name of the loader in `probe.js`, which runs the config file as the generator does. */
  readonly loader?: string;
  /** Key of a YAML, TOML or JSON config file that says where it writes. */
  readonly outputKey?: string;
  /** The entry of this package that the generator can load by itself. */
  readonly entry?: string;
}

export interface Manifest {
  readonly name: string | null;
  readonly dependencies: ReadonlySet<string>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
  readonly packageManager: string | null;
}

/** Where a project's build writes, and how that is known. */
export interface Output {
  /** Relative to the project, with `/`; `.` where the project is the site. */
  readonly folder: string;
  /** Completes “its build output is dist (…)”. */
  readonly source: string;
}

/** A folder that a user works in: what builds its site and where the site is. */
export interface Project {
  /** Absolute path. */
  readonly folder: string;
  readonly name: string | null;
  readonly generator: { readonly name: string; readonly entry: string | null } | null;
  /** Null where it is not known, or where there is no site. */
  readonly output: Output | null;
  /** There is a page in the build output. */
  readonly isBuilt: boolean;
  /** What to type to build the site; null where nothing says so. */
  readonly buildCommand: string | null;
  /** Sentences about what could not be found out. */
  readonly notes: readonly string[];
}

/** What a loader in `probe.js` found. */
export interface Probed {
  readonly output: string | null;
  readonly source: string;
  readonly note?: string;
}
