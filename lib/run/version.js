import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The version of this package. @type {string} */
export const VERSION = createRequire(import.meta.url)('../../package.json').version;

/** Names the code that is running, also between releases: what one state of it made is not taken for what another would. */
export const CODE_STAMP = stampOf(['../', '../../rules/']);

/** @param {readonly string[]} folders */
function stampOf(folders) {
  const hash = createHash('sha256').update(VERSION);
  for (const folder of folders) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      const { size, mtimeMs } = statSync(`${root}${name}`);
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
