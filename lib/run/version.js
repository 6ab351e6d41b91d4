import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The version of this package. @type {string} */
export const VERSION = createRequire(import.meta.url)('../../package.json').version;

/** @type {string | undefined} */
let stamp;

/** Names the code that is running, also between releases: what one state of it made is not taken for what another would. */
export function stampCode() {
  stamp ??= stampOf(['../', '../../rules/']);
  return stamp;
}

/** @param {readonly string[]} folders */
function stampOf(folders) {
  const hash = createHash('sha256').update(VERSION);
  for (const folder of folders) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.js(?:on)?$/.test(name));
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${root}${name}`));
  }
  return hash.digest('hex').slice(0, 16);
}
