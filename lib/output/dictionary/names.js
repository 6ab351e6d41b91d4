import { hash } from 'node:crypto';

/** Where the dictionary of a site lies: its name changes with its content. */
export const DICTIONARY_FILE = /^dictionary-[\da-f]{16}\.dat$/;
/** 64 bits of a digest: enough that no two dictionaries of a site share a name. */
const NAME_DIGITS = 16;

/** Servers read the digest's letters and digits by a pattern that skips so many other characters at most. */
export const MOST_SKIPPED = 6;

/** @param {Uint8Array} dictionary */
export function dictionaryPath(dictionary) {
  return `dictionary-${hash('sha256', dictionary, 'hex').slice(0, NAME_DIGITS)}.dat`;
}

/**
 * How files that need a dictionary are named after it: `page.html.<id>.dcb`. The id is what a browser says of its
 * dictionary in `Available-Dictionary`, letters and digits alone, so that a server finds the file without a list; null
 * where too much is left out.
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
  return digest.length - id.length > MOST_SKIPPED ? null : id;
}
