import { diskPath } from '../../site/text/disk-name.js';
import { codingOfCopy } from '../serve/delivery.js';

/*
 * Files that are called like a compressed copy of another file and hold something else. A server that finds copies by
 * their names must not send them in place of the file.
 */

/** Above this count, one expression matches every address: servers try one expression after the other. */
const MAX_EXPRESSIONS = 100;
/** Max bytes by which an address is matched. nginx reads no token above 4,096 bytes. */
const MAX_PREFIX_BYTES = 1000;
const PLAIN = /[A-Za-z0-9/_-]/;

/**
 * Lists expressions for the addresses of files whose copies must not be sent, by the coding of the copy. They are for
 * PCRE and RE2, consist of ASCII that every configuration can hold, and may match more addresses than necessary: such a
 * file is sent without compression. Each byte that is not plain is matched by one wildcard, so matching takes linear
 * time.
 * @param {ReadonlySet<string>} own paths of the files that are called like copies
 * @returns {Map<string, string[]>}
 */
export function listOwnCopies(own) {
  /** @type {Map<string, Set<string>>} */
  const byCoding = new Map();
  for (const path of own) {
    const copy = codingOfCopy(path);
    if (copy) byCoding.set(copy.coding, (byCoding.get(copy.coding) ?? new Set()).add(expressionOf(copy.base)));
  }
  return new Map(
    [...byCoding].map(([coding, found]) => [coding, found.size > MAX_EXPRESSIONS ? ['^/'] : [...found].sort()]),
  );
}

/** @param {string} path */
function expressionOf(path) {
  const bytes = [...Buffer.from(diskPath(path))];
  const written = bytes.slice(0, MAX_PREFIX_BYTES).map((byte) => {
    const character = String.fromCharCode(byte);
    return PLAIN.test(character) ? character : '.';
  });
  const end = bytes.length > MAX_PREFIX_BYTES ? '' : '\\z';
  return `(?s)^/${written.join('')}${end}`;
}
