/** A path inside the site: relative to its root, `/` between names, never escaped. */
export type SitePath = string;

export interface SiteFile {
  readonly path: SitePath;
  readonly size: number;
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
  readonly type: FileType;
  /** Empty where the file is too large to be held: it is copied from `source` then. */
  readonly bytes: Uint8Array;
  readonly source?: string;
}

/** What the bytes are, whatever the name says. */
export type FileType = 'html' | 'css' | 'script' | 'image' | 'font' | 'text' | 'other';

export interface Site {
  /** Where the files came from: a folder, or the URL of a page. */
  readonly root: string;
  readonly name: string;
  readonly files: ReadonlyMap<SitePath, SiteFile>;
  /** Left out: at the root of any host. */
  readonly place?: SiteAddress;
  /**
   * Symbolic links, each with the path inside the site that it leads to; empty: the root. Links to files are files too.
   */
  readonly links?: ReadonlyMap<SitePath, SitePath>;
  /** Files that were not chosen: known for what they name and use, and left as they are. */
  readonly others?: ReadonlySet<SitePath>;
  /** Files of the folder that are no part of the site. */
  readonly excluded?: ReadonlySet<SitePath>;
  readonly warnings: readonly Warning[];
}

/** Where a site is served. */
export interface SiteAddress {
  /** Scheme and host; null: any. */
  readonly origin: string | null;
  /** Folder of the host that its files lie in: empty, or ending in `/`. */
  readonly folder: string;
  /** Pages are asked for without their ending: `/about` for `about.html`. */
  readonly cleanUrls?: true;
  /** The page that unknown addresses are answered with. */
  readonly fallback?: { readonly path: SitePath; readonly status: 200 | 404 };
}

export interface Warning {
  readonly code: string;
  readonly page?: SitePath;
  readonly line?: number;
  readonly column?: number;
  readonly resource?: string;
  readonly message: string;
}

/** Offsets in UTF-16 code units of a document's decoded source: from start, up to but without end. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Attribute {
  /** Lower case, as the parser sees it. */
  readonly name: string;
  /** With character references resolved. */
  readonly value: string;
  /** The whole attribute as written. */
  readonly range: Range;
  readonly nameRange: Range;
  /** What stands between the quotes; null for an attribute without a value. */
  readonly valueRange: Range | null;
  readonly quote: '"' | "'" | '';
}

export interface Element {
  /** Position in `Page.elements`, which is document order. */
  readonly index: number;
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** From the first byte of the start tag to the last of the end tag (or of the content, where there is no end tag). */
  readonly range: Range;
  readonly startTag: Range;
  readonly endTag: Range | null;
  readonly parent: Element | null;
  readonly children: readonly (Element | Text)[];
  /** Inside `<svg>` or `<math>`. */
  readonly foreign: boolean;
  /** Inside `<template>` or `<noscript>`: nothing there is fetched or shown while scripts run. */
  readonly inert: boolean;
  /** The parser inserted it several times, since tags around it are misnested. */
  readonly copied: boolean;
}

export interface Text {
  readonly tag: '#text' | '#comment';
  readonly text: string;
  readonly range: Range;
  readonly parent: Element | null;
}

/** How a document's bytes became text, and become bytes again. */
export interface Encoding {
  /** Lower-case name of the Encoding Standard. */
  readonly name: string;
  readonly bom: boolean;
}

export interface Page {
  readonly kind: 'page';
  readonly path: SitePath;
  readonly source: string;
  readonly encoding: Encoding;
  readonly quirks: boolean;
  /** Quirks or limited-quirks mode: lines are no higher than what stands in them. */
  readonly lineQuirks: boolean;
  readonly language: string | null;
  /** The site path that relative references start from, or null where `<base href>` leads outside the site. */
  readonly base: SitePath | null;
  /** Elements that were written in the source; those a parser adds (`<html>`, `<tbody>`…) are left out. */
  readonly elements: readonly Element[];
  readonly children: readonly (Element | Text)[];
}

export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
  readonly range: Range;
}

export interface StyleRule {
  readonly selectors: readonly string[];
  /** Conditions around the rule, outermost first: `@media print`, `@supports (…)`. */
  readonly conditions: readonly string[];
  readonly declarations: readonly Declaration[];
  readonly range: Range;
}

export interface Sheet {
  readonly kind: 'sheet';
  readonly path: SitePath;
  readonly source: string;
  readonly encoding: Encoding;
  readonly rules: readonly StyleRule[];
  /** Whether there is a mistake in it, around which it was read. */
  readonly broken: boolean;
}

export type Document = Page | Sheet;

export type Role =
  | 'image'
  | 'background'
  | 'style'
  | 'script'
  | 'frame'
  | 'object'
  | 'media'
  | 'font'
  | 'icon'
  | 'preload'
  | 'manifest'
  | 'link'
  | 'refresh'
  | 'form'
  | 'string';

export type Target =
  | { readonly kind: 'file'; readonly path: SitePath }
  | { readonly kind: 'missing'; readonly path: string; readonly meant: SitePath | null }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'inline' };

export interface Reference {
  readonly from: SitePath;
  /** Where the URL stands in the source of `from`. */
  readonly range: Range;
  readonly line: number;
  readonly column: number;
  /** Index of the element that carries it; null in a style sheet or script. */
  readonly element: number | null;
  readonly attribute: string | null;
  /** As written, character references resolved. */
  readonly url: string;
  /** `?query` and `#fragment` as written, which a new name must keep. */
  readonly suffix: string;
  readonly role: Role;
  readonly target: Target;
  /**
   * Written in a way that only some servers and browsers understand, or so escaped that its place is not known: never
   * touched.
   */
  readonly odd: 'backslash' | 'space' | 'wrong-case' | 'escaped' | null;
  /** Whether a browser fetches it with the page, without the visitor doing anything. */
  readonly fetched: boolean;
  /** A script that the page does not wait for. */
  readonly deferred?: true;
  /** One of several offers, of which a browser takes another. */
  readonly passedOver?: true;
}

export interface Graph {
  /**
   * References that a browser follows or that protect a file, by the file they stand in, in source order; plain links
   * are left out.
   */
  readonly references: ReadonlyMap<SitePath, readonly Reference[]>;
  /**
   * References that a browser follows on each page: its own and those of what it fetches, rules that apply nowhere on
   * it left out.
   */
  readonly follows: ReadonlyMap<SitePath, readonly Reference[]>;
  /** Files that each page fetches, itself first, in the order a parser finds them. */
  readonly fetches: ReadonlyMap<SitePath, readonly SitePath[]>;
  /** Pages that fetch each file. */
  readonly usedBy: ReadonlyMap<SitePath, readonly SitePath[]>;
  /** Files that a visitor can be led to directly: by a link, an image map, a form. */
  readonly linked: ReadonlySet<SitePath>;
  /** Files named in scripts or by other texts: they keep their name and what they show. */
  readonly protected: ReadonlySet<SitePath>;
  readonly warnings: readonly Warning[];
}

/** What one document says of others. */
export interface Findings {
  readonly references: readonly Reference[];
  readonly linked: readonly SitePath[];
  readonly protected: readonly SitePath[];
  readonly warnings: readonly Warning[];
}

/** How one reference shows an image. */
export interface ImageUsage {
  readonly page: SitePath;
  readonly role: Role;
  readonly shownWidth: number | null;
  readonly shownHeight: number | null;
  /** Whether an attribute gives a size that depends on what is around it. */
  readonly stretched: boolean;
  readonly inLink: boolean;
  readonly inList: boolean;
  readonly inHeading: boolean;
  readonly timesOnPage: number;
  /** Other images of the same size beside it. */
  readonly siblings: number;
  readonly said: ImageSaid;
}

/** What a page says of an image, besides showing it. */
export interface ImageSaid {
  readonly alt: string | null;
  readonly title: string | null;
  /** Text beside it in the same link. */
  readonly linkText: string | null;
  /** Where its link leads. */
  readonly linkName: string | null;
  /** The page's language as it is declared. */
  readonly language: string | null;
  readonly pageTitle: string | null;
  /** Whether assistive technology is told nothing of it, or its link. */
  readonly lacksAlternative: boolean;
}
