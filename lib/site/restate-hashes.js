/** @import { SitePath } from './types.ts' */
/** @import { Statement } from './integrity.js' */

import { replaceHashes } from './integrity.js';

/**
 * Creates a function that returns a file with the current integrity hashes of the files that it names. A named file can
 * name others.
 * @param {readonly Statement[]} statements
 * @returns {(path: SitePath, bytesAt: (path: SitePath) => Uint8Array | undefined) => Uint8Array | undefined}
 */
export function openRestating(statements) {
  const byPlace = Map.groupBy(statements, ({ place }) => place);
  /** @type {ReturnType<typeof openRestating>} */
  const restate = (path, bytesAt) => {
    const bytes = bytesAt(path);
    const own = byPlace.get(path);
    if (!bytes || !own) return bytes;
    const contents = new Map(
      own.flatMap(({ target, key }) => {
        const content = restate(target, bytesAt);
        return content ? [[key, content]] : [];
      }),
    );
    const before = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const after = replaceHashes(path, before, contents);
    return after === before ? bytes : Buffer.from(after, 'latin1');
  };
  return restate;
}
