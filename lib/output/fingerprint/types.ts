import type { SitePath } from '../../site/types.ts';

/** A place where a document names a file in a form that can be updated: the last part of a URL. */
export interface Mention {
  readonly from: SitePath;
  readonly to: SitePath;
  /** The range of the file name in the text of `from`, without folder, query and fragment. */
  readonly start: number;
  readonly end: number;
}

/**
 * Files with one digest in their names, which are renamed together: a chunk and its sheet, a script and its minified
 * form.
 */
export interface Named {
  readonly digest: string;
  readonly paths: readonly SitePath[];
  /** The ranges of the digest alone. */
  readonly mentions: readonly Mention[];
  /** A document that contains the digest in an unknown form. */
  readonly unsure: SitePath | null;
}

/** The entry of a file in the list of a service worker, which must change with the file. */
export interface Revision {
  readonly from: SitePath;
  readonly of: SitePath;
  readonly start: number;
  readonly end: number;
}

export interface Mentions {
  readonly mentions: readonly Mention[];
  readonly byTarget: ReadonlyMap<SitePath, readonly Mention[]>;
  readonly manifests: ReadonlySet<SitePath>;
  /** A script that composes names of images from other names. */
  readonly composing: SitePath | null;
  readonly revisions: readonly Revision[];
  /** Files that are named by a digest, everywhere in forms that can be updated. */
  readonly digests: ReadonlyMap<SitePath, Named>;
  /** Files that are named in another way, each with the document that does so. */
  readonly uncertain: ReadonlyMap<SitePath, SitePath>;
}

/** A new name of a file: a part of the old one is replaced. */
export interface NewName {
  readonly path: SitePath;
  readonly find: string;
  readonly put: string;
}

export interface Fingerprinted {
  /** New and changed files, by path. */
  readonly changed: ReadonlyMap<SitePath, import('../../site/types.ts').SiteFile>;
  /** Names that are no longer requested. */
  readonly gone: readonly SitePath[];
  /** New names by old ones. */
  readonly names: ReadonlyMap<SitePath, SitePath>;
  /** Files that only keep their old name, each with the reason. */
  readonly left: readonly { readonly path: SitePath; readonly reason: string }[];
}
