import { hash } from 'node:crypto';

/**
 * A digest as pages write it, without what fills its end: `sha384-oqVuAf…`.
 * @see https://w3c.github.io/webappsec-subresource-integrity/#integrity-metadata-description
 * @param {string} algorithm
 * @param {string | Uint8Array} content
 */
export function digestOf(algorithm, content) {
  return `${algorithm}-${hash(algorithm, content, 'base64').replace(/=+$/, '')}`;
}

/**
 * Whether code that stands in a page is one of those that digests name, as a Content-Security-Policy does.
 * @param {string} code
 * @param {readonly string[]} digests
 */
export function isNamedByDigest(code, digests) {
  return digests.some((said) => said === digestOf(said.slice(0, said.indexOf('-')), code));
}
