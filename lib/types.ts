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
  readonly warnings: readonly Warning[];
}

/** Where a site is served. */
export interface SiteAddress {
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

/** Letters that a page has in one font, also where they are hidden at first. */
export interface DrawnLetters {
  /** The whole list of families, as a browser says it. */
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
  /** Each once. */
  readonly letters: string;
  /** Whether some of them show before anybody scrolls. */
  readonly isFirst?: true;
}

/** What a browser did with a page that it loaded and scrolled to its end. */
export interface PageRecord {
  /** Files of the site that it fetched, each once, the page itself left out, and what made it ask. */
  readonly fetched: readonly { readonly path: SitePath; readonly by: SitePath }[];
  readonly missing: readonly string[];
  /** URLs of other hosts. */
  readonly external: readonly string[];
  readonly letters: readonly DrawnLetters[];
  /** Names that its elements have once its scripts have run. */
  readonly names: {
    readonly classes: readonly string[];
    readonly ids: readonly string[];
    readonly tags: readonly string[];
  };
  readonly swaps: readonly ImageSwap[];
}

/**
 * An image that was given a file while the mouse was over an element, its own or another, and nothing else of the page
 * changed.
 */
export interface ImageSwap {
  /** Which of the elements with `onmouseover` that is, and what its handler says. */
  readonly carrier: number;
  readonly handler: string;
  /** Which of `document.images`. */
  readonly image: number;
  readonly rest: SitePath;
  readonly hover: SitePath;
  /** Whether it went on showing that when the mouse was pressed there and let go. */
  readonly isHeld: boolean;
}

/** How high lines of a font are, and how wide a letter of its text is on average, in ems. */
export interface FontMeasures {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly width: number;
}

/** What a font of the site holds, what pages draw of it, and what a subset of it has to hold. */
export interface FontFacts {
  readonly format: 'sfnt' | 'woff' | 'woff2';
  /** Code points that a subset holds, in order. */
  readonly kept: readonly number[];
  /** Those of the whole font. */
  readonly held: readonly number[];
  /** How many of them pages draw with. */
  readonly drawnCount: number;
  /** Letters that pages ask of it and that it does not have. */
  readonly lacks: readonly number[];
  readonly isIcons: boolean;
  /** Whether its pictures are written as words, which it puts together itself. */
  readonly isSpelled: boolean;
  /** What stands against changing it. */
  readonly forbids: string | null;
  /** Left out: it has no Latin letters. */
  readonly measures?: FontMeasures;
  /** Features that the site's styles may switch on. */
  readonly features: readonly string[];
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

/** How large one place of a page shows an image, in windows of many widths. */
export interface ImageBox {
  readonly path: SitePath;
  readonly kind: 'img' | 'input' | 'poster' | 'background';
  /** Its number among the places of the page that show the file in this way, in document order. */
  readonly nth: number;
  /**
   * In CSS pixels, by windows from narrow to wide: the whole picture where it is an element's own, the box that it lies
   * behind else.
   */
  readonly widths: readonly { readonly window: number; readonly width: number; readonly height: number }[];
  /** How `background-size` fits it. */
  readonly fit?: string;
  /** So many times as large as usual it is shown under the pointer. */
  readonly growth: number;
  /** Widths of the windows that show some of it before anybody scrolls. */
  readonly firstScreens: readonly number[];
  /** Whether in one of them nothing else takes as much room. */
  readonly isLargest: boolean;
  /**
   * Whether what the page's markup says of it, and of links that ask for it ahead, beyond what a framework wrote is
   * still there when scripts have run.
   */
  readonly isKept?: true;
}

/** How much of a style sheet the first screen of a page needs, in characters, and what that is. */
export interface SheetUse {
  readonly path: SitePath;
  readonly all: number;
  readonly needed: number;
  /** What the first screens look alike with before the sheet is there; null where they do not. */
  readonly text: string | null;
}

export interface PageBoxes {
  readonly page: SitePath;
  readonly images: readonly ImageBox[];
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
  /**
   * Worth doing for another reason than cost, such as a page that does not move while it loads: done unless it costs
   * packets.
   */
  readonly beyondCost?: true;
  /**
   * Worth doing where the page shows something earlier, and not later when it is seen again, whatever else it costs.
   */
  readonly showsEarlier?: true;
  /** Its changes put styles into pages. */
  readonly addsStyles?: true;
  /** Documents it looks at; default pages only. */
  readonly documents?: readonly ('page' | 'sheet')[];
  /** Facts it gets; the runner passes only these. */
  readonly reads: readonly (keyof Facts)[];
  /** JSON Schema of each option, with its default. */
  readonly options: Readonly<
    Record<string, { readonly type: string; readonly default: unknown; readonly description: string }>
  >;
  /** Texts by message id, with `{placeholders}` filled from a proposal's data, which is otherwise the rule's own. */
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
  /** References that a browser follows on this page: its own, and those of what it fetches. */
  readonly follows: readonly Reference[];
  /** Fonts that the first screen of this page draws with; none where no browser looked. */
  readonly firstFonts: ReadonlySet<SitePath>;
  /** What first screens need of their sheets, by page: of pages with the same sheets one, where a run only advises. */
  readonly firstScreens: ReadonlyMap<SitePath, readonly SheetUse[]>;
  /** Modules of the site that a module names at its top. */
  readonly imports: (module: SitePath) => readonly SitePath[];
  /** Style sheets that apply to this page, its own `<style>` included, in cascade order. */
  readonly sheets: readonly Sheet[];
  /** How large pages show their images, by page; pages that were not rendered are missing. */
  readonly boxes: ReadonlyMap<SitePath, PageBoxes>;
  /** How every image of the site is used, by path. */
  readonly usage: ReadonlyMap<SitePath, readonly ImageUsage[]>;
  /** Strings that scripts of this page (inline, linked, event attributes) hold. */
  readonly scripts: ScriptFacts;
  /** Fonts that pages draw with, by path; none where no browser looked. */
  readonly fonts: ReadonlyMap<SitePath, FontFacts>;
  /** Whether an element of any page has a name, as pages are written and as scripts left them. */
  readonly names: (kind: 'class' | 'id' | 'tag', name: string) => boolean;
  /** Scripts, data and other texts of the site that are no pages or sheets. */
  readonly texts: readonly string[];
  /** Sizes of the site's files, by path. */
  readonly sizes: ReadonlyMap<SitePath, number>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** What is known of the site as a whole. */
export type SiteFacts = Pick<Facts, 'images' | 'fonts' | 'names' | 'texts' | 'usage' | 'sizes' | 'options'>;

export interface ScriptFacts {
  /** Ids, names and other words of script strings and identifiers. */
  readonly words: Pick<ReadonlySet<string>, 'has'>;
  /** Whether scripts may put a name together that they do not say. */
  readonly composes: (name: string) => boolean;
  /** Whether they may do so with pieces of it, whatever else they say. */
  readonly assembles: (name: string) => boolean;
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
  /** What a browser saw images do under the mouse. */
  readonly swaps: readonly ImageSwap[];
}

export interface Proposal {
  readonly rule: string;
  readonly page: SitePath;
  /** What it is about in the source of `page`; null for the file as a whole. */
  readonly range: Range | null;
  readonly resource: SitePath | null;
  readonly messageId: string;
  /** The rule's own, and what its message names. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Set where the rule itself knows that it must not be done. */
  readonly rejected?: Reason;
  /** Rules whose proposals for the same files on the same page are not made: this one shows them in another form. */
  readonly supersedes?: readonly string[];
  /** Other files in which the page shows `resource`, as a source set does. */
  readonly alsoShown?: readonly SitePath[];
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
  | 'licence'
  | 'broken'
  | 'out-of-budget';

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

// ── draft ───────────────────────────────────────────────────────────────────

export interface Edit {
  readonly range: Range;
  /** Names of classes and of files to come stand in it as marks: see lib/site/text/marks.js. */
  readonly text: string;
  /** The document that it stands in; left out: the proposal's. */
  readonly document?: SitePath;
  /** What it is about, where that is not what it replaces: an edit gives way where a stronger one is about the same. */
  readonly place?: Range;
  /**
   * The style sheet that it writes into the document, as other changes leave it; `text` is how it stands without them.
   */
  readonly sheet?: InlinedSheet;
}

/** A style sheet between two pieces of markup, its URLs as they must be written in a document with this base. */
export interface InlinedSheet {
  readonly path: SitePath;
  readonly base: SitePath;
  readonly before: string;
  readonly after: string;
}

/** A class that replaced pictures share. */
export interface CssClass {
  /** A readable name from content or colour, fit for a class. */
  readonly name: string;
  /** Declarations of the element itself. */
  readonly css: string;
  /**
   * Further rules, keyed by what follows the class in the selector (`:hover`, ` a`), or by selectors in which `&`
   * stands for it.
   */
  readonly more?: Readonly<Record<string, string>>;
}

export interface NewFile {
  readonly path: SitePath;
  readonly bytes: Uint8Array;
  /** Where browsers of today take this file and leave that one, which stays for the others. */
  readonly insteadOf?: SitePath;
  /**
   * How many bytes it may have to be written into the one change that names it (by a file mark); left out: it stays a
   * file.
   */
  readonly mostInline?: number;
  /** Its URL as edits write it, in the place of its file mark. */
  readonly url?: string;
  /** Offered for other windows and screens than those of the visits that are priced. */
  readonly isSpare?: true;
}

/** A file whose content the edits or files of a change hold. */
export interface Carried {
  readonly path: SitePath;
  /** It is held as it came: not beside a change of that file's text. */
  readonly isCopy?: true;
}

/** A place that a change needs for itself: two changes with claims that overlap exclude each other. */
export interface Claim {
  readonly document: SitePath;
  readonly range: Range;
}

/** Changes that are made all or none of them, or at most one of them. */
export interface Group {
  readonly id: string;
  readonly take: 'all' | 'one';
}

/**
 * How it is known that nothing looks different: by construction; by rendering, the same everywhere, or `even`: the same
 * in two windows, since it would show in each or in none, or `drawn`: the same in one window of one page that draws
 * with the file, since letters are the same on all; by rendering, a replaced picture alike.
 */
export type Proof = 'proven' | 'same' | 'even' | 'drawn' | 'alike';

/** Words in the place of a picture: all of them, and those of each link where there are several. */
export interface Wording {
  readonly text: string;
  readonly similarity: number;
  readonly font: string;
  readonly parts?: readonly string[];
}

/** What a rule would do, in full. Plain data, said once: nothing of the rule runs later. */
export interface Draft {
  /** On the sources as they are. Those outside of claims give way to changes that claim their place. */
  readonly edits: readonly Edit[];
  readonly classes?: readonly CssClass[];
  /** Files to write beside the site's own, or in their place. */
  readonly files?: readonly NewFile[];
  /** A file that is there already, which the edited references lead to from now on. */
  readonly leadsTo?: SitePath;
  readonly carries?: readonly Carried[];
  /** Files that the page fetches anyway, and asks for in the edited place from now on. */
  readonly asksFor?: readonly SitePath[];
  /** Left out: the proposal's range. */
  readonly claims?: readonly Claim[];
  readonly words?: Wording;
  /** Left out: `proven` where the rule is safe, else `alike`. */
  readonly proof?: Proof;
}

/** One thing that may be done to a site: what a rule proposed, drafted once. */
export interface Change {
  readonly rule: RuleMeta;
  readonly proposal: Proposal;
  /** Nothing can be done: it is said and priced as far as that goes. */
  readonly isAdvice: boolean;
  readonly edits: readonly Edit[];
  readonly classes: readonly CssClass[];
  readonly files: readonly NewFile[];
  readonly leadsTo: SitePath | null;
  readonly carries: readonly Carried[];
  readonly asksFor: readonly SitePath[];
  readonly claims: readonly Claim[];
  readonly group: Group | null;
  readonly words: Wording | null;
  readonly proof: Proof;
}

/** A proposal that is not carried out, and why. */
export interface Refused {
  readonly rule: RuleMeta;
  readonly proposal: Proposal;
  readonly reason: Reason;
  readonly message: string | null;
  /** Of which the others are not made either, where all are made or none. */
  readonly group: Group | null;
}

/** A rule; `D`: the documents that its `meta.documents` names, which are pages where it names none. */
export interface Rule<D extends Document = Page> {
  readonly meta: RuleMeta;
  /** Pure: looks at one document and proposes. */
  detect?(document: D, facts: Facts): Proposal[];
  /** Of a rule that is about the site as a whole: what it notes of each document, and what follows from all notes. */
  survey?(document: D, facts: Facts): unknown;
  detectSite?(notes: ReadonlyMap<SitePath, unknown>, facts: SiteFacts): Proposal[];
  /**
   * Names under which the same is asked for: told before any rule looks, which then sees one name. Such a rule has no
   * `detect`.
   */
  normalise?(document: D, facts: Facts): Proposal[];
  /** What must be made for a proposal. */
  jobs?(proposal: Proposal): Job[];
  /** The changes that go with this one; asked after its jobs, whether they failed or not. */
  group?(proposal: Proposal, made: readonly Made[]): Group | null;
  /** What it does. Absent: advice only. */
  draft?(proposal: Proposal, made: readonly Made[]): Draft;
}

// ── price and report: see the contract ──────────────────────────────────────

/** Sizes of one file under each encoding. */
export interface Weight {
  readonly identity: number;
  readonly gzip: number;
  readonly br: number;
  readonly zstd: number;
}

/** What a file is to a reader of reports. */
export type ContentKind = 'html' | 'css' | 'script' | 'image' | 'svg' | 'font' | 'media' | 'other';

/** Bytes by kind sum to `bytes`. */
export interface Totals extends Readonly<Record<ContentKind, number>> {
  readonly requests: number;
  readonly bytes: number;
  readonly bytesByEncoding: {
    readonly identity: number;
    readonly gzip: number;
    readonly br: number;
    readonly zstd: number;
  };
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
    /** The time is less than the model can tell: it is given as 0. */
    readonly isWithinError?: true;
  };
  readonly replacement?: { readonly html: string; readonly css: string };
  readonly lettering?: { readonly text: string; readonly similarity: number; readonly font: string };
}

/** What all changes of a rule save together: what the plan saves more with them than without. */
export interface RuleReport {
  readonly rule: string;
  readonly applied: number;
  readonly advised: number;
  readonly rejected: number;
  /** Requests and bytes of a visitor to every page once; packets and time summed over all pages. */
  readonly saves: { readonly requests: number; readonly bytes: number; readonly packets: number; readonly ms: number };
}

/** What one step adds on the way from before to after; minus is less. */
export interface WaterfallStep {
  /** A rule; `packing` for what minifying and compressing do, and all that is only known once files are packed. */
  readonly step: string;
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
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
  readonly type: ContentKind;
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
  /** From `before` to `after`, under the conditions that decide: the steps sum to the difference. */
  readonly waterfall?: readonly WaterfallStep[];
}

export interface Report {
  readonly schema: 'pagethrift/report@1';
  readonly tool: { readonly name: 'pagethrift'; readonly version: string };
  readonly command: string;
  readonly input: {
    readonly kind: string;
    readonly name: string;
    /** Of a URL: the HTTP versions that its server speaks, that of a first connection first. */
    readonly httpVersions?: readonly string[];
  };
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
  readonly rules?: readonly RuleReport[];
  /** The steps of all pages, summed. */
  readonly waterfall?: readonly WaterfallStep[];
  readonly warnings: readonly Warning[];
  /** The one key that may differ between two runs on the same input. */
  readonly timing?: Readonly<Record<string, number>>;
}

/** What does the heavy work of a run: the threads of this process, or worker processes on any number of machines. */
export interface TaskRunner {
  /** How many tasks are worth giving at a time. */
  readonly atOnce: number;
  run<T>(kind: string, task: object, options?: { signal?: AbortSignal }): Promise<T>;
  close(): Promise<void>;
}
