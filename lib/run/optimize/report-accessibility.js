/** @import { AccessibilityReport, ChangeReport } from '../../report/types.ts' */
/** @import { ImageUsage, SitePath } from '../../site/types.ts' */
/** @import { ImageFacts } from '../../images/types.ts' */

/**
 * The images of a site and their use.
 * @typedef {{ usage: ReadonlyMap<SitePath, readonly ImageUsage[]>, pages: readonly SitePath[] }} Side
 */

/**
 * Counts images without alternative and images of text, before and after, by page (WCAG 1.1.1, 1.4.5). Images that a
 * font draws without their text count as images.
 * @param {Side} before @param {Side} after @param {ReadonlySet<SitePath>} texts text images
 * @param {readonly ChangeReport[]} changes
 * @returns {AccessibilityReport}
 */
export function reportAccessibility(before, after, texts, changes) {
  const drawn = changes.filter(({ status, lettering }) => status === 'applied' && lettering?.text === '');
  const usage = new Map(after.usage);
  for (const [path, rows] of Map.groupBy(drawn, ({ resource }) => resource)) {
    if (path === null) continue;
    const was = (before.usage.get(path) ?? []).filter(({ page }) => rows.some((row) => row.page === page));
    usage.set(path, [...(usage.get(path) ?? []), ...was]);
  }
  return { before: countImages(before, texts), after: countImages({ ...after, usage }, texts) };
}

/**
 * Returns the text images of a site, by the read text and by their pixels.
 * @param {readonly ChangeReport[]} changes @param {ReadonlyMap<SitePath, ImageFacts>} images
 * @returns {Set<SitePath>}
 */
export function listTextImages(changes, images) {
  const read = changes.flatMap(({ resource, lettering }) => (resource && lettering ? [resource] : []));
  const known = [...images].flatMap(([path, { kind }]) => (kind.startsWith('text') ? [path] : []));
  return new Set([...read, ...known]);
}

/** @param {Side} side @param {ReadonlySet<SitePath>} texts @returns {AccessibilityReport['before']} */
function countImages({ usage, pages }, texts) {
  /** @type {Map<SitePath, { page: SitePath, without: number, ofText: number }>} */
  const counts = new Map(pages.map((page) => [page, { page, without: 0, ofText: 0 }]));
  for (const [path, usages] of usage) {
    for (const { page, role, said } of usages) {
      const count = counts.get(page);
      if (!count || role !== 'image') continue;
      if (said.lacksAlternative) count.without++;
      if (texts.has(path)) count.ofText++;
    }
  }
  const all = [...counts.values()];
  return {
    imagesWithoutAlternative: all.reduce((sum, { without }) => sum + without, 0),
    imagesOfText: all.reduce((sum, { ofText }) => sum + ofText, 0),
    pages: all
      .filter(({ without, ofText }) => without + ofText > 0)
      .map(({ page, without, ofText }) => ({ page, imagesWithoutAlternative: without, imagesOfText: ofText })),
  };
}
