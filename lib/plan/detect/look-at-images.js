/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { present } from '../../base/present.js';

/** Usages that a kind is judged by; hundreds more of the same would say nothing new. */
const MOST_USAGES = 24;

/**
 * Looks at every image once, however many files and pages show it.
 * @param {Site} site
 * @param {Linked} linked
 * @param {import('../../run/tasks/worker-pool.js').WorkerPool} workers
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Map<SitePath, ImageFacts>>}
 */
export async function lookAtImages(site, { usage }, workers, tick) {
  /** @type {Map<string, SitePath[]>} */
  const sameBytes = new Map();
  for (const { path, hash, type } of site.files.values()) {
    if (type !== 'image' && !path.endsWith('.svg')) continue;
    sameBytes.set(hash, [...(sameBytes.get(hash) ?? []), path]);
  }
  /** @type {Map<SitePath, ImageFacts>} */
  const images = new Map();
  let done = 0;
  await Promise.all(
    [...sameBytes.values()].map(async (paths) => {
      const file = present(site.files.get(paths[0]));
      const usages = paths.flatMap((path) => usage.get(path) ?? []).slice(0, MOST_USAGES);
      const facts = await workers.look(file, usages);
      for (const path of paths) images.set(path, facts);
      tick(++done, sameBytes.size);
    }),
  );
  return new Map([...images].sort(([a], [b]) => (a < b ? -1 : 1)));
}
