import { hash } from 'node:crypto';

/** Name of a site's dictionary. It changes with the content. */
export const DICTIONARY_FILE = /^dictionary-[\da-f]{16}\.dat$/;
/** Digits of the digest in the name. 64 bits are enough to tell the dictionaries of a site apart. */
const NAME_DIGITS = 16;

/** Max count of characters between the digest's letters and digits that the servers' pattern skips. */
export const MAX_SKIPPED = 6;

/** @param {Uint8Array} dictionary */
export function dictionaryPath(dictionary) {
  return `dictionary-${hash('sha256', dictionary, 'hex').slice(0, NAME_DIGITS)}.dat`;
}

/**
 * Returns the ID in the names of files that need a dictionary: `page.html.<id>.dcb`. It consists of the letters and
 * digits of the value that a browser sends in `Available-Dictionary`, so that a server finds the file without a list.
 * Returns null if too many characters are left out.
 * @param {Uint8Array} dictionary
 * @returns {string | null}
 */
export function idOf(dictionary) {
  return idOfHeader(`:${hash('sha256', dictionary, 'base64')}:`);
}

/**
 * @param {string | undefined} header the value of `Available-Dictionary`
 * @returns {string | null}
 */
export function idOfHeader(header) {
  const [, digest] = /^:([A-Za-z\d+/]{43})=:$/.exec(header ?? '') ?? [];
  if (digest === undefined) return null;
  const id = digest.replace(/[+/]/g, '');
  return digest.length - id.length > MAX_SKIPPED ? null : id;
}
