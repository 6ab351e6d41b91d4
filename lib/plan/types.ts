import type { FontFacts } from '../fonts/types.ts';
import type { ImageFacts } from '../images/types.ts';
import type { Document, ImageUsage, Page, Range, Reference, Sheet, SitePath } from '../site/types.ts';
import type { ImageSwap, PageBoxes, ScriptedImage, SheetUse } from '../visit/types.ts';
import type { Paints } from './price/types.ts';
/** Records of planning. Plain data; no code. */

export interface Amount {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
}

/** What is known of a page without a run of the model. */
export type Count = Pick<Amount, 'requests' | 'bytes'>;

/** One way to change one thing of a page: a change, or several that only make sense together. */
export interface Choice<Effect = unknown> {
  /** Choices exclude each other whose claims overlap. */
  readonly claims: readonly Claim[];
  /** Documents that it writes, and files that it copies as they are: one cannot be done beside the other. */
  readonly writes?: readonly string[];
  readonly copies?: readonly string[];
  /**
   * What it changes, such as one image at one place: choices of one thing exclude each other. Null: a thing of its own.
   */
  readonly thing: string | null;
  /** What the rule may cost. */
  readonly safety: Safety;
  /** What was found out already: the rule is off, the replacement looks different. */
  readonly rejected?: Reason;
  /** Worth doing for another reason than cost, such as a layout that stays: accepted unless it costs packets. */
  readonly beyondCost?: boolean;
  /** Worth a little more than a cheaper change in the same place: taken instead of it at almost no cost. */
  readonly isPreferred?: boolean;
  /** Worth doing where the page shows something earlier by it: see `PlanInput.paint`. */
  readonly showsEarlier?: boolean;
  /** Takes bytes away and does nothing else: made unless the page is clearly cheaper without. */
  readonly sure?: boolean;
  /** Accepted only if it also gains under every other set of conditions. */
  readonly everywhere?: boolean;
  /** What the price function reads. */
  readonly effect: Effect;
}

/** What the page costs with some choices made. */
export type Price<Effect = unknown> = (chosen: readonly Choice<Effect>[]) => Amount;

export interface PlanInput<Effect = unknown> {
  readonly choices: readonly Choice<Effect>[];
  readonly safety: Safety;
  /** Under the target conditions. */
  readonly price: Price<Effect>;
  /** About the same, but sooner said: what looks good at a glance is priced. Left out: `price`. */
  readonly glance?: Price<Effect>;
  /**
   * Requests and bytes alone, where they are known without a run of the model: what saves both is not suspected of
   * costing packets.
   */
  readonly count?: (chosen: readonly Choice<Effect>[]) => Count;
  /**
   * When the page shows something, under each set of conditions that count: what is marked `showsEarlier` is done last,
   * where it does so. Left out: it is not done.
   */
  readonly paints?: readonly ((chosen: readonly Choice<Effect>[]) => Paints)[];
  /** Under further conditions, which choices marked `everywhere` must gain on too. */
  readonly otherPrices?: readonly Price<Effect>[];
  /**
   * About how many sets of choices may be looked at, 1,024 if left out, which is every combination of ten choices:
   * fewer for the pages of a large site.
   */
  readonly mostRuns?: number;
  /** What counts; left out: milliseconds and packets alike, bytes where these agree. */
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
   * What may be weighed where more is done for another reason than cost: next to nothing more, and no more than all or
   * nothing.
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
  /** Defaults that differ at a level of `--safety`. */
  readonly levels?: Readonly<
    Partial<Record<Safety, { readonly default?: Level; readonly options?: Readonly<Record<string, unknown>> }>>
  >;
  readonly safety: Safety;
  /**
   * Worth doing for another reason than cost, such as a page that does not move while it loads: done unless it costs
   * packets.
   */
  readonly beyondCost?: true;
  /**
   * Saves as much as a change that it excludes, and is worth more to visitors, such as text that is read aloud: taken
   * instead of that one where the page costs almost the same.
   */
  readonly isPreferred?: true;
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
export interface SiteFacts extends Pick<Facts, 'images' | 'fonts' | 'names' | 'texts' | 'usage' | 'sizes' | 'options'> {
  /** Files that routes without a file of their own fetch. */
  readonly routed: ReadonlySet<SitePath>;
  /** Files that a visitor can open directly. */
  readonly opened: ReadonlySet<SitePath>;
}

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
  /** What a browser saw scripts do to the images of the markup, in order; null where the page was not visited. */
  readonly images: readonly ScriptedImage[] | null;
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
  /** Nothing is reported of it where nothing can be made. */
  readonly isQuiet?: boolean;
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

/** Work that a proposal needs done: named by what makes it, and cached by the hashes it reads. */
export interface Job {
  readonly maker: string;
  readonly resource: SitePath;
  readonly options: Readonly<Record<string, unknown>>;
}

export type Made =
  | { readonly ok: true; readonly bytes?: Uint8Array; readonly data: Readonly<Record<string, unknown>> }
  /**
   * `text`: the words that an image seems to show which stays as it is; `isLikely`: it is likely to show some that
   * could not be read.
   */
  | {
      readonly ok: false;
      readonly reason: Reason;
      readonly message: string;
      readonly text?: string;
      readonly isLikely?: boolean;
    };

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
  /** Contains URLs that are relative to the document, so it stays there. */
  readonly isLocal?: true;
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
  /** How many pages ask for it; left out: the page of the change alone. */
  readonly pages?: number;
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

/**
 * Changes that are made all or none of them, or at most one of them; or `together`: on all pages where they can be
 * made,
 * if they make a tour of the site smaller by `minPercent` of its compressed HTML, and on none otherwise.
 */
export interface Group {
  readonly id: string;
  readonly take: 'all' | 'one' | 'together';
  readonly minPercent?: number;
}

/**
 * How it is known that nothing looks different: by construction; by rendering, the same everywhere, or `even`: the same
 * in two windows, since it would show in each or in none, or `drawn`: the same in one window of one page that draws
 * with the file, since letters are the same on all; by rendering, a similar replaced image; `styles`: the computed
 * styles and boxes of the page are the same in windows of several widths.
 */
export type Proof = 'proven' | 'same' | 'even' | 'drawn' | 'similar' | 'styles';

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
  /** Left out: `proven` where the rule is safe, else `similar`. */
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

/** Sizes of one file under each encoding. */
export interface Weight {
  readonly identity: number;
  readonly gzip: number;
  readonly br: number;
  readonly zstd: number;
  /** Bytes that packing will probably save; left out where it is not a text. */
  readonly needless?: number;
}
