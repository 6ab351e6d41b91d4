import type { SitePath } from '../site/types.ts';

/** Characters that a page contains in one font, including initially hidden ones. */
export interface DrawnLetters {
  /** The complete list of families, as computed by the browser. */
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
  /** Each once. */
  readonly letters: string;
  /** True if some of them are visible without scrolling. */
  readonly isFirst?: true;
}

/** The record of a visit in which the browser scrolled to the end of the page. */
export interface PageRecord {
  /** The file that the server sent for the page's address. */
  readonly document: SitePath;
  /** Fetched files of the site without the page itself, each once, with the file that caused the request. */
  readonly fetched: readonly { readonly path: SitePath; readonly by: SitePath }[];
  readonly missing: readonly string[];
  /** URLs of other hosts. */
  readonly external: readonly string[];
  /** Those of scripts and of data for scripts. */
  readonly foreignCode: readonly string[];
  /**
   * The icon that a browser with a window requests for the tab, after scripts have run. Null if there is none. Missing
   * if the page was not visited in this state.
   */
  readonly icon?: SitePath | null | undefined;
  /** Same-site targets of links without fragments, including links that scripts created. */
  readonly links: readonly string[];
  /** A digest of the visible text and images, by which two visits are compared. */
  readonly content: string;
  /** True if nothing is visible although the document runs scripts. */
  readonly isBlank: boolean;
  /** Changes by scripts to each image, those of the markup first. */
  readonly images: readonly ScriptedImage[];
  /** Reactions of the page in a short tour, one line per action. */
  readonly behaviour: readonly string[];
  /** True if the tour follows links, as on one page of each template. */
  readonly followsLinks: boolean;
  readonly letters: readonly DrawnLetters[];
  /** Names of its elements after its scripts have run. */
  readonly names: {
    readonly classes: readonly string[];
    readonly ids: readonly string[];
    readonly tags: readonly string[];
  };
  readonly swaps: readonly ImageSwap[];
  readonly backdrops: readonly Backdrop[];
  /** Elements with a background image, such as those whose style sheet shows an image in place of their text. */
  readonly backgrounds: readonly BackgroundBox[];
  /** Where images are rendered before anything is scrolled. Null if the visit did not render the page. */
  readonly pictures: readonly ShownPicture[] | null;
  /** A digest of its boxes and words, by which two visits are compared. Null if the page did not come to rest. */
  readonly layout: string | null;
  /** Large scripts of which less than a quarter ran, including the tour. */
  readonly idle: readonly SitePath[];
  /** URLs, as written, of visible frames that start below the window. */
  readonly lateFrames: readonly string[];
  /** Processor time of the page's main thread during its load. The only measured time: it differs between visits. */
  readonly processorMs: number;
}

/** Changes by scripts to an image of a page. */
export interface ScriptedImage {
  /** Its file. Null if it has none, or one of another host. */
  readonly path: SitePath | null;
  /** Its number among the images of the markup. Null if a script created it. */
  readonly nth: number | null;
  /** True if the element of the parser is still in the document. */
  readonly isKept: boolean;
  /** True if scripts attached properties to the element, as frameworks do in hydration. */
  readonly isHeld: boolean;
  /** True if scripts listen to the pointer on the element. */
  readonly isHeard?: true;
  /** True if its own handlers for the mouse have the same effect with text in its place. */
  readonly isCarried?: true;
  /** Attributes that scripts set. */
  readonly set: readonly string[];
  readonly read: readonly string[];
}

/** An element that renders an image of the site, with its size in rounded CSS pixels. */
export interface ShownPicture {
  readonly path: SitePath;
  readonly tag: string;
  readonly width: number;
  readonly height: number;
  /** True if it starts in the window. */
  readonly isFirst: boolean;
}

/** The background behind an image of a page. */
export interface Backdrop {
  /** The file of the image. */
  readonly path: SitePath;
  /** Null if something else than a file of the site is painted over it. */
  readonly colour: string | null;
  /** The background image above the colour. Null if there is none. */
  readonly image: SitePath | null;
}

/** A background image of the site in its own size, with its place as computed by the browser. */
export interface BackgroundLayer {
  readonly path: SitePath;
  /** Lengths or percentages, such as `10px` or `100%`. */
  readonly x: string;
  readonly y: string;
  readonly repeat: string;
}

/** An element with a background image. */
export interface BackgroundBox {
  readonly tag: string;
  /** Its number among the elements of its name. */
  readonly nth: number;
  readonly id: string;
  readonly classes: string;
  /** The size inside its border, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** All of its text, including hidden text. */
  readonly text: string;
  readonly title: string;
  /** True if none of its text is read by screen readers. */
  readonly isSilent: boolean;
  readonly language: string | null;
  readonly isPositioned: boolean;
  /** True if other text or another image is visible inside. */
  readonly isCovered: boolean;
  readonly rest: BackgroundLayer;
  /** While the mouse is over it. Null if it has no such image then. */
  readonly hover: BackgroundLayer | null;
  /** While the mouse is pressed over it. */
  readonly active: BackgroundLayer | null;
}

/** An image that gets another file while the mouse is over it or another element. Only other images change with it. */
export interface ImageSwap {
  /** The number of the element among those with `onmouseover`, and the code of its handler. */
  readonly carrier: number;
  readonly handler: string;
  /** Which of `document.images`. */
  readonly image: number;
  readonly rest: SitePath;
  readonly hover: SitePath;
  /** Other images that change at the same time. */
  readonly others: readonly { readonly image: number; readonly hover: SitePath }[];
  /** The file while the mouse is pressed. Null if something else changes, or if the change stays after the click. */
  readonly pressed: SitePath | null;
}

/** The rendered size of an image in one window, in CSS pixels. */
export interface ShownSize {
  readonly window: number;
  readonly width: number;
  readonly height: number;
  /** Ratio of the rendered width to that of its layout, if `zoom` or a transform reduces it. */
  readonly shrink?: number;
}

/** The rendered sizes of an image in one place of a page, in windows of many widths. */
export interface ImageBox {
  readonly path: SitePath;
  readonly kind: 'img' | 'input' | 'poster' | 'background';
  /** Its number among the places of the page that render the file in this way, in document order. */
  readonly nth: number;
  /**
   * Sizes in CSS pixels by window, from narrow to wide: of the image if it is an element, otherwise of the box with the
   * background.
   */
  readonly widths: readonly ShownSize[];
  /** The effect of `background-size`. */
  readonly fit?: string;
  /** Factor by which it is enlarged under the pointer. */
  readonly growth: number;
  /** True if a click on an image rendered the file larger. */
  readonly isEnlarged?: true;
  /** Widths of the windows in which a part of it is visible without scrolling. */
  readonly firstScreens: readonly number[];
  /** True if it is the largest element in one of them. */
  readonly isLargest: boolean;
  /**
   * True if attributes that the markup adds to the image and to its preloads are still there after scripts have run.
   */
  readonly isKept?: true;
}

/** The part of a style sheet that the first screen of a page needs, and its length in characters. */
export interface SheetUse {
  readonly path: SitePath;
  readonly all: number;
  readonly needed: number;
  /** The part with which first screens are rendered as with the whole sheet. Null if there is none. */
  readonly text: string | null;
}

export interface PageBoxes {
  readonly page: SitePath;
  readonly images: readonly ImageBox[];
}
