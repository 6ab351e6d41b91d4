import type { ImageKind } from '../images/types.ts';
import type { Cost } from '../network/types.ts';
import type { Reason, Safety } from '../plan/types.ts';
import type { SitePath, Warning } from '../site/types.ts';

export type { Cost };

/** Types of reports. Keys that a report may contain in addition to its schema are optional. */

export interface Saves {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
  /** True if the time is within the error of the model. */
  readonly isWithinError?: boolean;
}

export interface RuleRow {
  readonly rule: string;
  readonly applied: number;
  readonly advised: number;
  readonly rejected: number;
  /** Packets and time are summed over all pages. */
  readonly saves: Saves;
}

/** The saving of a change. `isWithinError`: true if the time is within the error of the model. */
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
  /** All pages under the report's own conditions. `pages`: the number of estimated pages. */
  readonly cost: {
    readonly pages: number;
    readonly before: { readonly packets: number; readonly ms: number };
    readonly after: { readonly packets: number; readonly ms: number };
    /** True if the mean page's times differ by less than the error of the model, or if a smaller page seems slower. */
    readonly isWithinError: boolean;
  };
  /** Rules whose changes a build makes. Their savings and `shared` sum up to `total`. */
  readonly rules: readonly RuleRow[];
  /** Rules that only advise. No build makes their changes, and no total counts them. */
  readonly advice: readonly RuleRow[];
  /** The saving that several rules share, and that is known only after packing. */
  readonly shared: Saves;
  readonly total: Saves;
  readonly best: readonly JoinedChange[];
  readonly biggest: readonly ResourceReport[];
  /** True if the changes were made, false if they only could be. */
  readonly isDone: boolean;
}

/** The times at which a file of a page was found, requested, answered and complete. */
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

/** The result of the network model for a page under one set of conditions. */
export interface Trace {
  readonly page: SitePath;
  readonly link: string;
  readonly http: string;
  readonly visit: 'first' | 'revalidate';
  readonly before: TraceSide;
  readonly after: TraceSide;
}

/** A failure of the gate. */
export interface Failure {
  readonly kind: 'budget' | 'rule' | 'baseline';
  readonly page: SitePath | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly resource: SitePath | null;
  /** The measured quantity: `requests`, `image bytes`, `ms on 3g over HTTP/2`, or the rule. */
  readonly measure: string;
  readonly limit: number | null;
  readonly actual: number | null;
  readonly message: string;
  /** The suggested fix. */
  readonly fix: string;
}

/** A figure of a page that differs from the baseline. */
export interface PageRow {
  readonly page: SitePath;
  readonly measure: 'requests' | 'bytes' | 'packets' | 'ms';
  readonly was: number;
  readonly is: number;
  /** The max value that is permitted. */
  readonly limit: number;
  readonly isOver: boolean;
}

/** A file whose transferred bytes differ from the baseline. */
export interface FileGrowth {
  /** The path without the digest of the content: `assets/index-*.js`. */
  readonly path: string;
  /** Null for a new file. */
  readonly was: number | null;
  readonly is: number;
}

/** The comparison of a site with its baseline. */
export interface Comparison {
  /** The tolerance as text: `1 % or 1 kB, whichever is more`. */
  readonly tolerance: string;
  /** False if the baseline has another link or HTTP version: then packets and time are not compared. */
  readonly isComparable: boolean;
  /** The transfers of a visitor to every page, each file once. */
  readonly site: Readonly<Record<'was' | 'is', { readonly requests: number; readonly bytes: number }>>;
  /** The number of pages in both. */
  readonly pages: number;
  readonly added: readonly SitePath[];
  readonly removed: readonly SitePath[];
  /** Pages over their limit come first. */
  readonly rows: readonly PageRow[];
  /** Files with the largest growth come first. */
  readonly files: readonly FileGrowth[];
}

/** The result of the gate. */
export interface Verdict {
  readonly passed: boolean;
  /** The limits that the report was compared with. Empty if there are none. */
  readonly against: readonly ('baseline' | 'budgets' | 'rules')[];
  readonly failures: readonly Failure[];
  /** Missing if there is no baseline. */
  readonly comparison?: Comparison;
}

/** The number of changed pages that were rendered, and how. Similar pages are represented by one of their kind. */
export interface Looks {
  readonly full: number;
  readonly boxes: number;
  readonly alike: number;
  /** Pages with a visible change, which was rolled back. */
  readonly different: number;
  /** Pages that ship unchanged. */
  readonly original: number;
}

/** A report with the optional keys that its renderings use. */
export interface FullReport extends Report {
  readonly looks?: Looks;
  /** The approximate bytes of the site at the next level of safety, if they are considerably fewer. */
  readonly levels?: readonly { readonly safety: 'lossy'; readonly bytes: number }[];
  readonly traces?: readonly Trace[];
  /** Files that got a name with a digest of their content, and files that could not. */
  readonly names?: Names;
  /** A visit of several pages, and the same visit after a deploy. */
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

/** The requests of a visit, and the bytes of bodies with each encoding alone and with dictionaries, including these. */
export interface VisitCost {
  readonly pages: number;
  readonly requests: number;
  readonly identity: number;
  readonly gzip: number;
  readonly br: number;
  readonly zstd: number;
  readonly dictionary: number;
  /** Times of the network model, for brotli and for dictionaries. */
  readonly estimates: Readonly<Record<'br' | 'dictionary', { readonly packets: number; readonly ms: number }>>;
}

export interface Visits {
  readonly tour: VisitCost;
  /** Null if nothing was deployed before. */
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
  /** Name and type (both as positions), bytes, and the times: found, requested, first byte, complete. */
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

/** The data for the script of the HTML report: the report, reduced to what is shown. */
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

/** The time of each part of a run. */
export interface Timings {
  readonly stages: readonly {
    readonly stage: string;
    readonly startMs: number;
    readonly endMs: number;
    /** Processor time of the process with its threads. */
    readonly cpuMs: number;
    /** Processor time of the browsers that it started; 0 if the system does not provide it. */
    readonly browserMs: number;
  }[];
  readonly spans: readonly TimedSpan[];
  /** Sums of short pieces of work that the trace omits. */
  readonly brief: readonly Readonly<BriefWork>[];
  /** Count of tasks of each stage that were executed, and that were recalled from the cache. */
  readonly tasks: readonly { readonly stage: string; readonly executed: number; readonly recalled: number }[];
  readonly peakBytes: number;
}

export interface BriefWork {
  kind: string;
  by: string;
  count: number;
  wallMs: number;
  cpuMs: number;
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

/** The kind of a file for readers of reports. */
export type ContentKind = 'html' | 'css' | 'script' | 'image' | 'svg' | 'font' | 'media' | 'other';

/** The bytes by kind sum up to `bytes`. */
export interface Totals extends Readonly<Record<ContentKind, number>> {
  /** `browser`: counted by a visit; `markup`: estimated from the page. */
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
    /** The time is within the error of the model, and is given as 0. */
    readonly isWithinError?: true;
  };
  /** The saving that visits before and after measured, if the change is on a visited page. */
  readonly observed?: { readonly requests: number; readonly bytes: number };
  readonly replacement?: { readonly html: string; readonly css: string };
  /** Files that the image renders in other states, such as under the mouse. What the row says applies to them, too. */
  readonly states?: readonly SitePath[];
  readonly lettering?: { readonly text: string; readonly similarity: number; readonly font: string };
}

/** Images that assistive technology, search engines and translation cannot read (WCAG 1.1.1 and 1.4.5). */
export interface AccessibilityReport {
  readonly before: ImageCounts;
  readonly after: ImageCounts;
}

export interface ImageCounts {
  readonly imagesWithoutAlternative: number;
  readonly imagesOfText: number;
  /** The pages that have such images. */
  readonly pages: readonly {
    readonly page: SitePath;
    readonly imagesWithoutAlternative: number;
    readonly imagesOfText: number;
  }[];
}

/** The saving of all changes of a rule together: the difference of the plan with and without them. */
export interface RuleReport {
  readonly rule: string;
  readonly applied: number;
  readonly advised: number;
  readonly rejected: number;
  /** Requests and bytes are those of a visitor to every page once. Packets and time are summed over all pages. */
  readonly saves: {
    readonly requests: number;
    readonly bytes: number;
    readonly packets: number;
    readonly ms: number;
    /** The time is within the error of the model, and is given as 0. */
    readonly isWithinError?: true;
  };
}

/** The difference of one step from before to after. Negative: less. */
export interface WaterfallStep {
  /** A rule, or `packing`: minifying, compressing, and differences that are known only after packing. */
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
  /** The error of the difference of the two times (90 %). */
  readonly msBand?: number;
  /** True if the difference of the times is within the error of the model. */
  readonly isWithinError?: true;
}

export interface ResourceReport {
  readonly path: SitePath;
  readonly type: ContentKind;
  /** The size on the disk. */
  readonly bytes: number;
  /** The transferred bytes, with the encoding that the server chooses. */
  readonly sent?: number;
  /** Pages that load it. Empty if the markup references it, but no visit requested it. */
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
  /** The file of the page. Null for a route without a file. */
  readonly path: SitePath | null;
  /** The public address that is visited. */
  readonly address: string;
  readonly before: Totals;
  readonly after: Totals;
  readonly estimates: readonly Estimate[];
  /** Processor time of a visit. If it exceeds the estimated time, the page is bound by its scripts. */
  readonly processorMs?: number;
  /** The steps from `before` to `after`, under the conditions that decide. They sum up to the difference. */
  readonly waterfall?: readonly WaterfallStep[];
}

export interface Report {
  readonly schema: 'pagethrift/report@1';
  readonly tool: { readonly name: 'pagethrift'; readonly version: string };
  readonly command: string;
  readonly input: {
    readonly kind: string;
    readonly name: string;
    /** For a URL: the HTTP versions of its server, that of a first connection first. */
    readonly httpVersions?: readonly string[];
  };
  readonly conditions: {
    readonly link: string;
    readonly http: string;
    readonly visit: 'first' | 'revalidate';
    readonly safety: Safety;
  };
  readonly site: { readonly before: Totals; readonly after: Totals };
  /** The number of pages and routes, and the assumed responses of the server. */
  readonly addresses?: { readonly files: number; readonly routes: number; readonly conventions: readonly string[] };
  readonly pages: readonly PageReport[];
  readonly resources: readonly ResourceReport[];
  readonly changes: readonly ChangeReport[];
  readonly rules?: readonly RuleReport[];
  /** The sums of the steps of all pages. */
  readonly accessibility?: AccessibilityReport;
  readonly waterfall?: readonly WaterfallStep[];
  readonly warnings: readonly Warning[];
  /** The only key that may differ between two runs on the same input. */
  readonly timing?: Readonly<Record<string, number>>;
}
