import { hash as hashBytes } from 'node:crypto';
import { beforeAny } from '../../base/trim.js';

/**
 * A hash as pages write it, without what fills its end: `sha384-oqVuAf…`.
 * @see https://w3c.github.io/webappsec-subresource-integrity/#integrity-metadata-description
 * @param {string} algorithm
 * @param {string} base64
 */
export function writeIntegrityHash(algorithm, base64) {
  return `${algorithm}-${beforeAny(base64, /=/)}`;
}

/**
 * What finds the hash of a content among others, hashed once by each of their algorithms.
 * @param {ReadonlySet<string>} integrityHashes
 * @returns {(content: string | Uint8Array) => string | undefined}
 */
export function openHashFinder(integrityHashes) {
  const algorithms = [...new Set([...integrityHashes].map((hash) => hash.slice(0, hash.indexOf('-'))))];
  return (content) => {
    const own = algorithms.map((algorithm) => writeIntegrityHash(algorithm, hashBytes(algorithm, content, 'base64')));
    return own.find((hash) => integrityHashes.has(hash));
  };
}
