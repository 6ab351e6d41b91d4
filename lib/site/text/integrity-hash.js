import { hash as hashBytes } from 'node:crypto';
import { beforeAny } from '../../base/trim.js';

/**
 * Returns a hash in the form of pages, without padding: `sha384-oqVuAf…`.
 * @see https://w3c.github.io/webappsec-subresource-integrity/#integrity-metadata-description
 * @param {string} algorithm
 * @param {string} base64
 */
export function writeIntegrityHash(algorithm, base64) {
  return `${algorithm}-${beforeAny(base64, /=/)}`;
}

/**
 * Creates a function that finds the hashes of a content among others. Contents are hashed once by each algorithm.
 * @param {ReadonlySet<string>} integrityHashes
 * @returns {(content: string | Uint8Array) => string[]}
 */
export function openHashFinder(integrityHashes) {
  const algorithms = [...new Set([...integrityHashes].map((hash) => hash.slice(0, hash.indexOf('-'))))];
  return (content) => {
    const own = algorithms.map((algorithm) => writeIntegrityHash(algorithm, hashBytes(algorithm, content, 'base64')));
    return own.filter((hash) => integrityHashes.has(hash));
  };
}
