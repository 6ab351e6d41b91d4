import type { FontFacts } from '../fonts/types.ts';
import type { ImageFacts } from '../images/types.ts';
import type { Document, ImageUsage, Page, Range, Reference, Sheet, SitePath } from '../site/types.ts';
import type { Backdrop, BackgroundBox, ImageSwap, PageBoxes, ScriptedImage, SheetUse } from '../visit/types.ts';
import type { Paints } from './price/types.ts';
/** Records of planning. Plain data without code. */

export interface Amount {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
}

/** Facts of a page that need no run of the model. */
export type Count = Pick<Amount, 'requests' | 'bytes'>;

/** A choice of the planner: a change of a page, or several that only make sense together. */
export interface Choice<Effect = unknown> {
  /** Ranges. Choices with overlapping claims exclude each other. */
  readonly claims: readonly Claim[];
  /**
   * Documents that it writes, and files that it copies unchanged. A choice that writes a file excludes one that copies
   * it.
   */
  readonly writes?: readonly string[];
  readonly copies?: readonly string[];
  /**
   * The subject of the change, such as one image in one place. Choices with one subject exclude each other. Null: no
   * other choice has it.
   */
  readonly thing: string | null;
  /** The permitted cost of the rule. */
  readonly safety: Safety;
  /** A reason that is known before planning: the rule is off, or the replacement looks different. */
  readonly rejected?: Reason;
  /**
   * True if the change has another purpose than cost, such as a stable layout. It is accepted unless it costs packets.
   */
  readonly beyondCost?: boolean;
  /** True if the change is preferred to a slightly cheaper one in the same place. */
  readonly isPreferred?: boolean;
  /** True if the change is accepted for an earlier first paint: see `PlanInput.paint`. */
  readonly showsEarlier?: boolean;
  /** True if the change only removes bytes. It is accepted unless the page is clearly cheaper without it. */
  readonly sure?: boolean;
  /** True if the change is only accepted if it saves under all conditions. */
  readonly everywhere?: boolean;
  /** The input of the price function. */
  readonly effect: Effect;
}

/** Functions that return the cost of the page with a selection of choices. */
export type Price<Effect = unknown> = (chosen: readonly Choice<Effect>[]) => Amount;

export interface PlanInput<Effect = unknown> {
  readonly choices: readonly Choice<Effect>[];
  readonly safety: Safety;
  /** Under the target conditions. */
  readonly price: Price<Effect>;
  /** A faster approximation of `price`, to select what is priced. Missing: `price`. */
  readonly glance?: Price<Effect>;
  /**
   * Requests and bytes, if they are known without a run of the model. A change that saves both is assumed not to cost
   * packets.
   */
  readonly count?: (chosen: readonly Choice<Effect>[]) => Count;
  /**
   * The first paint under each set of conditions. Choices marked `showsEarlier` are made last, if they make it earlier.
   * Missing: they are not made.
   */
  readonly paints?: readonly ((chosen: readonly Choice<Effect>[]) => Paints)[];
  /** Costs under further conditions, which choices marked `everywhere` must reduce, too. */
  readonly otherPrices?: readonly Price<Effect>[];
  /**
   * Approximate max number of sets that are evaluated. Missing: 1,024, all combinations of ten choices. It is lower for
   * the pages of a large site.
   */
  readonly maxRuns?: number;
  /** The weight of a cost. Missing: milliseconds and packets equally, and bytes if these are equal. */
  readonly weigh?: (amount: Amount) => number;
}

export interface Plan<Effect = unknown> {
  readonly accepted: readonly Choice<Effect>[];
  readonly rejected: readonly {
    readonly choice: Choice<Effect>;
    readonly reason: Reason;
    /** The choice in the same place, if the reason is `overlaps`. */
    readonly winner?: Choice<Effect>;
  }[];
  readonly before: Amount;
  readonly after: Amount;
  /**
   * The permitted weight of a plan that contains changes with other purposes than cost: almost none above the cheapest
   * plan.
   */
  readonly most: number;
}

export type Safety = 'safe' | 'visual' | 'lossy';

export type Level = 'off' | 'advise' | 'on' | 'error';

export interface RuleMeta {
  readonly id: string;
  readonly category: 'markup' | 'image' | 'style' | 'lettering' | 'delivery';
  readonly summary: string;
  readonly why: string;
  readonly default: Level;
  /** Defaults that differ for a level of `--safety`. */
  readonly levels?: Readonly<
    Partial<Record<Safety, { readonly default?: Level; readonly options?: Readonly<Record<string, unknown>> }>>
  >;
  readonly safety: Safety;
  /**
   * True if the rule has another purpose than cost, such as a stable layout. Its changes are made unless they cost
   * packets.
   */
  readonly beyondCost?: true;
  /**
   * True if the rule is preferred to a change that it excludes, because it is worth more to visitors, such as text for
   * screen readers. It is chosen if the page costs almost the same.
   */
  readonly isPreferred?: true;
  /**
   * True if the rule's changes are made for an earlier first paint, independent of cost, unless a revisit is painted
   * later.
   */
  readonly showsEarlier?: true;
  /** True if its changes write styles into pages. */
  readonly addsStyles?: true;
  /** Documents that it reads. Missing: pages. */
  readonly documents?: readonly ('page' | 'sheet')[];
  /** Facts that it reads. It gets no others. */
  readonly reads: readonly (keyof Facts)[];
  /** JSON Schema of each option, with its default. */
  readonly options: Readonly<
    Record<string, { readonly type: string; readonly default: unknown; readonly description: string }>
  >;
  /** Messages by id, with `{placeholders}` filled from a proposal's data. No other code reads that data. */
  readonly messages: Readonly<Record<string, string>>;
  readonly since: string;
}

export interface Facts {
  /** Facts of every image of the site, by path. */
  readonly images: ReadonlyMap<SitePath, ImageFacts>;
  /** References in this document. */
  readonly references: readonly Reference[];
  /** Files that this page fetches, the page first. */
  readonly fetches: readonly SitePath[];
  /** Files that pages without a file of their own fetch if this document is sent for them. */
  readonly onRoutes: readonly SitePath[];
  /** References that a browser follows on this page: its own, and those of the fetched files. */
  readonly follows: readonly Reference[];
  /** Fonts that the first screen of this page renders. Empty without a visit. */
  readonly firstFonts: ReadonlySet<SitePath>;
  /**
   * The rules of sheets that first screens need, by page. If a run only advises, one of the pages with the same sheets.
   */
  readonly firstScreens: ReadonlyMap<SitePath, readonly SheetUse[]>;
  /** Large scripts of which almost nothing ran on this page. Empty without a visit. */
  readonly idle: readonly SitePath[];
  /** URLs, as written, of visible frames of this page that start below the window. Empty without a visit. */
  readonly lateFrames: readonly string[];
  /** Modules of the site that a module imports statically. */
  readonly imports: (module: SitePath) => readonly SitePath[];
  /** Style sheets that apply to this page, its own `<style>` included, in cascade order. */
  readonly sheets: readonly Sheet[];
  /** Returns the style sheet of a file; null if this page has none from it, or several. */
  readonly sheetAt: (path: SitePath) => Sheet | null;
  /** True if a custom property in one of `sheets` contains a URL, which is resolved against the sheet that uses it. */
  readonly urlVariables: boolean;
  /** Rendered sizes of images by page. Pages that were not rendered are missing. */
  readonly boxes: ReadonlyMap<SitePath, PageBoxes>;
  /** Usages of every image of the site, by path. */
  readonly usage: ReadonlyMap<SitePath, readonly ImageUsage[]>;
  /** Distinct backgrounds behind each image, by its path, on all visited pages. */
  readonly behind: ReadonlyMap<SitePath, readonly Omit<Backdrop, 'path'>[]>;
  /** Elements with background images, by page. Pages without one or without a visit are missing. */
  readonly backgrounds: ReadonlyMap<SitePath, readonly BackgroundBox[]>;
  /** Strings in scripts of this page: inline, linked, and in event attributes. */
  readonly scripts: ScriptFacts;
  /** Fonts that pages render, by path. Empty without a visit. */
  readonly fonts: ReadonlyMap<SitePath, FontFacts>;
  /** Returns true if an element of any page has a name, in the markup or after scripts have run. */
  readonly names: (kind: 'class' | 'id' | 'tag', name: string) => boolean;
  /** Scripts, data and other texts of the site that are neither pages nor sheets. */
  readonly texts: readonly string[];
  /** Sizes of the site's files, by path. */
  readonly sizes: ReadonlyMap<SitePath, number>;
  /** Returns true if a file has more bytes, or if this page and the files that it fetches do together. */
  readonly exceeds: (maxBytes: number, path?: SitePath) => boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Facts of the whole site. */
export interface SiteFacts extends Pick<Facts, 'images' | 'fonts' | 'names' | 'texts' | 'usage' | 'sizes' | 'options'> {
  /** Files that routes without a file of their own fetch. */
  readonly routed: ReadonlySet<SitePath>;
  /** Files that a visitor can open directly. */
  readonly opened: ReadonlySet<SitePath>;
  /**
   * Files of pages whose elements are not all known: they load scripts or data for scripts from other hosts, or have
   * scripts and were not visited.
   */
  readonly unclear: ReadonlySet<SitePath>;
  /**
   * Returns true for files that pages, sheets, scripts or data load or name, and those with well-known names. Fonts
   * that only older browsers load do not count.
   */
  readonly isUsed: (path: SitePath) => boolean;
}

export interface ScriptFacts {
  /** Ids, names and other words in strings and identifiers of scripts. */
  readonly words: Pick<ReadonlySet<string>, 'has'>;
  /** Returns true if scripts may build a name that they do not contain. */
  readonly composes: (name: string) => boolean;
  /** Returns true if scripts may build it from parts, independent of their other strings. */
  readonly assembles: (name: string) => boolean;
  /** Classes that scripts look up. */
  readonly classes: Pick<ReadonlySet<string>, 'has'>;
  /** Files that this page or one of its scripts names without a reference. */
  readonly files: Pick<ReadonlySet<SitePath>, 'has'>;
  /**
   * Returns true if the site's scripts that the page fetches contain a text, or match a
   * pattern. Functions that are never called do not count.
   */
  readonly says: (text: string | RegExp) => boolean;
  /** True if a script iterates over `document.images`, `getElementsByTagName('img')` or similar lists. */
  readonly walksImages: boolean;
  /** The highest number with which a script takes an element out of `document.images`, -1 if none does. */
  readonly lastImage: number;
  /** True if such a script may read the source of an image. */
  readonly readsSources: boolean;
  /** True if such a script may set another source, or read the elements around an image. */
  readonly handlesImages: boolean;
  /** Images that changed under the mouse in a visit. */
  readonly swaps: readonly ImageSwap[];
  /** Changes by scripts to the images of the markup, in order. Null if the page was not visited. */
  readonly images: readonly ScriptedImage[] | null;
}

export interface Proposal {
  readonly rule: string;
  readonly page: SitePath;
  /** The range in the source of `page`. Null: the whole file. */
  readonly range: Range | null;
  readonly resource: SitePath | null;
  readonly messageId: string;
  /** Data of the rule and of its message. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The reason for which the rule itself rejects it. */
  readonly rejected?: Reason;
  /**
   * Rules whose proposals for the same files on the same page are not made, because this one renders them in another
   * form.
   */
  readonly supersedes?: readonly string[];
  /** Rules that it supersedes in addition if no window still renders the file itself, which its makers tell. */
  readonly supersedesIfWhole?: readonly string[];
  /** True if it supersedes them on all pages, because it replaces the file itself. */
  readonly isEverywhere?: boolean;
  /** Other files that the page offers in place of `resource`, as in a source set. */
  readonly alsoShown?: readonly SitePath[];
  /** Files that the image of `resource` renders in other states, such as under the mouse. The reason is also theirs. */
  readonly states?: readonly SitePath[];
  /** True if it is not reported when nothing can be made for it. */
  readonly isQuiet?: boolean;
  /** Names a whole, such as a menu, that is changed as a whole or not at all. */
  readonly whole?: string;
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
  | 'out-of-budget'
  | 'no-saving'
  | 'behaves-differently'
  | 'blank-page';

/** A task that a proposal needs, named by its maker and cached by the hashes that it reads. */
export interface Job {
  readonly maker: string;
  readonly resource: SitePath;
  readonly options: Readonly<Record<string, unknown>>;
}

export type Made =
  | { readonly ok: true; readonly bytes?: Uint8Array; readonly data: Readonly<Record<string, unknown>> }
  /**
   * `text`: the probable text of an image that is left unchanged; `isLikely`: it probably contains text that could not
   * be read; `isAsLarge`: it has the size of an image with text; `isApart`: its text is visibly no part of the menu
   * around it.
   */
  | {
      readonly ok: false;
      readonly reason: Reason;
      readonly message: string;
      readonly text?: string;
      readonly isLikely?: boolean;
      readonly isAsLarge?: boolean;
      readonly isApart?: boolean;
    };

export interface Edit {
  readonly range: Range;
  /** Names of new classes and files are written as marks: see lib/site/text/marks.js. */
  readonly text: string;
  /** The document of the edit. Missing: that of the proposal. */
  readonly document?: SitePath;
  /**
   * The range that it concerns, if it differs from the replaced one. An edit gives way to a stronger one for the same
   * range.
   */
  readonly place?: Range;
  /** The style sheet that it inlines, with other changes applied. `text` is the sheet without them. */
  readonly sheet?: InlinedSheet;
  /** True if it is made once, however many changes ask for it. */
  readonly isShared?: boolean;
}

/** A style sheet between two pieces of markup, with URLs that are valid in a document with this base. */
export interface InlinedSheet {
  readonly path: SitePath;
  readonly base: SitePath;
  readonly before: string;
  readonly after: string;
}

/** A class that replacements of images share. */
export interface CssClass {
  /** A readable class name derived from content or colour. */
  readonly name: string;
  /** Declarations of the element. */
  readonly css: string;
  /**
   * Further rules by the rest of the selector after the class (`:hover`, ` a`), or by selectors in which `&` is the
   * class.
   */
  readonly more?: Readonly<Record<string, string>>;
  /** True if it contains URLs relative to the document, so it stays in the document. */
  readonly isLocal?: true;
}

export interface NewFile {
  readonly path: SitePath;
  readonly bytes: Uint8Array;
  /** The file that current browsers no longer request because of this one. It stays for other browsers. */
  readonly insteadOf?: SitePath;
  /** Max size in bytes for inlining it into the only change that names it (by a file mark). Missing: never inlined. */
  readonly maxInline?: number;
  /** Its URL, which replaces its file mark in edits. */
  readonly url?: string;
  /** True if it is offered for other windows and screens than the priced ones. */
  readonly isSpare?: true;
  /** Number of pages that request it. Missing: only the page of the change. */
  readonly pages?: number;
}

/** A file whose content is inlined by a change. */
export interface Carried {
  readonly path: SitePath;
  /** True if its original content is inlined, which excludes changes to its text. */
  readonly isCopy?: true;
}

/** A range that a change claims. Two changes with overlapping claims exclude each other. */
export interface Claim {
  readonly document: SitePath;
  readonly range: Range;
}

/**
 * A group of changes: all or none are made, or at most one. `together`: they are made on all possible pages if they
 * reduce a tour of the site by `minPercent` of its compressed HTML, and otherwise on none.
 */
export interface Group {
  readonly id: string;
  readonly take: 'all' | 'one' | 'together';
  readonly minPercent?: number;
}

/**
 * The verification that a change needs. `proven`: equal by construction. `same`: equal renderings in all views. `even`:
 * equal renderings in two windows, for changes that are visible in every window or in none. `drawn`: equal renderings
 * in one window of one page that uses the file, because characters are the same on all pages. `similar`: a rendering
 * with a similar replaced image. `judged`: the same, or, for images behind content, a rendering with the original’s
 * pixels in their place, and one of the files alone. `styles`: equal computed styles and boxes in windows of several
 * widths.
 */
export type Proof = 'proven' | 'same' | 'even' | 'drawn' | 'similar' | 'judged' | 'styles';

/** The text that replaces an image, and that of each link if there are several. */
export interface Wording {
  readonly text: string;
  readonly similarity: number;
  readonly font: string;
  readonly parts?: readonly string[];
}

/** A complete change of a rule as plain data. No code of the rule runs later. */
export interface Draft {
  /** Edits of the original text. Edits outside of claims give way to changes that claim their place. */
  readonly edits: readonly Edit[];
  readonly classes?: readonly CssClass[];
  /** New files, and replacements for existing ones. */
  readonly files?: readonly NewFile[];
  /** An existing file to which the edited references point. */
  readonly leadsTo?: SitePath;
  readonly carries?: readonly Carried[];
  /** Files that the page already fetches and now requests in the edited place. */
  readonly asksFor?: readonly SitePath[];
  /** Backgrounds that the page no longer shows, although style sheets name them. */
  readonly unloads?: readonly SitePath[];
  /** Missing: the proposal's range. */
  readonly claims?: readonly Claim[];
  readonly words?: Wording;
  /** Missing: `proven` for safe rules, otherwise `similar`. */
  readonly proof?: Proof;
}

/** A possible change of a site: a proposal of a rule with its draft. */
export interface Change {
  readonly rule: RuleMeta;
  readonly proposal: Proposal;
  /** True for advice: it is reported and, if possible, priced. */
  readonly isAdvice: boolean;
  readonly edits: readonly Edit[];
  readonly classes: readonly CssClass[];
  readonly files: readonly NewFile[];
  readonly leadsTo: SitePath | null;
  readonly carries: readonly Carried[];
  readonly asksFor: readonly SitePath[];
  readonly unloads: readonly SitePath[];
  readonly claims: readonly Claim[];
  readonly group: Group | null;
  readonly words: Wording | null;
  readonly proof: Proof;
}

/** A rejected proposal and the reason. */
export interface Refused {
  readonly rule: RuleMeta;
  readonly proposal: Proposal;
  readonly reason: Reason;
  readonly message: string | null;
  /** The group of which the other changes are not made either. */
  readonly group: Group | null;
}

/** A rule. `D`: the documents in `meta.documents`, by default pages. */
export interface Rule<D extends Document = Page> {
  readonly meta: RuleMeta;
  /** Returns the proposals for one document. Pure. */
  detect?(document: D, facts: Facts): Proposal[];
  /** For a rule about the whole site: returns a note per document. `detectSite` returns proposals from all notes. */
  survey?(document: D, facts: Facts): unknown;
  detectSite?(notes: ReadonlyMap<SitePath, unknown>, facts: SiteFacts): Proposal[];
  /**
   * Normalises names before all other rules run, if the same content is requested under several. Such a rule has no
   * `detect`.
   */
  normalise?(document: D, facts: Facts): Proposal[];
  /** Returns the jobs of a proposal. */
  jobs?(proposal: Proposal): Job[];
  /** Returns the group of a proposal. Called after its jobs, also if they failed. */
  group?(proposal: Proposal, made: readonly Made[]): Group | null;
  /** Returns the complete change. Missing: advice only. */
  draft?(proposal: Proposal, made: readonly Made[]): Draft;
}

/** Sizes of one file in each encoding. */
export interface Weight {
  readonly identity: number;
  readonly gzip: number;
  readonly br: number;
  readonly zstd: number;
  /** Bytes that packing will probably remove. Missing: not a text. */
  readonly needless?: number;
}
