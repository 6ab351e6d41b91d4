import type { Memo } from '../../base/memo.js';
/** Records of pricing. Plain data; no code. */
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
  /** The body as the parser reads it; as sent where it is left out. */
  readonly decodedBytes?: number;
  /** Header bytes where they are known, as from a HAR; typical ones otherwise. */
  readonly requestBytes?: number;
  readonly responseHeaderBytes?: number;
  /** Share of the site's pages that fetch it, 0 to 1; left out: this page alone. */
  readonly share?: number;
}

/** One place where a file names another. */
export interface ReferenceInput {
  readonly from: string;
  readonly to: string;
  /** Offset of the reference in the decoded `from`. */
  readonly atByte: number;
  /** Whether a browser paints nothing before it has the file. */
  readonly blocking?: boolean;
  /** Whether it names a script that the page does not wait for (`async`, `defer`, a module). */
  readonly deferred?: boolean;
}

/** A page as the network sees it: its own file first, then all that it fetches. */
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
  /** A link by name, or its figures. */
  readonly link: string | Partial<Link>;
  /** A version of HTTP; `1.1-pipelined` is HTTP/1.1 that does not wait for answers. */
  readonly http: HttpOptions['version'] | '1.1-pipelined';
  readonly visit: 'first' | 'revalidate';
  readonly options?: Partial<HttpOptions>;
  readonly tcp?: Partial<TcpOptions>;
  readonly server?: Partial<ServerOptions>;
}

/** What a change does to a page, said so that changes can be done together in any choice. */
export interface Effect {
  /** References that go, as positions in `PageInput.references`; a file that nothing names any more goes too. */
  readonly drops?: readonly number[];
  readonly addsFiles?: readonly FileInput[];
  readonly addsReferences?: readonly ReferenceInput[];
  /** References that move to another offset of the file they stand in. */
  readonly moves?: readonly { readonly reference: number; readonly atByte: number }[];
  /** Files that get longer or shorter. */
  readonly grows?: readonly Growth[];
  /** Files that another carries: what happens to their text happens there, and what they name is named there. */
  readonly inlines?: readonly { readonly url: string; readonly into: string; readonly atByte: number }[];
  /** The sheet of new classes that the page loads as soon as one of its changes needs it, with the reference to it. */
  readonly joins?: { readonly file: FileInput; readonly reference: ReferenceInput };
  /** Files whose body becomes another: a GIF that becomes a PNG. */
  readonly replaces?: readonly {
    readonly url: string;
    readonly bytes: number;
    readonly decodedBytes?: number;
    /** What it was, where the page may not fetch it. */
    readonly former?: number;
  }[];
}

export interface Growth {
  readonly url: string;
  readonly decodedBytes: number;
  /** As sent; left out: in proportion, as the file compresses now. */
  readonly bytes?: number;
  /** Growth that several changes share, such as a class, counts once for each key. */
  readonly key?: string;
}

export interface Amount {
  readonly requests: number;
  readonly bytes: number;
  readonly packets: number;
  readonly ms: number;
}

/** When a page can show something, in milliseconds: on the first visit, and with shared files at hand. */
export interface Paints {
  readonly first: number;
  readonly later: number;
}

interface Saving extends Amount {
  /** How far off `ms` may be: what the change saves in another order, and the model's own error. */
  readonly msBand: number;
}

interface PricedChange {
  /** What this change saves with all others kept. */
  readonly saves: Saving;
  /** What it saves in its turn, on the way from before to after; null where pages are priced by shape. */
  readonly inOrder: Amount | null;
}

export interface PagePrice {
  readonly before: Amount;
  readonly after: Amount;
  readonly changes: readonly PricedChange[];
}

export interface PricerOptions {
  readonly conditions: Conditions;
  /** Pages that a visitor sees; 0 or left out: the mean of the SURGE distribution. */
  readonly pagesPerVisit?: number;
  /** Pages of the site: nobody sees more different ones. */
  readonly pages?: number;
  /**
   * `exact`: every page by its own sizes. `shape`: pages of about the same sizes are run once, for sites of many pages.
   */
  readonly precision?: 'exact' | 'shape';
  /** Keeps runs of the model. */
  readonly memo?: Memo;
  /** The model; left out: `estimate` of lib/network. */
  readonly run?: (scenario: ScenarioInput) => EstimateResult;
}
