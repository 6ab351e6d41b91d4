import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { InputError } from '../base/errors.js';

const { version, engines } = createRequire(import.meta.url)('../../package.json');

/** The version of this package. @type {string} */
export const VERSION = version;

/** The oldest supported version of Node.js. @type {string} */
export const OLDEST_NODE = engines.node.replace('>=', '');

/** Returns true if a version of Node.js is too old. @param {string} node as in `22.17.0` */
export function isTooOld(node) {
  const [major, minor] = node.split('.').map(Number);
  const [minMajor, minMinor = 0] = OLDEST_NODE.split('.').map(Number);
  return major < minMajor || (major === minMajor && minor < minMinor);
}

/** Explains that a version of Node.js is too old. Returns null if it is not. @param {string} node */
export function explainOldNode(node) {
  if (!isTooOld(node)) return null;
  const remedy = 'Install a later version, or run “npm install --save-dev node@24” in the project.';
  return `Node.js ${node} is too old: pagethrift needs ${OLDEST_NODE}. ${remedy}`;
}

/** Rejects a Node.js that lacks required features, with a message instead of a missing import. */
export function requireNode() {
  const fault = explainOldNode(process.versions.node);
  if (fault !== null) throw new InputError('old-node', fault);
}

/** Returns an identifier of the running code that also changes between releases. */
export function stampCode() {
  return stampOf('../', '../../rules/');
}

/**
 * Returns a digest of the code for a checkout of the repository, and nothing for an installed package. Versions of
 * stages are raised at the end of a change, but the code runs before that.
 */
export function stampCheckout() {
  return existsSync(new URL('../../.git', import.meta.url)) ? `-${stampCode()}` : '';
}

/** @type {Map<string, string>} */
const stamps = new Map();

/** @param {...string} folders */
function stampOf(...folders) {
  const known = stamps.get(folders.join());
  if (known) return known;
  const hash = createHash('sha256').update(VERSION);
  for (const folder of folders) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.js(?:on)?$/.test(name));
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${root}${name}`));
  }
  const stamp = hash.digest('hex').slice(0, 16);
  stamps.set(folders.join(), stamp);
  return stamp;
}
