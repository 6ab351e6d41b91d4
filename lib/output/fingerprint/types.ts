import type { SitePath } from '../../site/types.ts';

/** A place where a document names a file and the name can be mended: the last part of a URL. */
export interface Mention {
  readonly from: SitePath;
  readonly to: SitePath;
  /** Of the file's own name in the text of `from`, without folder, query and fragment. */
  readonly start: number;
  readonly end: number;
}

/** Files of one digest, which share their fate: a chunk and its sheet, a page's script and its short form. */
export interface Named {
  readonly digest: string;
  readonly paths: readonly SitePath[];
  /** Places of the digest alone. */
  readonly mentions: readonly Mention[];
  /** A document in which the digest stands in a form that is not known. */
  readonly unsure: SitePath | null;
}

/** What a list of a service worker says of a file: a place that has to change when the file does. */
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
  /** A script that makes names of pictures from names of others. */
  readonly composing: SitePath | null;
  readonly revisions: readonly Revision[];
  /** Files that are named by a digest, everywhere in forms that can be mended. */
  readonly digests: ReadonlyMap<SitePath, Named>;
  /** Files that something names in another way, each with the document that does. */
  readonly uncertain: ReadonlyMap<SitePath, SitePath>;
}

/** A new name for a file: a part of the old one gives way to another. */
export interface NewName {
  readonly path: SitePath;
  readonly find: string;
  readonly put: string;
}

export interface Fingerprinted {
  /** Files that are new or changed, by path. */
  readonly changed: ReadonlyMap<SitePath, import('../../site/types.ts').SiteFile>;
  /** Names that nothing asks for any more. */
  readonly gone: readonly SitePath[];
  /** New names by old ones. */
  readonly names: ReadonlyMap<SitePath, SitePath>;
  /** Files that keep their name alone, and why. */
  readonly left: readonly { readonly path: SitePath; readonly reason: string }[];
}
