import type { BigIntStats } from 'node:fs';

/** A file to write. */
export interface OutputEntry {
  readonly path: string;
  readonly bytes?: Uint8Array | null;
  /** A file to copy, where the bytes are not at hand. */
  readonly linkFrom?: string | null;
  /** Hex SHA-256. */
  readonly hash?: string;
  /** The path in the input of the file that it is made from: it gets the mode of that. */
  readonly like?: string;
}

export type HashedEntry = OutputEntry & { readonly hash: string };

/** What a folder holds. */
export interface Standing {
  /** Each after the one it is in. */
  readonly folders: ReadonlyMap<string, BigIntStats>;
  /** Files, links and whatever else. */
  readonly others: ReadonlyMap<string, BigIntStats>;
}

export interface Model {
  readonly mode: bigint;
  /** Null: whoever runs the build. */
  readonly owner: { readonly uid: bigint; readonly gid: bigint } | null;
}

/** How a new folder comes about beside an old one. */
export interface Plan {
  /** The folder that it takes the place of. */
  readonly out: string;
  /** What is taken from there as it is. */
  readonly staying: ReadonlyMap<string, BigIntStats>;
  /** Files that are written. */
  readonly written: ReadonlyMap<string, HashedEntry>;
  /** Symbolic links that are made, each with the path in the folder that it leads to. */
  readonly links: ReadonlyMap<string, string>;
  /** Folders that are made whatever is in them, with the owner, mode and times that they get. */
  readonly folders: ReadonlyMap<string, BigIntStats>;
  /** Mode and owner of a written file; null: those that a new file gets here. */
  readonly modelOf: (entry: HashedEntry) => Model | null;
  /** Whether the old folder holds all of it and nothing else. */
  readonly isSame: boolean;
}
