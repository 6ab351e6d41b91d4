import type { SitePath } from '../site/types.ts';

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

/** What a browser did with a page that it visited and scrolled to its end. */
export interface PageRecord {
  /** The file that the server answered with. */
  readonly document: SitePath;
  /** Files of the site that it fetched, each once, the page itself left out, and what made it ask. */
  readonly fetched: readonly { readonly path: SitePath; readonly by: SitePath }[];
  readonly missing: readonly string[];
  /** URLs of other hosts. */
  readonly external: readonly string[];
  /** Same-site addresses that links lead to, those that scripts created among them, without fragments. */
  readonly links: readonly string[];
  /** A digest of the text and images that it shows, by which two visits are compared. */
  readonly content: string;
  /** Nothing shows, though the document runs scripts. */
  readonly isBlank: boolean;
  /** What scripts did to each image, those of the markup first. */
  readonly images: readonly ScriptedImage[];
  /** How the page answers a visitor, one line for each act of a small tour. */
  readonly behaviour: readonly string[];
  /** The tour follows links. It does on one page of each template. */
  readonly followsLinks: boolean;
  readonly letters: readonly DrawnLetters[];
  /** Names that its elements have once its scripts have run. */
  readonly names: {
    readonly classes: readonly string[];
    readonly ids: readonly string[];
    readonly tags: readonly string[];
  };
  readonly swaps: readonly ImageSwap[];
  /** Processor time of the page's main thread during its load. The only measured time: it differs between visits. */
  readonly processorMs: number;
}

/** What scripts do to an image of a page. */
export interface ScriptedImage {
  /** The file that it names; null for one of another host, or none. */
  readonly path: SitePath | null;
  /** Which of the images of the markup it is; null for one that scripts created. */
  readonly nth: number | null;
  /** The element that the parser created is still in the document. */
  readonly isKept: boolean;
  /** Scripts attached properties of their own to the element, as frameworks do that hydrate it. */
  readonly isHeld: boolean;
  /** Attributes that scripts set, read. */
  readonly set: readonly string[];
  readonly read: readonly string[];
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
  /** True if a click on an image rendered the file larger. */
  readonly isEnlarged?: true;
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
