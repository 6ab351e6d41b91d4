import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../base/errors.js';

/** A name with letters, written to see whether it can be found in upper case. */
const PROBE_NAME = '.pagethrift-case';
/** Max pairs that a message names. */
const MAX_NAMED = 3;

/**
 * Throws if a folder cannot hold all paths, because its file system ignores case and two of them only differ in it. The
 * second file would replace the first.
 * @param {string} folder an existing folder
 * @param {Iterable<string>} paths of the files to write
 * @param {(folder: string) => boolean} [ignoresCase]
 */
export function checkCase(folder, paths, ignoresCase = probeCase) {
  const twins = listTwins(paths);
  if (twins.length === 0 || !ignoresCase(folder)) return;
  const named = twins.slice(0, MAX_NAMED).map((pair) => pair.map((path) => `“${path}”`).join(' and '));
  const more = twins.length > MAX_NAMED ? `, and ${twins.length - MAX_NAMED} more pairs` : '';
  throw new InputError(
    'case-twins',
    `The file system of the output ignores case, so it cannot hold both ${named.join(', both ')}${more}. Rename the ` +
      `files, or choose an --out on a file system that distinguishes case.`,
  );
}

/** Returns the pairs of paths that only differ in case. @param {Iterable<string>} paths */
function listTwins(paths) {
  /** @type {Map<string, string>} */
  const known = new Map();
  const twins = [];
  for (const path of paths) {
    const folded = path.toLowerCase();
    const other = known.get(folded);
    if (other === undefined) known.set(folded, path);
    else if (other !== path) twins.push([other, path]);
  }
  return twins;
}

/** Returns true if the file system of a folder ignores case. @param {string} folder */
function probeCase(folder) {
  const probe = join(folder, PROBE_NAME);
  writeFileSync(probe, '');
  try {
    return existsSync(join(folder, PROBE_NAME.toUpperCase()));
  } finally {
    rmSync(probe);
  }
}
