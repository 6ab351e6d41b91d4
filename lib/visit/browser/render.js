import { present } from '../../base/present.js';
import { openBudgets } from './budget.js';
import { offersDensities } from './density.js';
import { leaveLoadedPage, renderHover, renderView } from './render-view.js';
import { readDensity } from './static-page.js';
import { callInPage, prepareTab } from './tab.js';

/** @import { Budget } from './budget.js' */
/** @import { OpenBrowser } from './open.js' */
/** @import { SeenPage } from './read.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { FileLookup, Traffic } from './serve.js' */
/** @import { Slice, Spot } from './screenshot.js' */
/** @import { Limit, Tab } from './tab.js' */

/**
 * @typedef {object} View one way to render a page
 * @property {string} name
 * @property {number} width in CSS pixels
 * @property {number} scale device pixels to a CSS pixel
 * @property {boolean} scripts
 * @property {boolean} screenshot true to take a screenshot in addition to boxes
 * @property {boolean} hover true to take a second screenshot with everything under the pointer
 * @property {boolean} accessibilityText true to read it like a screen reader
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
 * @property {boolean} asksDensity true if a script asked for the density of the screen
 * @property {Traffic} traffic
 * @property {Limit[]} limits
 */

/**
 * Loads a page from memory and returns what is rendered, read out and requested in each view. Views that differ in the
 * window share a load, from narrow to wide, so that images of source sets are replaced by larger ones as in a new load.
 * A view without scripts has its own load, and one of another density if the page asks for that. Hovering changes the
 * page, so it comes after all other views of a load. A page with endless scripts is rendered without them.
 * @param {OpenBrowser} browser
 * @param {Order & { views: readonly View[], budget?: Budget, knownLimits?: readonly Limit[] }} options `budget`: of the
 *   page, for all its visits; `knownLimits`: found by an earlier visit of the page
 * @returns {Promise<Rendering[]>}
 */
export function renderPage(browser, { views, budget, knownLimits = [], ...order }) {
  return browser.withTab(
    async (session) => {
      /** @type {Run} */
      const run = {
        tab: await prepareTab(session),
        order,
        renderings: new Map(),
        endless: knownLimits.filter(isEndless),
        isPainted: !knownLimits.includes('no-screenshot'),
        loaded: null,
        hovered: null,
      };
      for (const view of views.toSorted(compareViews)) await renderNext(run, view);
      await leaveLoad(run);
      return views.map((view) => present(run.renderings.get(view)));
    },
    { budget: budget ?? openBudgets().of(order.path), look: { by: 'render', path: order.path } },
  );
}

/**
 * @typedef {object} Run the rendering of a page in several views
 * @property {Tab} tab
 * @property {Order} order
 * @property {Map<View, Rendering>} renderings
 * @property {Limit[]} endless limits of a page whose scripts do not end
 * @property {boolean} isPainted false if no screenshot of the page arrived
 * @property {LoadedPage | null} loaded
 * @property {View | null} hovered the view in which the page is hovered at the end
 */

/** @param {Run} run @param {View} view */
async function renderNext(run, view) {
  const { tab, order, renderings } = run;
  const equal = run.loaded?.isStaticPage
    ? [...renderings.values()].find((other) => isLike(other.view, view))
    : undefined;
  if (equal) {
    renderings.set(view, showAs(equal, view));
    return;
  }
  if (run.loaded && !(await serves(run, run.loaded, view))) await leaveLoad(run);
  const isBlank = view.scripts && view.screenshot && !run.isPainted;
  const tried =
    run.endless.length === 0 ? await renderView(tab, isBlank ? blindOf(view) : view, order, run.loaded) : null;
  if (view.scripts && tried) {
    run.endless = tried.rendering.limits.filter(isEndless);
    run.isPainted &&= !tried.rendering.limits.includes('no-screenshot');
  }
  if (run.endless.length > 0 || !tried) {
    const { rendering } = await renderView(tab, { ...view, scripts: false }, order, null);
    renderings.set(view, { ...rendering, view, limits: [...new Set([...run.endless, ...rendering.limits])] });
    run.loaded = null;
    return;
  }
  const { rendering, loaded } = tried;
  renderings.set(view, isBlank ? { ...rendering, view, limits: [...rendering.limits, 'no-screenshot'] } : rendering);
  run.loaded = loaded;
  if (view.hover && rendering.screenshot.length > 0) run.hovered = view;
}

/**
 * Hovers everything in the view that asks for it, then empties the page: it would be laid out again in the window of
 * the next one.
 * @param {Run} run
 */
async function leaveLoad(run) {
  const { tab, order, renderings, loaded, hovered } = run;
  run.loaded = null;
  run.hovered = null;
  if (!loaded) return;
  if (hovered) {
    const rendering = present(renderings.get(hovered));
    renderings.set(hovered, { ...rendering, ...(await renderHover(tab, hovered, order, loaded)) });
  }
  await leaveLoadedPage(tab, loaded);
}

/**
 * @typedef {(seen: SeenPage) => readonly Spot[]} SpotsOf
 *
 * @typedef {object} Order the page to render
 * @property {string} path
 * @property {FileLookup} files
 * @property {SiteAddress} [place] address of the site
 * @property {string | null} [encoding] that the server declares, if any
 * @property {boolean} [withBackgrounds]
 * @property {(view: View, load: Pick<Rendering, 'traffic' | 'asksDensity'>) => SpotsOf | null | Promise<SpotsOf |
 *   null>} [spotsIn] returns the places outside of the head of the page that need a screenshot; null or missing: all
 * @property {number} [quietMs]
 *
 * @typedef {object} LoadedPage a page that has been loaded
 * @property {number} context
 * @property {Limit[]} limits of its load
 * @property {Traffic} traffic
 * @property {View} view it was loaded in
 * @property {boolean} isStaticPage
 * @property {View} shown the view that it is shown in now
 *
 * @typedef {{ rendering: Rendering, loaded: LoadedPage }} Looked
 */

/**
 * If a page navigates away and one view waited for it without a result, other views do not wait again.
 * @param {View} view
 */
function blindOf(view) {
  return { ...view, screenshot: false, hover: false };
}

/** @param {Limit} limit */
function isEndless(limit) {
  return limit.startsWith('endless');
}

/** Orders views: a view without scripts needs another load, a dense one may. @param {View} a @param {View} b */
function compareViews(a, b) {
  return Number(b.scripts) - Number(a.scripts) || a.scale - b.scale || a.width - b.width;
}

/**
 * Returns true if a loaded page can be rendered in another view. On a denser screen it can if nothing of it asks for
 * the density: neither files, nor a script so far, nor what scripts added.
 * @param {Run} run
 * @param {LoadedPage} loaded
 * @param {View} view
 */
async function serves({ tab, order }, { context, limits, traffic, isStaticPage, view: loaded }, { scripts, scale }) {
  if (!scripts || limits.length > 0 || traffic.navigations.length > 0) return false;
  if (isStaticPage) return true;
  if (!loaded.scripts) return false;
  if (loaded.scale === scale) return true;
  const { markup, scripts: code } = readDensity(order.files, traffic);
  if (tab.log.asksDensity || markup.asks || markup.offers) return false;
  if (!code.asks && !code.offers) return true;
  return !(await callInPage(tab.session, context, offersDensities));
}

/** Returns true if a still page renders the same in both views. @param {View} a @param {View} b */
function isLike(a, b) {
  const isMore = (/** @type {'screenshot' | 'hover' | 'accessibilityText'} */ what) => a[what] || !b[what];
  return (
    a.width === b.width && a.scale === b.scale && isMore('screenshot') && isMore('hover') && isMore('accessibilityText')
  );
}

/**
 * Returns the rendering of the same page for another view of the same window.
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
