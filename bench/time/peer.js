import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openTools } from '../peers/tools.js';

/**
 * Returns the seconds that jampack takes for a copy of a site.
 * @param {string} folder
 * @param {string} scratch folder in which it is installed
 */
export async function timePeer(folder, scratch) {
  const tool = openTools(scratch, 'off').find(({ name }) => name.startsWith('jampack'));
  if (!tool) throw new Error('jampack is no longer among the peers');
  const copy = join(scratch, 'peer');
  rmSync(copy, { recursive: true, force: true });
  // Cached images of a former run would be used otherwise.
  rmSync(join(scratch, '.jampack'), { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, dereference: true });
  const startMs = performance.now();
  await tool.run(copy, folder);
  return Number(((performance.now() - startMs) / 1000).toFixed(1));
}
