import { pathOfUrl } from '../../site/addresses.js';
import { listAllowances } from './screenshots.js';

/** @import { Rendering, View } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Sight } from './look.js' */
/** @import { SpotsIn } from './spots.js' */

/**
 * @typedef {object} Kept the renderings of a page without its changes
 * @property {FileLookup} before
 * @property {readonly View[]} views
 * @property {boolean} withBackgrounds
 * @property {SpotsIn | undefined} spotsIn
 * @property {Rendering[]} renderings
 */

/** Max size of all cached renderings. A page in all views has some megabytes. */
const MAX_BYTES = 100_000_000;
/** Memory of an element of a rendering, in bytes: 220 to 580 on four sites. */
const ELEMENT_BYTES = 500;

/**
 * Caches renderings of pages without changes, for pages that are verified again: after one of their changes was
 * rejected, or one of a shared file on other pages.
 */
export class KeptRenderings {
  /** @type {Map<string, Kept>} */
  #pages = new Map();
  #bytes = 0;

  /** @param {Sight} sight @param {Rendering[]} renderings before its changes */
  keep(sight, renderings) {
    const { page, before, views, spotsIn } = sight;
    const pixels = renderings.flatMap(listSlices).reduce((sum, { png }) => sum + png.length, 0);
    const elements = renderings.reduce((sum, { seen }) => sum + seen.elements.length, 0);
    const bytes = pixels + elements * ELEMENT_BYTES;
    if (this.#pages.has(page.path) || this.#bytes + bytes > MAX_BYTES) return;
    this.#bytes += bytes;
    this.#pages.set(page.path, { before, views, spotsIn, renderings, withBackgrounds: needsBackgrounds(sight) });
  }

  /**
   * Returns the renderings of a page without its changes, null if they do not contain everything that is compared.
   * @param {Sight} sight
   * @returns {Pick<Kept, 'renderings' | 'spotsIn'> | null} `spotsIn`: places that the renderings contain for dense
   *   screens
   */
  recall(sight) {
    const kept = this.#pages.get(sight.page.path);
    if (!kept || kept.before !== sight.before || kept.views !== sight.views) return null;
    if (needsBackgrounds(sight) && !kept.withBackgrounds) return null;
    if (!kept.renderings.every((rendering) => showsSpots(rendering, kept.spotsIn, sight))) return null;
    return { renderings: kept.renderings, spotsIn: kept.spotsIn };
  }
}

/**
 * Returns true if replaced images can be backgrounds, too.
 * @param {Pick<Sight, 'page'>} sight
 */
export function needsBackgrounds({ page }) {
  return page.changes.some(({ kind, resource, box }) => kind === 'replaced' && resource && !box);
}

/** @param {Rendering} rendering */
function listSlices({ screenshot, hoverScreenshot }) {
  return [...screenshot, ...hoverScreenshot];
}

/**
 * Returns true if a rendering contains all places that the changes of a page affect.
 * @param {Rendering} rendering @param {SpotsIn | undefined} spotsIn of the rendering @param {Sight} sight
 */
function showsSpots({ view, seen, ...load }, spotsIn, sight) {
  const shown = spotsIn?.(view, load)?.(seen);
  if (!shown) return true;
  if (!sight.spotsIn?.(view, load)) return false;
  const boxes = new Set(shown.map(String));
  return listAllowances({ seen }, sight.page.changes, pathOfUrl).every(({ box }) => boxes.has(String(box)));
}
