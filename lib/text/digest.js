import { hash } from 'node:crypto';

/**
 * A digest as pages write it, without what fills its end: `sha384-oqVuAf…`.
 * @see https://w3c.github.io/webappsec-subresource-integrity/#integrity-metadata-description
 * @param {string} algorithm
 * @param {string} base64
 */
export function writeDigest(algorithm, base64) {
  return `${algorithm}-${base64.replace(/=+$/, '')}`;
}

/**
 * What finds the digest of a content among others, hashed once by each of their algorithms.
 * @param {ReadonlySet<string>} digests
 * @returns {(content: string | Uint8Array) => string | undefined}
 */
export function openFinder(digests) {
  const algorithms = [...new Set([...digests].map((digest) => digest.slice(0, digest.indexOf('-'))))];
  return (content) => {
    const own = algorithms.map((algorithm) => writeDigest(algorithm, hash(algorithm, content, 'base64')));
    return own.find((digest) => digests.has(digest));
  };
}
