import type { ImageKind } from '../images/types.ts';
import type { Cost } from '../network/types.ts';
import type { Reason, Safety } from '../plan/types.ts';
import type { SitePath, Warning } from '../site/types.ts';

export type { Cost };

/** Records of the renderings; those a report may carry beyond the contract are optional. */

export interface Saves {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
  /** The time is less than the model can tell. */
  readonly isWithinError?: boolean;
}

export interface RuleRow {
  readonly rule: string;
  readonly applied: number;
  readonly advised: number;
  readonly rejected: number;
  /** Packets and time summed over all pages. */
  readonly saves: Saves;
}

/** What one change saves; `isWithinError`: so little time that the model cannot tell it from none. */
export interface ChangeSaves extends Saves {
  readonly isWithinError: boolean;
}

/** One change, or the same change of the same file on several pages. */
export interface JoinedChange {
  readonly change: ChangeReport;
  readonly pages: ReadonlySet<SitePath>;
  readonly count: number;
  /** Packets and time of one page. */
  readonly saves: ChangeSaves;
}

export interface Summary {
  readonly before: Totals;
  readonly after: Totals;
  /** All pages on the report's own conditions; `pages` is how many of them were estimated. */
  readonly cost: {
    readonly pages: number;
    readonly before: { readonly packets: number; readonly ms: number };
    readonly after: { readonly packets: number; readonly ms: number };
    /**
     * The mean page's times differ by less than the model can tell, or by less than nothing although it got smaller.
     */
    readonly isWithinError: boolean;
  };
  /** Those that are made, or could be made by a build; their savings and `shared` sum up to `total`. */
  readonly rules: readonly RuleRow[];
  /** Those that only advise: no build makes their changes, and no total counts them. */
  readonly advice: readonly RuleRow[];
  /** What several rules save together, and what is only known once files are packed. */
  readonly shared: Saves;
  readonly total: Saves;
  readonly best: readonly JoinedChange[];
  readonly biggest: readonly ResourceReport[];
  /** Whether the changes have been made, rather than could be. */
  readonly isDone: boolean;
}

/** When one file of a page was known to be needed, asked for, answered and complete. */
interface TraceRow {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
  readonly foundMs: number;
  readonly requestMs: number;
  readonly firstByteMs: number;
  readonly doneMs: number;
}

export interface TraceSide {
  /** Packets of one load by kind. */
  readonly packets: {
    readonly syn: number;
    readonly fin: number;
    readonly ack: number;
    readonly data: number;
    readonly retransmitted: number;
  };
  readonly rows: readonly TraceRow[];
}

/** What the network model saw of one page under one set of conditions. */
export interface Trace {
  readonly page: SitePath;
  readonly link: string;
  readonly http: string;
  readonly visit: 'first' | 'revalidate';
  readonly before: TraceSide;
  readonly after: TraceSide;
}

/** Something that the gate holds against the site. */
export interface Failure {
  readonly kind: 'budget' | 'rule' | 'baseline';
  readonly page: SitePath | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly resource: SitePath | null;
  /** What was measured: `requests`, `image bytes`, `ms on 3g over HTTP/2`, or the rule. */
  readonly measure: string;
  readonly limit: number | null;
  readonly actual: number | null;
  readonly message: string;
  /** What would mend it. */
  readonly fix: string;
}

/** A figure of a page that differs from the baseline's. */
export interface PageRow {
  readonly page: SitePath;
  readonly measure: 'requests' | 'bytes' | 'packets' | 'ms';
  readonly was: number;
  readonly is: number;
  /** Up to here it may grow. */
  readonly limit: number;
  readonly isOver: boolean;
}

/** A file whose bytes that travel differ from the baseline's. */
export interface FileGrowth {
  /** Without the digest of its content: `assets/index-*.js`. */
  readonly path: string;
  /** Null: it is new. */
  readonly was: number | null;
  readonly is: number;
}

/** A site next to its baseline. */
export interface Comparison {
  /** In words: `1 % or 1 kB, whichever is more`. */
  readonly tolerance: string;
  /** False where the baseline is of another link or HTTP version: packets and time are not compared then. */
  readonly isComparable: boolean;
  /** What a visitor to every page once fetches. */
  readonly site: Readonly<Record<'was' | 'is', { readonly requests: number; readonly bytes: number }>>;
  /** How many pages are in both. */
  readonly pages: number;
  readonly added: readonly SitePath[];
  readonly removed: readonly SitePath[];
  /** Those over their limit first. */
  readonly rows: readonly PageRow[];
  /** Those that grew most first. */
  readonly files: readonly FileGrowth[];
}

/** What the gate says. */
export interface Verdict {
  readonly passed: boolean;
  /** What the report was held against; empty: there was nothing. */
  readonly against: readonly ('baseline' | 'budgets' | 'rules')[];
  readonly failures: readonly Failure[];
  /** Left out: there was no baseline. */
  readonly comparison?: Comparison;
}

/** How many changed pages were looked at, and how; the pages alike were taken on trust from one of their kind. */
export interface Looks {
  readonly full: number;
  readonly boxes: number;
  readonly alike: number;
  /** Pages on which a change showed and was taken back. */
  readonly different: number;
  /** Pages that ship as they were. */
  readonly original: number;
}

/** A report with the optional keys that renderings make use of. */
export interface FullReport extends Report {
  readonly looks?: Looks;
  /** About what the next level of safety would bring the site's bytes to, where it is worth saying. */
  readonly levels?: readonly { readonly safety: 'lossy'; readonly bytes: number }[];
  readonly traces?: readonly Trace[];
  /** Files that got a name with a digest of their content, and those that could not. */
  readonly names?: Names;
  /** A visit of several pages, and the same after a deploy. */
  readonly visits?: Visits;
  readonly gate?: Verdict;
  readonly emissions?: Emissions;
}

/** Estimated greenhouse gas emissions of first visits of the mean page, in grams of CO2 equivalent. */
export interface Emissions {
  readonly model: string;
  readonly views: number;
  readonly gramsBefore: number;
  readonly gramsAfter: number;
}

/**
 * What a visit asks for, and the bytes of bodies with each encoding alone and with dictionaries, these themselves
 * counted.
 */
export interface VisitCost {
  readonly pages: number;
  readonly requests: number;
  readonly identity: number;
  readonly gzip: number;
  readonly br: number;
  readonly zstd: number;
  readonly dictionary: number;
  /** By the network model, for brotli and for dictionaries. */
  readonly estimates: Readonly<Record<'br' | 'dictionary', { readonly packets: number; readonly ms: number }>>;
}

export interface Visits {
  readonly tour: VisitCost;
  /** Null where nothing was deployed before. */
  readonly return: VisitCost | null;
}

export interface Names {
  readonly renamed: Readonly<Record<string, string>>;
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/** Data URIs of one image, before and after, for the sliders. */
export interface ImagePair {
  readonly before: string;
  readonly after: string;
  readonly difference?: string;
}

/** A row of the chart of changes in the HTML report. */
export interface HtmlChange {
  readonly rule: string;
  readonly status: 'applied' | 'advised' | 'rejected';
  readonly reason: string | null;
  readonly place: string;
  readonly pages: number;
  readonly message: string;
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
  readonly isWithinError: boolean;
}

export interface HtmlTraceSide {
  readonly packets: TraceSide['packets'];
  /** Name, type (both as positions), bytes, found, asked, first byte, complete. */
  readonly rows: readonly (readonly [number, number, number, number, number, number, number])[];
}

export interface HtmlTrace {
  readonly page: number;
  readonly name: string;
  readonly before: HtmlTraceSide;
  readonly after: HtmlTraceSide;
}

export interface HtmlFile {
  readonly path: string;
  readonly type: number;
  readonly bytes: number;
  readonly pages: number;
}

export interface HtmlImage extends ImagePair {
  readonly path: string;
  readonly text: string | null;
}

/** What the HTML report's script reads: the report, cut down to what is shown. */
export interface HtmlData {
  readonly conditions: string;
  readonly types: readonly string[];
  readonly names: string[];
  readonly isDone: boolean;
  readonly changes: readonly HtmlChange[];
  readonly pages: readonly {
    readonly path: string;
    readonly before: { readonly requests: number; readonly bytes: number };
    readonly after: { readonly requests: number; readonly bytes: number };
    readonly estimates: readonly {
      readonly name: string;
      readonly before: { readonly ms: number; readonly packetsUp: number; readonly packetsDown: number };
      readonly after: { readonly ms: number; readonly packetsUp: number; readonly packetsDown: number };
    }[];
  }[];
  readonly traces: readonly HtmlTrace[];
  readonly files: readonly HtmlFile[];
  readonly images: readonly HtmlImage[];
}

/** Where the time of a run went. */
export interface Timings {
  readonly stages: readonly {
    readonly stage: string;
    readonly startMs: number;
    readonly endMs: number;
    /** Processor time of the process with its threads. */
    readonly cpuMs: number;
    /** Processor time of the browsers it started; 0 where the system does not say. */
    readonly browserMs: number;
  }[];
  readonly spans: readonly TimedSpan[];
  /** How many tasks of each stage were executed, and recalled from the cache. */
  readonly tasks: readonly { readonly stage: string; readonly executed: number; readonly recalled: number }[];
  readonly peakBytes: number;
}

export interface TimedSpan {
  readonly kind: string;
  readonly by: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly cpuMs: number;
  readonly waitMs: number;
}

/** What a file is to a reader of reports. */
export type ContentKind = 'html' | 'css' | 'script' | 'image' | 'svg' | 'font' | 'media' | 'other';

/** Bytes by kind sum to `bytes`. */
export interface Totals extends Readonly<Record<ContentKind, number>> {
  /** Counted by a browser that visited, or an estimate from markup. */
  readonly counted: 'browser' | 'markup';
  readonly requests: number;
  readonly bytes: number;
  readonly bytesByEncoding: {
    readonly identity: number;
    readonly gzip: number;
    readonly br: number;
    readonly zstd: number;
  };
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
  /** What visits before and after saw it save, where it touched a visited page. */
  readonly observed?: { readonly requests: number; readonly bytes: number };
  readonly replacement?: { readonly html: string; readonly css: string };
  readonly lettering?: { readonly text: string; readonly similarity: number; readonly font: string };
}

/** Images that assistive technology, search and translation cannot read (WCAG 1.1.1 and 1.4.5). */
export interface AccessibilityReport {
  readonly before: ImageCounts;
  readonly after: ImageCounts;
}

export interface ImageCounts {
  readonly imagesWithoutAlternative: number;
  readonly imagesOfText: number;
  /** Pages with any. */
  readonly pages: readonly {
    readonly page: SitePath;
    readonly imagesWithoutAlternative: number;
    readonly imagesOfText: number;
  }[];
}

/** What all changes of a rule save together: what the plan saves more with them than without. */
export interface RuleReport {
  readonly rule: string;
  readonly applied: number;
  readonly advised: number;
  readonly rejected: number;
  /** Requests and bytes of a visitor to every page once; packets and time summed over all pages. */
  readonly saves: {
    readonly requests: number;
    readonly bytes: number;
    readonly packets: number;
    readonly ms: number;
    /** The time is less than the model can tell: it is given as 0. */
    readonly isWithinError?: true;
  };
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
  /** How far off the difference of the two times may be (90 %). */
  readonly msBand?: number;
  /** The times differ by less than the model can tell. */
  readonly isWithinError?: true;
}

export interface ResourceReport {
  readonly path: SitePath;
  readonly type: ContentKind;
  /** Of the file on the disk. */
  readonly bytes: number;
  /** What travels of it with the encoding that the server chooses. */
  readonly sent?: number;
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
  /** The file that answers; null for a route without a file of its own. */
  readonly path: SitePath | null;
  /** The public address that is visited. */
  readonly address: string;
  readonly before: Totals;
  readonly after: Totals;
  readonly estimates: readonly Estimate[];
  /** Processor time of a visit: more than the estimate's time marks a page that is bound by its scripts. */
  readonly processorMs?: number;
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
  /** How many pages are files and how many are routes, and what servers are taken to answer. */
  readonly addresses?: { readonly files: number; readonly routes: number; readonly conventions: readonly string[] };
  readonly pages: readonly PageReport[];
  readonly resources: readonly ResourceReport[];
  readonly changes: readonly ChangeReport[];
  readonly rules?: readonly RuleReport[];
  /** The steps of all pages, summed. */
  readonly accessibility?: AccessibilityReport;
  readonly waterfall?: readonly WaterfallStep[];
  readonly warnings: readonly Warning[];
  /** The one key that may differ between two runs on the same input. */
  readonly timing?: Readonly<Record<string, number>>;
}
