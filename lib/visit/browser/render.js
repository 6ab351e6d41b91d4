import { present } from '../../base/present.js';
import { openBudgets } from './budget.js';
import { leaveLoadedPage, renderView } from './render-view.js';
import { ignoresDensity } from './static-page.js';
import { prepareTab } from './tab.js';

/** @import { Budget } from './budget.js' */
/** @import { OpenBrowser } from './open.js' */
/** @import { SeenPage } from './read.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { FileLookup, Traffic } from './serve.js' */
/** @import { Slice, Spot } from './screenshot.js' */
/** @import { Limit } from './tab.js' */

/**
 * @typedef {object} View how a page is looked at
 * @property {string} name
 * @property {number} width in CSS pixels
 * @property {number} scale device pixels to a CSS pixel
 * @property {boolean} scripts
 * @property {boolean} screenshot whether to take a screenshot, not only the boxes
 * @property {boolean} hover whether to take a second screenshot with everything under the pointer
 * @property {boolean} accessibilityText whether to read it as a screen reader would
 *
 * @typedef {object} Rendering
 * @property {View} view
 * @property {SeenPage} seen
 * @property {string[] | null} accessibilityText
 * @property {Slice[]} screenshot
 * @property {Slice[]} hoverScreenshot
 * @property {SeenPage | null} seenOnHover where everything is under the pointer, which may make it larger; read with
 *   backgrounds only
 * @property {string[]} errors what scripts complained about
 * @property {string[]} dialogs
 * @property {Traffic} traffic
 * @property {Limit[]} limits
 */

/**
 * Loads a page from memory for each view and takes down what is seen, read out and asked for. A page whose scripts
 * never end is looked at without them; one that has none is loaded once and looked at through windows of other sizes,
 * and one that does not ask for density through a dense window too.
 * @param {OpenBrowser} browser
 * @param {Order & { views: readonly View[], budget?: Budget, knownLimits?: readonly Limit[] }} options `budget`: of the
 *   page, for this look and others; `knownLimits`: of the page at another look, which need not be found anew
 * @returns {Promise<Rendering[]>}
 */
export function renderPage(browser, { views, budget, knownLimits = [], ...options }) {
  return browser.withTab(
    async (session) => {
      const tab = await prepareTab(session);
      /** @type {Map<View, Rendering>} */
      const renderings = new Map();
      /** @type {Limit[]} */
      let endless = knownLimits.filter(isEndless);
      let isPainted = !knownLimits.includes('no-screenshot');
      let loaded = /** @type {LoadedPage | null} */ (null);
      for (const view of views.toSorted((a, b) => turnOf(a) - turnOf(b))) {
        const like = loaded?.isStaticPage
          ? [...renderings.values()].find((other) => isLike(other.view, view))
          : undefined;
        if (like) {
          renderings.set(view, showAs(like, view));
          continue;
        }
        const known = loaded && serves(loaded, view, options.files) ? loaded : null;
        if (loaded && !known) await leaveLoadedPage(tab, loaded);
        const isBlank = view.scripts && view.screenshot && !isPainted;
        const tried =
          endless.length === 0 ? await renderView(tab, isBlank ? blindOf(view) : view, options, known) : null;
        if (view.scripts && tried) {
          endless = tried.rendering.limits.filter(isEndless);
          isPainted &&= !tried.rendering.limits.includes('no-screenshot');
        }
        if (endless.length === 0 && tried) {
          const { rendering } = tried;
          renderings.set(
            view,
            isBlank ? { ...rendering, view, limits: [...rendering.limits, 'no-screenshot'] } : rendering,
          );
          loaded = tried.loaded;
        } else {
          const { rendering } = await renderView(tab, { ...view, scripts: false }, options, null);
          renderings.set(view, { ...rendering, view, limits: [...new Set([...endless, ...rendering.limits])] });
          loaded = null;
        }
      }
      return views.map((view) => present(renderings.get(view)));
    },
    { budget: budget ?? openBudgets().of(options.path), look: { by: 'render', path: options.path } },
  );
}

/**
 * @typedef {(seen: SeenPage) => readonly Spot[]} SpotsOf
 *
 * @typedef {object} Order what to look at
 * @property {string} path
 * @property {FileLookup} files
 * @property {SiteAddress} [place] where the site is served
 * @property {string | null} [encoding] that the server says the page is in, if it does
 * @property {boolean} [withBackgrounds]
 * @property {(view: View, traffic: Traffic) => SpotsOf | null | Promise<SpotsOf | null>} [spotsIn] finds where a
 *   picture matters beside the head of the page; null, or nobody to ask: everywhere
 * @property {number} [quietMs]
 *
 * @typedef {object} LoadedPage a page that has been loaded
 * @property {number} context
 * @property {Limit[]} limits of its load
 * @property {Traffic} traffic
 * @property {View} view it was loaded in
 * @property {boolean} isStaticPage
 * @property {boolean} isTouched whether the look at it changed it
 *
 * @typedef {{ rendering: Rendering, loaded: LoadedPage }} Looked
 */

/** A page that one view waited for in vain, since it goes elsewhere, is not waited for again. @param {View} view */
function blindOf(view) {
  return { ...view, screenshot: false, hover: false };
}

/** @param {Limit} limit */
function isEndless(limit) {
  return limit.startsWith('endless');
}

/** Views that leave a page as it is come first, those that need another load last. @param {View} view */
function turnOf({ scripts, hover }) {
  return scripts ? Number(hover) : 2;
}

/**
 * Whether a loaded page can be looked at in another view as it stands.
 * @param {LoadedPage} loaded
 * @param {View} view
 * @param {FileLookup} files
 */
function serves({ limits, traffic, isStaticPage, isTouched, view: loaded }, { scripts, width }, files) {
  if (!scripts || isTouched || limits.length > 0 || traffic.navigations.length > 0) return false;
  return isStaticPage || (loaded.scripts && loaded.width === width && ignoresDensity(files, traffic));
}

/** Whether a still page shows the same in both. @param {View} a @param {View} b */
function isLike(a, b) {
  const isMore = (/** @type {'screenshot' | 'hover' | 'accessibilityText'} */ what) => a[what] || !b[what];
  return (
    a.width === b.width && a.scale === b.scale && isMore('screenshot') && isMore('hover') && isMore('accessibilityText')
  );
}

/**
 * The same page through another view of the same window.
 * @param {Rendering} like
 * @param {View} view
 * @returns {Rendering}
 */
function showAs({ accessibilityText, screenshot, hoverScreenshot, seenOnHover, ...rest }, view) {
  const shown = {
    screenshot: view.screenshot ? screenshot : [],
    hoverScreenshot: view.hover ? hoverScreenshot : [],
    seenOnHover: view.hover ? seenOnHover : null,
  };
  return { ...rest, ...shown, accessibilityText: view.accessibilityText ? accessibilityText : null, view };
}
