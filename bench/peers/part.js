/** @import { Site } from '../../lib/site/types.ts' */

import { linkSite } from '../../lib/site/graph/build-graph.js';

/**
 * Returns at most `most` pages of a site, spread evenly, with all files that they fetch and the images that scripts
 * name.
 * @param {Site} site
 * @param {number} most
 * @returns {Site}
 */
export function takePart(site, most) {
  const { graph } = linkSite(site);
  const pages = [...graph.fetches.keys()];
  if (pages.length <= most) return site;
  const named = [...graph.protected].filter((path) => site.files.get(path)?.type === 'image');
  const wanted = new Set([...pickEvenly(pages, most).flatMap((page) => graph.fetches.get(page) ?? []), ...named]);
  return { ...site, files: new Map([...site.files].filter(([path]) => wanted.has(path))) };
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} count
 */
export function pickEvenly(list, count) {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, index) => list[Math.floor(index * step)]);
}
