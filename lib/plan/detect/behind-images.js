/** @import { SitePath } from '../../site/types.ts' */
/** @import { Backdrop, BackgroundBox, PageRecord } from '../../visit/types.ts' */

/**
 * Returns the distinct backgrounds that visits found behind each image, on all pages together.
 * @param {ReadonlyMap<SitePath, Pick<PageRecord, 'backdrops'>>} records
 * @returns {Map<SitePath, readonly Omit<Backdrop, 'path'>[]>}
 */
export function collectBehind(records) {
  /** @type {Map<SitePath, Map<string, Omit<Backdrop, 'path'>>>} */
  const found = new Map();
  for (const { path, ...backdrop } of [...records.values()].flatMap(({ backdrops }) => backdrops)) {
    const known = found.get(path) ?? new Map();
    found.set(path, known.set(`${backdrop.colour} ${backdrop.image}`, backdrop));
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    sorted.map(([path, known]) => [path, [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)]),
  );
}

/**
 * Returns the elements with background images of each page that has any.
 * @param {ReadonlyMap<SitePath, Pick<PageRecord, 'backgrounds'>>} records
 * @returns {Map<SitePath, readonly BackgroundBox[]>}
 */
export function collectBackgrounds(records) {
  const found = [...records].filter(([, { backgrounds }]) => backgrounds.length > 0);
  return new Map(found.map(([page, { backgrounds }]) => [page, backgrounds]));
}
