import type { BigIntStats } from 'node:fs';

/** A file to write. */
export interface OutputEntry {
  readonly path: string;
  readonly bytes?: Uint8Array | null;
  /** A file to copy, if the bytes are not in memory. */
  readonly linkFrom?: string | null;
  /** Hex SHA-256. */
  readonly hash?: string;
  /** The path of the input file that it is made from. It gets the mode of that file. */
  readonly like?: string;
}

export type HashedEntry = OutputEntry & { readonly hash: string };

/** The content of a folder. */
export interface Standing {
  /** Each folder follows its parent folder. */
  readonly folders: ReadonlyMap<string, BigIntStats>;
  /** Files, links and everything else. */
  readonly others: ReadonlyMap<string, BigIntStats>;
}

export interface Model {
  readonly mode: bigint;
  /** Null for the user who runs the build. */
  readonly owner: { readonly uid: bigint; readonly gid: bigint } | null;
}

/** The plan of a new folder next to an old one. */
export interface Plan {
  /** The folder that is replaced. */
  readonly out: string;
  /** Files that are taken from there unchanged. */
  readonly staying: ReadonlySet<string>;
  /** Files that are written. */
  readonly written: ReadonlyMap<string, HashedEntry>;
  /** Symbolic links to create, each with its target in the folder. */
  readonly links: ReadonlyMap<string, string>;
  /** Folders to create even if they are empty, with their owner, mode and times. */
  readonly folders: ReadonlyMap<string, BigIntStats>;
  /** Mode and owner of a written file. Null for the defaults of a new file. */
  readonly modelOf: (entry: HashedEntry) => Model | null;
  /** True if the old folder contains all of it and nothing else. */
  readonly isSame: boolean;
}
