import type { Memo } from '../../base/memo.js';
/** Records of pricing. Plain data without code. */
import type {
  EstimateResult,
  HttpOptions,
  Link,
  ScenarioInput,
  ServerOptions,
  TcpOptions,
} from '../../network/types.ts';

export type ContentType = 'html' | 'css' | 'script' | 'image' | 'font' | 'text' | 'other';

/** One file that a page fetches. */
export interface FileInput {
  readonly url: string;
  readonly type: ContentType;
  /** The body as sent. */
  readonly bytes: number;
  /** The body as the parser reads it. Missing: as sent. */
  readonly decodedBytes?: number;
  /** Bytes of headers, if a HAR file contains them. Missing: typical ones. */
  readonly requestBytes?: number;
  readonly responseHeaderBytes?: number;
  /** Share of the site's pages that fetch it, from 0 to 1. Missing: this page only. */
  readonly share?: number;
}

/** A place where a file references another. */
export interface ReferenceInput {
  readonly from: string;
  readonly to: string;
  /** Offset of the reference in the decoded `from`. */
  readonly atByte: number;
  /** True if a browser paints nothing before the file has arrived. */
  readonly blocking?: boolean;
  /** True for a script for which the page does not wait (`async`, `defer`, a module). */
  readonly deferred?: boolean;
}

/** A page in the form of the network model: its document, then all files that it fetches. */
export interface PageInput {
  readonly url: string;
  readonly files: readonly FileInput[];
  readonly references: readonly ReferenceInput[];
  /**
   * True if a browser requests an icon that does not exist. Missing: unknown, and assumed if no file has the name of an
   * icon.
   */
  readonly missesIcon?: boolean;
}

export interface Conditions {
  /** The name of a link, or its figures. */
  readonly link: string | Partial<Link>;
  /** The version of HTTP. `1.1-pipelined` sends requests without waiting for responses. */
  readonly http: HttpOptions['version'] | '1.1-pipelined';
  readonly visit: 'first' | 'revalidate';
  readonly options?: Partial<HttpOptions>;
  readonly tcp?: Partial<TcpOptions>;
  readonly server?: Partial<ServerOptions>;
}

/** The effect of a change on a page. Effects can be combined in any selection. */
export interface Effect {
  /** Removed references, as positions in `PageInput.references`. Files without any reference are removed, too. */
  readonly drops?: readonly number[];
  readonly addsFiles?: readonly FileInput[];
  readonly addsReferences?: readonly ReferenceInput[];
  /** References that move to another offset of their file. */
  readonly moves?: readonly { readonly reference: number; readonly atByte: number }[];
  /** Files whose size changes. */
  readonly grows?: readonly Growth[];
  /** Files that are inlined into another: their text and their references are moved into it. */
  readonly inlines?: readonly { readonly url: string; readonly into: string; readonly atByte: number }[];
  /** The style sheet of new classes with its reference. The page loads it if one of its changes needs it. */
  readonly joins?: { readonly file: FileInput; readonly reference: ReferenceInput };
  /** Files whose body is replaced, such as a GIF by a PNG. */
  readonly replaces?: readonly {
    readonly url: string;
    readonly bytes: number;
    readonly decodedBytes?: number;
    /** Its former size, if the page may not fetch it. */
    readonly former?: number;
  }[];
}

export interface Growth {
  readonly url: string;
  readonly decodedBytes: number;
  /** As sent. Missing: in proportion, by the current compression of the file. */
  readonly bytes?: number;
  /** Growth that several changes share, such as a class. It counts once per key. */
  readonly key?: string;
}

export interface Amount {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
}

/** Times of the first paint in milliseconds: on the first visit, and with shared files in the cache. */
export interface Paints {
  readonly first: number;
  readonly later: number;
}

interface Saving extends Amount {
  /** Error of `ms`: the spread between orders of changes, and the model's own error. */
  readonly msBand: number;
}

interface PricedChange {
  /** The saving of the change if all others are kept. */
  readonly saves: Saving;
  /** The saving of the change in its turn, from before to after. Null if pages are priced by shape. */
  readonly inOrder: Amount | null;
}

export interface PagePrice {
  readonly before: Amount;
  readonly after: Amount;
  readonly changes: readonly PricedChange[];
}

export interface PricerOptions {
  readonly conditions: Conditions;
  /** Pages per visit. 0 or missing: the mean of the SURGE distribution. */
  readonly pagesPerVisit?: number;
  /** Pages of the site: the max number of different pages in a visit. */
  readonly pages?: number;
  /** `exact`: every page by its own sizes. `shape`: pages of similar sizes are run once, for sites of many pages. */
  readonly precision?: 'exact' | 'shape';
  /** Stores runs of the model. */
  readonly memo?: Memo;
  /** The model. Missing: `estimate` of lib/network. */
  readonly run?: (scenario: ScenarioInput) => EstimateResult;
}
