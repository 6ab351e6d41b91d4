/** Every record that travels between stages. Plain, frozen data; no code. */

// ── read ────────────────────────────────────────────────────────────────────

/** A path inside the site: relative to its root, `/` between names, never escaped. */
export type SitePath = string;

export interface SiteFile {
  readonly path: SitePath;
  readonly size: number;
  /** Hex SHA-256 of the bytes. */
  readonly hash: string;
  readonly type: FileType;
  readonly bytes: Uint8Array;
}

/** What the bytes are, whatever the name says. */
export type FileType = 'html' | 'css' | 'script' | 'image' | 'font' | 'text' | 'other';

export interface Site {
  /** Where the files came from: a folder, or the URL of a page. */
  readonly root: string;
  readonly name: string;
  readonly files: ReadonlyMap<SitePath, SiteFile>;
  /** Left out: at the root of any host. */
  readonly place?: Place;
  readonly warnings: readonly Warning[];
}

/** Where a site is served. */
export interface Place {
  /** Scheme and host; null: any. */
  readonly origin: string | null;
  /** Folder of the host that its files lie in: empty, or ending in `/`. */
  readonly folder: string;
}

export interface Warning {
  readonly code: string;
  readonly page?: SitePath;
  readonly line?: number;
  readonly column?: number;
  readonly resource?: string;
  readonly message: string;
}

// ── parse ───────────────────────────────────────────────────────────────────

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

// ── link ────────────────────────────────────────────────────────────────────

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
  /** Written in a way that only some servers and browsers understand, or so escaped that its place is not known: never touched. */
  readonly odd: 'backslash' | 'space' | 'wrong-case' | 'escaped' | null;
  /** Whether a browser fetches it with the page, without the visitor doing anything. */
  readonly fetched: boolean;
  /** A script that the page does not wait for. */
  readonly deferred?: true;
  /** One of several offers, of which a browser takes another. */
  readonly passedOver?: true;
}

export interface Graph {
  /** References that a browser follows or that protect a file, by the file they stand in, in source order; plain links are left out. */
  readonly references: ReadonlyMap<SitePath, readonly Reference[]>;
  /** References that a browser follows on each page: its own and those of what it fetches, rules that apply nowhere on it left out. */
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

// ── look ────────────────────────────────────────────────────────────────────

export type ImageKind =
  | 'text'
  | 'text-and-graphic'
  | 'bullet'
  | 'arrow'
  | 'spacer'
  | 'rule'
  | 'solid'
  | 'gradient'
  | 'tile'
  | 'icon'
  | 'logo'
  | 'chart'
  | 'photo'
  | 'animation'
  | 'unknown';

export type ImageFormat = 'gif' | 'png' | 'apng' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'ico' | 'bmp' | 'unknown';

export interface Frame {
  /** The whole canvas as displayed, 8-bit RGBA, not premultiplied. */
  readonly rgba: Uint8Array;
  readonly delayMs: number;
}

/** Pixels of an image, as a browser displays them. */
export interface DecodedImage {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
  /** 0 for ever; 1 for a still image. */
  readonly plays: number;
  /** Bits a channel in the file: 16-bit sources cannot be held without loss in `frames`. */
  readonly bitsPerChannel: 8 | 16;
  readonly colourSpace: 'srgb' | 'grey' | 'cmyk' | 'profile';
  readonly orientation: number;
}

export interface ImageFacts {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly kind: ImageKind;
  readonly confidence: number;
  /** Exact distinct colours as displayed, counted up to 257 (257: more than 256). */
  readonly colours: number;
  readonly transparency: 'none' | 'binary' | 'partial' | 'full';
  /** Whether it is coded in inks (CMYK), which each browser shows in colours of its own. */
  readonly inks: boolean;
  /** `#rrggbb` or `#rrggbbaa` where every pixel has one colour; null otherwise. */
  readonly solid: string | null;
  readonly paint: Paint | null;
  /** Measurements that the kind was worked out from, for whoever asks why. */
  readonly features: Readonly<Record<string, number>>;
  /** Why the pixels could not be looked at. */
  readonly broken: string | null;
  /** The same for files that show the same, pixel for pixel. */
  readonly shows: string;
}

/** What CSS could say in place of the pixels, exactly. */
export type Paint =
  | { readonly kind: 'solid'; readonly colour: string }
  | {
      readonly kind: 'linear';
      readonly angleDegrees: number;
      readonly stops: readonly Stop[];
      readonly maxError: number;
    }
  | { readonly kind: 'bands'; readonly axis: 'x' | 'y'; readonly bands: readonly Band[] }
  | { readonly kind: 'repeat'; readonly axis: 'x' | 'y' | 'both'; readonly periodX: number; readonly periodY: number };

export interface Stop {
  readonly colour: string;
  readonly at: number;
}

export interface Band {
  readonly colour: string;
  readonly from: number;
  readonly to: number;
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
}

// ── detect ──────────────────────────────────────────────────────────────────

export type Safety = 'safe' | 'visual' | 'lossy';
export type Level = 'off' | 'advise' | 'on' | 'error';

export interface RuleMeta {
  readonly id: string;
  readonly category: 'markup' | 'image' | 'style' | 'lettering' | 'delivery';
  readonly summary: string;
  readonly why: string;
  readonly default: Level;
  /** What else holds where a run may lose pixels, by `--safety lossy`, and nothing is said. */
  readonly atLossy?: { readonly default?: Level; readonly options?: Readonly<Record<string, unknown>> };
  readonly safety: Safety;
  /** Done before any other rule looks at the site, which then looks like that to all of them. */
  readonly isFirst?: true;
  /** Documents it looks at; default pages only. */
  readonly documents?: readonly ('page' | 'sheet')[];
  /** Facts it gets; the runner passes only these. */
  readonly reads: readonly (keyof Facts)[];
  /** JSON Schema of each option, with its default. */
  readonly options: Readonly<
    Record<string, { readonly type: string; readonly default: unknown; readonly description: string }>
  >;
  /** Texts by message id, with `{placeholders}` filled from a proposal's data. */
  readonly messages: Readonly<Record<string, string>>;
  readonly since: string;
}

export interface Facts {
  /** Facts of every image of the site, by path. */
  readonly images: ReadonlyMap<SitePath, ImageFacts>;
  /** References that stand in this document. */
  readonly references: readonly Reference[];
  /** Files that this page fetches, itself first. */
  readonly fetches: readonly SitePath[];
  /** Style sheets that apply to this page, its own `<style>` included, in cascade order. */
  readonly sheets: readonly Sheet[];
  /** How every image of the site is used, by path. */
  readonly usage: ReadonlyMap<SitePath, readonly ImageUsage[]>;
  /** Strings that scripts of this page (inline, linked, event attributes) hold. */
  readonly scripts: ScriptFacts;
  /** Sizes of the site's files, by path. */
  readonly sizes: ReadonlyMap<SitePath, number>;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ScriptFacts {
  /** Ids, names and other words of script strings and identifiers. */
  readonly words: Pick<ReadonlySet<string>, 'has'>;
  /** Whether scripts may put a name together that they do not say. */
  readonly composes: (name: string) => boolean;
  /** Classes that scripts look for. */
  readonly classes: Pick<ReadonlySet<string>, 'has'>;
  /** Files that this page or a script it fetches names other than by a reference. */
  readonly files: Pick<ReadonlySet<SitePath>, 'has'>;
  /** The site's scripts that the page fetches, as text, without functions that nothing calls. */
  readonly linked: readonly string[];
  /** Whether a script walks `document.images`, `getElementsByTagName('img')` or the like. */
  readonly walksImages: boolean;
  /** The last element that a script may take out of `document.images` by a number that it says; -1 where none does. */
  readonly lastImage: number;
  /** Whether one does that may look at where an image comes from, too. */
  readonly readsSources: boolean;
  /** Whether one does that may show another file there, or look at what stands around an image. */
  readonly handlesImages: boolean;
}

export interface Proposal {
  readonly rule: string;
  readonly page: SitePath;
  /** What it is about in the source of `page`; null for the file as a whole. */
  readonly range: Range | null;
  readonly resource: SitePath | null;
  readonly messageId: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Set where the rule itself knows that it must not be done. */
  readonly rejected?: Reason;
}

export type Reason =
  | 'not-smaller'
  | 'overlaps'
  | 'safety'
  | 'off'
  | 'looks-different'
  | 'in-use-by-script'
  | 'image-map'
  | 'uncertain-text'
  | 'no-browser'
  | 'costs-more'
  | 'external'
  | 'broken';

// ── make ────────────────────────────────────────────────────────────────────

/** Work that a proposal needs done: named by what makes it, and cached by the hashes it reads. */
export interface Job {
  readonly maker: string;
  readonly resource: SitePath;
  readonly options: Readonly<Record<string, unknown>>;
}

export type Made =
  | { readonly ok: true; readonly bytes?: Uint8Array; readonly data: Readonly<Record<string, unknown>> }
  /** `text`: the words that an image seems to show which stays as it is. */
  | { readonly ok: false; readonly reason: Reason; readonly message: string; readonly text?: string };

// ── apply ───────────────────────────────────────────────────────────────────

export interface Edit {
  readonly range: Range;
  readonly text: string;
  /** What it is about, where that is not what it replaces: an edit gives way where a stronger one is about the same. */
  readonly place?: Range;
}

/** A class that replaced pictures share. */
export interface Look {
  /** A readable name from content or colour, fit for a class. */
  readonly name: string;
  /** Declarations of the element itself. */
  readonly css: string;
  /** Further rules, keyed by what follows the class in the selector (`:hover`, ` a`), or by selectors in which `&` stands for it. */
  readonly more?: Readonly<Record<string, string>>;
}

export interface NewFile {
  readonly path: SitePath;
  readonly bytes: Uint8Array;
  /** Where browsers of today take this file and leave that one, which stays for the others. */
  readonly insteadOf?: SitePath;
}

export interface Change {
  readonly edits: readonly Edit[];
  /** Files to write beside the site's own, or in their place. */
  readonly files?: readonly NewFile[];
  /** A file that is there already, which the edited references lead to from now on. */
  readonly to?: SitePath;
}

export interface Rule {
  readonly meta: RuleMeta;
  /** Pure: looks and proposes. */
  detect(document: Document, facts: Facts): Proposal[];
  /** What must be made for a proposal. */
  jobs?(proposal: Proposal): Job[];
  /** Classes that the change needs, in the order `apply` gets their names. */
  looks?(proposal: Proposal, made: readonly Made[]): Look[];
  /** Edits on the original source. Absent: advice only. `textAt`: a style sheet as other changes leave it, null where none does. */
  apply?(
    proposal: Proposal,
    made: readonly Made[],
    classes: readonly string[],
    textAt?: (path: SitePath) => string | null,
  ): Change;
}

// ── price and report: see the contract ──────────────────────────────────────

export interface Totals {
  readonly requests: number;
  readonly bytes: number;
  readonly bytesByEncoding: {
    readonly identity: number;
    readonly gzip: number;
    readonly br: number;
    readonly zstd: number;
  };
  readonly html: number;
  readonly css: number;
  readonly script: number;
  readonly image: number;
  readonly other: number;
}

export interface Cost {
  readonly requests: number;
  readonly connections: number;
  readonly packets: number;
  readonly packetsUp: number;
  readonly packetsDown: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly overheadPercent: number;
  readonly ms: number;
}

export interface ChangeReport {
  readonly rule: string;
  readonly status: 'applied' | 'advised' | 'rejected';
  readonly reason: Reason | null;
  readonly page: SitePath;
  readonly line: number | null;
  readonly column: number | null;
  readonly resource: SitePath | null;
  readonly message: string;
  readonly before: { readonly requests: number; readonly bytes: number };
  readonly after: { readonly requests: number; readonly bytes: number };
  readonly saves: {
    readonly requests: number;
    readonly bytes: number;
    readonly packets: number;
    readonly ms: number;
    readonly msBand: number;
  };
  readonly replacement?: { readonly html: string; readonly css: string };
  readonly lettering?: { readonly text: string; readonly similarity: number; readonly font: string };
}

export interface Estimate {
  readonly link: string;
  readonly http: string;
  readonly visit: 'first' | 'revalidate';
  readonly before: Cost;
  readonly after: Cost;
}

export interface ResourceReport {
  readonly path: SitePath;
  readonly type: 'html' | 'css' | 'script' | 'image' | 'font' | 'other';
  readonly bytes: number;
  readonly usedBy: readonly SitePath[];
  readonly image?: {
    readonly width: number;
    readonly height: number;
    readonly frames: number;
    readonly kind: ImageKind;
    readonly confidence: number;
    readonly text?: string;
  };
}

export interface PageReport {
  readonly path: SitePath;
  readonly before: Totals;
  readonly after: Totals;
  readonly estimates: readonly Estimate[];
}

export interface Report {
  readonly schema: 'pagethrift/report@1';
  readonly tool: { readonly name: 'pagethrift'; readonly version: string };
  readonly command: string;
  readonly input: { readonly kind: string; readonly name: string };
  readonly conditions: {
    readonly link: string;
    readonly http: string;
    readonly visit: 'first' | 'revalidate';
    readonly safety: Safety;
  };
  readonly site: { readonly before: Totals; readonly after: Totals };
  readonly pages: readonly PageReport[];
  readonly resources: readonly ResourceReport[];
  readonly changes: readonly ChangeReport[];
  readonly warnings: readonly Warning[];
  /** The one key that may differ between two runs on the same input. */
  readonly timing?: Readonly<Record<string, number>>;
}
