/** @import { Took } from './measure.js' */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compressCommand } from '../peers/compress.js';
import { openTools } from '../peers/tools.js';
import { measure } from './measure.js';

/**
 * Measures jampack on a copy of a site, and compressing its result, which jampack does not.
 * @param {string} folder
 * @param {string} scratch folder in which it is installed
 * @returns {Promise<{ pack: Took, compress: Took }>}
 */
export async function measurePeer(folder, scratch) {
  // Installs it.
  openTools(scratch, 'off');
  const copy = join(scratch, 'peer');
  rmSync(copy, { recursive: true, force: true });
  // Cached images of a former run would be used otherwise.
  rmSync(join(scratch, '.jampack'), { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, dereference: true });
  // It keeps its cache in the current folder.
  const where = { trace: null, cwd: scratch };
  const pack = await measure([join(scratch, 'node_modules/.bin/jampack'), 'pack', copy], where);
  return { pack, compress: await measure(compressCommand(copy), where) };
}
