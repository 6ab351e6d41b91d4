/** A path in the site: relative to its root, with `/` between names, not escaped. */
export type SitePath = string;

export interface SiteFile {
  readonly path: SitePath;
  readonly size: number;
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
  readonly type: FileType;
  /** Empty if the file is too large for memory. Such a file is copied from `source`. */
  readonly bytes: Uint8Array;
  readonly source?: string;
}

/** The type of the content, which may differ from the extension. */
export type FileType = 'html' | 'css' | 'script' | 'image' | 'font' | 'text' | 'other';

export interface Site {
  /** The source of the files: a folder, or the URL of a page. */
  readonly root: string;
  readonly name: string;
  readonly files: ReadonlyMap<SitePath, SiteFile>;
  /** Missing if the site is at the root of any host. */
  readonly place?: SiteAddress;
  /** Symbolic links, each with its target in the site (empty: the root). Links to files are files too. */
  readonly links?: ReadonlyMap<SitePath, SitePath>;
  /** Files that were not chosen. Their references are known, and they are not changed. */
  readonly others?: ReadonlySet<SitePath>;
  /** Files of the folder that do not belong to the site. */
  readonly excluded?: ReadonlySet<SitePath>;
  readonly warnings: readonly Warning[];
}

/** The address of a site. */
export interface SiteAddress {
  /** Scheme and host. Null: any. */
  readonly origin: string | null;
  /** The folder of the host that contains the files: empty, or ending in `/`. */
  readonly folder: string;
  /** True if pages are requested without their extension: `/about` for `about.html`. */
  readonly cleanUrls?: true;
  /** The page with which the host answers unknown addresses. */
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

/** Offsets in UTF-16 code units of a document's decoded source. `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Attribute {
  /** In lower case, as in the parser. */
  readonly name: string;
  /** The value with its character references resolved. */
  readonly value: string;
  /** The range of the whole attribute. */
  readonly range: Range;
  readonly nameRange: Range;
  /** The range between the quotes. Null for an attribute without a value. */
  readonly valueRange: Range | null;
  readonly quote: '"' | "'" | '';
}

export interface Element {
  /** The position in `Page.elements`, which are in document order. */
  readonly index: number;
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** From the start tag to the end tag, or to the end of the content if there is no end tag. */
  readonly range: Range;
  readonly startTag: Range;
  readonly endTag: Range | null;
  readonly parent: Element | null;
  readonly children: readonly (Element | Text)[];
  /** True inside `<svg>` or `<math>`. */
  readonly foreign: boolean;
  /** True inside `<template>` or `<noscript>`: the content is not fetched or rendered while scripts run. */
  readonly inert: boolean;
  /** True if the parser inserted the element several times because of misnested tags. */
  readonly copied: boolean;
}

export interface Text {
  readonly tag: '#text' | '#comment';
  readonly text: string;
  readonly range: Range;
  readonly parent: Element | null;
}

/** The encoding with which a document is decoded, and encoded again. */
export interface Encoding {
  /** The name in the Encoding Standard, in lower case. */
  readonly name: string;
  readonly bom: boolean;
}

export interface Page {
  readonly kind: 'page';
  readonly path: SitePath;
  readonly source: string;
  readonly encoding: Encoding;
  readonly quirks: boolean;
  /** True in quirks and limited-quirks mode: lines are not higher than their content. */
  readonly lineQuirks: boolean;
  readonly language: string | null;
  /** The site path that relative references start from. Null if `<base href>` leads outside of the site. */
  readonly base: SitePath | null;
  /** The place at which the site is served. */
  readonly place: SiteAddress;
  /** Elements written in the source, without those that a parser adds (`<html>`, `<tbody>`…). */
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
  /** Conditions around the rule, the outermost first: `@media print`, `@supports (…)`. */
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
  /** True if the sheet contains an error, which was skipped. */
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
  /** The range of the URL in the source of `from`. */
  readonly range: Range;
  readonly line: number;
  readonly column: number;
  /** The index of the element with the reference. Null in a style sheet or script. */
  readonly element: number | null;
  readonly attribute: string | null;
  /** The URL as written, with character references resolved. */
  readonly url: string;
  /** `?query` and `#fragment` as written. A new name must keep them. */
  readonly suffix: string;
  readonly role: Role;
  readonly target: Target;
  /** True if only some servers and browsers understand the URL, or if its position is unknown. It is never changed. */
  readonly odd: 'backslash' | 'space' | 'wrong-case' | 'escaped' | null;
  /** True if a browser fetches the file with the page, without an action of the visitor. */
  readonly fetched: boolean;
  /** True for a script that the page does not wait for. */
  readonly deferred?: true;
  /** True for one of several sources if a browser chooses another one. */
  readonly passedOver?: true;
}

export interface Graph {
  /**
   * References that a browser follows or that protect a file, by the file that contains them, in source order, without
   * plain links.
   */
  readonly references: ReadonlyMap<SitePath, readonly Reference[]>;
  /**
   * References that a browser follows on each page: its own and those of the fetched files, without style rules that do
   * not apply.
   */
  readonly follows: ReadonlyMap<SitePath, readonly Reference[]>;
  /** Files that each page fetches, the page first, in the order of the parser. */
  readonly fetches: ReadonlyMap<SitePath, readonly SitePath[]>;
  /** Files that pages without a file of their own fetch, by the document that is sent for them. */
  readonly onRoutes: ReadonlyMap<SitePath, readonly SitePath[]>;
  /** The pages that fetch each file. */
  readonly usedBy: ReadonlyMap<SitePath, readonly SitePath[]>;
  /** Pages for which a browser requests an icon that does not exist. */
  readonly iconless: ReadonlySet<SitePath>;
  /** Files that a visitor can open directly: through a link, an image map or a form. */
  readonly linked: ReadonlySet<SitePath>;
  /** Files that scripts or other texts name. They keep their name and their rendering. */
  readonly protected: ReadonlySet<SitePath>;
  readonly warnings: readonly Warning[];
}

/** References of one document to others. */
export interface Findings {
  readonly references: readonly Reference[];
  readonly linked: readonly SitePath[];
  readonly protected: readonly SitePath[];
  readonly warnings: readonly Warning[];
}

/** The use of an image by one reference. */
export interface ImageUsage {
  readonly page: SitePath;
  readonly role: Role;
  readonly shownWidth: number | null;
  readonly shownHeight: number | null;
  /** True if an attribute sets a size that depends on the surroundings. */
  readonly stretched: boolean;
  readonly inLink: boolean;
  readonly inList: boolean;
  readonly inHeading: boolean;
  readonly timesOnPage: number;
  /** Other images of the same size next to it. */
  readonly siblings: number;
  readonly said: ImageSaid;
}

/** The data about an image in a page, in addition to its rendering. */
export interface ImageSaid {
  readonly alt: string | null;
  readonly title: string | null;
  /** The text next to it in the same link. */
  readonly linkText: string | null;
  /** The target of its link. */
  readonly linkName: string | null;
  /** The declared language of the page. */
  readonly language: string | null;
  readonly pageTitle: string | null;
  /** True if the image, or its link, is hidden from assistive technology. */
  readonly lacksAlternative: boolean;
}
