/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { mapMany } from '../../base/at-once.js';
import { present } from '../../base/present.js';

/** Max usages by which an image is classified. More of the same add no information. */
const MAX_USAGES = 24;

/**
 * Analyses every image once, even if several files or pages contain it.
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
  await mapMany([...sameBytes.values()], async (paths) => {
    const file = present(site.files.get(paths[0]));
    const usages = paths.flatMap((path) => usage.get(path) ?? []).slice(0, MAX_USAGES);
    const facts = await workers.look(file, usages);
    for (const path of paths) images.set(path, facts);
    tick(++done, sameBytes.size);
  });
  return new Map([...images].sort(([a], [b]) => (a < b ? -1 : 1)));
}
